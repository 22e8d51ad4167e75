package io.github.tracecast.record;

import io.github.tracecast.compress.CompressOptions.Matches;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.FollowedReceives;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.imports.RecordedCalls;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares a trace with the logs from which it was made. Memory is O(calls of one rank). */
public final class RecordingCheck {
  private static final Pattern MATCH = Pattern.compile(" matched_(source|tag)=\\S+");

  private static final Pattern PARTNER =
      Pattern.compile(" (source|destination)=\\S+( \\(world \\d+\\))?");

  private RecordingCheck() {}

  /**
   * Compares all calls of all ranks, but not their times.
   *
   * @param logs the folder of the recorder's logs, one per rank
   * @param matches the form of matches in the trace; matches that this form drops, and partners
   *     that depend on such a match, are not compared
   * @throws IllegalStateException if the trace differs from a log; the message names the first call
   *     that differs
   */
  public static void hold(Path logs, Trace trace, Matches matches) {
    RecordedCalls calls = RecordedCalls.of(logs);
    Programs programs = Programs.of(trace);
    Expander expander = Expander.of(programs);
    for (int rank = 0; rank < calls.ranks(); rank++) {
      List<String> logged = new ArrayList<>();
      calls.list(rank, logged::add);
      if (!logged.isEmpty()) { // a rank without a recording has only MPI_Init in the trace
        List<String> expanded = expanded(expander, trace, rank);
        BitSet following = following(programs, rank);
        if (matches == Matches.COUNTS) {
          sameCounts(rank, logged, expanded, following);
        }
        if (matches != Matches.EXACT) {
          removeMatches(logged, following);
          removeMatches(expanded, following);
        }
        same(rank, logged, expanded);
      }
    }
  }

  private static List<String> expanded(Expander expander, Trace trace, int rank) {
    List<String> lines = new ArrayList<>();
    try {
      expander.expand(rank, Long.MAX_VALUE, new Lines(trace, lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return lines;
  }

  /** Returns the numbers of a rank's calls whose partner depends on an earlier match. */
  private static BitSet following(Programs programs, int rank) {
    FollowedReceives followed = programs.table().followed();
    BitSet following = new BitSet();
    if (!followed.isEmpty()) {
      TaskCursor cursor = programs.cursor(rank);
      for (int call = 0; cursor.next(); call++) {
        following.set(call, followed.receive(cursor.event(), rank) != FollowedReceives.NONE);
      }
    }
    return following;
  }

  /**
   * Compares how often each wildcard call was executed with each match, and how often each call
   * whose partner depends on a match was executed with each partner. The order of calls is compared
   * later.
   */
  private static void sameCounts(
      int rank, List<String> logged, List<String> expanded, BitSet following) {
    Map<String, Long> recorded = counts(logged, following);
    Map<String, Long> kept = counts(expanded, following);
    recorded.forEach((call, count) -> {
      if (!count.equals(kept.get(call))) {
        throw new IllegalStateException("rank " + rank + ": recorded " + call + " " + count
            + " times; the trace has it " + kept.getOrDefault(call, 0L) + " times");
      }
    });
  }

  private static Map<String, Long> counts(List<String> calls, BitSet following) {
    return IntStream.range(0, calls.size())
        .filter(i -> following.get(i) || !withoutMatch(calls.get(i)).equals(calls.get(i)))
        .mapToObj(calls::get)
        .collect(Collectors.groupingBy(call -> call, TreeMap::new, Collectors.counting()));
  }

  private static void removeMatches(List<String> calls, BitSet following) {
    calls.replaceAll(RecordingCheck::withoutMatch);
    following.stream()
        .filter(call -> call < calls.size())
        .forEach(call -> calls.set(call, PARTNER.matcher(calls.get(call)).replaceAll("")));
  }

  /**
   * Removes the match of a wildcard from a call's text. The receive of a probed message keeps its
   * match, because its text has no source.
   */
  private static String withoutMatch(String call) {
    return call.contains(" source=") ? MATCH.matcher(call).replaceAll("") : call;
  }

  private static void same(int rank, List<String> logged, List<String> expanded) {
    int both = Math.min(logged.size(), expanded.size());
    for (int i = 0; i < both; i++) {
      if (!logged.get(i).equals(expanded.get(i))) {
        throw new IllegalStateException("rank " + rank + ", call " + i + ": recorded "
            + logged.get(i) + "; the trace has " + expanded.get(i));
      }
    }
    if (logged.size() != expanded.size()) {
      throw new IllegalStateException("rank " + rank + ": recorded " + logged.size()
          + " calls; the trace has " + expanded.size());
    }
  }

  /** Receives the lines of an expanded trace and stores their words. */
  private record Lines(Trace trace, List<String> words) implements Appendable {
    @Override
    public Appendable append(CharSequence line) {
      words.add(RecordedCalls.words(trace, line.toString().stripTrailing()));
      return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
      return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char character) {
      return append(String.valueOf(character));
    }
  }
}
