package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.criticalpath.CriticalPath;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Replays sketches by LogGP and reads exact times off the results, in nanoseconds. */
public final class Replays {
  /** Figures of {@code loggp-default}, ns: latency, overhead, gap a byte. */
  public static final long L = 2_500;

  public static final long O = 1_500;
  public static final long G = 6;

  private static final Map<List<Object>, Platform> PLATFORMS = new ConcurrentHashMap<>();

  private Replays() {}

  /** A machine of the catalogue, read once for all tests. */
  public static Platform platform(String name, Map<String, String> figures) {
    return PLATFORMS.computeIfAbsent(
        List.of(name, figures), ignored -> PlatformCatalogue.load(name, figures));
  }

  public static ReplayResult replay(TraceSketch sketch) {
    return replay(sketch.trace(), "loggp-default", Map.of(), ReplayOptions.defaults());
  }

  public static ReplayResult replay(TraceSketch sketch, Map<String, String> figures) {
    return replay(sketch.trace(), "loggp-default", figures, ReplayOptions.defaults());
  }

  public static ReplayResult replay(
      Trace trace, String platform, Map<String, String> figures, ReplayOptions options) {
    Machine machine = Machine.fit(
        platform(platform, figures), trace.header().ranks(), MappingSpec.parse("blocked"));
    Programs programs = Programs.of(trace);
    Lane lane = new Lane(machine, options);
    return new Replay(programs, lane, new LogGpEngine(machine), n -> {}).run();
  }

  /** Evaluated in lanes, one a set of figures; empty where the program is not suited to that. */
  public static Optional<List<ReplayResult>> lanes(
      Trace trace, String platform, List<Map<String, String>> figures, ReplayOptions options) {
    Programs programs = Programs.of(trace);
    List<Lane> lanes = figures.stream()
        .map(set -> new Lane(
            Machine.fit(
                platform(platform, set), trace.header().ranks(), MappingSpec.parse("blocked")),
            options))
        .toList();
    return Optional.of(new LogGpReplays(programs, EventCounts.of(programs)).of(lanes, n -> {}));
  }

  /** Why a program has to be run in the order of time on {@code loggp-default}; empty if it need not be. */
  public static Optional<String> obstacle(Trace trace, Map<String, String> figures) {
    Machine machine = Machine.fit(
        platform("loggp-default", figures), trace.header().ranks(), MappingSpec.parse("blocked"));
    return CriticalPath.obstacle(Programs.of(trace), new Lane(machine, ReplayOptions.defaults()));
  }

  /** The arrival of a message that leaves its sender at a given time, without the receiver's overhead. */
  public static long arrival(long leaves, long bytes) {
    return leaves + L + (bytes - 1) * G;
  }

  /** A rank's end, exact to the picosecond. */
  public static double end(ReplayResult result, int rank) {
    return nanoseconds(result.ranks().get(rank).endSeconds());
  }

  /** Time inside an event's calls, over all ranks and executions. */
  public static double inside(ReplayResult result, int event) {
    return result.events().stream()
        .filter(e -> e.event() == event)
        .mapToDouble(e -> nanoseconds(e.callSeconds()))
        .findFirst()
        .orElse(0);
  }

  private static double nanoseconds(double seconds) {
    return Math.rint(seconds * 1e12) / 1e3;
  }

  /** The predicted times, without the method. */
  public static ReplayResult withoutSkips(ReplayResult r) {
    return new ReplayResult(
        r.engine(),
        r.ranks(),
        r.events(),
        r.calls(),
        r.calls(),
        List.of(),
        r.messages(),
        r.bytes(),
        r.programMessages(),
        r.programBytes(),
        r.traffic(),
        r.links(),
        r.warnings());
  }
}
