package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Node;
import io.github.tracecast.trace.RankList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads where and how a run was recorded. The command {@code record} writes the file {@code run},
 * and the ranks of each node write a file {@code node.HOST}. Each line is a key, a blank and a
 * value. A killed run may have left part of a line. Unreadable parts are ignored, because no
 * prediction depends on them.
 */
final class RecordedProvenance {
  private static final int MOST_BYTES = 1 << 26;

  private final int size;
  private final BitSet placed = new BitSet();
  private final IntArrayList threads = new IntArrayList();
  private Optional<Provenance> provenance = Optional.empty();
  private String mpi = "";
  private @Nullable Instant startedAt;

  private RecordedProvenance(int size) {
    this.size = size;
  }

  /** Reads the files in the folder of a recording, if it has any. */
  static RecordedProvenance read(Path folder, int size, Counter counter) throws IOException {
    RecordedProvenance read = new RecordedProvenance(size);
    read.provenance = read.of(folder, counter);
    return read;
  }

  /**
   * Returns the share of the run, 0 to 1, in which the ranks of the first node waited for a
   * processor; empty if it is not known.
   */
  OptionalDouble waitedShare() {
    return provenance.stream()
        .flatMap(known -> known.nodes().stream())
        .flatMapToDouble(node -> node.waitedShare().stream())
        .findFirst();
  }

  /** Returns where and how the run was recorded; empty if it is not known. */
  Optional<Provenance> provenance() {
    return provenance;
  }

  /** Returns a header with the provenance of the run added, as far as it is known. */
  Header in(Header header) {
    Header counted = header.withThreadsOf(threads.toIntArray());
    return provenance.map(counted::withProvenance).orElse(counted);
  }

  private Optional<Provenance> of(Path folder, Counter counter) throws IOException {
    List<String> run = lines(folder.resolve("run"));
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.getFileName().toString().startsWith("node."))
          .sorted()
          .toList();
    }
    List<Node> nodes = new ArrayList<>();
    for (Path file : files) {
      node(lines(file)).ifPresent(nodes::add);
    }
    Optional<Instant> date = value(run, "date").flatMap(RecordedProvenance::date);
    if (nodes.isEmpty() && date.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Provenance(
        date.orElse(startedAt == null ? Instant.EPOCH : startedAt),
        value(run, "command").orElse(""),
        mpi,
        counter.inTrace,
        value(run, "recorder").orElse(""),
        nodes));
  }

  private static List<String> lines(Path file) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
      return List.of();
    }
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
  }

  private static Optional<Instant> date(String text) {
    try {
      Instant date = Instant.parse(text);
      return date.getEpochSecond() < 0 || date.getEpochSecond() > Provenance.MAX_SECOND
          ? Optional.empty()
          : Optional.of(date);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private Optional<Node> node(List<String> lines) {
    List<Integer> ranks = new ArrayList<>();
    BitSet usable = new BitSet();
    double waited = 0;
    double lasted = 0;
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("rank") && words.length >= 2) {
        int rank = number(words[1], size - 1);
        if (rank >= 0 && !placed.get(rank)) {
          placed.set(rank);
          ranks.add(rank);
          processors(words.length > 2 ? words[2] : "", usable);
        }
      } else if (words[0].equals("waited") && words.length == 4) {
        waited += real(words[2]).orElse(0);
        lasted += real(words[3]).orElse(0);
      } else if (words[0].equals("threads") && words.length == 3) {
        int count = number(words[2], Provenance.MAX_PROCESSORS);
        if (count > 0) {
          threads.add(count);
        }
      }
    }
    if (ranks.isEmpty()) {
      return Optional.empty();
    }
    mpi = mpi.isEmpty() ? value(lines, "mpi").map(RecordedProvenance::mpiName).orElse("") : mpi;
    startedAt =
        startedAt == null ? value(lines, "began").map(this::second).orElse(null) : startedAt;
    return Optional.of(new Node(
        value(lines, "host").orElse(""),
        value(lines, "cpu").map(cpu -> cpu.strip().replaceAll("\\s+", " ")).orElse(""),
        count(lines, "cores"),
        count(lines, "processors"),
        usable.cardinality(),
        value(lines, "load").map(RecordedProvenance::real).orElse(OptionalDouble.empty()),
        lasted > 0 ? OptionalDouble.of(Math.min(1, waited / lasted)) : OptionalDouble.empty(),
        RankList.of(ranks)));
  }

  private @Nullable Instant second(String text) {
    OptionalDouble second = real(text);
    return second.isPresent() && second.getAsDouble() <= Provenance.MAX_SECOND
        ? Instant.ofEpochSecond((long) second.getAsDouble())
        : null;
  }

  /**
   * Returns a name such as {@code Open MPI 4.1.4} or {@code MPICH 4.0.2}. Each MPI library writes
   * its name and version in a different format.
   */
  private static String mpiName(String text) {
    return text.replaceFirst(",.*", "")
        .replaceAll("\\s+", " ")
        .replaceAll("(?i) ?version ?:?", "")
        .replaceFirst(" v(\\d)", " $1")
        .strip();
  }

  /** Adds the processor numbers of a list such as {@code 0-3,8}. */
  private static void processors(String list, BitSet into) {
    for (String part : list.split(",")) {
      String[] ends = part.split("-", -1);
      int from = number(ends[0], Provenance.MAX_PROCESSORS - 1);
      int to = number(ends[ends.length - 1], Provenance.MAX_PROCESSORS - 1);
      if (from >= 0 && to >= from) {
        into.set(from, to + 1);
      }
    }
  }

  private static int count(List<String> lines, String key) {
    return Math.max(
        0,
        value(lines, key).map(text -> number(text, Provenance.MAX_PROCESSORS)).orElse(0));
  }

  /** Parses a number of at least 0; -1 if the text is not such a number or the number is too large. */
  private static int number(String text, int most) {
    try {
      int number = Integer.parseInt(text);
      return number >= 0 && number <= most ? number : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static OptionalDouble real(String text) {
    try {
      double number = Double.parseDouble(text);
      return number >= 0 && number < Double.POSITIVE_INFINITY
          ? OptionalDouble.of(number)
          : OptionalDouble.empty();
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private static Optional<String> value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key + " "))
        .map(line -> line.substring(key.length() + 1))
        .findFirst();
  }
}
