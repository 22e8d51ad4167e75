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
 * Each rank's position in its program and its clock, one column per field. One thread.
 */
public final class RankStates {
  public static final int NONE = -1;

  private final int count;
  private final int lanes;
  private final int deciding;
  private final LiveLanes live;
  private final int[] code;

  // By row: the fields that methods of the same names describe. Those with strands grow.

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

  /** Empty without a timeline. */
  private final WorkLog[] work;

  private final boolean checked;

  /** @param logged the ranks with a log of their own work; null for none */
  RankStates(LaneProgram program, @Nullable IntPredicate logged) {
    Programs programs = program.programs();
    count = programs.ranks();
    lanes = program.lanes();
    deciding = program.figures().deciding();
    live = new LiveLanes(deciding);
    code = program.code();
    at = program.starts().clone();
    firstAddress = program.firstAddresses();
    loops = new OpenLoops(programs, program.collectives().rounds());
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

  /** Makes room for these rows in all columns that a {@link Strands strand} has too. */
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

  /** The rows that can run, and the requests that the others wait for. */
  public Waits waits() {
    return waits;
  }

  public OpenLoops loops() {
    return loops;
  }

  /** Moves a row to an instruction. */
  void moveTo(int row, int instruction) {
    at[row] = instruction;
  }

  /** The start of the entries that the instructions of a row name. */
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

  /** The iterations of a collective's loop before the current one; 0 outside of such a loop. */
  int repeated(int row) {
    return repeated[row];
  }

  /** Whether the loop of a collective runs once more. */
  boolean again(int row, int times) {
    int done = repeated[row] + 1;
    repeated[row] = done < times ? done : 0;
    return done < times;
  }

  /** Notes the collective that a row has reached: its meeting, and its number there. */
  void come(int row, int to, long number) {
    meeting[row] = to;
    collective[row] = number;
  }

  /** The meeting of a row's last collective. */
  int meeting(int row) {
    return meeting[row];
  }

  /** The number of a row's last collective at its meeting. */
  long collective(int row) {
    return collective[row];
  }

  /** Starts a strand at an instruction, with the state of its rank. */
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

  /** By row: the clock, ps. */
  LaneTimes clock() {
    return clock;
  }

  /** By row: its own work for messages, a part of its time; ps. */
  LaneTimes overhead() {
    return overhead;
  }

  /** Whether a platform has gaps between messages. */
  boolean hasGaps() {
    return hasGaps;
  }

  /** By row: the end of the gap after the last send, ps. Only where there are gaps. */
  LaneTimes nextSend() {
    return nextSend;
  }

  /** By row: the end of the gap after the last reception, ps. Only where there are gaps. */
  LaneTimes nextReceive() {
    return nextReceive;
  }

  /** By rank: the start of the current call, ps. */
  LaneTimes callStart() {
    return callStart;
  }

  /** By rank: the time paid for messages before the current call, ps. */
  LaneTimes overheadStart() {
    return overheadStart;
  }

  /** Whether times may be so long that each sum needs a check, or each rank's own work is logged. */
  boolean isChecked() {
    return checked;
  }

  /** The log of a rank's own work on lane 0; null if it is not logged. */
  WorkLog work(int rank) {
    return work[rank];
  }

  /** Number of lanes that decide by their own times. The others follow the first. */
  int deciding() {
    return deciding;
  }

  /** Delays a rank or a strand until a gap has ended, which begins the gap after the message. */
  void waitForPort(int row, LaneTimes next, CostTable costs, int cost) {
    clock.raise(row, next, row, costs.follow());
    next.put(row, clock, row);
    next.add(row, costs.gap, cost);
  }

  /** Lets a rank or a strand work for messages. */
  void work(int row, LaneTimes picos, int time) {
    clock.add(row, picos, time);
    overhead.add(row, picos, time);
    if (checked) {
      worked(row, picos.first(time));
    }
  }

  /**
   * Checks, and logs, the work that a rank or a strand has done until its current time, on one lane.
   *
   * @throws ReplayException if its clock or a gap is later than the latest possible time
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
      return !Picos.isMeasurable(clock.first(rank)); // the parts of this time are not longer
    }
    long beyond = 0;
    for (long picos : clock.row(rank)) {
      beyond |= picos | Picos.MAX - picos;
    }
    return beyond < 0;
  }

  // ---- the state that decides the rest of a run

  /**
   * Describes a rank's place in its program, its call and its clock.
   *
   * @param unmet number of the rank's messages that have not met a receive
   */
  void describe(int rank, int unmet, StateSink sink) {
    sink.number(previous[rank]);
    loops.describe(rank, sink);
    boolean inCall = loops.isInCall(rank);
    sink.times(callStart, rank, inCall || sink.isIdle(rank));
    for (int lane : live.all()) {
      // in a loop within a call, the rank's own work follows from its place
      sink.number(inCall ? 0 : overhead.get(rank, lane) - overheadStart.get(rank, lane));
    }
    sink.number(unmet);
    describeClock(rank, sink.isIdle(rank), sink);
  }

  /** Describes the clock of a rank or a strand, and whether it waits. */
  void describeClock(int row, boolean idle, StateSink sink) {
    sink.number(waits.pending(row));
    sink.number(repeated[row]);
    sink.clock(clock, row, idle);
    if (hasGaps) {
      sink.gap(nextSend, row);
      sink.gap(nextReceive, row);
    }
  }

  // ---- state of a rank that other parts read, and change while all ranks wait

  /** Whether a rank has reached the end of its program. */
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

  /** Delays a rank that ends, on each lane; ps. */
  public void delay(int rank, long[] picos) {
    for (int k = 0; k < lanes; k++) {
      clock.add(rank, k, picos[k]);
    }
  }

  /**
   * Skips iterations of a rank's loop. A rank without work waits the whole time. A call around the
   * loop lasts longer by that time.
   *
   * @param depth the loop's depth
   * @param picos the skipped time
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

  /** Moves back times that have stood still, and the gaps of a clock among them; ps by lane. */
  public void moveBack(LaneTimes times, int row, long[] picos) {
    times.subtract(row, picos);
    if (times == clock && hasGaps) {
      nextSend.subtract(row, picos);
      nextReceive.subtract(row, picos);
    }
  }

  /** The rank with the latest clock on the first lane. The first row, if the rank has several. */
  public int last() {
    int last = 0;
    for (int rank = 1; rank < count; rank++) {
      if (clock.first(rank) > clock.first(last)) {
        last = rank;
      }
    }
    return last;
  }
}
