package io.github.tracecast.predict.model;

import io.github.tracecast.predict.text.Numbers;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The form of a trace's computation, time or instructions, and the processor of the recording. A
 * replay uses recorded seconds unchanged. Every report therefore states the origin of the times and
 * whether they were scaled.
 *
 * @param times whether the trace has computation as time
 * @param instructions whether the trace has computation as instructions
 * @param processor the processor of the recorded run; empty if the trace does not name it
 * @param threads threads of a rank
 * @param crowdedCores the cores of the recorded run if it had fewer than its ranks have threads; otherwise empty
 */
public record RecordedComputation(
    boolean times,
    boolean instructions,
    Optional<String> processor,
    int threads,
    OptionalInt crowdedCores) {

  public static RecordedComputation of(Trace trace) {
    return new RecordedComputation(
        has(trace, Unit.MICROSECONDS),
        has(trace, Unit.INSTRUCTIONS),
        processor(trace),
        trace.header().threads(),
        crowded(trace));
  }

  private static OptionalInt crowded(Trace trace) {
    int cores = trace.header().provenance().stream()
        .flatMap(provenance -> provenance.nodes().stream())
        .mapToInt(RecordedComputation::cores)
        .sum();
    return cores > 0 && cores < (long) trace.header().ranks() * trace.header().threads()
        ? OptionalInt.of(cores)
        : OptionalInt.empty();
  }

  private static int cores(Provenance.Node node) {
    return node.usableProcessors() > 0 ? node.usableProcessors() : node.cores();
  }

  private static Optional<String> processor(Trace trace) {
    return trace
        .header()
        .provenance()
        .map(provenance -> String.join(" and ", provenance.cpus()))
        .filter(names -> !names.isEmpty());
  }

  private static boolean has(Trace trace, Unit unit) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .anyMatch(delta -> delta.kind() == Delta.Kind.COMPUTE && delta.unit() == unit);
  }

  /**
   * One line for the head of a report.
   *
   * @param whose owner of the instruction rate, such as {@code bluegene-l's}
   * @param factor factor on all computation
   */
  public String text(String whose, double factor) {
    return text(whose, factor == 1 ? "not scaled" : "times " + Numbers.factor(factor));
  }

  /** Returns the line for several predictions that may have different factors. */
  public String text(String whose, String scaling) {
    String on = processor.map(name -> " on " + name).orElse("");
    String unknown = processor.isEmpty() ? " (the trace does not name its processor)" : "";
    if (times && instructions) {
      return "times as recorded" + on + ", instructions at " + whose + " rate, " + scaling
          + unknown;
    }
    if (instructions) {
      return "instructions as recorded" + on + ", at " + whose + " instruction rate, " + scaling;
    }
    return times ? "as recorded" + on + ", " + scaling + unknown : "none recorded";
  }
}
