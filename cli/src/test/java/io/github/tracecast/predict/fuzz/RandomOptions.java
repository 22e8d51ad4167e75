package io.github.tracecast.predict.fuzz;

import static io.github.tracecast.predict.fuzz.FuzzCase.FOLDER;

import io.github.tracecast.predict.Cli;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Command lines of random options with random values. Commands that start programs are left out. */
final class RandomOptions {
  private static final List<String> COMMANDS = List.of(
      "predict",
      "sweep",
      "sensitivity",
      "compare",
      "map",
      "info",
      "expand",
      "import",
      "compress",
      "export",
      "program",
      "topology",
      "extrapolate",
      "generate",
      "platforms",
      "completion",
      "man");

  /** Options that start processes, or that the case has already. */
  private static final Set<String> LEFT_OUT =
      Set.of("--engine", "--batch", "--worker", "--help", "--version");

  private static final List<String> VALUES = List.of(
      "cluster",
      "bluegene-l",
      "fat-tree",
      "ideal",
      "network.link_bandwidth=1GBps",
      "x",
      "1",
      "2",
      "4",
      "0.5",
      "1%",
      "node.cores=2",
      "mpi.eager_limit=0B",
      "network.link_bandwidth=1GBps:2GBps:lin3",
      "platform=cluster,ideal",
      "mapping=blocked,random",
      "seed=1,2",
      "deltas=avg,min",
      "compute-scale=0.5,1",
      "avg",
      "histogram",
      "off",
      "auto",
      "links",
      "none",
      "xyzt",
      "random:3",
      "blocked",
      "file:@/t",
      "1/2",
      "3/2",
      "stencil",
      "ring",
      "message",
      "alltoall",
      "bash",
      "zsh",
      "predict",
      "pingpong/send=2",
      "1=0.5",
      "10",
      "5,10",
      "2x2",
      "faces");

  private static final Map<String, List<String>> OPTIONS = new HashMap<>();

  private RandomOptions() {}

  private static List<String> optionsOf(String command) {
    return OPTIONS.computeIfAbsent(command, RandomOptions::optionsInHelp);
  }

  private static List<String> optionsInHelp(String command) {
    return Cli.run(command, "--help")
        .out()
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("-"))
        .flatMap(line -> Stream.of(line.split("[ ,=\\[]+")).filter(word -> word.startsWith("-")))
        .distinct()
        .filter(option -> option.matches("--?[a-z][a-z-]*"))
        .filter(option -> !LEFT_OUT.contains(option))
        .toList();
  }

  static FuzzCase of(Random random) {
    String command = COMMANDS.get(random.nextInt(COMMANDS.size()));
    List<String> options = optionsOf(command);
    List<String> words = new ArrayList<>(List.of(command));
    if (!Set.of("generate", "platforms", "completion", "man").contains(command)) {
      words.add(FOLDER + "t");
    }
    if (Set.of("predict", "sweep", "sensitivity", "map").contains(command)) {
      words.addAll(List.of("--engine", "loggp"));
      if (random.nextInt(4) > 0) {
        words.addAll(List.of("--platform", "cluster"));
      }
    }
    if (command.equals("compare")) {
      words.addAll(List.of("--platform", "cluster", "--with", "ideal", "--engine", "loggp"));
    }
    Mutations mutations = new Mutations(random);
    for (int i = random.nextInt(5); i > 0 && !options.isEmpty(); i--) {
      String option = options.get(random.nextInt(options.size()));
      words.add(option);
      if (random.nextInt(6) > 0) {
        words.add(value(option, mutations, random));
      }
    }
    if (random.nextInt(8) == 0) {
      words.add(value("", mutations, random));
    }
    words.replaceAll(word -> word.replace("\u0000", "0"));
    byte[] trace = "0 init\n1 init\n0 send 1 0 100 6\n1 recv 0 0 100 6\n0 finalize\n1 finalize\n"
        .getBytes(StandardCharsets.UTF_8);
    return FuzzCase.of("options", Map.of("t", trace), List.of(words));
  }

  /** Files stay in the case's folder. */
  private static String value(String option, Mutations mutations, Random random) {
    boolean file = Set.of(
            "-o",
            "--output",
            "--json",
            "--html",
            "--csv",
            "--journal",
            "--timeline",
            "--all",
            "--matrix",
            "")
        .contains(option);
    if (file) {
      return switch (random.nextInt(5)) {
        case 0 -> "-";
        case 1 -> FOLDER + "t";
        case 2 -> FOLDER + "no/such";
        default -> FOLDER + "out" + random.nextInt(2);
      };
    }
    return random.nextBoolean() ? VALUES.get(random.nextInt(VALUES.size())) : mutations.text();
  }
}
