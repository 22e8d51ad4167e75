package io.github.tracecast.benchmarks;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceFiles;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code lanes}: what a replay for several machines at once costs beside that for one. */
@Command(
    name = "lanes",
    mixinStandardHelpOptions = true,
    description = {
      "CPU seconds of LogGP replays of a trace for several machines at once, without fast-forward.",
      "Each round replays with every number of lanes in turn; ratios are formed within a round."
    })
final class LanesCommand implements Runnable {
  @Parameters(paramLabel = "TRACE", description = "A trace.")
  private Path trace;

  @Option(
      names = "--lanes",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,4,16,64",
      description = "Numbers of machines; the first is what others are compared with (1,4,16,64).")
  private int[] counts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds, after two that do not count (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--event-driven",
      description = "Replay the first machine by the event-driven replay too, beside which the ratios are.")
  private boolean eventDriven;

  @Override
  public void run() {
    Trace read = TraceFiles.read(trace);
    Programs programs = Programs.of(read);
    LogGpReplays replays =
        new LogGpReplays(programs, EventCounts.of(programs), Contention.NONE);
    double[][] seconds = new double[counts.length][rounds];
    double[] byEvents = new double[rounds];
    long messages = 0;
    for (int round = -2; round < rounds; round++) {
      if (eventDriven) {
        double taken = eventDrivenSeconds(programs);
        if (round >= 0) {
          byEvents[round] = taken;
        }
      }
      for (int i = 0; i < counts.length; i++) {
        List<Lane> lanes = lanes(counts[i], programs.ranks());
        long before = cpu();
        List<ReplayResult> results = replays.of(lanes, n -> {});
        if (round >= 0) {
          seconds[i][round] = (cpu() - before) * 1e-9;
        }
        messages = results.getFirst().messages();
      }
    }
    ResultTable table = new ResultTable(System.out, "lanes", "messages", "CPU s", "messages/CPU s", "ratio");
    double[] base = eventDriven ? byEvents : seconds[0];
    if (eventDriven) {
      row(table, "event-driven", messages, byEvents, base);
    }
    for (int i = 0; i < counts.length; i++) {
      row(table, counts[i], messages, seconds[i], base);
    }
  }

  private static double eventDrivenSeconds(Programs programs) {
    Lane lane = lanes(1, programs.ranks()).getFirst();
    long before = cpu();
    try (LogGpEngine engine = new LogGpEngine(lane.machine())) {
      new Replay(programs, lane.machine(), engine, lane.options(), n -> {}).run();
    }
    return (cpu() - before) * 1e-9;
  }

  private void row(ResultTable table, Object name, long messages, double[] seconds, double[] base) {
    double[] ratios = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      ratios[round] = seconds[round] / base[round];
    }
    double median = median(seconds);
    table.row(
        name,
        messages,
        String.format(Locale.ROOT, "%.3f", median),
        Math.round(messages / median),
        String.format(Locale.ROOT, "%.2f", median(ratios)));
  }

  /** Machines that differ in every figure of LogGP. */
  private static List<Lane> lanes(int count, int ranks) {
    ReplayOptions options = ReplayOptions.defaults().with(FastForward.off());
    return IntStream.range(0, count)
        .mapToObj(lane -> new Lane(
            Machine.fit(
                PlatformCatalogue.load(
                    "loggp-default",
                    Map.of(
                        "network.link_latency", 1250 + 7 * lane + "ns",
                        "network.link_bandwidth", 6 + lane + "ns/B",
                        "mpi.send_overhead", 1500 + 11 * lane + "ns",
                        "mpi.receive_overhead", 1500 + 13 * lane + "ns",
                        "mpi.gap", 1000 + 5 * lane + "ns")),
                ranks,
                MappingSpec.parse("blocked")),
            options))
        .toList();
  }

  /** Of this thread: a replay is one thread. */
  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
