package io.github.tracecast.exports;

import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.text.UsageException;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes SimGrid's time-independent format like {@code smpirun}: one file per rank in a folder, and
 * an index that lists them. Ranks are written in parallel. The folder and the index appear only
 * when they are complete.
 */
record TitExport(Exported exported, Path index, LongConsumer progress) {
  private static final String RANK_FILE = "rank-\\d+\\.txt";

  void write() throws IOException {
    Path folder = folder(index);
    refuseForeign(folder);
    exported.lackMpi();
    exported.lackFlops();
    String part = "." + index.getFileName() + "." + ProcessHandle.current().pid() + ".part";
    Path files = index.resolveSibling(part + "_files");
    Path list = index.resolveSibling(part);
    try {
      Files.createDirectory(files);
      TitTypes types = new TitTypes(exported.trace);
      WorldOrder order = new WorldOrder();
      IntStream.range(0, exported.programs.ranks())
          .parallel()
          .forEach(rank -> writeRank(rank, types, order, files));
      writeIndex(list);
      ScratchFolder.delete(folder);
      Files.move(files, folder);
      Files.move(list, index, StandardCopyOption.REPLACE_EXISTING);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      ScratchFolder.delete(files);
      Files.deleteIfExists(list);
    }
  }

  /** Refuses to replace a folder that an earlier export did not write. */
  private static void refuseForeign(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> !file.getFileName().toString().matches(RANK_FILE))
          .findFirst()
          .ifPresent(file -> {
            throw UsageException.of(
                "output",
                "found " + file
                    + " in the folder for the ranks' files; expected only such files. Choose another name");
          });
    }
  }

  private void writeRank(int rank, TitTypes types, WorldOrder order, Path files) {
    try (Writer out =
        Files.newBufferedWriter(files.resolve(fileName(rank)), StandardCharsets.US_ASCII)) {
      new RankWalk(exported, rank, new TitRank(exported, types, order, rank, out)).run(progress);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder(Path index) {
    return index.resolveSibling(index.getFileName() + "_files");
  }

  /** Returns the files that an index lists, in the order of ranks. */
  static List<Path> files(Path index, int ranks) {
    return IntStream.range(0, ranks)
        .mapToObj(rank -> folder(index).resolve(fileName(rank)))
        .toList();
  }

  private static String fileName(int rank) {
    return "rank-" + rank + ".txt";
  }

  private void writeIndex(Path list) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(list)) {
      for (int rank = 0; rank < exported.programs.ranks(); rank++) {
        out.append(folder(index).getFileName() + "/" + fileName(rank) + "\n");
      }
    }
  }

  /**
   * The order of the collectives of all ranks. The format has one communicator for MPI_COMM_WORLD
   * and its duplicates, so their collectives must have the same order on all ranks. With threads or
   * non-blocking collectives, the order may differ: rank 0 may start a gather and then a reduction,
   * while another rank starts the reduction first. The first rank that reaches a position of the
   * order defines the collective at this position. Thread-safe. Each collective takes eight bytes.
   */
  static final class WorldOrder {
    private final LongArrayList collectives = new LongArrayList();

    /** Checks the collective at one position of a rank's order, from 0. */
    synchronized void take(int place, int rank, int communicator, int operation) {
      long collective = (long) communicator << 32 | operation;
      if (place == collectives.size()) {
        collectives.add(collective);
      } else if (collectives.getLong(place) != collective) {
        throw new UsageException(
            "`to tit`: found collective " + place + " of rank " + rank
                + " on another communicator than on other ranks; expected the same order on all ranks, because the format has only MPI_COMM_WORLD. Use otf2, which keeps communicators");
      }
    }
  }
}
