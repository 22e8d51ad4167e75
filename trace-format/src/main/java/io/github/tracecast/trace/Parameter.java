package io.github.tracecast.trace;

import io.github.tracecast.trace.calls.Reduction;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The arguments and results of calls. Counts are in elements. Ids are indices into the trace's
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
  /** The number of elements sent, or the only count. */
  COUNT,
  DATATYPE,
  RECEIVE_COUNT,
  RECEIVE_DATATYPE,
  COUNTS,
  DISPLACEMENTS,
  RECEIVE_COUNTS,
  RECEIVE_DISPLACEMENTS,
  ROOT,
  /** The reduction operation, as {@link Reduction#code()}. */
  REDUCTION,
  /**
   * The request as its distance back: 1 is the rank's most recent request, 2 the request before,
   * and so on; NONE is MPI_REQUEST_NULL. {@link Term.Kind#PERSISTENT} counts persistent requests
   * only, so that a loop can refer to persistent requests by constant numbers even if it makes
   * other requests.
   */
  REQUEST,
  /** The requests, each as in {@link #REQUEST}. */
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
  /** The datatypes of MPI_Alltoallw and its variants, one for each partner. */
  DATATYPES,
  RECEIVE_DATATYPES,
  /** The neighbours from which a process of the graph receives. */
  SOURCES,
  /** The neighbours to which a process of the graph sends. */
  DESTINATIONS,
  /** The extents of a Cartesian topology. */
  DIMENSIONS,
  /** For each dimension of a Cartesian topology, 1 if it is periodic, otherwise 0. */
  PERIODS,
  /**
   * How many of the {@link #REQUESTS} are complete after the call. This parameter replaces {@link
   * #OUTCOMES}. Null requests do not count. The event represents all successive calls at the call
   * site that name no other requests, whatever the number of calls. So simulated time decides which
   * requests complete, and when. 0 means that a test found nothing complete.
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

  private static final Set<Parameter> RESULTS =
      EnumSet.of(NEW_COMMUNICATOR, NEW_GROUP, OUTCOMES, COMPLETIONS, MATCHED_SOURCE, MATCHED_TAG);

  private static final Set<Parameter> ENDPOINTS =
      EnumSet.of(DESTINATION, SOURCE, ROOT, MATCHED_SOURCE, SOURCES, DESTINATIONS);

  /** The parameters that may be the source of an earlier match, {@link Term.Kind#MATCHED}. */
  public static final Set<Parameter> FOLLOWING =
      Collections.unmodifiableSet(EnumSet.of(DESTINATION, SOURCE));

  private static final Map<String, Parameter> BY_NAME = new HashMap<>();

  static {
    for (Parameter parameter : values()) {
      BY_NAME.put(parameter.textName, parameter);
    }
  }

  private final String textName = name().toLowerCase(Locale.ROOT);

  /** Returns the name in text traces: lower case, with words joined by {@code _}. */
  public String textName() {
    return textName;
  }

  public static Optional<Parameter> byTextName(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /**
   * Whether the values of the parameter are tuples of any length. Other parameters have exactly one
   * number for each execution.
   */
  public boolean isList() {
    return LISTS.contains(this);
  }

  /** Whether the values of the parameter are results of a call, not arguments. */
  public boolean isResult() {
    return RESULTS.contains(this);
  }

  /** Whether the parameter names a process in the event's communicator. */
  public boolean isEndpoint() {
    return ENDPOINTS.contains(this);
  }

  /**
   * Whether terms relative to the rank are legal. Such terms are legal for endpoints, and for
   * colours and keys, which often depend on the rank.
   */
  public boolean isRelative() {
    return isEndpoint() || this == COLOR || this == KEY;
  }

  /** Whether the parameter may be the source of an earlier match, {@link Term.Kind#MATCHED}. */
  public boolean mayFollowMatch() {
    return FOLLOWING.contains(this);
  }

  /**
   * Whether terms that are a multiple of the rank are legal. Such terms are legal for parameters
   * that may be relative to the rank, and for tags.
   */
  public boolean mayMultiplyRank() {
    return isRelative() || this == TAG || this == RECEIVE_TAG;
  }
}
