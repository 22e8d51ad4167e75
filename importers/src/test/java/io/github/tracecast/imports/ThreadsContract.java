package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for each importer with several threads: the trace and the error are those of one thread. */
public abstract class ThreadsContract {
  /** The ranks of the run. */
  protected static final int RANKS = 6;

  private static final int[] THREADS = {2, 5};

  @TempDir
  private Path folder;

  /**
   * Writes a run. Ranks differ, and later ranks are shorter, so that threads end them out of order.
   *
   * @param damaged ranks with an error at their end
   * @return the path to import
   */
  protected abstract Path write(Path into, Set<Integer> damaged) throws IOException;

  /** Returns how many times a rank repeats its calls. */
  protected static int steps(int rank) {
    return 5 + 400 * (RANKS - 1 - rank);
  }

  /** Returns how often a run is imported with a number of threads. */
  protected int repeats() {
    return 5;
  }

  private byte[] imported(Path run, int threads) throws IOException {
    Trace trace =
        RawTraces.compress(List.of(run), CompressOptions.DEFAULT.withThreads(threads), done -> {});
    assertThat(trace.header().ranks()).isEqualTo(RANKS);
    Path file = folder.resolve("imported.ctrace");
    TraceFiles.write(trace, file, Encoding.BINARY);
    return Files.readAllBytes(file);
  }

  @Test
  void theTraceIsThatOfOneThread() throws IOException {
    Path run = write(Files.createDirectory(folder.resolve("run")), Set.of());
    byte[] expected = imported(run, 1);
    for (int threads : THREADS) {
      for (int i = 0; i < repeats(); i++) {
        assertThat(imported(run, threads)).as("%d threads", threads).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void theErrorIsThatOfOneThread(int damaged) throws IOException {
    Path run = Files.createDirectory(folder.resolve("run"));
    assertSameError(write(run, new TreeSet<>(List.of(damaged, RANKS - 1))), repeats());
  }

  /** Asserts that a run has an error, and that it does not depend on the number of threads. */
  protected void assertSameError(Path run, int repeats) {
    Throwable expected = catchThrowable(() -> imported(run, 1));
    assertThat(expected).isInstanceOf(TraceException.class);
    for (int threads : THREADS) {
      for (int i = 0; i < repeats; i++) {
        assertThat(catchThrowable(() -> imported(run, threads)))
            .as("%d threads", threads)
            .isInstanceOf(TraceException.class)
            .hasMessage(expected.getMessage());
      }
    }
  }

  /**
   * Asserts what {@link #assertSameError} does for a text with a fault before the events of a rank,
   * or at its end, and a fault in the events of another rank or of none.
   *
   * @param faulty returns the text of a run with a fault before a rank, from 0 to {@link #RANKS}
   */
  protected void assertSameErrorOfHeads(Path into, BiFunction<String, Integer, String> faulty)
      throws IOException {
    for (int damaged = -1; damaged < RANKS; damaged++) {
      Path run = write(into, damaged < 0 ? Set.of() : Set.of(damaged));
      String text = Files.readString(run);
      for (int head : new int[] {0, 3, RANKS}) {
        assertSameError(Files.writeString(run, faulty.apply(text, head)), 1);
      }
    }
  }
}
