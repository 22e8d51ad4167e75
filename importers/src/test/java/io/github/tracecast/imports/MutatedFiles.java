package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Damages the files of a trace in many reproducible ways and reads the result. It must be a trace
 * or be refused in one line.
 */
public final class MutatedFiles {
  /** Cases of a short run; the property {@code tracecast.mutations} asks for more. */
  public static final int CASES = Integer.getInteger("tracecast.mutations", 200);

  /** The time after which a case counts as endless. A busy machine may take some ten seconds for a case. */
  private static final double MOST_SECONDS = 100;

  private MutatedFiles() {}

  /**
   * Reads damaged traces.
   *
   * @param named what names the trace
   * @param folder of its files, one of which is damaged at a time
   */
  public static void check(Path named, Path folder, int cases) throws IOException {
    List<Path> files;
    try (Stream<Path> inside = Files.list(folder)) {
      files = inside.filter(Files::isRegularFile).sorted().toList();
    }
    int read = 0;
    for (int seed = 0; seed < cases; seed++) {
      Random random = new Random(seed);
      Path victim = files.get(random.nextInt(files.size()));
      byte[] good = Files.readAllBytes(victim);
      Files.write(victim, damaged(good, random));
      long begin = System.nanoTime();
      try {
        Importers.read(named);
        read++;
      } catch (TraceException e) {
        assertThat(e.getMessage())
            .as("case %d", seed)
            .doesNotContain("\n")
            .containsAnyOf("found", "no such file");
      } catch (RuntimeException | Error e) {
        fail("case " + seed + ", " + victim + ": " + e, e);
      } finally {
        Files.write(victim, good);
      }
      assertThat((System.nanoTime() - begin) * 1e-9)
          .as("seconds of case %d", seed)
          .isLessThan(MOST_SECONDS);
    }
    assertThat(read).as("damaged traces that are traces").isBetween(0, cases);
  }

  private static byte[] damaged(byte[] good, Random random) {
    byte[] bytes = good.clone();
    for (int left = 1 + random.nextInt(4); left > 0 && bytes.length > 0; left--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) 0xff;
        case 3 -> bytes = Arrays.copyOf(bytes, at);
        case 4 -> {
          int to = Math.min(bytes.length, at + 1 + random.nextInt(8));
          byte[] shorter = Arrays.copyOf(bytes, bytes.length - (to - at));
          System.arraycopy(bytes, to, shorter, at, bytes.length - to);
          bytes = shorter;
        }
        default -> {
          int length = Math.min(bytes.length - at, 1 + random.nextInt(32));
          byte[] longer = Arrays.copyOf(bytes, bytes.length + length);
          System.arraycopy(bytes, at, longer, at + length, bytes.length - at);
          bytes = longer;
        }
      }
    }
    return bytes;
  }
}
