package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lanes.LiveLanes;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.result.WorkLog;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The position in the program and the clock of each rank and strand, with one column per field. A
 * strand is a non-blocking collective in progress. The rows of ranks precede the rows of strands.
 * One thread.
 */
public final class RankStates {
  public static final int NONE = -1;

  private final int count;
  private final int lanes;
  private final int deciding;
  private final LiveLanes live;
  private final int[] code;

  // One element per row. The methods of the same names have Javadoc. reach() adds rows.

  private int[] at;
  private int[] firstAddress;
  private final OpenLoops loops;
  private final int[] previous;
  private final LaneTimes clock;
  private final LaneTimes overhead;
  private final boolean hasGaps;
  private final LaneTimes nextSend;
  private final LaneTimes nextReceive;
  private int[] meeting;
  private long[] collective;
  private final LaneTimes callStart;
  private final LaneTimes overheadStart;
  private int[] repeated;
  private final Waits waits;

  /** The log of each rank's own work; empty without a timeline. */
  private final WorkLog[] work;

  private final boolean checked;

  /** @param logged the ranks whose own work is logged; null for none */
  RankStates(LaneProgram program, @Nullable IntPredicate logged) {
    Programs programs = program.programs();
    count = program.ranks();
    lanes = program.lanes();
    deciding = program.figures().deciding();
    live = new LiveLanes(deciding);
    code = program.code();
    at = program.starts().clone();
    firstAddress = program.firstAddresses();
    loops = new OpenLoops(programs, program.alike(), program.collectives().rounds());
    previous = new int[count];
    Arrays.fill(previous, NONE);
    clock = new LaneTimes(count, lanes);
    overhead = new LaneTimes(count, lanes);
    hasGaps = !program.costs().gapless();
    nextSend = new LaneTimes(hasGaps ? count : 0, lanes);
    nextReceive = new LaneTimes(hasGaps ? count : 0, lanes);
    meeting = new int[count];
    collective = new long[count];
    callStart = new LaneTimes(count, lanes);
    overheadStart = new LaneTimes(count, lanes);
    waits = new Waits(count);
    repeated = new int[count];
    work = new WorkLog[logged == null ? 0 : count];
    checked = logged != null || program.costs().minutes();
    for (int rank = 0; rank < count && logged != null; rank++) {
      work[rank] = logged.test(rank) ? new WorkLog() : null;
    }
  }

  /** Extends the common columns of ranks and {@link Strands} to at least this number of rows. */
  void reach(int least) {
    if (least <= at.length) {
      return;
    }
    int rows = count + Math.max(8, 2 * (at.length - count));
    at = Arrays.copyOf(at, rows);
    firstAddress = Arrays.copyOf(firstAddress, rows);
    clock.reach(rows);
    overhead.reach(rows);
    if (hasGaps) {
      nextSend.reach(rows);
      nextReceive.reach(rows);
    }
    meeting = Arrays.copyOf(meeting, rows);
    collective = Arrays.copyOf(collective, rows);
    waits.reach(rows);
    repeated = Arrays.copyOf(repeated, rows);
  }

  // ---- the program

  public int count() {
    return count;
  }

  public int lanes() {
    return lanes;
  }

  public LiveLanes live() {
    return live;
  }

  /** The ranks and strands that can run, and the requests for which the other ranks and strands wait. */
  public Waits waits() {
    return waits;
  }

  public OpenLoops loops() {
    return loops;
  }

  void moveTo(int row, int instruction) {
    at[row] = instruction;
  }

  /** The index of the first entry of {@link LaneProgram#addresses} for a rank or strand. */
  int firstAddress(int row) {
    return firstAddress[row];
  }

  /** The last event of a rank, if later computation depends on it. */
  int previous(int rank) {
    return previous[rank];
  }

  void setPrevious(int rank, int event) {
    previous[rank] = event;
  }

  /** The number of completed iterations of a collective's loop; 0 outside of a collective's loop. */
  int repeated(int row) {
    return repeated[row];
  }

  /** Ends an iteration of a collective's loop. Returns whether another iteration follows. */
  boolean again(int row, int times) {
    int done = repeated[row] + 1;
    repeated[row] = done < times ? done : 0;
    return done < times;
  }

  /** Stores the collective that a rank or strand has reached: the communicator (meeting), and the collective's number in it. */
  void come(int row, int to, long number) {
    meeting[row] = to;
    collective[row] = number;
  }

  /** The meeting (communicator) of the last collective of a rank or strand. */
  int meeting(int row) {
    return meeting[row];
  }

  /** The number of the last collective of a rank or strand, within its communicator. */
  long collective(int row) {
    return collective[row];
  }

  /** Starts a strand at an instruction, with a copy of its rank's state. */
  void fork(int strand, int rank, int instruction) {
    at[strand] = instruction;
    firstAddress[strand] = firstAddress[rank];
    meeting[strand] = meeting[rank];
    collective[strand] = collective[rank];
    clock.put(strand, clock, rank);
    if (hasGaps) {
      nextSend.put(strand, nextSend, rank);
      nextReceive.put(strand, nextReceive, rank);
    }
  }

  // ---- clocks

  /** The clock of each rank and strand, ps. */
  LaneTimes clock() {
    return clock;
  }

  /** The part of each rank's and strand's time that is own work for messages, ps. */
  LaneTimes overhead() {
    return overhead;
  }

  /** Whether LogGP's gap can delay messages. */
  boolean hasGaps() {
    return hasGaps;
  }

  /** For each rank and strand, the end of the gap after its last send, in ps. Only if there are gaps. */
  LaneTimes nextSend() {
    return nextSend;
  }

