package io.github.tracecast.benchmarks;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TraceFiles;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code lanes}: the cost of one replay for several machines, compared with a replay for one
 * machine.
 */
@Command(
    name = "lanes",
    mixinStandardHelpOptions = true,
    description = {
      "CPU seconds of LogGP replays of a trace for several machines at once.",
      "Each round replays with every number of lanes in turn; ratios are formed within a round.",
      "--machines wide: Blue Gene/L with 100 times as much latency and 40 times as much bandwidth",
      "at one end as at the other, in an order that mixes both. Each pattern is measured with eager and with"
          + " rendezvous messages."
    })
final class LanesCommand implements Runnable {
  /** The ratio of the largest to the smallest latency of the machines. */
  private static final double LATENCIES = 100;

  private static final double BANDWIDTHS = 40;

  @Parameters(paramLabel = "TRACE", description = "A trace.")
  private Path trace;

  @Option(
      names = "--lanes",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,4,16,64",
      description = "Numbers of machines; the other numbers are compared with the first (default: 1,4,16,64).")
  private int[] counts;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of measured rounds, after two warm-up rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--machines",
      paramLabel = "KIND",
      defaultValue = "wide",
      description = "wide, or alike, which are machines that differ by a few percent (default: ${DEFAULT-VALUE}).")
  private String machines;

  @Option(
      names = "--fast-forward",
      description = "Skip iterations, as sweeps do. Without it, every call is replayed.")
  private boolean fastForward;

  @Option(
      names = "--event-driven",
      description =
          "Also measures the event-driven replay of the first machine, to which the ratios then refer.")
  private boolean eventDriven;

  @Override
  public void run() {
    Trace read = TraceFiles.read(trace);
    Programs programs = Programs.of(read);
    if (machines.equals("alike")) {
      measure(programs, "alike", (lane, of) -> alike(lane));
    } else {
      measure(programs, "eager", (lane, of) -> wide(lane, of, "1MiB"));
      measure(programs, "rendezvous", (lane, of) -> wide(lane, of, "0B"));
    }
  }

  /**
   * Measures replays on several machines. {@code of} creates a machine from its number and the
   * number of all machines.
   */
  private void measure(Programs programs, String kind, BiFunction<Integer, Integer, Platform> of) {
    LogGpReplays replays = new LogGpReplays(programs, EventCounts.of(programs));
    double[][] seconds = new double[counts.length][rounds];
    double[] byEvents = new double[rounds];
    long messages = 0;
    for (int round = -2; round < rounds; round++) {
      if (eventDriven) {
        double taken = eventDrivenSeconds(lanes(1, programs.ranks(), of).getFirst(), programs);
        if (round >= 0) {
          byEvents[round] = taken;
        }
      }
      for (int i = 0; i < counts.length; i++) {
        List<Lane> lanes = lanes(counts[i], programs.ranks(), of);
        long before = CpuTime.nanosOfThread();
        List<ReplayResult> results = replays.of(lanes, n -> {});
        if (round >= 0) {
          seconds[i][round] = (CpuTime.nanosOfThread() - before) * 1e-9;
        }
        messages = results.getFirst().messages();
      }
    }
    ResultTable table = new ResultTable(
        System.out, kind + " lanes", "messages", "CPU s", "messages/CPU s", "ratio");
    double[] base = eventDriven ? byEvents : seconds[0];
    if (eventDriven) {
      row(table, "event-driven", messages, byEvents, base);
    }
    for (int i = 0; i < counts.length; i++) {
      row(table, counts[i], messages, seconds[i], base);
    }
  }

  private static double eventDrivenSeconds(Lane lane, Programs programs) {
    long before = CpuTime.nanosOfThread();
    try (LogGpEngine engine = new LogGpEngine(lane.machine())) {
      new Replay(programs, lane, engine, n -> {}).run();
    }
    return (CpuTime.nanosOfThread() - before) * 1e-9;
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
        ResultTable.decimals(3, median),
        Math.round(messages / median),
        ResultTable.decimals(2, median(ratios)));
  }

  private List<Lane> lanes(int count, int ranks, BiFunction<Integer, Integer, Platform> of) {
    ReplayOptions options =
        ReplayOptions.defaults().with(fastForward ? FastForward.auto() : FastForward.off());
    return IntStream.range(0, count)
        .mapToObj(lane -> new Lane(
            Machine.fit(of.apply(lane, count), ranks, MappingSpec.parse("default")), options))
        .toList();
  }

  /** Returns a machine whose LogGP parameters all differ slightly from those of the other machines. */
  private static Platform alike(int lane) {
    return PlatformCatalogue.load(
        "loggp-default",
        Map.of(
            "network.link_latency", 1250 + 7 * lane + "ns",
            "network.link_bandwidth", 6 + lane + "ns/B",
            "mpi.send_overhead", 1500 + 11 * lane + "ns",
            "mpi.receive_overhead", 1500 + 13 * lane + "ns",
            "mpi.gap", 1000 + 5 * lane + "ns"));
  }

  /**
   * Returns one of several machines. Their latencies differ by a factor of up to {@link
   * #LATENCIES}, and their bandwidths by up to {@link #BANDWIDTHS}. Machines with successive
   * numbers differ much in bandwidth.
   */
  private static Platform wide(int lane, int count, String eagerLimit) {
    double latency = (double) lane / Math.max(1, count - 1);
    double bandwidth = (double) (7 * lane % count) / Math.max(1, count - 1);
    return PlatformCatalogue.load(
        "bluegene-l",
        Map.of(
            "network.hop_latency",
            20 * Math.pow(LATENCIES, latency) + "ns",
            "network.link_bandwidth",
            50 * Math.pow(BANDWIDTHS, bandwidth) + "MBps",
            "mpi.eager_limit",
            eagerLimit,
            "mpi.detached_limit",
            eagerLimit));
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
