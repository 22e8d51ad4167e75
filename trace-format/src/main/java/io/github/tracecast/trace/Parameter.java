package io.github.tracecast.trace;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a call can be given or give back. Counts are of elements; ids are indices into the trace's definitions; ranks are local to the event's communicator. */
public enum Parameter {
  COMMUNICATOR,
  NEW_COMMUNICATOR,
  DESTINATION,
  SOURCE,
  /** The send tag, or the only one. */
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
   * 1 is the rank's most recent request, 2 the one before, and so on; NONE is MPI_REQUEST_NULL. {@link Term.Kind#PERSISTENT} counts persistent requests alone, so
   * that a loop which makes other requests meanwhile always names them alike.
   */
  REQUEST,
  /** Offsets as for {@link #REQUEST}. */
  REQUESTS,
  COLOR,
  KEY,
  GROUP,
  NEW_GROUP,
  RANKS,
  /** What completed, as recorded: indices into {@link #REQUESTS} for Waitany, Waitsome, Testany and Testsome; a flag 0 or 1 for Test and Testall. */
  OUTCOMES,
  /** What a wildcard source really matched. */
  MATCHED_SOURCE,
  /** What a wildcard tag really matched. */
  MATCHED_TAG,
  /** Datatypes of MPI_Alltoallw and its kin, one a partner. */
  DATATYPES,
  RECEIVE_DATATYPES,
  /** Neighbours that a process graph receives from. */
  SOURCES,
  /** Neighbours that a process graph sends to. */
  DESTINATIONS,
  /** Extents of a Cartesian topology. */
  DIMENSIONS,
  /** Per dimension of a Cartesian topology: 1 where it is periodic, else 0. */
  PERIODS;

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

  /** Whether it takes tuples of any length; all others take exactly one number an execution. */
  public boolean isList() {
    return LISTS.contains(this);
  }

  /** Whether it is a process in the event's communicator. */
  public boolean isEndpoint() {
    return ENDPOINTS.contains(this);
  }

  /** Whether terms relative to the rank are legal: endpoints, and colour and key, which often follow the rank. */
  public boolean isRelative() {
    return isEndpoint() || this == COLOR || this == KEY;
  }
}
