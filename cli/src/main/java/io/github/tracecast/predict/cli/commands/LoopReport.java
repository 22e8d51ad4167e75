package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.compress.loops.LoopDiscovery;
import io.github.tracecast.compress.loops.LoopSearch;
import io.github.tracecast.decompress.ParameterSymbols;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.print.trace.RankLoops;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Option;

/** The options for the loop nest of one rank's calls. */
final class LoopReport {
  /** The largest number of calls of a rank whose search fits into memory. */
  private static final long LONGEST = 1L << 27;

  private static final String BY_PARAMETERS = ":parameters";

  @Option(
      names = "--loops",
      paramLabel = "SEARCH",
      required = true,
      description =
          "Prints the loops in the MPI calls of one rank, instead of the summary of the trace. SEARCH is greedy"
              + " (innermost loops first) or optimal (the shortest loop nest). greedy:parameters and optimal:parameters"
              + " compare calls by their parameters instead of their call sites.")
  private String search;

  @Option(
      names = "--rank",
      paramLabel = "R",
      defaultValue = "0",
      description = "The rank for --loops (default: ${DEFAULT-VALUE}).")
  private int rank;

  public LoopSearch search() {
    String name = comparesParameters()
        ? search.substring(0, search.length() - BY_PARAMETERS.length())
        : search;
    return Names.one("--loops", name, LoopSearch.values());
  }

  private boolean comparesParameters() {
    return search.endsWith(BY_PARAMETERS);
  }

  /** Finds the loops in the calls of the rank. */
  public RankLoops look(PreparedTrace trace) {
    LoopSearch chosen = search();
    int[] stream = stream(trace);
    long different = Arrays.stream(stream).distinct().count();
    long begin = System.nanoTime();
    LoopDiscovery found = chosen.run(stream);
    return new RankLoops(rank, search, different, found, (System.nanoTime() - begin) * 1e-9);
  }

  /** The symbol of each call. Calls that count as equal have the same symbol. */
  private int[] stream(PreparedTrace trace) {
    Programs programs = trace.programs();
    long calls = trace.counts().ofRank(OptionValues.rank(rank, programs.ranks()));
    if (calls > LONGEST) {
      throw new UsageException("--loops: found " + Numbers.count(calls) + " calls of rank " + rank
          + "; expected at most " + Numbers.count(LONGEST));
    }
    ToIntFunction<TaskCursor> symbol =
        comparesParameters() ? new ParameterSymbols(programs, rank)::of : byCallSite(programs);
    int[] stream = new int[(int) calls];
    TaskCursor cursor = programs.cursor(rank);
    for (int i = 0; cursor.next(); i++) {
      stream[i] = symbol.applyAsInt(cursor);
    }
    return stream;
  }

  /**
   * Returns a function that maps events to symbols. Events with the same MPI call at the same call
   * site have the same symbol.
   */
  private static ToIntFunction<TaskCursor> byCallSite(Programs programs) {
    int calls = MpiCall.values().length;
    int[] symbols = programs.trace().events().stream()
        .mapToInt((Event event) -> Math.addExact(
            Math.multiplyExact(event.callSite(), calls), event.call().ordinal()))
        .toArray();
    return cursor -> symbols[cursor.event()];
  }
}
