package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.state.StateSink;

/**
 * The network between the ranks of a run. The interpreter runs ranks until none can continue. Then
 * it asks the network for the next event. No other class asks which network it is.
 *
 * <p>The life of a message: it is <i>sent</i> when its sender has paid for it, and <i>met</i> when
 * a receive has taken it. It <i>starts</i> when its data can flow: an eager message when it is
 * sent, and another after the handshake. Then it <i>arrives</i>. If {@link #ordersMatches}, it
 * meets a receive only after the network has said that it <i>may meet</i> one.
 */
public interface Network {
  int NONE = Slots.NONE;

  /** The network's reports to the interpreter. */
  interface Arrivals {
    /** A message may meet its receive: every message that goes first has done so. */
    void mayMeet(int message, int channel);

    /**
     * A message's data has arrived, or a request has ended, at the time in its slot.
     *
     * @param receive the receive that it has met in another slot, or {@link #NONE}
     */
    void arrived(int message, int receive);

    /** A message has arrived and was not received yet; probes may see it. */
    void visible(int message);

    /** The sender's request ends only after the message's receiver has checked for messages. */
    void unseen(int request, int receiver);

    /** A rank or a strand continues. */
    void resumes(int row);

    /** All ranks wait, or stand at the end of an iteration or of a round. */
    void allStand();

    /** A collective has passed the separate network for collectives. */
    void passed(int row);

    /** Completes all effects of one event of an engine, before the next event. */
    void settle();

    /** Whether the network has no event left. Returns whether somebody can act all the same. */
    boolean idle();
  }

  /** Names the interpreter. Call this once, before anything else. */
  void deliverTo(Arrivals arrivals);

  /** Whether a message meets its receive only when the network says that it may. */
  default boolean ordersMatches() {
    return false;
  }

  /**
   * Whether the network has a simulated time that orders all events. Without it, ranks may run in any
   * order with the same result.
   */
  default boolean hasTime() {
    return false;
  }

  /** The time of the network, ps; 0 if it has none. The current time: no later event is earlier. */
  default long now() {
    return 0;
  }

  // ---- the life of a message

  /** A message is sent. Its slot gets the time of its sender only after this call. */
  default void sent(int message, int channel) {}

  /** A message waits for its place in the order of matches, by the time in its slot. */
  default void orders(int message) {
    throw new AssertionError("a choice that nothing orders");
  }

  /** A receive is posted, or takes a message, at its rank's time. */
  default void posted(int receive, long picos) {}

  /** The time in ps at which a receive was posted, in a network that {@link #hasTime}; ps. */
  default long postedPicos(int receive) {
    return 0;
  }

  /** A message has met a receive that has another slot. */
  default void met(int message, int receive) {}

  /** A message whose match was ordered has met its receive. */
  default void taken(int sender) {}

  /** A message's data can flow, from the time in its slot on. */
  void starts(int message);

  /** A request ends when the receiver of a message looks. */
  default void watch(int message, int request) {
    throw new AssertionError("a look in a network without time");
  }

  // ---- ranks and collectives

  /** Ends a request at the time of its slot. */
  void ends(int request);

  /** Resumes a rank or a strand at a time, in ps. */
  void wake(int row, long picos);

  /** From within a row's turn: gives it a later turn instead, at a time in ps. */
  default void turnLater(int row, long picos) {
    throw new AssertionError("a turn in a network without time");
  }

  /** Whether a sender has to wait until it is resumed, because the matches of its messages are ordered. */
  default boolean holds(int sender) {
    return false;
  }

  /** The collective of a row passes the separate network for collectives from now on. */
  default void passes(int row, boolean shared, long bytes, long latencyPicos) {
    throw new AssertionError("an event in a network without time");
  }

  /**
   * Delivers the next event. Called when no rank can run. Returns false if there is none. An engine
   * that keeps its own loop delivers everything, and lets ranks run by {@link Arrivals#settle}.
   */
  boolean next();

  // ---- the state that decides the rest of a run

  /** Describes all messages and collectives in progress. */
  void describe(StateSink sink);

  /** Describes what an exact engine has in progress. Everything else has been described. */
  default void describePending(StateSink sink) {}
}
