package io.github.tracecast.predict.report.table;

import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.usage.Production;
import io.github.tracecast.predict.usage.RunUsage;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Sentences about the production runs for which a sweep chooses a point. */
public record ProductionWords(SweepResult result) {
  /**
   * Returns text such as {@code 3 of 4 points end 500 runs within 3d; 1 point needs more nodes than
   * the machine has}; empty without a deadline.
   */
  public Optional<String> deadline() {
    Production production = result.production();
    if (production.deadlineSeconds().isEmpty()) {
      return Optional.empty();
    }
    int all = result.outcomes().size();
    long meet =
        IntStream.range(0, all).filter(point -> result.nodes(point).isPresent()).count();
    long small = IntStream.range(0, all).filter(result::hasTooFewNodes).count();
    return Optional.of((meet == 0
            ? "no point ends "
            : meet + " of " + Numbers.counted(all, "point") + (meet == 1 ? " ends " : " end "))
        + production.words()
        + (small == 0
            ? ""
            : "; " + Numbers.counted(small, "point") + (small == 1 ? " needs" : " need")
                + " more nodes than the machine has"));
  }

  /**
   * Text such as {@code 656,484 iterations of the loop at site 7 (30 in the trace), 12 h 0 min
   * at platform=small}; empty if no length of a run is stated. A length that is given as a time is
   * converted to steps at the first point.
   */
  public Optional<String> length() {
    return IntStream.range(0, result.wholeRuns().size())
        .boxed()
        .filter(point -> result.wholeRuns().get(point).isPresent())
        .findFirst()
        .map(point -> result.wholeRuns().get(point).orElseThrow().stepsText()
            + result
                .production()
                .length()
                .filter(length -> length.seconds() > 0)
                .map(length -> ", " + Numbers.time(length.seconds()) + " at "
                    + result.plan().label(point))
                .orElse(""));
  }

  /** Describes the point with the lowest amount: the amount and time of a run, and the usage of all runs. */
  public String chosen(int point) {
    Production production = result.production();
    RunUsage run = result.run(point).orElseThrow();
    String amount = result.against().text(result.amounts().get(point).getAsDouble());
    String text = switch (result.against()) {
          case COST -> amount.substring("cost ".length()) + " a run, in ";
          case ENERGY -> amount + " a run, in ";
          case NODES -> amount + ", a run in ";
        }
        + Numbers.time(run.seconds());
    return production.runs() == 1 && production.deadlineSeconds().isEmpty()
        ? text
        : text + "; " + production.words() + ": " + all(point, run.times(production.runs()));
  }

  private String all(int point, RunUsage all) {
    List<String> words = new ArrayList<>();
    if (result.production().deadlineSeconds().isPresent()) {
      OptionalInt machine = result.machineNodes().get(point);
      String nodes = Numbers.counted(result.nodes(point).getAsLong(), "node");
      words.add(machine.isEmpty() ? nodes : nodes + " of " + Numbers.count(machine.getAsInt()));
    }
    words.add(Numbers.amount(all.nodeHours()) + " node hours");
    all.energyJoules().ifPresent(joules -> words.add(Numbers.energy(joules)));
    all.cost().ifPresent(cost -> words.add("cost " + Numbers.amount(cost)));
    return String.join(", ", words);
  }
}
