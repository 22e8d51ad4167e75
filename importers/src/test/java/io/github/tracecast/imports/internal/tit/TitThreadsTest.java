package io.github.tracecast.imports.internal.tit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.imports.ThreadsContract;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TitThreadsTest extends ThreadsContract {
  @TempDir
  private Path unequal;

  @Override
  protected Path write(Path into, Set<Integer> damaged) throws IOException {
    writeFiles(into, damaged);
    return into;
  }

  static void writeFiles(Path into, Set<Integer> damaged) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      String last = damaged.contains(rank) ? rank + " jump\n" : "";
      rank(into, rank, "allreduce 4 5e8 1", last);
    }
  }

  private static void rank(Path into, int rank, String collective, String last) throws IOException {
    StringBuilder text = new StringBuilder(rank + " init 1\n");
    for (int step = 0; step < steps(rank); step++) {
      text.append(rank + " compute " + 1e6 * (rank + 1) + "\n");
      text.append(rank + " send " + (rank + 1) % RANKS + " " + step % 3 + " 100 6\n");
    }
    text.append(rank + " " + collective + "\n");
    Files.writeString(into.resolve("rank" + rank), text + last + rank + " finalize\n");
  }

  /** Ranks 2 and 5 have collectives of their own, and rank 2 also has a wrong line after its collective. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void theFirstFileWithAnotherCollectiveIsNamed(int threads) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      rank(
          unequal,
          rank,
          rank == 2 || rank == 5 ? "barrier" : "allreduce 4 5e8 1",
          rank == 2 ? "2 jump\n" : "");
    }
    assertThatThrownBy(() -> read(threads))
        .isInstanceOf(TraceException.class)
        .hasMessage(unequal.resolve("rank2") + ":" + (2 + 2 * steps(2))
            + ": found MPI_Barrier as collective 0 of rank 2;"
            + " expected MPI_Allreduce, as on other ranks; all ranks must have the same value");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void theFirstFileWithAnotherSizeIsNamed(int threads) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      rank(unequal, rank, "allreduce " + (rank < 3 ? 4 : 5) + " 5e8 1", "");
    }
    assertThat(read(threads))
        .contains("collective calls whose size differs between ranks: 3; the first is "
            + unequal.resolve("rank3") + ":" + (2 + 2 * steps(3))
            + ": 20 B of MPI_Allreduce where other ranks have 16 B; each rank keeps its own size");
  }

  private List<String> read(int threads) {
    return TitImporter.read(
            List.of(unequal), CompressOptions.DEFAULT.withThreads(threads), lines -> {})
        .header()
        .notes();
  }
}
