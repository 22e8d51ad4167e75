package io.github.tracecast.record;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A folder with the data that ranks of a run received, one file per rank. */
public record Payload(Path folder) {
  /** The suffix of the folder's name, after the trace's name. */
  public static final String ENDING = ".payload";

  private static final Pattern FILE = Pattern.compile("rank\\.(\\d+)\\.payload");

  /** Returns the path of the payload's folder beside a trace. */
  public static Path beside(Path trace) {
    return trace.resolveSibling(trace.getFileName() + ENDING);
  }

  /** Returns the ranks that have a file, in ascending order. */
  public List<Integer> ranks() {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> FILE.matcher(file.getFileName().toString()))
          .filter(Matcher::matches)
          .map(name -> Integer.parseInt(name.group(1)))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UsageException("`payload`: found no folder " + folder
          + "; expected a folder that record --payload wrote");
    }
  }

  public Path file(int rank) {
    return folder.resolve("rank." + rank + ENDING);
  }

  /** Returns the size of all files in bytes. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (int rank : ranks()) {
      bytes += Files.size(file(rank));
    }
    return bytes;
  }

  /** Removes the files of all ranks that are not in {@code kept}. */
  public void keep(List<Integer> kept) throws IOException {
    for (int rank : ranks()) {
      if (!kept.contains(rank)) {
        Files.delete(file(rank));
      }
    }
  }
}
