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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Replays one trace by LogGP on several machines. Machines are replayed together if they lead to
 * the same instructions ({@link Lane#choosesAs}) and the program need not run in order of simulated
 * time. Otherwise each machine has a separate replay.
 */
public final class LogGpReplays {
  private final Programs programs;
  private final EventCounts counts;

  /** @param counts the counts of events of the programs */
  public LogGpReplays(Programs programs, EventCounts counts) {
    this.programs = programs;
    this.counts = counts;
  }

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
    for (List<Integer> group : groups(lanes)) {
      List<Lane> together = group.stream().map(lanes::get).toList();
      List<ReplayResult> found = replay(together, progress);
      for (int i = 0; i < found.size(); i++) {
        results[group.get(i)] = found.get(i);
      }
    }
    return Arrays.asList(results);
  }

  /** Groups lanes that lead to the same instructions, in order. */
  private static List<List<Integer>> groups(List<Lane> lanes) {
    List<List<Integer>> groups = new ArrayList<>();
    for (int lane = 0; lane < lanes.size(); lane++) {
      Lane here = lanes.get(lane);
      List<Integer> group = groups.stream()
          .filter(g -> lanes.get(g.getFirst()).choosesAs(here))
          .findFirst()
          .orElse(null);
      if (group == null) {
        group = new ArrayList<>();
        groups.add(group);
      }
      group.add(lane);
    }
    return groups;
  }

  /** Replays lanes that lead to the same instructions, together if possible. */
  private List<ReplayResult> replay(List<Lane> lanes, LongConsumer progress) {
    if (lanes.stream().anyMatch(this::samples)) {
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

  private boolean samples(Lane lane) {
    return Replay.samples(programs.trace(), lane);
  }
}
