package io.github.tracecast.repair.times;

import org.jspecify.annotations.Nullable;

/**
 * The place of a call in its rank's program. Calls of one class of ranks at the same place share a
 * context and take about the same time.
 *
 * @param rankClass ranks that take part in the same events and loops
 * @param event the call, an index into the trace's events
 * @param after call site of the previous event
 * @param partner destination or source of the call, relative to the rank; {@link #NOBODY} for
 *     neither
 * @param size the call's message size, as numbered by {@link MessageSizes}
 * @param previousPartner partner of the previous message
 * @param previousSize size number of the previous message
 * @param first whether it is the first such call since the last wait, collective or iteration of an
 *     outermost loop
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

  /** The same place of the program on ranks of any class. */
  record Role(
      int callSite,
      int after,
      int partner,
      int size,
      int previousPartner,
      int previousSize,
      boolean first) {}

  /**
   * A change of message size between two messages with any partners, such as from an exchange to a
   * sweep.
   */
  record Step(int callSite, int size, int previousSize) {}

  Role role(int callSite) {
    return new Role(callSite, after, partner, size, previousPartner, previousSize, first);
  }

  /** The change of message size; null if the previous message had the same size. */
  @Nullable Step step(int callSite) {
    return size == previousSize ? null : new Step(callSite, size, previousSize);
  }

  Context asFirst() {
    return new Context(rankClass, event, after, partner, size, previousPartner, previousSize, true);
  }

  /** The context of later calls of the same kind. */
  Context later() {
    return new Context(
        rankClass, event, after, partner, size, previousPartner, previousSize, false);
  }
}
