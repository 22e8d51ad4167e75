package io.github.tracecast.tools.topology;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Group;
import java.io.IOException;
import java.io.Writer;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Lists the calls of all ranks as one program for any rank of a topology. Numbers that differ
 * between ranks are listed as ranges. Borders follow one rule: if a rank has no neighbour in a
 * direction, it leaves out the calls with this partner and their requests, or it makes the calls
 * with MPI_PROC_NULL.
 *
 * <p>All ranks advance through their calls together. A line is a call that each rank either makes
 * next or leaves out by this rule. The ranks with the fewest calls so far come first. Not
 * thread-safe.
 */
public final class LogicalListing {
  private final Programs programs;
  private final LogicalTerms terms;

  /** The names of each rank's neighbours. */
  private final List<Set<String>> directions;

  public LogicalListing(Programs programs, LogicalTerms terms) {
    this.programs = programs;
    this.terms = terms;
    this.directions =
        IntStream.range(0, programs.ranks()).mapToObj(terms::directions).toList();
  }

  /** Returns how two ranks differ beyond the rule for borders; empty if one listing fits all ranks. */
  public Optional<String> difference() throws IOException {
    return list(Writer.nullWriter());
  }

  /** Writes the topology, the ranks at its borders, and the calls. There must be no {@link #difference}. */
  public void write(Appendable out) throws IOException {
    out.append("topology " + terms.topology() + "\n");
    for (String direction : allDirections()) {
      int[] without = IntStream.range(0, programs.ranks())
          .filter(rank -> !directions.get(rank).contains(direction))
          .toArray();
      if (without.length > 0) {
        StringBuilder line = new StringBuilder("without ").append(direction);
        Group.of(without)
            .runs()
            .forEach(run ->
                line.append(" (" + run.start() + " " + run.stride() + " " + run.count() + ")"));
        out.append(line.append('\n'));
      }
    }
    list(out);
  }

  private Set<String> allDirections() {
    Set<String> all = new TreeSet<>();
    directions.forEach(all::addAll);
    return all;
  }

  private Optional<String> list(Appendable out) throws IOException {
    LogicalRank.Shared shared = LogicalRank.Shared.of(programs, terms, allDirections());
    List<LogicalRank> ranks = IntStream.range(0, programs.ranks())
        .mapToObj(rank -> new LogicalRank(shared, programs.cursor(rank), directions.get(rank)))
        .toList();
    long made = 0;
    for (long index = 0; ; index++) {
      List<LogicalRank> first = candidates(ranks);
      if (first.isEmpty()) {
        return Optional.empty();
      }
      Optional<LogicalRank> next =
          first.stream().filter(one -> disagreeing(one, ranks).isEmpty()).findFirst();
      if (next.isEmpty()) {
        return Optional.of(difference(first.getFirst(), ranks));
      }
      boolean makesRequest = callOf(next.get()).call().makesRequest();
      made += makesRequest ? 1 : 0;
      long request = makesRequest ? made : 0;
      out.append(pass(next.get(), ranks, request).line(index, request));
    }
  }

  /**
   * Returns a rank for each distinct next call. Ranks with the fewest calls so far come first.
   * Calls without a process come last, because other ranks may make them with a process.
   */
  private static List<LogicalRank> candidates(List<LogicalRank> ranks) {
    Set<String> keys = new HashSet<>();
    return ranks.stream()
        .filter(rank -> rank.call() != null && keys.add(rank.key()))
        .sorted(Comparator.<LogicalRank, Boolean>comparing(rank -> callOf(rank).partners().stream()
                .anyMatch(one -> one.text().equals(LogicalCall.NONE)))
            .thenComparingLong(LogicalRank::calls))
        .toList();
  }

  private static LogicalCall callOf(LogicalRank rank) {
    return Optional.ofNullable(rank.call()).orElseThrow();
  }

  /** Finds a rank that does not make the call of {@code next}, and may not leave this call out. */
  private static Optional<LogicalRank> disagreeing(LogicalRank next, List<LogicalRank> ranks) {
    LogicalCall line = callOf(next);
    return ranks.stream()
        .filter(rank -> !rank.makes(line, next) && !rank.mayLeaveOut(line))
        .findFirst();
  }

  /** Moves all ranks with the same next call as {@code next} past this call, and returns its line. */
  private static LogicalCall pass(LogicalRank next, List<LogicalRank> ranks, long made) {
    LogicalCall first = callOf(next);
    List<LogicalRank> makers =
        ranks.stream().filter(rank -> rank.makes(first, next)).toList();
    LogicalCall line = first;
    for (LogicalRank rank : makers) {
      line = line.with(callOf(rank));
    }
    Set<LogicalRank> moved = new HashSet<>(makers);
    for (LogicalRank rank : ranks) {
      if (moved.contains(rank)) {
        rank.pass(line, made);
      } else {
        rank.leaveOut(line, made);
      }
    }
    return line;
  }

  private static String difference(LogicalRank first, List<LogicalRank> ranks) {
    LogicalRank other = disagreeing(first, ranks).orElseThrow();
    return describe(first) + ", " + describe(other);
  }

  private static String describe(LogicalRank rank) {
    String next = rank.call() == null ? "ends" : "calls " + rank.key();
    return "rank " + rank.rank() + " " + next + " after " + rank.calls() + " calls";
  }
}
