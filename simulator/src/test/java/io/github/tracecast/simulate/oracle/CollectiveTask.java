package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;
import io.github.tracecast.simulate.collective.Algorithm;
import io.github.tracecast.simulate.collective.Steps;

/**
 * One rank's part in one collective that goes point to point: runs the algorithm's rounds on a clock
 * of its own, which a blocking call then takes over and a non-blocking one does not.
 */
final class CollectiveTask extends Waiter implements Steps {
  private final PointToPoint transport;
  private final CollectiveArguments arguments;
  private final Algorithm algorithm;
  private final int context;
  private final int tag;
  private final Collectives collectives;
  private final Collectives.Ending ending;
  private int round;

  /** The next one that runs on behalf of the same rank. */
  CollectiveTask next;

  /**
   * @param context context of the communicator's collectives
   * @param tag number of this collective on the communicator, equal on all its ranks
   */
  CollectiveTask(
      PointToPoint transport,
      CollectiveArguments arguments,
      Algorithm algorithm,
      int worldRank,
      int context,
      int tag,
      long clock,
      Port port,
      Collectives collectives,
      Collectives.Ending ending) {
    super(worldRank, port, transport);
    this.transport = transport;
    this.arguments = arguments;
    this.algorithm = algorithm;
    this.context = context;
    this.tag = tag;
    this.clock = clock;
    this.collectives = collectives;
    this.ending = ending;
  }

  /**
   * Runs as far as it can; the ending may be told before this returns.
   *
   * @param copyPicos how long the rank copies its own block first
   */
  void start(long copyPicos) {
    pay(copyPicos);
    resume();
  }

  @Override
  void resume() {
    do {
      if (!algorithm.round(arguments, round++, this)) {
        collectives.left(this);
        ending.at(clock, overhead);
        return;
      }
    } while (awaitAll());
  }

  @Override
  void released(int request) {}

  /** Writes down how far it is. */
  void describe(StateWriter state) {
    state.put(context);
    state.tag(context, tag);
    state.put(arguments.event());
    state.put(round);
    describeWait(state);
  }

  @Override
  public void receive(int peer, long bytes) {
    int request = transport.requests.create(Requests.RECEIVE, this);
    expect(request);
    transport.receive(request, worldRank, context, arguments.worldRank(peer), tag, clock);
  }

  @Override
  public void send(int peer, long bytes) {
    paySend(bytes);
    int request = Requests.NONE;
    if (transport.sendWaits(SendMode.STANDARD, worldRank, arguments.worldRank(peer), bytes)) {
      request = transport.requests.create(Requests.SEND, this);
      expect(request);
    }
    transport.send(
        request,
        worldRank,
        arguments.worldRank(peer),
        context,
        tag,
        bytes,
        SendMode.STANDARD,
        clock,
        port);
  }
}
