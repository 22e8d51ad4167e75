package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Slowdown;
import io.github.tracecast.simulate.lowering.Demands;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Replays one trace by LogGP on several machines. Machines are replayed together if they lead to
 * the same instructions ({@link Lane#choices}) and the program need not run in order of simulated
 * time. Otherwise each machine has a separate replay.
 */
public record LogGpReplays(Programs programs, EventCounts counts) {
  /**
   * Replays the trace on each lane. Each result equals the result of a separate replay.
   *
   * @param progress receives the number of calls that the current replay has replayed, from time to
   *     time
   * @return a result for each lane, in order
   * @throws io.github.tracecast.simulate.ReplayException if the trace cannot be replayed
   */
  public List<ReplayResult> of(List<Lane> lanes, LongConsumer progress) {
    ReplayResult[] results = new ReplayResult[lanes.size()];
    Map<List<Object>, List<Integer>> groups = IntStream.range(0, results.length)
        .boxed()
        .collect(Collectors.groupingBy(
            lane -> lanes.get(lane).choices(), LinkedHashMap::new, Collectors.toList()));
    for (List<Integer> group : groups.values()) {
      List<Lane> together = group.stream().map(lanes::get).toList();
      List<ReplayResult> found = replay(together, progress);
      for (int i = 0; i < found.size(); i++) {
        results[group.get(i)] = found.get(i);
      }
    }
    return Arrays.asList(results);
  }

  /** Replays lanes that lead to the same instructions, together if possible. */
  private List<ReplayResult> replay(List<Lane> lanes, LongConsumer progress) {
    if (lanes.stream().anyMatch(lane -> Replay.samples(programs.trace(), lane))) {
      return lanes.stream().map(lane -> alone(lower(lane), lane, progress)).toList();
    }
    ReplayResult[] results = new ReplayResult[lanes.size()];
    Optional<LaneProgram> inTime = together(lanes, results, progress);
    if (inTime.isEmpty()) {
      return List.of(results);
    }
    if (lanes.size() == 1) {
      return List.of(alone(inTime.get(), lanes.getFirst(), progress));
    }
    return lanes.stream().map(lane -> alone(lower(lane), lane, progress)).toList();
  }

  /** Replays all lanes together. Returns their program instead if it has to run in order of simulated time. */
  private Optional<LaneProgram> together(
      List<Lane> lanes, ReplayResult[] results, LongConsumer progress) {
    return LaneGroups.of(
        programs,
        lanes,
        Collections.nCopies(lanes.size(), Slowdown.NONE),
        progress,
        (run, columns, right) -> {
          ReplayResults all = new ReplayResults(run, counts, Engines.LOGGP);
          for (int i = 0; i < columns.length; i++) {
            results[right[i]] = all.of(columns[i], lanes.get(right[i]).machine(), Optional.empty());
          }
        });
  }

  private LaneProgram lower(Lane lane) {
    return Lowering.of(programs, lane, Demands.of(programs.trace(), false));
  }

  private ReplayResult alone(LaneProgram program, Lane lane, LongConsumer progress) {
    try (LogGpEngine engine = new LogGpEngine(lane.machine())) {
      return new Replay(program, lane, counts, engine, progress, null).run();
    }
  }
}
