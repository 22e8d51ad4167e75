package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.state.StateSink;

/**
 * The network between the ranks of a run. The interpreter runs ranks until none can continue, then
 * asks for the {@link #next} event. A network may deliver earlier: a {@link Free} one does so in
 * {@link #starts}, and an engine runs all events in one call. No class asks which network it is.
 *
 * <p>The life of a message: it is <i>sent</i> when its sender has paid for it, and has <i>met</i>
 * its receive when both are matched. It <i>starts</i> when its data can flow: an eager message when
 * it is sent, and another after the handshake. Then it <i>arrives</i>. A message to a mailbox meets
 * a receive only after the network has said that it <i>may meet</i> one; likewise all messages if
 * {@link #ordersAllMatches}.
 */
public interface Network {
  int NONE = Slots.NONE;

  /** A rank with more messages that have not met a receive runs later, which bounds memory. */
  int FAR_AHEAD = 256;

  /** The network's reports to the interpreter. */
  interface Deliveries {
    /** A message may meet its receive: every message that goes first has done so. */
    void mayMeet(int message, int channel);

    /**
     * A message's data has arrived, or a request has ended, at the time in its slot.
     *
     * @param receive the receive that it has met in another slot, or {@link #NONE}
     */
    void arrived(int message, int receive);

    /** A message has arrived, and perhaps no receive has met it: a waiting probe looks again. */
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
  }

  /** Names the interpreter. Call this once, before anything else. */
  void deliverTo(Deliveries deliveries);

  /** Whether all messages, not only those to mailboxes, meet only when the network says so. */
  default boolean ordersAllMatches() {
    return false;
  }

  /** Whether a simulated time orders all events. Without it, any order of ranks is as good. */
  default boolean hasTime() {
    return false;
  }

  /** The time of the network, ps; 0 if it has none. The current time: no later event is earlier. */
  default long now() {
    return 0;
  }

  // ---- the life of a message

  /** A rank sends a message. Its slot gets the time of its sender only after this call. */
  default void created(int message, int channel) {}

  /** Puts a message in the order of matches, by the time in its slot. */
  default void order(int message) {
    throw new AssertionError("a choice that nothing orders");
  }

  /** A receive is posted at its rank's time, in its own slot or in that of its message. */
  default void posted(int slot, long picos) {}

  /** The time at which the receive in a slot was posted, in a network that {@link #hasTime}; ps. */
  default long postedPicos(int slot) {
    return 0;
  }

  /** A message has met a receive that has another slot. */
  default void met(int message, int receive) {}

  /** A sender's message to a mailbox has met its receive. */
  default void metInMailbox(int sender) {}

  /** A message's data can flow, from the time in its slot on. */
  void starts(int message);

  /** A request ends when the receiver of a message looks. */
  default void watch(int message, int request) {
    throw new AssertionError("a look in a network without time");
  }

  // ---- ranks and collectives

  /** Ends a request at the time of its slot. */
  void ends(int request);

  /** Resumes a row at a time, in ps; without time, when no other row can continue. */
  void resumeAt(int row, long picos);

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
   * that keeps its own loop delivers everything, and lets ranks run by {@link Deliveries#settle}.
   */
  boolean next();

  // ---- the state that decides the rest of a run

  /** Describes all messages and collectives in progress. */
  void describe(StateSink sink);

  /** Describes what an exact engine has in progress. Everything else has been described. */
  default void describeEngine(StateSink sink) {}
}
