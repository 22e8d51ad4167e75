package io.github.tracecast.imports.internal.paraver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private static final int SEEDS = Integer.getInteger("seeds", 200);

  private static Records records(InputStream in, int bytes) {
    return new Records(new RecordBlocks(in, new TaskJobs(1, 1), 1, bytes), "t.prv", 1);
  }

  private static Records records(String text, int bytes) {
    return records(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)), bytes);
  }

  /** Returns the next record as the number of its line and its text; an empty text at the end. */
  private static String next(Records records) throws IOException {
    if (!records.next()) {
      return "";
    }
    StringBuilder text = new StringBuilder(records.line() + " " + records.kind());
    for (int i = 0; i < records.count(); i++) {
      text.append(':').append(records.field(i));
    }
    return text.toString();
  }

  private static List<String> all(Records records) throws IOException {
    List<String> all = new ArrayList<>();
    for (String record = next(records); !record.isEmpty(); record = next(records)) {
      all.add(record);
    }
    return all;
  }

  private static String line(Random random) {
    String numbers =
        ":" + random.nextLong() + ":" + random.nextInt(10) + ":-7".repeat(random.nextInt(40));
    return switch (random.nextInt(6)) {
      case 0 -> "";
      case 1 -> "#" + "#".repeat(random.nextInt(50));
      case 2 -> "1" + numbers;
      case 3 -> "c";
      default -> "3" + numbers;
    };
  }

  @Test
  void recordsDoNotDependOnTheSizeOfBlocks() throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (int number = 2; number < 2 + seed; number++) {
        String line = line(random);
        if (line.startsWith("3") || line.startsWith("c")) {
          expected.add(number + " " + line);
        }
        text.append(line).append(random.nextBoolean() ? "\r\n" : "\n");
      }
      if (random.nextBoolean()) {
        text.append("c:1");
        expected.add(2 + seed + " c:1");
      }
      int bytes = 2 + random.nextInt(1 << 1 + random.nextInt(10));
      assertThat(all(records(text.toString(), bytes)))
          .as("seed %d, blocks of %d bytes", seed, bytes)
          .isEqualTo(expected);
    }
  }

  @Test
  void anEventKeepsTheTypesOfMpiCalls() throws IOException {
    assertThat(all(records("""
            2:1:1:1:1:5:42000050:17:50000001:3:42000059:8:50100004:1:80000001:9
            2:1:1:1:1:6:42000050:17:42000059:8
            2:1:1:1:1:6:42000050
            """, 64)))
        .containsExactly(
            "2 2:1:1:1:1:5:50000001:3:50100004:1:80000001:9",
            "3 2:1:1:1:1:6:42000050:17",
            "4 2:1:1:1:1:6:42000050");
  }

  @Test
  void recordsBeforeADamagedLineAreRead() throws IOException {
    for (int bytes : new int[] {2, 9, 100}) {
      for (String damaged : List.of("3:x", "3:", "3:1:999999999999999999999", "3;1", "1:x")) {
        Records records = records("#\n\n3:1:2\n" + damaged + "\n3:5", bytes);
        assertThat(next(records)).isEqualTo("4 3:1:2");
        assertThatThrownBy(records::next).hasMessageStartingWith("t.prv:5: found ");
      }
    }
  }

  @Test
  void wholeLinesBeforeTheEndOfADamagedFileAreRead() throws IOException {
    for (int bytes : new int[] {2, 9, 100}) {
      InputStream damaged = new InputStream() {
        @Override
        public int read() throws IOException {
          throw new IOException("damaged");
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
          return read();
        }
      };
      Records records = records(
          new SequenceInputStream(new ByteArrayInputStream("3:1\n3:2\n3:3".getBytes()), damaged),
          bytes);
      assertThat(Arrays.asList(next(records), next(records))).containsExactly("2 3:1", "3 3:2");
      assertThatThrownBy(records::next).isInstanceOf(IOException.class).hasMessage("damaged");
    }
  }

  @Test
  void aLineOfTooManyBytesIsRefused() throws IOException {
    InputStream endless = new InputStream() {
      @Override
      public int read() {
        return '1';
      }

      @Override
      public int read(byte[] into, int from, int length) {
        Arrays.fill(into, from, from + length, (byte) '1');
        return length;
      }
    };
    Records records = records(
        new SequenceInputStream(new ByteArrayInputStream("3:1\n".getBytes()), endless), 100);
    assertThat(next(records)).isEqualTo("2 3:1");
    assertThatThrownBy(records::next)
        .hasMessage("t.prv:3: found a line of more than 67108864 bytes; expected a shorter one");
  }
}
