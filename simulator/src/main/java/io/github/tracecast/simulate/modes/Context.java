package io.github.tracecast.simulate.modes;

/**
 * Where a call stands in its rank's program: what ranks of a class do at the same place has the same context, and takes about the same time.
 *
 * @param rankClass ranks that take part in the same events and loops
 * @param event the call, an index into the trace's events
 * @param after call site of the event before it
 * @param partner whom the call sends to or receives from, relative to the rank; {@link #NOBODY} for neither
 * @param size the call's message, as {@link MessageSizes} number it
 * @param previousPartner likewise of the message before
 * @param previousSize likewise
 * @param first whether it is the first such call since the last wait, collective or iteration of an outermost loop
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

  /** A step from messages of one size to another's, whoever the partners are: from an exchange to a sweep. */
  record Step(int callSite, int size, int previousSize) {}

  Role role(int callSite) {
    return new Role(callSite, after, partner, size, previousPartner, previousSize, first);
  }

  /** Null where the message before was of the same size. */
  Step step(int callSite) {
    return size == previousSize ? null : new Step(callSite, size, previousSize);
  }

  Context asFirst() {
    return new Context(rankClass, event, after, partner, size, previousPartner, previousSize, true);
  }

  /** The context of the calls that are not the first of their kind. */
  Context later() {
    return new Context(
        rankClass, event, after, partner, size, previousPartner, previousSize, false);
  }
}
