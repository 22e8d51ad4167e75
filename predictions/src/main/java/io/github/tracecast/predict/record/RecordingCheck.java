package io.github.tracecast.predict.record;

import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.RecordedCalls;
import io.github.tracecast.trace.Trace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares a trace with the logs that it was made from. Memory grows with the calls of one rank.
 */
public final class RecordingCheck {
  private RecordingCheck() {}

  /**
   * Compares all calls of all ranks except their times.
   *
   * @param logs the folder of the recorder's logs, one per rank
   * @throws IllegalStateException if the trace differs from a log; the message names the first such
   *     call
   */
  public static void hold(Path logs, Trace trace) {
    RecordedCalls calls = RecordedCalls.of(logs);
    Expander expander = Expander.of(Programs.of(trace));
    for (int rank = 0; rank < calls.ranks(); rank++) {
      List<String> logged = new ArrayList<>();
      calls.list(rank, logged::add);
      if (!logged.isEmpty()) { // a rank without a recording has only MPI_Init in the trace
        same(rank, logged, expanded(expander, trace, rank));
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

  /** Receives whole lines of an expansion and keeps their words. */
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
