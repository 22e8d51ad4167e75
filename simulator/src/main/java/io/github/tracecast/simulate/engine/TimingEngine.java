package io.github.tracecast.simulate.engine;

import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.state.StateSink;

/**
 * Simulates everything that takes time on a machine's resources: messages on the network,
 * collectives on a separate network, and alarms.
 *
 * <p>The engine owns simulated time, in picoseconds from the start of the run. One thread drives
 * it. {@link #run} calls the listener once for every alarm and for every completed transfer. The
 * calls are in order of time. At equal times the order of insertion decides, except for {@link
 * #alarmLast}. The listener starts new alarms and transfers during its calls. The run ends when
 * none is left.
 */
public interface TimingEngine extends AutoCloseable {

  /** Receives the ends of alarms and transfers. */
  interface Listener {
    /** The alarm with this token has gone off; {@link TimingEngine#nowPicos} is its time. */
    void alarm(int token);

    /** The transfer with this token has arrived completely. */
    void arrived(int token);

    /**
     * Whether no alarm and no transfer is in progress. Returns whether the listener found something
     * to do, which may start alarms and transfers.
     */
    default boolean idle() {
      return false;
    }
  }

  /** A short stable name for reports: {@code simgrid}, {@code flows} or {@code loggp}. */
  String name();

  /** Simulated time, ps. */
  long nowPicos();

  /**
   * Requests a call at a time.
   *
   * @param atPicos not before {@link #nowPicos}
   */
  void alarm(int token, long atPicos);

  /**
   * Calls {@link Listener#alarm} at a later time instead, from within the call of an event. An
   * {@link #exact} engine keeps the event's place among calls of equal times.
   *
   * @param atPicos after {@link #nowPicos}
   */
  default void postpone(int token, long atPicos) {
    alarm(token, atPicos);
  }

  /**
   * Asks for a call when a message leaves its sender. These calls follow all other
   * calls at the same time. Among each other, they are in the order of the senders' ranks, then of
   * sending. The order of the requests therefore does not decide which message is first.
   *
   * @param rank the sender's world rank
   * @param number increases with each message that the rank sends
   */
  void alarmLast(int token, long atPicos, int rank, long number);

  /**
   * Starts a message now on the links that only its node uses.
   *
   * @return when they let it go and {@link #transfer} is due, ps; now unless messages wait for them
   */
  default long leave(int fromNode, int toNode, long bytes) {
    return nowPicos();
  }

  /**
   * Sends a message from its node now.
   *
   * @param fromNode node of the sending rank
   * @param toNode node of the receiving rank; equal to {@code fromNode} for ranks that share a node
   * @param bytes the message's own size, without packet headers
   */
  void transfer(int token, int fromNode, int toNode, long bytes);

  /**
   * Starts a collective on the machine's collective network now. All active collectives share the
   * network.
   *
   * @param bytes payload that passes through the network's root
   * @param latencyPicos time of the first byte through the network
   */
  void collective(int token, long bytes, long latencyPicos);

  /**
   * Whether a message's arrival depends only on its start. {@link #arrival} can then compute the
   * arrival in advance.
   */
  default boolean foresees() {
    return false;
  }

  /**
   * When a message arrives, in an engine that {@link #foresees}.
   *
   * @param startPicos when its data starts
   */
  default long arrival(int fromNode, int toNode, long bytes, long startPicos) {
    throw new UnsupportedOperationException(name());
  }

  /** Whether messages on the same link, or at the same node, delay each other in this engine. */
  default boolean contends() {
    return true;
  }

  /** Learns the alarms and transfers in progress. */
  interface Pending {
    /**
     * An alarm or a transfer ends at a time.
     *
     * @param arrival whether the engine will report it with {@link Listener#arrived}
     */
    void ends(int token, long atPicos, boolean arrival);
  }

  /**
   * Whether {@link #pending} determines the engine's future exactly, shifted in time. A run that
   * recurs then continues identically.
   */
  default boolean exact() {
    return false;
  }

  /**
   * Describes all alarms and transfers in progress, in the order of their ends, and until when
   * resources are in use. Only for an {@link #exact} engine.
   */
  default void pending(StateSink sink, Pending pending) {
    throw new UnsupportedOperationException(name());
  }

  /**
   * Reports the bytes of messages on links from now on. Call it before {@link #run}, on an engine
   * that {@link #contends}.
   */
  default void report(LinkUse use) {
    throw new UnsupportedOperationException(name());
  }

  /** Runs until no alarm and no transfer is left. */
  void run(Listener listener);

  @Override
  void close();
}
