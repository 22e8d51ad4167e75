package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.StuckReport;
import io.github.tracecast.simulate.result.LinkLoads;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.text.Numbers;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Creates the result of each lane of a finished run. */
final class ReplayResults {
  private final LaneProgram program;
  private final Interpreter run;
  private final EventCounts counts;
  private final String engine;
  private final Traffic traffic;
  private final List<String> leftOver;

  ReplayResults(Interpreter run, EventCounts counts, String engine) {
    this.program = run.program();
    this.run = run;
    this.counts = counts;
    this.engine = engine;
    this.traffic = traffic();
    this.leftOver = StuckReport.leftOver(run);
  }

  /** The traffic between ranks, which is equal on all lanes because all lanes send the same messages. */
  private Traffic traffic() {
    Traffic traffic = new Traffic(program.programs().ranks());
    run.accounts()
        .forEachPair((source, destination, ofCollective, messages, bytes) ->
            traffic.add(source, destination, messages, bytes));
    return traffic;
  }

  /** The result of a lane. Without reported use of links, routes are those over idle links. */
  ReplayResult of(int lane, Machine machine, Optional<LinkUse> use) {
    int ranks = program.programs().ranks();
    long[] ends = new long[ranks];
    long[] computed = new long[ranks];
    long[] overhead = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      int replayed = program.alike().group(rank);
      ends[rank] = run.ranks().picos(replayed, lane);
      computed[rank] = run.accounts().computePicos(replayed, lane);
      overhead[rank] = run.ranks().ownPicos(replayed, lane);
    }
    long[] messages = new long[2];
    long[] bytes = new long[2];
    LinkLoads loads = new LinkLoads(machine);
    run.accounts().forEachPair((source, destination, ofCollective, sent, sentBytes) -> {
      int kind = ofCollective ? 1 : 0;
      messages[kind] += sent;
      bytes[kind] = sum(bytes[kind], sentBytes);
      loads.add(source, destination, sent, sentBytes);
    });
    return new ReplayResult(
        engine,
        rankTimes(ends, computed, overhead),
        events(lane),
        counts.total(),
        run.executed(),
        run.skips(lane),
        messages[0] + messages[1],
        sum(bytes[0], bytes[1]),
        messages[0],
        bytes[0],
        traffic,
        loads.loads(use, Picos.seconds(Arrays.stream(ends).max().orElse(0))),
        warnings());
  }

  /** The time accounts of all ranks. The list creates a rank's record at each access, from the columns. */
  private static List<ReplayResult.RankTimes> rankTimes(
      long[] ends, long[] computed, long[] overhead) {
    return new AbstractList<>() {
      @Override
      public ReplayResult.RankTimes get(int rank) {
        long inCalls = ends[rank] - computed[rank];
        return new ReplayResult.RankTimes(
            rank,
            Picos.seconds(ends[rank]),
            Picos.seconds(computed[rank]),
            Picos.seconds(inCalls),
            Picos.seconds(inCalls - overhead[rank]));
      }

      @Override
      public int size() {
        return ends.length;
      }
    };
  }

  private static long sum(long bytes, long more) {
    long sum = bytes + more;
    if (sum < 0) {
      throw new ReplayException(
          "found messages with more than 2^63 - 1 bytes in all; expected fewer or smaller ones");
    }
    return sum;
  }

  private List<ReplayResult.EventTimes> events(int lane) {
    return IntStream.range(0, program.programs().trace().events().size())
        .filter(event -> counts.executions(event) > 0)
        .mapToObj(event -> run.accounts().times(event, counts.executions(event), lane))
        .toList();
  }

  private static String lateTests(long tests) {
    return (tests == 1 ? "one test" : tests + " tests")
        + " succeeded in the recorded run, but not in the replay, because all ranks would have waited for "
        + (tests == 1 ? "it" : "them")
        + ". These requests complete at a later test or wait of the same rank";
  }

  private List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (run.accounts().missingPaths() > 0) {
      warnings.add("for " + Numbers.counted(run.accounts().missingPaths(), "call")
          + ", the trace has no computation time since the preceding call; 0 s is assumed");
    }
    if (run.lateTests() > 0) {
      warnings.add(lateTests(run.lateTests()));
    }
    warnings.addAll(leftOver);
    return warnings;
  }
}
