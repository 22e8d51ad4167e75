package io.github.tracecast.imports.otf2;

/**
 * Receives the events of one rank in the order of their times in nanoseconds. Partners and roots
 * are local ranks of the communicator. Not thread-safe.
 */
public interface RankEvents {
  void enter(long time, int region);

  void leave(long time, int region);

  void send(long time, int receiver, int comm, int tag, long bytes);

  void receive(long time, int sender, int comm, int tag, long bytes);

  void startSend(long time, int receiver, int comm, int tag, long bytes, long request);

  void startReceive(long time, long request);

  void completeSend(long time, long request);

  void completeReceive(long time, int sender, int comm, int tag, long bytes, long request);

  /**
   * Describes the collective that was entered last.
   *
   * @param sent bytes to send that the arguments of the call state: for one partner, or for all
   *     partners if the call has a list of counts
   * @param received bytes to receive that the arguments of the call state: for one partner, or for
   *     all partners if the call has a list of counts
   */
  void describeCollective(int comm, long sent, long received, boolean root);

  void beginCollective(long time);

  /** @param root rank of the root in the communicator, or {@link ArchiveWriter#UNDEFINED} */
  void endCollective(long time, int operation, int comm, int root, long sent, long received);

  /** Receives any other event by its name in OTF2, such as {@code ProgramBegin}. */
  void write(String event, long time, Object... arguments);
}
