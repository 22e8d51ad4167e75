package io.github.tracecast.trace;

import io.github.tracecast.trace.calls.Reduction;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Arguments and results of calls. Counts are in elements. Ids are indices into the trace's
 * definitions. Ranks are local to the event's communicator.
 */
public enum Parameter {
  COMMUNICATOR,
  NEW_COMMUNICATOR,
  DESTINATION,
  SOURCE,
  /** The tag of the send, or the call's only tag. */
  TAG,
  RECEIVE_TAG,
  /** Elements sent, or the only count. */
  COUNT,
  DATATYPE,
  RECEIVE_COUNT,
  RECEIVE_DATATYPE,
  COUNTS,
  DISPLACEMENTS,
  RECEIVE_COUNTS,
  RECEIVE_DISPLACEMENTS,
  ROOT,
  /** {@link Reduction#code()}. */
  REDUCTION,
  /**
   * 1 is the rank's most recent request, 2 the one before, and so on; NONE is MPI_REQUEST_NULL.
   * {@link Term.Kind#PERSISTENT} counts persistent requests only. A loop that also makes
   * other requests thus refers to these by constant numbers.
   */
  REQUEST,
  /** Offsets as for {@link #REQUEST}. */
  REQUESTS,
  COLOR,
  KEY,
  GROUP,
  NEW_GROUP,
  RANKS,
  /**
   * The recorded completions: indices into {@link #REQUESTS} for Waitany, Waitsome, Testany and
   * Testsome; a flag 0 or 1 for Test and Testall.
   */
  OUTCOMES,
  /** The source that a wildcard matched. */
  MATCHED_SOURCE,
  /** The tag that a wildcard matched. */
  MATCHED_TAG,
  /** Datatypes of MPI_Alltoallw and its variants, one per partner. */
  DATATYPES,
  RECEIVE_DATATYPES,
  /** Neighbours from which a process of the graph receives. */
  SOURCES,
  /** Ranks that a process of the graph sends to. */
  DESTINATIONS,
  /** Extents of a Cartesian topology. */
  DIMENSIONS,
  /** Per dimension of a Cartesian topology: 1 if it is periodic, otherwise 0. */
  PERIODS,
  /**
   * In place of {@link #OUTCOMES}: how many of the named requests are complete afterwards,
   * whichever they are. Null requests do not count. The event represents all successive calls of
   * the call site that name no other requests, whatever their number. So simulated time decides
   * which requests complete, and when. 0 is a test in vain.
   */
  COMPLETIONS;

  private static final Set<Parameter> LISTS = EnumSet.of(
      COUNTS,
      DISPLACEMENTS,
      RECEIVE_COUNTS,
      RECEIVE_DISPLACEMENTS,
      REQUESTS,
      RANKS,
      OUTCOMES,
      DATATYPES,
      RECEIVE_DATATYPES,
      SOURCES,
      DESTINATIONS,
      DIMENSIONS,
      PERIODS);

  private static final Set<Parameter> ENDPOINTS =
      EnumSet.of(DESTINATION, SOURCE, ROOT, MATCHED_SOURCE, SOURCES, DESTINATIONS);

  private static final Map<String, Parameter> BY_NAME = new HashMap<>();

  static {
    for (Parameter parameter : values()) {
      BY_NAME.put(parameter.textName, parameter);
    }
  }

  private final String textName = name().toLowerCase(Locale.ROOT);

  /** The name in text traces: lower case, words joined by {@code _}. */
  public String textName() {
    return textName;
  }

  public static Optional<Parameter> byTextName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * Whether its values are tuples of any length. All others have exactly one number per execution.
   */
  public boolean isList() {
    return LISTS.contains(this);
  }

  /** Whether the parameter is a process in the event's communicator. */
  public boolean isEndpoint() {
    return ENDPOINTS.contains(this);
  }

  /**
   * Whether terms relative to the rank are legal. They are for endpoints, and for colour and key,
   * which often depend on the rank.
   */
  public boolean isRelative() {
    return isEndpoint() || this == COLOR || this == KEY;
  }

  /** Whether terms may be a multiple of the rank. Tags may be, too. */
  public boolean mayMultiplyRank() {
    return isRelative() || this == TAG || this == RECEIVE_TAG;
  }
}
