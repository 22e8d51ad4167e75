package io.github.tracecast.predict.print.trace;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * The waits, tests and probes that the recorder merged because their number depends on timing.
 *
 * @param counted number of calls of the trace that each replace one or several calls of the program
 * @param made number of calls of the program that these calls replace
 * @param most the most calls of the program that one call of the trace replaces
 */
record AddedUpCalls(long counted, long made, long most) {
  /** Returns the merged calls; empty if no call of the trace replaces several calls. */
  static Optional<AddedUpCalls> of(Trace trace) {
    List<Distribution> all = trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() == Delta.Kind.CALLS)
        .flatMap(delta -> delta.byExecution().stream())
        .toList();
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(new AddedUpCalls(
            all.stream().mapToLong(Distribution::count).sum(),
            Math.round(all.stream().mapToDouble(Distribution::sum).sum()),
            Math.round(all.stream().mapToDouble(Distribution::max).max().getAsDouble())));
  }

  String text() {
    return Numbers.count(counted) + " of these calls stand for " + Numbers.count(made)
        + " waits, tests and probes; one call stands for at most " + Numbers.count(most);
  }

  void write(JsonGenerator json) {
    json.writeObjectPropertyStart("added_up_calls");
    json.writeNumberProperty("counted", counted);
    json.writeNumberProperty("made", made);
    json.writeNumberProperty("most", most);
    json.writeEndObject();
  }
}
