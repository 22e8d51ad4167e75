package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.fastforward.PeriodicFastForward;
import io.github.tracecast.simulate.lanes.Totals;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.SourceLog;
import io.github.tracecast.trace.text.Numbers;

/**
 * Replays a trace in rounds, with all ranks in lockstep. All times are 0, and a message to a
 * receive from any source arrives in the round after its send. Rounds that repeat earlier rounds
 * are skipped, so the time depends on the size of the compressed trace.
 */
public final class LockstepReplay {
  /** Records which messages match receives, and repeats this record for skipped rounds. */
  public interface Receives extends SourceLog, Totals {}

  /**
   * The largest number of calls in rounds that do not repeat. The replay of this many calls takes
   * some seconds. For NAS LU on 256 ranks, with 49 million calls, one million are replayed.
   */
  private static final long MOST_CALLS = 4_000_000;

  private LockstepReplay() {}

  /**
   * Replays to the end of all ranks.
   *
   * @return the number of MPI calls that were replayed
   * @throws io.github.tracecast.simulate.ReplayException if a rank waits for a message that never
   *     arrives, or if the rounds that do not repeat have too many calls
   */
  public static long run(Programs programs, Receives receives) {
    Interpreter run =
        Interpreter.inRounds(Lowering.inRounds(programs), receives, LockstepReplay::requireFew);
    run.accounts().alsoCount(receives);
    run.skipBy(PeriodicFastForward.inTime(run, 0));
    run.run();
    return run.executed();
  }

  private static void requireFew(long calls) {
    if (calls > MOST_CALLS) {
      throw new ReplayException("found more than " + Numbers.counted(MOST_CALLS, "call")
          + " in a lockstep replay whose rounds do not repeat; expected fewer");
    }
  }
}
