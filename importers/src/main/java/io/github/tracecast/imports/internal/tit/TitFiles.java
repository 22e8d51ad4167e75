package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.ReadBytes;
import io.github.tracecast.imports.internal.TarEntries;
import io.github.tracecast.trace.TraceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * Visits the files of one run. Each pass over a trace is a visit. The files are those that the user
 * named, those in the folders and archives that the user named, and those that an index lists. Only
 * files with actions are passed to visitors. An index also gives the number of files that must
 * exist.
 */
final class TitFiles {
  private static final int HEAD = 4096;

  /** The largest number of nested archives. */
  private static final int DEEPEST = 4;

  private static final Set<String> ACTIONS = Set.of("""
      init finalize compute sleep location comm_size comm_split comm_dup send isend recv irecv \
      sendrecv wait test waitall barrier bcast reduce allreduce scan exscan reducescatter alltoall \
      alltoallv allgather allgatherv gather gatherv scatter scatterv""".split(" "));

  /** Receives a file of actions. */
  interface Visitor {
    void take(String name, InputStream in) throws IOException;
  }

  private final List<Path> paths;
  private int visited;

  /** The files of actions that the last visit found outside of archives. */
  private final List<Path> plain = new ArrayList<>();

  /** The files that the last visit opened, archives and indexes among them. */
  private final List<Path> opened = new ArrayList<>();

  private LongConsumer bytes = more -> {};

  /** The number of files that the last index lists; 0 without an index. */
  private int listed;

  private String index = "";

  TitFiles(List<Path> paths) {
    this.paths = paths;
  }

  /** The kinds of content that a file can have. */
  enum Kind {
    ACTIONS,
    INDEX,
    TAR,
    OTHER
  }

  static Kind kind(String head) {
    if (TarEntries.recognises(head)) {
      return Kind.TAR;
    }
    for (String line : (Iterable<String>) head.lines()::iterator) {
      String[] words = line.strip().split("\\s+");
      if (words[0].isEmpty() || words[0].startsWith("#")) {
        continue;
      }
      if (words.length >= 2
          && words[0].matches("p?\\d{1,9}")
          && ACTIONS.contains(words[1].toLowerCase(Locale.ROOT))) {
        return Kind.ACTIONS;
      }
      return words.length == 1 && words[0].matches("[\\w+-]*[./][\\w./+-]*")
          ? Kind.INDEX
          : Kind.OTHER;
    }
    return Kind.OTHER;
  }

  /**
   * @throws TraceException if a file cannot be read, or if the number of files differs from the
   *     index
   */
  void visit(Visitor visitor) {
    visit(visitor, more -> {});
  }

  /**
   * Visits the files as {@link #visit(Visitor)} does.
   *
   * @param report receives how many bytes of the files were read since its last call
   */
  void visit(Visitor visitor, LongConsumer report) {
    bytes = report;
    opened.clear();
    visited = 0;
    plain.clear();
    listed = 0;
    for (Path path : paths) {
      visit(path, visitor, true);
    }
    if (visited == 0) {
      throw new TraceException(paths.getFirst()
          + ": found no file of actions; expected SimGrid's time-independent traces");
    }
    if (listed > 1 && visited != listed) {
      throw TraceException.inFile(
          index,
          "an index of " + listed + " files, of which only " + visited + " exist",
          "all files of the index");
    }
  }

  /** Returns the number of bytes of the files that a visit reads. */
  long bytes() throws IOException {
    return ReadBytes.of(opened);
  }

  /**
   * Returns the files of actions in the order of visits; empty if a file is in an archive, which
   * can only be read from its start to its end.
   */
  List<Path> separateFiles() {
    return plain.size() == visited ? List.copyOf(plain) : List.of();
  }

  /**
   * Opens a file of {@link #separateFiles}.
   *
   * @param bytes receives how many bytes of the file were read since its last call
   */
  static void read(Path file, LongConsumer bytes, Visitor visitor) {
    try (InputStream in = PlainInput.content(file, bytes)) {
      visitor.take(file.toString(), in);
    } catch (NoSuchFileException e) {
      throw new TraceException(file + ": no such file", e);
    } catch (IOException e) {
      throw PlainInput.unreadable(file.toString(), e);
    }
  }

  private void visit(Path path, Visitor visitor, boolean isInput) {
    if (!Files.isDirectory(path)) {
      opened.add(path);
      read(path, bytes, (name, in) -> visitContent(path, name, in, visitor, isInput, 0));
      return;
    }
    List<Path> inside;
    try (Stream<Path> files = Files.list(path)) {
      inside = files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw PlainInput.unreadable(path.toString(), e);
    }
    for (Path file : inside) {
      visit(file, visitor, false);
    }
  }

  /**
   * Returns a file that an index lists. It must be below the folder of the index, so that a foreign
   * index cannot open other files of the machine.
   */
  private static Path below(Path index, String listed, String name) throws IOException {
    Path folder = index.toRealPath().getParent();
    Path file = index.resolveSibling(listed);
    Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
    if (!real.startsWith(folder)) {
      throw TraceException.inFile(name, "a file " + listed, "files inside the folder of the index");
    }
    return file;
  }

  private void visitContent(
      Path path, String name, InputStream in, Visitor visitor, boolean isInput, int archives)
      throws IOException {
    in.mark(HEAD);
    String head = new String(in.readNBytes(HEAD), StandardCharsets.ISO_8859_1);
    in.reset();
    switch (kind(head)) {
      case ACTIONS -> {
        visited++;
        if (archives == 0) {
          plain.add(path);
        }
        visitor.take(name, in);
      }
      case TAR -> {
        if (archives == DEEPEST) {
          throw new TraceException(paths.getFirst() + ": found archives nested more than " + DEEPEST
              + " deep; expected an archive of trace files. Unpack the archive first");
        }
        TarEntries entries = new TarEntries(in, name);
        for (String entry = entries.next(); entry != null; entry = entries.next()) {
          InputStream content = PlainInput.withoutMark(new BufferedInputStream(entries.content()));
          visitContent(path, name + ":" + entry, content, visitor, false, archives + 1);
        }
      }
      case INDEX -> {
        List<String> names = new ArrayList<>();
        for (Line line = new Line(in, name); line.next(); ) {
          names.add(line.word(0));
        }
        if (isInput) {
          for (String listedName : names) {
            visit(below(path, listedName, name), visitor, false);
          }
        }
        index = name;
        listed = names.size();
      }
      case OTHER -> {
        if (isInput) {
          throw new TraceException(name
              + ": found no actions; expected a time-independent trace of SimGrid, an index,"
              + " or an archive of them");
        }
      }
    }
  }
}
