package io.github.tracecast.predict.cli.options;

import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.settings.ComputeScale;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.OptionValues;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.engine.Engines;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a prediction, the same in every command that predicts. */
public final class PredictionOptions {
  /** The option that sets the limit of memory. The launcher gives it to the JVM as well. */
  static final String MEMORY = "--memory";

  @Option(
      names = "--platform",
      paramLabel = "P",
      required = true,
      description = "A machine from the catalogue (tracecast platforms), or a YAML file.")
  private String platform;

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      description =
          "simgrid or flows: messages share the bandwidth of links; flows computes the same as SimGrid in less time. loggp: the LogGP model,"
              + " without contention (default in predict: simgrid if it is installed and can model the machine; else flows).")
  private @Nullable String engine;

  @Option(names = "--contention", hidden = true)
  private @Nullable String contention;

  @Option(
      names = "--deltas",
      paramLabel = "MODE",
      defaultValue = "auto",
      description =
          "Which recorded computation times to use: auto (iterations in turn where the trace has them, otherwise avg), avg, min, max or"
              + " histogram, which draws at random (default: ${DEFAULT-VALUE}).")
  private String deltas;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Random seed of --deltas histogram (default: 1).")
  private @Nullable Long seed;

  @Option(
      names = "--mapping",
      paramLabel = "M",
      defaultValue = "default",
      description =
          "Mapping of ranks to nodes: xyzt and its permutations, blocked, round-robin, random[:SEED], file:PATH"
              + " (default: xyzt on a torus, blocked on other machines).")
  private String mapping;

  @Option(
      names = "--nodes",
      paramLabel = "FILE",
      description =
          "The nodes that a job got, by name, instead of --mapping: a hostfile, a CSV of rank and node, a Slurm list"
              + " such as nid[001000-001255], or a file of one.")
  private @Nullable String nodes;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Replaces a value of the machine, with its unit, such as --set network.link_bandwidth=350MBps; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--compute-scale",
      paramLabel = "F",
      defaultValue = "1",
      description =
          "Multiplies all recorded computation: a factor, RECORDED/TARGET (3.5/2.8), or the recording processor's speed"
              + " (10Gf), which is divided by the machine's node.speed (default: ${DEFAULT-VALUE}, as recorded).")
  private String computeScale;

  @Option(
      names = "--compute-scale-at",
      paramLabel = "SITE=F",
      description =
          "Also multiplies the computation before the calls of one call site, given by name or number; repeatable.")
  private Map<String, Double> computeScaleAt = Map.of();

  @Option(
      names = "--fast-forward",
      paramLabel = "MODE",
      defaultValue = "auto",
      description =
          "auto skips iterations of loops in a steady state; off replays all (default: ${DEFAULT-VALUE}).")
  private String fastForward;

  @Option(
      names = "--confidence",
      paramLabel = "C",
      defaultValue = "0.95",
      description =
          "With --deltas histogram or adaptive routes: confidence level of the predicted interval (default: ${DEFAULT-VALUE}).")
  private String confidence;

  @Option(
      names = "--precision",
      paramLabel = "P",
      defaultValue = "1%",
      description =
          "With --deltas histogram or adaptive routes: a long loop is replayed until the confidence interval of its average iteration is this narrow"
              + " (half width); the rest is skipped (default: ${DEFAULT-VALUE}).")
  private String precision;

  @Option(
      names = MEMORY,
      paramLabel = "SIZE",
      description =
          "The most memory that a replay may take, such as 16GB (default: half of the memory of the machine or its cgroup).")
  private @Nullable String memory;

  /** Whether engine {@code flows} is the default, and not the one of {@code predict} on the machine. */
  private boolean flows;

  private @Nullable Platform machine;

  /**
   * Makes {@code flows} the default engine. It predicts what {@code simgrid} predicts, runs many
   * replays in one process, and knows what each link carried.
   */
  public void preferFlows() {
    flows = true;
  }

  /** Returns the request of these options. */
  public PredictionRequest request() {
    if (contention != null) {
      throw EngineChoice.instead("--contention", contention);
    }
    computeScaleAt.forEach((site, scale) -> requireFactor("--compute-scale-at " + site, scale));
    return new PredictionRequest(
        platform,
        figures,
        nodes == null ? mapping : MappingSpec.NODES + nodes,
        engine(),
        OptionValues.deltas("--deltas", deltas),
        seed == null ? 1 : seed,
        ComputeScale.parse("--compute-scale", computeScale),
        computeScaleAt,
        fastForward());
  }

  private String engine() {
    if (engine != null) {
      return engine;
    }
    return flows ? Engines.FLOWS : Engines.usual(machine());
  }

  /** The machine, which is read once. */
  public Platform machine() {
    if (machine == null) {
      machine = PlatformCatalogue.load(platform, figures);
    }
    return machine;
  }

  /** The most bytes of memory that a replay may take. The JVM's limit is that of the launcher. */
  public long memoryLimit() {
    if (memory == null) {
      return Runtime.getRuntime().maxMemory();
    }
    return Quantity.parse(memory)
        .filter(
            size -> size.dimension() == Quantity.Dimension.SIZE && size.number().signum() > 0)
        .orElseThrow(() ->
            new UsageException(MEMORY + ": found " + memory + "; expected a size, such as 16GB"))
        .inBaseUnit()
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .longValue();
  }

  private FastForward fastForward() {
    double of = fraction("--confidence", confidence);
    double half = fraction("--precision", precision);
    return switch (fastForward) {
      case "auto" -> new FastForward(true, FastForward.DEFAULT_TOLERANCE, of, half);
      case "off" -> FastForward.off();
      default ->
        throw new UsageException("--fast-forward: found " + fastForward + "; expected auto or off");
    };
  }

  /** A share, as a number or in per cent. */
  private static double fraction(String option, String text) {
    boolean percent = text.endsWith("%");
    try {
      double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
      double share = percent ? number / 100 : number;
      if (share > 0 && share < 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new UsageException(option + ": found " + text
        + "; expected a number above 0 and below 1, such as 0.95 or 95%");
  }

  /**
   * Returns warnings about a {@code --seed} without random times, and about an engine that replaces
   * a missing one.
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (seed != null && OptionValues.deltas("--deltas", deltas) != DeltaMode.HISTOGRAM) {
      warnings.add("--seed has no effect: with --deltas " + deltas + " nothing is random");
    }
    if (engine == null && !flows && !Engines.hasSimGrid()) {
      warnings.add("SimGrid is not installed, so engine flows is used, which computes the same;"
          + " ./tracecast setup installs SimGrid");
    }
    return warnings;
  }

  /** Refuses an invalid factor on computation. */
  static void requireFactor(String option, double factor) {
    if (!(factor >= 0) || Double.isInfinite(factor)) {
      throw new UsageException(
          option + ": found " + factor + "; expected a finite factor of at least 0");
    }
  }
}
