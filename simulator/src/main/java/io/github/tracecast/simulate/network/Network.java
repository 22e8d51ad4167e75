package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.state.StateSink;

/**
 * The network between the ranks of a run. The interpreter runs ranks until none can continue, then
 * calls {@link #next}, which delivers the next event. A network may also deliver at other times:
 * {@link Free} delivers in {@link #starts}, and an engine runs all events in one call of {@link
 * #next}. No class depends on the kind of network.
 *
 * <p>The life of a message: it is <i>sent</i> when its sender has paid the send overhead, and has
 * <i>met</i> its receive when the two are matched. It <i>starts</i> when its data can flow: an
 * eager message when it is sent, a rendezvous message after the handshake. Then it <i>arrives</i>.
 * The network orders the matches of messages to mailboxes, and of all messages if {@link
 * #ordersAllMatches}: they match only after a call of {@link Deliveries#mayMeet}.
 */
public interface Network {
  int NONE = Slots.NONE;

  /** The number of unmatched messages above which a rank lets other ranks run first, to limit memory. */
  int FAR_AHEAD = 256;

  /** Receives the network's events; the interpreter implements it. */
  interface Deliveries {
    /** Called when a message may match a receive, because all earlier messages have been reported. */
    void mayMeet(int message, int channel);

    /**
     * Called when a message's data has arrived, or a request has ended, at the time in the slot
     * {@code message}.
     *
     * @param receive the matched receive in another slot, or {@link #NONE}
     */
    void arrived(int message, int receive);

    /** Called when a message has arrived and may be unmatched, so that a waiting probe may find it. */
    void visible(int message);

    /** Called when a message has arrived, but its sender's request waits for the receiver's next check. */
    void unseen(int request, int sender, int receiver);

    /** Called when the receiver of a rendezvous message may take its data. */
    default void offered(int message, int sender, int receiver) {
      throw new AssertionError("shared cores");
    }

    /** Called when a rank or strand continues. */
    void resumes(int row);

    /** Called when all ranks wait, or stand at the ends of iterations or rounds. */
    void allStand();

    /** Called when a collective on a separate network (tree or interrupt network) has ended. */
    void passed(int row);

    /** Called at the time that {@link Network#passCoresAt} requested. */
    default void coresPass(int node) {
      throw new AssertionError("shared cores");
    }

    /** Runs all ranks that an event of an engine has made ready, before the next event. */
    void settle();
  }

  /** Sets the receiver of events. Called once, before all other methods. */
  void deliverTo(Deliveries deliveries);

  /** Whether the network orders the matches of all messages, not only of messages to mailboxes. */
  default boolean ordersAllMatches() {
    return false;
  }

  /** Whether events have to be in order of simulated time. If not, ranks may run in any order. */
  default boolean hasTime() {
    return false;
  }

  /** The network's current time, ps: no future event is earlier. It is 0 in a network without time. */
  default long now() {
    return 0;
  }

  // ---- the life of a message

  /** Called when a rank sends a message. The message's slot gets its time only after this call. */
  default void created(int message, int channel) {}

  /** Adds a message, at the time in its slot, to the messages whose matches the network orders. */
  default void order(int message) {
    throw new AssertionError("a choice that nothing orders");
  }

  /** Called when a receive is posted at a time. The slot is the receive's own slot or the slot of its message. */
  default void posted(int slot, long picos) {}

  /** The time at which the receive in a slot was posted, ps; 0 in a network without time. */
  default long postedPicos(int slot) {
    return 0;
  }

  /** Called when a message has matched a receive that has another slot. */
  default void met(int message, int receive) {}

  /** Called when a message that this rank sent to a mailbox has matched a receive. */
  default void metInMailbox(int sender) {}

  /** Starts a message: its data can flow from the time in its slot on. */
  void starts(int message);

  /** Starts a matched rendezvous message: its data can flow when its receiver takes them, but not before the time in its slot. */
  default void offers(int message) {
    starts(message);
  }

  /** Moves the data of an offered message: the receiver has copied them, or can receive them from now on. */
  default void fetched(int message, boolean copied) {
    throw new AssertionError("a copy in a network without time");
  }

  /** Makes a request end when the receiver of a message checks for messages. */
  default void watch(int message, int request) {
    throw new AssertionError("a look in a network without time");
  }

  // ---- ranks and collectives

  /** Ends a request at the time in its slot. */
  void ends(int request);

  /** Resumes a rank or strand at a time, in ps. A network without time resumes it when no other rank or strand can continue. */
  void resumeAt(int row, long picos);

  /**
   * Requests a call of {@link Deliveries#coresPass} for the shared cores of a node, after all other
   * events of a time in ps that is not before now.
   */
  default void passCoresAt(int node, long picos) {
    throw new AssertionError("shared cores in a network without time");
  }

  /** Whether a sender has to stand until it is resumed, because too many of its ordered messages are unmatched. */
  default boolean holds(int sender) {
    return false;
  }

  /** Starts the collective of a rank or strand on its separate network now. */
  default void passes(int row, boolean shared, long bytes, long latencyPicos) {
    throw new AssertionError("an event in a network without time");
  }

  /**
   * Delivers the next event. Called when no rank can run. Returns false if there is no event. A
   * network whose engine has its own event loop delivers all events, and runs ranks in
   * {@link Deliveries#settle}.
   */
  boolean next();

  // ---- the state on which the rest of a run depends

  /** Describes all messages and collectives in progress. */
  void describe(StateSink sink);

  /** Describes the alarms and transfers in progress of an exact engine. Called after all other descriptions. */
  default void describeEngine(StateSink sink) {}
}
