package io.github.tracecast.predict.fuzz;

import static io.github.tracecast.predict.fuzz.FuzzCase.FOLDER;

import io.github.tracecast.predict.SimGridChild;
import java.util.List;
import java.util.Random;

/** Random programs, each predicted in several ways that must agree. */
final class ProgramCases {
  private static final List<String> MACHINES = List.of(
      "cluster",
      "cluster --set node.ranks_per_node=1",
      "fat-tree",
      "fat-tree --set node.ranks_per_node=1",
      "bluegene-l",
      "bluegene-l --set network.wrap=mesh",
      "graphene",
      "loggp-default",
      "theta",
      "lumi-g");

  /** Machines whose routes depend on loads and on messages' numbers: no iteration repeats another, and SimGrid has no such routes. */
  private static final List<String> ADAPTIVE = List.of("lumi-g", "theta");

  /** Scales computation. Where it moves times by more than {@link #BY_NUDGE}, small differences grow, and engines cannot agree. */
  static final String NUDGE = "1.0000001";

  static final double BY_NUDGE = 1e-6;
  private static final List<String> MAPPINGS = List.of("blocked", "round-robin", "random:3");
  private static final List<String> VARIED =
      List.of("mpi.eager_limit=1B,4KiB,1MiB", "compute-scale=0.5,1,3", "deltas=avg,min,max");

  /** Engine {@code flows} rounds to picoseconds at each event, SimGrid computes in floating point. */
  private static final double BY_ROUNDING = 1e-8;

  /** The difference that skipping may cause in an engine that is not exact. */
  private static final double BY_SKIPPING = 1e-2;

  /** One in this number of cases is also predicted by SimGrid, in a separate process. */
  private static final int SIMGRID_ONE_IN = 40;

  private ProgramCases() {}

  static FuzzCase of(long number, Random random) {
    byte[] program = RandomRuns.of(random);
    String mapping = " --mapping " + any(MAPPINGS, random);
    if (random.nextBoolean()) {
      boolean adaptive = random.nextInt(4) == 0;
      return on(" --platform @/m.yaml" + mapping, adaptive, program, number, random)
          .with("m.yaml", RandomMachines.of(random, adaptive));
    }
    String machine = " --platform " + any(MACHINES, random) + mapping;
    boolean adaptive = ADAPTIVE.stream().anyMatch(machine::contains);
    return on(machine, adaptive, program, number, random);
  }

  private static FuzzCase on(
      String machine, boolean adaptive, byte[] program, long number, Random random) {
    if (number % SIMGRID_ONE_IN == 0 && !adaptive && SimGridChild.missing().isEmpty()) {
      return FuzzCase.agreeing(
          "programs, flows and SimGrid",
          program,
          List.of(
              predict("flows", machine + " --fast-forward off"),
              predict("flows", machine + " --fast-forward off --compute-scale " + NUDGE),
              predict("simgrid", machine + " --fast-forward off")),
          BY_ROUNDING);
    }
    return switch (random.nextInt(4)) {
      case 0 ->
        adaptive
            ? lanes(machine, program, random)
            : skipping("flows", machine, program, BY_SKIPPING);
      case 1 -> skipping("loggp", machine, program, 0);
      default -> lanes(machine, program, random);
    };
  }

  private static FuzzCase skipping(
      String engine, String machine, byte[] program, double agreement) {
    return FuzzCase.agreeing(
        "programs, skipping in " + engine,
        program,
        List.of(
            predict(engine, machine + " --fast-forward off"),
            predict(engine, machine + " --fast-forward auto")),
        agreement);
  }

  /** A sweep replays its points at once; a compressed trace is the program that it was made of. */
  private static FuzzCase lanes(String machine, byte[] program, Random random) {
    String varied = any(VARIED, random);
    String key = varied.substring(0, varied.indexOf('='));
    String first = varied.substring(key.length() + 1, varied.indexOf(','));
    String set = key.contains(".") ? " --set " + key + "=" + first : " --" + key + " " + first;
    return FuzzCase.agreeing(
        "programs, lanes",
        program,
        List.of(
            predict("loggp", machine + set + " --fast-forward off"),
            predict("loggp", machine + set + " --fast-forward auto"),
            Targets.words("sweep " + FOLDER + "t --engine loggp --json - --jobs 1" + machine
                + " --vary " + varied),
            Targets.words("import " + FOLDER + "t -o " + FOLDER + "c"),
            Targets.words("predict " + FOLDER + "c --engine loggp --json -" + machine + set)),
        0);
  }

  private static List<String> predict(String engine, String options) {
    return Targets.words("predict " + FOLDER + "t --json - --engine " + engine + options);
  }

  private static String any(List<String> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }
}
