package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.LogGpEngine;
import io.github.tracecast.simulate.Replay;
import io.github.tracecast.simulate.ReplayResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Replays by LogGP, of one trace on any machines: as lanes as far as they go together, else one by one. */
public final class LogGpReplays {
  private final Programs programs;
  private final EventCounts counts;
  private final Contention contention;

  /**
   * @param counts the programs' own
   */
  public LogGpReplays(Programs programs, EventCounts counts, Contention contention) {
    this.programs = programs;
    this.counts = counts;
    this.contention = contention;
  }

  /**
   * Replays. Each result is that of a replay of its own.
   *
   * @param progress told from time to time how many MPI calls the replay under way has replayed
   * @return a result for each lane, in order
   * @throws io.github.tracecast.simulate.ReplayException if the trace cannot be replayed
   */
  public List<ReplayResult> of(List<Lane> lanes, LongConsumer progress) {
    ReplayResult[] results = new ReplayResult[lanes.size()];
    for (List<Integer> group : groups(lanes)) {
      List<Lane> together = group.stream().map(lanes::get).toList();
      List<ReplayResult> found = together(together, progress)
          .orElseGet(() -> together.stream().map(lane -> alone(lane, progress)).toList());
      for (int i = 0; i < found.size(); i++) {
        results[group.get(i)] = found.get(i);
      }
    }
    return Arrays.asList(results);
  }

  /** Those that make the same choices, in order. */
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

  private Optional<List<ReplayResult>> together(List<Lane> lanes, LongConsumer progress) {
    return contention == Contention.NONE && lanes.stream().noneMatch(this::samples)
        ? LaneReplay.of(programs, counts, lanes, progress)
        : Optional.empty();
  }

  private ReplayResult alone(Lane lane, LongConsumer progress) {
    return contention == Contention.LINKS && !samples(lane)
        ? LaneReplay.withContention(programs, counts, lane, progress)
            .orElseGet(() -> byReplay(lane, progress))
        : byReplay(lane, progress);
  }

  private boolean samples(Lane lane) {
    return Replay.samples(programs.trace(), lane.options());
  }

  private ReplayResult byReplay(Lane lane, LongConsumer progress) {
    try (LogGpEngine engine = new LogGpEngine(lane.machine(), contention)) {
      return new Replay(programs, lane.machine(), engine, lane.options(), progress).run();
    }
  }
}
