package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.Engines;
import io.github.tracecast.simulate.LinkLoads;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayResult;
import io.github.tracecast.simulate.Traffic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Replays a trace by LogGP for several machines at a time. */
public final class LaneReplay {
  private final LaneProgram program;
  private final EventCounts counts;
  private final Evaluation run;
  private final Traffic traffic;

  private LaneReplay(LaneProgram program, Evaluation run, EventCounts counts) {
    this.program = program;
    this.run = run;
    this.counts = counts;
    this.traffic = traffic();
  }

  /**
   * Replays; each lane's result is what a replay of its own would give.
   *
   * @param counts the programs' own
   * @param progress told from time to time how many MPI calls have been replayed
   * @return a result for each lane, in order; empty where the program is not one that can be lowered, or has
   *     something wrong with it: a replay by one engine a machine then finds out
   */
  public static Optional<List<ReplayResult>> of(
      Programs programs, EventCounts counts, List<Lane> lanes, LongConsumer progress) {
    if (!lanes.stream().allMatch(lanes.getFirst()::choosesAs)) {
      throw new IllegalArgumentException("machines on which messages match differently");
    }
    return results(
        counts,
        lanes,
        outcome -> Evaluations.of(
            programs,
            EventTable.of(programs.trace()),
            lanes,
            Collections.nCopies(lanes.size(), Slowdown.NONE),
            progress,
            outcome));
  }

  /**
   * Replays for one machine whose links messages take one after the other.
   *
   * @return the result, or empty as in {@link #of}, and where matches hang on time, collectives overlap, or a message takes no time
   */
  public static Optional<ReplayResult> withContention(
      Programs programs, EventCounts counts, Lane lane, LongConsumer progress) {
    return results(
            counts,
            List.of(lane),
            outcome -> Evaluations.withContention(
                programs, EventTable.of(programs.trace()), lane, progress, outcome))
        .map(List::getFirst);
  }

  private static Optional<List<ReplayResult>> results(
      EventCounts counts, List<Lane> lanes, Consumer<Evaluations.Outcome> evaluation) {
    ReplayResult[] results = new ReplayResult[lanes.size()];
    LaneReplay[] last = new LaneReplay[1];
    try {
      evaluation.accept((program, run, column, lane) -> {
        if (last[0] == null || last[0].run != run) {
          last[0] = new LaneReplay(program, run, counts);
        }
        results[lane] = last[0].result(column, lanes.get(lane).machine());
      });
    } catch (UnsuitableException | ReplayException | ArithmeticException e) {
      return Optional.empty();
    }
    return Optional.of(List.of(results));
  }

  /** The same for all lanes: they send the same messages. */
  private Traffic traffic() {
    ChannelNumbers channels = program.channels();
    return Traffic.of(
        program.programs().ranks(),
        channels.sources(),
        channels.destinations(),
        run.transport.messages,
        run.transport.bytes,
        channels.count());
  }

  private ReplayResult result(int lane, Machine machine) {
    int ranks = program.programs().ranks();
    long last = 0;
    List<ReplayResult.RankTimes> times = new ArrayList<>(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      long end = run.ranks.clock.get(rank, lane);
      long computed = run.accounts.compute.get(rank, lane);
      long inCalls = end - computed;
      last = Math.max(last, end);
      times.add(new ReplayResult.RankTimes(
          rank,
          Picos.seconds(end),
          Picos.seconds(computed),
          Picos.seconds(inCalls),
          Picos.seconds(inCalls - run.ranks.overhead.get(rank, lane))));
    }
    long[] messages = new long[2];
    long[] bytes = new long[2];
    LinkLoads loads = new LinkLoads(machine);
    int[] sources = program.channels().sources();
    int[] destinations = program.channels().destinations();
    int[] contexts = program.channels().contexts();
    for (int channel = 0; channel < sources.length; channel++) {
      messages[contexts[channel] & 1] += run.transport.messages[channel];
      bytes[contexts[channel] & 1] += run.transport.bytes[channel];
      loads.add(
          sources[channel],
          destinations[channel],
          run.transport.messages[channel],
          run.transport.bytes[channel]);
    }
    return new ReplayResult(
        Engines.LOGGP,
        times,
        events(lane),
        counts.total(),
        run.executed,
        run.skips(lane),
        messages[0] + messages[1],
        bytes[0] + bytes[1],
        messages[0],
        bytes[0],
        traffic,
        loads.loads(Picos.seconds(last)),
        warnings(lane));
  }

  private List<ReplayResult.EventTimes> events(int lane) {
    return IntStream.range(0, program.programs().trace().events().size())
        .filter(event -> counts.executions(event) > 0)
        .mapToObj(event -> {
          double inside = run.accounts.inside.value(event, lane);
          return new ReplayResult.EventTimes(
              event,
              counts.executions(event),
              Picos.seconds(run.accounts.computeBefore.value(event, lane)),
              Picos.seconds(inside),
              Picos.seconds(inside - run.accounts.insideOverhead.value(event, lane)),
              Picos.seconds(run.accounts.longest.get(event, lane)));
        })
        .toList();
  }

  private List<String> warnings(int lane) {
    return program.computeTimes()[lane].missingPaths() == 0
        ? List.of()
        : List.of(program.computeTimes()[lane].missingPathsWarning());
  }
}
