package io.github.tracecast.simulate;

/**
 * What takes time on a machine's resources: messages on the network, collectives on a network of
 * their own, and alarms.
 *
 * <p>The engine owns simulated time, in picoseconds from the start of the run. It is driven by one
 * thread: {@link #run} calls the listener once for every alarm and every transfer that has ended, in
 * order of time and, where times are equal, in order of their insertion, but for {@link #departure}.
 * The listener starts new ones from within its calls. The run ends when nothing is left.
 */
public interface TimingEngine extends AutoCloseable {

  /** Largest token that an engine must carry. */
  int MAX_TOKEN = Integer.MAX_VALUE;

  /** Told of everything that ends. */
  interface Listener {
    /** The alarm with this token has gone off; {@link TimingEngine#nowPicos} is its time. */
    void alarm(int token);

    /** The transfer with this token has arrived completely. */
    void arrived(int token);
  }

  /** A short stable name for reports: {@code simgrid} or {@code loggp}. */
  String name();

  /** Simulated time, ps. */
  long nowPicos();

  /**
   * Asks for a call at a time.
   *
   * @param atPicos not before {@link #nowPicos}
   */
  void alarm(int token, long atPicos);

  /**
   * Likewise, for a message that leaves its sender: such calls come after all other calls of their time, and among
   * each other in the order of the senders' ranks and of their sending, so that which message is the first does not hang
   * on what was asked for first.
   *
   * @param rank the sender's world rank
   * @param number the higher, the later the rank has sent it
   */
  void departure(int token, long atPicos, int rank, long number);

  /**
   * Starts a message now.
   *
   * @param fromNode node of the sending rank
   * @param toNode node of the receiving rank; equal to {@code fromNode} for ranks that share a node
   * @param bytes the message's own size, without packet headers
   */
  void transfer(int token, int fromNode, int toNode, long bytes);

  /**
   * Starts a collective on the machine's collective network now; all that are under way share it.
   *
   * @param bytes payload that passes through the network's root
   * @param latencyPicos time of the first byte through the network
   */
  void collective(int token, long bytes, long latencyPicos);

  /**
   * Whether a message's arrival follows from its start alone, whatever else is or will be under way:
   * then {@link #arrival} tells it, and no time need pass to find it out.
   */
  default boolean foresees() {
    return false;
  }

  /**
   * Whether a message's arrival follows from its start and from all messages that start before it:
   * then {@link #arrival} tells it, once simulated time has come to its start.
   */
  default boolean foreseesInOrder() {
    return foresees();
  }

  /**
   * When a message arrives, in an engine that {@link #foresees}, or that {@link #foreseesInOrder}: there
   * the call is the message's start, one for each, in place of {@link #transfer}.
   *
   * @param startPicos when its data starts; {@link #nowPicos} in an engine that foresees in order only
   */
  default long arrival(int fromNode, int toNode, long bytes, long startPicos) {
    throw new UnsupportedOperationException(name());
  }

  /** Whether messages on the same link, or at the same node, hinder each other in this engine. */
  default boolean contends() {
    return true;
  }

  /** Told of what an engine has under way. */
  interface Pending {
    /**
     * Something ends at a time.
     *
     * @param arrival whether it will be told by {@link Listener#arrived}
     */
    void ends(int token, long atPicos, boolean arrival);

    /** What else comes has to wait for something that is in use until then. */
    void busy(int resource, long untilPicos);
  }

  /**
   * Whether the engine's future follows exactly from what {@link #pending} tells, moved with its time: then a run that recurs goes on
   * exactly alike.
   */
  default boolean exact() {
    return false;
  }

  /** Tells all that is under way in the order in which it will end, in an engine that is {@link #exact}. */
  default void pending(Pending pending) {
    throw new UnsupportedOperationException(name());
  }

  /** Runs until no alarm and no transfer is left. */
  void run(Listener listener);

  @Override
  void close();
}
