package io.github.tracecast.simulate.replay;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.fastforward.PeriodicFastForward;
import io.github.tracecast.simulate.lanes.Totals;
import io.github.tracecast.simulate.lowering.Lowering;
import io.github.tracecast.simulate.mpi.Interpreter;
import io.github.tracecast.simulate.mpi.SourceLog;

/**
 * Replays a trace in rounds. All times are 0, and a message to a receive from any source arrives in
 * the round after its send. Rounds that only repeat earlier ones are skipped, so the run time
 * depends on the compressed trace.
 */
public final class LockstepReplay {
  /** Records which messages receives take, and repeats this record for skipped rounds. */
  public interface Receives extends SourceLog, Totals {}

  private LockstepReplay() {}

  /**
   * Replays to the end of all ranks.
   *
   * @return the number of MPI calls that were replayed
   * @throws io.github.tracecast.simulate.ReplayException if a rank waits for a message that never
   *     comes
   */
  public static long run(Programs programs, Receives receives) {
    Interpreter run = Interpreter.inRounds(Lowering.inRounds(programs), receives);
    run.accounts().alsoCount(receives);
    run.skipBy(PeriodicFastForward.inTime(run, 0));
    run.run();
    return run.executed();
  }
}
