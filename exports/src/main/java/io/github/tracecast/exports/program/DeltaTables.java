package io.github.tracecast.exports.program;

import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.costs.DeviatingDraw;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The computation before each call, as a number of microseconds, or as a table by previous call,
 * ranks and execution.
 */
final class DeltaTables {
  private static final double MICROS_PER_SECOND = 1e6;

  private final ProgramOptions options;
  private final RankNames names;
  private final Map<String, Integer> tables = new LinkedHashMap<>();
  private final Map<String, Integer> distributions = new LinkedHashMap<>();

  DeltaTables(ProgramOptions options, RankNames names) {
    this.options = options;
    this.names = names;
  }

  /** An expression of microseconds, and whether it uses the number of the execution, {@code k}. */
  record Amount(String micros, boolean counted) {}

  Amount before(int number, Event event) {
    List<Delta> deltas = options.compute() == ComputeMode.NONE ? List.of() : computation(event);
    if (options.deltas() != DeltaMode.AUTO) {
      deltas = deltas.stream().map(Delta::inAnyOrder).toList();
    }
    if (deltas.isEmpty()) {
      return new Amount("0", false);
    }
    boolean drawn = options.deltas() == DeltaMode.HISTOGRAM;
    Delta only = deltas.getFirst();
    if (!drawn
        && deltas.size() == 1
        && only.after() == Delta.AFTER_ANY
        && only.byExecution().size() == 1
        && only.ranks().containsAll(event.ranks())) {
      return new Amount(amount(only, only.byExecution().getFirst()), false);
    }
    String table = "D" + tables.computeIfAbsent(table(deltas, drawn), t -> tables.size());
    boolean counted = drawn || deltas.stream().anyMatch(d -> d.byExecution().size() > 1);
    String k = counted ? "k" : "0";
    return new Amount(
        drawn
            ? "drawn(" + table + ", " + deltas.size() + ", " + number + ", " + k + ")"
            : "delta(" + table + ", " + deltas.size() + ", " + k + ")",
        counted);
  }

  /**
   * Returns the computation of an event. If a path has both times and instructions, the times are
   * used.
   */
  private static List<Delta> computation(Event event) {
    List<Delta> all = event.deltas().stream()
        .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
        .toList();
    Set<Integer> timed = all.stream()
        .filter(delta -> delta.unit() == Unit.MICROSECONDS)
        .map(Delta::after)
        .collect(Collectors.toSet());
    return all.stream()
        .filter(delta -> delta.unit() == Unit.MICROSECONDS || !timed.contains(delta.after()))
        .toList();
  }

  private String table(List<Delta> deltas, boolean drawn) {
    List<String> words = new ArrayList<>();
    for (Delta delta : deltas) {
      words.add(Integer.toString(delta.after()));
      words.add(Integer.toString(names.number(delta.ranks())));
      words.add(Integer.toString(delta.byExecution().size()));
      for (Distribution distribution : delta.byExecution()) {
        words.add(drawn ? distribution(delta, distribution) : amount(delta, distribution));
      }
    }
    return Literals.list(words);
  }

  private String amount(Delta delta, Distribution distribution) {
    double value = switch (options.deltas()) {
      case MIN -> distribution.min();
      case MAX -> distribution.max();
      case AUTO, AVG, HISTOGRAM -> distribution.mean();
    };
    return Literals.real(value * micros(delta.unit()));
  }

  private double micros(Unit unit) {
    if (unit == Unit.MICROSECONDS) {
      return options.computeScale();
    }
    if (options.instructionsPerSecond() <= 0) {
      throw new UsageException(
          "the trace counts instructions or flops; expected"
              + " `set node.instruction_rate=2Gips` (instructions or flops a second), or `compute none`");
    }
    return options.computeScale() * MICROS_PER_SECOND / options.instructionsPerSecond();
  }

  /** Returns the number of a distribution, from 1. Equal distributions have the same number. */
  private String distribution(Delta delta, Distribution distribution) {
    double micros = micros(delta.unit());
    List<String> words = new ArrayList<>();
    switch (distribution) {
      case Distribution.MinAvgMax d -> {
        words.add("0");
        add(words, d.count(), d.min() * micros, d.avg() * micros, d.max() * micros);
      }
      case Distribution.MeanStdDev d -> {
        DeviatingDraw draw = DeviatingDraw.of(d);
        words.add(draw.atEnds() > 0 ? "-1" : "0");
        add(words, d.count(), draw.min() * micros, d.mean() * micros, draw.max() * micros);
        if (draw.atEnds() > 0) {
          words.add(Literals.real(draw.atEnds()));
        }
      }
      case Distribution.Histogram h -> {
        words.add(Integer.toString(h.bins().size()));
        for (Bin bin : h.bins()) {
          add(words, bin.count(), bin.min() * micros, bin.mean() * micros, bin.max() * micros);
        }
      }
    }
    return Integer.toString(
        distributions.computeIfAbsent(Literals.list(words), t -> distributions.size()) + 1);
  }

  private static void add(List<String> words, long count, double min, double mean, double max) {
    words.add(Long.toString(count));
    words.add(Literals.real(min));
    words.add(Literals.real(mean));
    words.add(Literals.real(max));
  }

  /** Writes the distributions that the runtime draws from. */
  void writeDistributions(StringBuilder out) {
    write(out, "H", distributions);
    if (!distributions.isEmpty()) {
      out.append("static const double *const distributions[] = {");
      Literals.list(
          out, distributions.values().stream().map(number -> "H" + number).toList());
      out.append("};\n\n");
    }
  }

  /** Writes the tables by event. */
  void write(StringBuilder out) {
    write(out, "D", tables);
    if (!tables.isEmpty()) {
      out.append('\n');
    }
  }

  private static void write(StringBuilder out, String name, Map<String, Integer> numbers) {
    numbers.forEach((text, number) ->
        out.append("static const double " + name + number + "[] = {" + text + "};\n"));
  }
}
