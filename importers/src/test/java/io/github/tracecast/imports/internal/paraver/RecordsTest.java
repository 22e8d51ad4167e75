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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RecordsTest {
  private static final int SEEDS = Integer.getInteger("seeds", 200);
  private static final String TOO_LONG =
      "t.prv:%d: found a line of more than 67108864 bytes; expected a shorter one";

  private final List<TaskJobs> begun = new ArrayList<>();

  @AfterEach
  void endThreads() {
    begun.forEach(TaskJobs::close);
  }

  private Records records(InputStream in, int threads, int bytes) {
    TaskJobs jobs = new TaskJobs(1, threads);
    begun.add(jobs);
    for (int thread = 1; thread < threads; thread++) {
      Thread.ofVirtual().start(jobs::work);
    }
    return new Records(new RecordBlocks(in, jobs, threads, bytes), "t.prv", 1);
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns a stream of equal characters. */
  private static InputStream repeated(char character, long count) {
    return new InputStream() {
      private long left = count;

      @Override
      public int read() {
        return left-- > 0 ? character : -1;
      }

      @Override
      public int read(byte[] into, int from, int length) {
        int more = (int) Math.min(left, length);
        Arrays.fill(into, from, from + more, (byte) character);
        left -= more;
        return more == 0 ? -1 : more;
      }
    };
  }

  /** Returns a stream of a text and a failure after it. */
  private static InputStream failing(String text, Throwable failure) {
    InputStream damaged = new InputStream() {
      @Override
      public int read() throws IOException {
        if (failure instanceof Error error) {
          throw error;
        }
        throw (IOException) failure;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        return read();
      }
    };
    return new SequenceInputStream(stream(text), damaged);
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
      int threads = 1 + random.nextInt(3);
      assertThat(all(records(stream(text.toString()), threads, bytes)))
          .as("seed %d, blocks of %d bytes, %d threads", seed, bytes, threads)
          .isEqualTo(expected);
    }
  }

  @Test
  void anEventKeepsTheTypesOfMpiCalls() throws IOException {
    assertThat(all(records(stream("""
            2:1:1:1:1:5:42000050:17:50000001:3:42000059:8:50100004:1:80000001:9
            2:1:1:1:1:6:42000050:17:42000059:8
            2:1:1:1:1:6:42000050
            """), 1, 64)))
        .containsExactly(
            "2 2:1:1:1:1:5:50000001:3:50100004:1:80000001:9",
            "3 2:1:1:1:1:6:42000050:17",
            "4 2:1:1:1:1:6:42000050");
  }

  @Test
  void recordsBeforeADamagedLineAreRead() throws IOException {
    for (int bytes : new int[] {2, 9, 100}) {
      for (String damaged : List.of("3:x", "3:", "3:1:999999999999999999999", "3;1", "1:x")) {
        Records records = records(stream("#\n\n3:1:2\n" + damaged + "\n3:5"), 2, bytes);
        assertThat(next(records)).isEqualTo("4 3:1:2");
        assertThatThrownBy(records::next).hasMessageStartingWith("t.prv:5: found ");
      }
    }
  }

  @Test
  @Timeout(60)
  void wholeLinesBeforeTheEndOfADamagedFileAreRead() throws IOException {
    for (int bytes : new int[] {2, 9, 100}) {
      for (int threads = 1; threads < 4; threads++) {
        for (Throwable failure : List.of(new IOException("damaged"), new OutOfMemoryError())) {
          Records records = records(failing("3:1\n3:2\n3:3", failure), threads, bytes);
          assertThat(Arrays.asList(next(records), next(records))).containsExactly("2 3:1", "3 3:2");
          assertThatThrownBy(records::next).isSameAs(failure);
        }
      }
    }
  }

  /** A block fails when it is taken, even if it could not begin, because a thread may wait for it. */
  @Test
  void aBlockThatCannotBeginIsTheLast() {
    RecordBlock block = new RecordBlock(100);
    byte[] begun = null;
    assertThat(block.fill(stream("3:1\n"), begun)).isEmpty();
    block.parse();
    assertThat(block.isParsed() && block.isLast()).isTrue();
    assertThatThrownBy(() -> block.check("t.prv", 1)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void aBlockIsAsSmallAsBeforeAfterALongLine() {
    RecordBlock block = new RecordBlock(40);
    InputStream in = stream("#".repeat(1_000) + "\n" + "3:1\n".repeat(2_000));
    byte[] begun = block.fill(in, new byte[0]);
    block.parse();
    assertThat(block.lines()).isGreaterThan(50);
    for (int i = 0; i < 5; i++) {
      begun = block.fill(in, begun);
      block.parse();
      assertThat(block.lines()).isLessThanOrEqualTo(10);
    }
  }

  @Test
  void aLineOfTooManyBytesIsRefused() throws IOException {
    for (long before : new long[] {1, RecordBlock.LONGEST / 3}) {
      for (int excess = 0; excess < 2; excess++) {
        InputStream longest = repeated('#', RecordBlock.LONGEST + excess);
        InputStream lines = new SequenceInputStream(repeated('#', before), stream("\n3:1\n"));
        InputStream text =
            new SequenceInputStream(lines, new SequenceInputStream(longest, stream("\n3:2")));
        Records records = records(text, 1, 100);
        assertThat(next(records)).isEqualTo("3 3:1");
        if (excess == 0) {
          assertThat(next(records)).isEqualTo("5 3:2");
        } else {
          assertThatThrownBy(records::next).hasMessage(TOO_LONG.formatted(4));
        }
      }
    }
    Records records = records(repeated('1', Long.MAX_VALUE), 1, 100);
    assertThatThrownBy(records::next).hasMessage(TOO_LONG.formatted(2));
  }
}
