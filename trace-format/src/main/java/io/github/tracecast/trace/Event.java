package io.github.tracecast.trace;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An MPI call at a call site, which some ranks execute.
 *
 * @param callSite index in {@link Trace#callSites()}
 * @param ranks the ranks that execute the event, at least one
 * @param parameters in the order of {@link Parameter}; unmodifiable
 * @param deltas the computation before the call, the time inside it, and numbers of calls
 */
public record Event(
    MpiCall call,
    int callSite,
    RankList ranks,
    Map<Parameter, Values> parameters,
    List<Delta> deltas) {
  public Event {
    Objects.requireNonNull(call);
    EnumMap<Parameter, Values> sorted = new EnumMap<>(Parameter.class);
    sorted.putAll(parameters);
    parameters = Collections.unmodifiableMap(sorted);
    deltas = List.copyOf(deltas);
    if (ranks.isEmpty()) {
      throw TraceException.at(call.mpiName(), "an empty rank list", "at least one rank");
    }
  }

  /** Returns the values of a parameter; null if the event lacks the parameter. */
  public @Nullable Values parameter(Parameter parameter) {
    return parameters.get(parameter);
  }

  /** Returns all terms of the given parameters. An absent parameter has no terms. */
  public Stream<Term> terms(Parameter... of) {
    return Arrays.stream(of)
        .flatMap(one -> Stream.ofNullable(parameter(one)))
        .flatMap(Values::terms);
  }
}
