package io.github.tracecast.repair.times;

import org.jspecify.annotations.Nullable;

/**
 * The place of a call in its rank's program. Calls of one class of ranks at the same place share a
 * context; the computation before these calls takes about the same time.
 *
 * @param rankClass class of ranks that execute the same events and loops
 * @param event the call, an index into the trace's events
 * @param after call site of the previous event
 * @param partner destination or source of the call, relative to the rank; {@link #NOBODY} if it has
 *     neither
 * @param size the call's message size, as numbered by {@link MessageSizes}
 * @param previousSize size number of the previous message
 * @param first whether this is the first call of its event since the last wait, collective or
 *     iteration of an outermost loop
 */
record Context(
    int rankClass,
    int event,
    int after,
    int partner,
    int size,
    int previousPartner,
    int previousSize,
    boolean first) {
  static final int NOBODY = Integer.MIN_VALUE;

  /** The place of a call in the program, for ranks of any class. */
  record Role(
      int callSite,
      int after,
      int partner,
      int size,
      int previousPartner,
      int previousSize,
      boolean first) {}

  /** A change of message size between two successive messages, such as from an exchange to a sweep. */
  record Step(int callSite, int size, int previousSize) {}

  Role role(int callSite) {
    return new Role(callSite, after, partner, size, previousPartner, previousSize, first);
  }

  /** Returns the change of message size; null if the previous message had the same size. */
  @Nullable Step step(int callSite) {
    return size == previousSize ? null : new Step(callSite, size, previousSize);
  }

  /** Returns this context for a first or for a later call of the event. */
  Context with(boolean isFirst) {
    return new Context(
        rankClass, event, after, partner, size, previousPartner, previousSize, isFirst);
  }
}
