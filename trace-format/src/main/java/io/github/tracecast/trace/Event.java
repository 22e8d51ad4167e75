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
 * One MPI call at one call site, executed by all its participants.
 *
 * @param callSite index in {@link Trace#callSites()}
 * @param ranks participants, at least one
 * @param parameters in the order of {@link Parameter}; unmodifiable
 * @param deltas computation before the call and time inside it
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

  /** Returns the value of a parameter, or null if the event does not have it. */
  public @Nullable Values parameter(Parameter parameter) {
    return parameters.get(parameter);
  }

  /** All terms of the given parameters that the event has. */
  public Stream<Term> terms(Parameter... of) {
    return Arrays.stream(of)
        .flatMap(one -> Stream.ofNullable(parameter(one)))
        .flatMap(Values::terms);
  }
}
