package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.*;
import io.github.tracecast.trace.MpiCall;

/**
 * One rank's program under replay: walks its cursor, computing before each call and running the call,
 * until a call has to wait. Keeps the rank's account of where its time went.
 */
final class RankProcess extends Waiter implements CallPlace {

  /** Why a rank stands still. */
  enum Blocked {
    NO,
    /** Until its requests are done. */
    REQUESTS,
    /** Until a collective has ended. */
    COLLECTIVE,
    /** Until a message is there that a probe asks for. */
    PROBE,
    /** Until the engine's time has caught up with its own. */
    CLOCK,
    /** Until others have had their turn. */
    TURN
  }

  final TaskCursor cursor;
  final RequestRing ring;

  /** The persistent ones once more. */
  final RequestRing persistent;

  Blocked blocked = Blocked.NO;

  /** With so many messages that nobody has received, a rank lets others catch up: bounds their memory. */
  private static final int FAR_AHEAD = 256;

  private final PointToPoint transport;
  private final ComputeTimes computeTimes;
  private final Calls calls;
  private final CallProfile profile;

  /** Null where the rank is in none. */
  private final Timeline timeline;

  private long compute;
  private long callStart;
  private boolean advancing;
  private boolean finished;

  /** Simulated time that was skipped while the rank had not ended: what its clock lacks, ps. */
  private long skippedPicos;

  /** What of that belongs to the call that the rank is in. */
  private long skippedInCall;

  long computePicos;
  long callPicos;
  long overheadPicos;
  long eventsReplayed;

  RankProcess(
      TaskCursor cursor,
      int requestRing,
      PointToPoint transport,
      ComputeTimes computeTimes,
      Calls calls,
      CallProfile profile,
      Timeline timeline) {
    super(cursor.rank(), transport.port(cursor.rank()), transport);
    this.cursor = cursor;
    this.transport = transport;
    this.ring = new RequestRing(requestRing);
    this.persistent = new RequestRing(requestRing);
    this.computeTimes = computeTimes;
    this.calls = calls;
    this.profile = profile;
    this.timeline = timeline != null && timeline.holds(worldRank) ? timeline : null;
    if (this.timeline != null) {
      port.work = new WorkLog();
    }
  }

  @Override
  public int event() {
    return cursor.event();
  }

  @Override
  public int worldRank() {
    return worldRank;
  }

  @Override
  public long execution() {
    return cursor.execution();
  }

  /** Whether the program has ended. */
  boolean finished() {
    return finished;
  }

  /** Runs until a call waits or the program ends. */
  void advance() {
    advancing = true;
    while (cursor.next()) {
      compute = before();
      clock += compute;
      if (endPicos() > Picos.MAX) {
        throw new ReplayException(
            "rank " + worldRank + ": found more than " + Picos.seconds(Picos.MAX)
                + " s of simulated time before event " + cursor.event() + "; expected less");
      }
      computePicos += compute;
      callStart = clock;
      overhead = 0;
      calls.begin(this);
      if (blocked != Blocked.NO) {
        advancing = false;
        return;
      }
      endCall();
      if (transport.undelivered(worldRank) > FAR_AHEAD && !transport.ready.isEmpty()) {
        advancing = false;
        blocked = Blocked.TURN;
        transport.ready.add(this);
        return;
      }
    }
    advancing = false;
    finished = true;
    look();
  }

  private long before() {
    int event = cursor.event();
    int index = computeTimes.find(event, worldRank, cursor.previousEvent(), cursor.execution());
    return index < 0 ? 0 : computeTimes.picos(index, event, worldRank, cursor.execution());
  }

  /** Its own time has come: looks again at what the call asks for. */
  void clockReached() {
    blocked = Blocked.NO;
    advancing = true;
    calls.begin(this);
    advancing = false;
    if (blocked == Blocked.NO) {
      endCall();
      advance();
    }
  }

  /** What the current call waited for is there, or it is the rank's turn again. */
  @Override
  void resume() {
    boolean inCall = blocked != Blocked.TURN;
    blocked = Blocked.NO;
    if (!advancing) {
      if (inCall) {
        endCall();
      }
      advance();
    }
  }

  @Override
  void released(int request) {
    calls.forget(this, request);
  }

  /** A complaint about the call that the rank is in. */
  ReplayException at(MpiCall call, String complaint) {
    return new ReplayException("event " + cursor.event() + " (" + call.mpiName() + ") on rank "
        + worldRank + ": " + complaint);
  }

  /** When the rank's program ended, or how far it is, ps. */
  long endPicos() {
    return clock + skippedPicos;
  }

  /**
   * Some time of the run is left out, while the rank waits.
   *
   * @param iterations of the rank's loop at that depth that are over then; 0 if it waits all the while
   */
  void skip(int depth, long iterations, long picos) {
    if (finished) {
      return;
    }
    skippedPicos += picos;
    if (iterations > 0) {
      cursor.skip(depth, iterations);
    } else {
      skippedInCall += picos;
    }
  }

  /** Writes down where the rank is and what it waits for. */
  void describe(StateWriter state) {
    state.put(finished ? StateWriter.NONE : blocked.ordinal());
    if (finished) {
      state.noPlace();
      return;
    }
    state.place(cursor);
    state.put(compute);
    state.time(callStart);
    describeWait(state);
    ring.describe(state);
    persistent.describe(state);
  }

  private void endCall() {
    long inside = clock - callStart + skippedInCall;
    skippedInCall = 0;
    callPicos += inside;
    overheadPicos += overhead;
    eventsReplayed++;
    if (port.looks != null) {
      port.looks.end(clock);
    }
    profile.add(cursor.event(), compute, inside, overhead);
    if (timeline != null) {
      timeline.call(worldRank, cursor.event(), compute, callStart, clock, port.work);
    }
  }
}