  /** For each rank and strand, the end of the gap after its last reception, in ps. Only if there are gaps. */
  LaneTimes nextReceive() {
    return nextReceive;
  }

  /** The start of the current call of each rank, ps. */
  LaneTimes callStart() {
    return callStart;
  }

  /** The own work of each rank for messages before its current call, ps. */
  LaneTimes overheadStart() {
    return overheadStart;
  }

  /** Whether times may be too long or work is logged, so that own work needs {@link #worked}. */
  boolean isChecked() {
    return checked;
  }

  /** The log of a rank's own work on lane 0; null if it is not logged. */
  WorkLog work(int rank) {
    return work[rank];
  }

  /** Number of deciding lanes; each chooses the later of two times by its own times. The other lanes follow the first lane. */
  int deciding() {
    return deciding;
  }

  /** Delays a rank or strand until the gap of the previous message has ended, and starts the gap of the next message. */
  void waitForPort(int row, LaneTimes next, CostTable costs, int cost) {
    clock.raise(row, next, row, costs.follow());
    next.put(row, clock, row);
    next.add(row, costs.gap, cost);
  }

  /** Adds own work for messages to the time of a rank or strand. */
  void work(int row, LaneTimes picos, int time) {
    clock.add(row, picos, time);
    overhead.add(row, picos, time);
    if (checked) {
      worked(row, picos.first(time));
    }
  }

  /**
   * Checks and logs own work that a rank or strand has done until its current time, on one lane.
   *
   * @throws ReplayException if the clock or a gap is later than the latest possible time
   */
  void worked(int row, long picos) {
    boolean measurable = Picos.isMeasurable(clock.first(row))
        && (!hasGaps
            || Picos.isMeasurable(nextSend.first(row))
                && Picos.isMeasurable(nextReceive.first(row)));
    if (!measurable) {
      throw new ReplayException("found more than " + Picos.seconds(Picos.MAX)
          + " s of simulated time with the overheads and gaps of rank " + row
          + "'s messages; expected less");
    }
    if (row < work.length && work[row] != null) {
      work[row].add(clock.first(row) - picos, clock.first(row));
    }
  }

  /** Whether a rank's clock has passed the latest possible time on any lane. */
  boolean isBeyondMeasure(int rank) {
    if (deciding == 1) {
      return !Picos.isMeasurable(clock.first(rank)); // other lanes hold parts of lane 0's time
    }
    long beyond = 0;
    for (long picos : clock.row(rank)) {
      beyond |= picos | Picos.MAX - picos;
    }
    return beyond < 0;
  }

  // ---- the state on which the rest of a run depends

  /** Describes a rank's loops, its current call, its unmatched messages and its clock. */
  void describe(int rank, int unmet, StateSink sink) {
    sink.number(previous[rank]);
    loops.describe(rank, sink);
    boolean inCall = loops.isInCall(rank);
    sink.times(callStart, rank, inCall || sink.isIdle(rank));
    for (int lane : live.all()) {
      // in a loop within a call, the position in the loop already determines the rank's overhead
      sink.number(inCall ? 0 : overhead.get(rank, lane) - overheadStart.get(rank, lane));
    }
    sink.number(unmet);
    describeClock(rank, sink.isIdle(rank), sink);
  }

  /** Describes the clock of a rank or strand, and the number of requests for which it waits. */
  void describeClock(int row, boolean idle, StateSink sink) {
    sink.number(waits.pending(row));
    sink.number(repeated[row]);
    sink.clock(clock, row, idle);
    if (hasGaps) {
      sink.gap(nextSend, row);
      sink.gap(nextReceive, row);
    }
  }

  // ---- state of a rank for other classes, which may change it only while all ranks wait

  public boolean hasEnded(int rank) {
    return code[at[rank]] == Op.HALT;
  }

  /** The next instruction of a rank, a position in the program. */
  public int next(int rank) {
    return at[rank];
  }

  /** A rank's clock, ps. */
  public long picos(int rank, int lane) {
    return clock.get(rank, lane);
  }

  /** The part of a rank's time that is its own work for messages, ps. */
  public long ownPicos(int rank, int lane) {
    return overhead.get(rank, lane);
  }

  /** Delays a rank by a time for each lane, in ps. */
  public void delay(int rank, long[] picos) {
    for (int k = 0; k < lanes; k++) {
      clock.add(rank, k, picos[k]);
    }
  }

  /**
   * Skips iterations of a rank's loop. The skipped time lengthens the current call of a rank that
   * waits without iterations to skip, or whose loop is within a call.
   */
  public void skip(int rank, int depth, long iterations, long picos) {
    if (hasEnded(rank)) {
      return;
    }
    if (iterations > 0) {
      loops.skip(rank, depth, iterations);
    }
    if (iterations == 0 || loops.loop(rank, depth) == Op.ROUNDS) {
      callStart.add(rank, 0, -picos);
    }
  }

  /** Subtracts each lane's skipped time, in ps, from times that have stood still. If these times are clocks, also moves the ends of their gaps back. */
  public void moveBack(LaneTimes times, int row, long[] picos) {
    times.subtract(row, picos);
    if (times == clock && hasGaps) {
      nextSend.subtract(row, picos);
      nextReceive.subtract(row, picos);
    }
  }

  /** The rank with the latest clock on a lane; the lowest of several such ranks. */
  public int last(int lane) {
    int last = 0;
    for (int rank = 1; rank < count; rank++) {
      if (clock.get(rank, lane) > clock.get(last, lane)) {
        last = rank;
      }
    }
    return last;
  }
}
