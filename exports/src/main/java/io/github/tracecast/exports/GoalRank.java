package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/**
 * Writes one rank's operations as a GOAL schedule. A call depends on the end of the previous call,
 * or on the start of the previous call if that only starts a message. A wait also depends on the
 * end of the messages that it waits for. A message of 0 bytes is written with one byte. In LogGP
 * both take the same time, because LogGOPSim counts only the bytes after the first. If overheads
 * are written as calculations, they precede a send and follow a receive, as in engine loggp. Not
 * thread-safe.
 */
final class GoalRank implements RankActions {
  private static final long NONE = -1;

  /**
   * The least request number of a non-blocking collective. Such a request consists of several
   * operations.
   */
  private static final long GROUPS = 1L << 48;

  private final Exported exported;
  private final Writer out;
  private final StringBuilder line = new StringBuilder();
  private final Long2ObjectOpenHashMap<LongArrayList> groups = new Long2ObjectOpenHashMap<>();

  /**
   * The collectives of several rounds for which the rank has not waited yet. They progress while
   * the rank executes other calls.
   */
  private final LongOpenHashSet strands = new LongOpenHashSet();

  private boolean beside;
  private boolean severalRounds;

  /**
   * The operations whose ends the next operation depends on. The next operation may also depend on
   * the start of one operation ({@link #start}).
   */
  private LongArrayList ends = new LongArrayList();

  private long start = NONE;
  private LongArrayList endsOfCaller = new LongArrayList();
  private long startOfCaller;
  private long operations;
  private double nanoseconds;

  /** The overheads to write; null if LogGOPSim charges them. */
  private final @Nullable Overheads overheads;

  /** For each receive that no wait has completed yet, its overhead in ns. */
  private final Long2DoubleOpenHashMap unpaid = new Long2DoubleOpenHashMap();

  GoalRank(Exported exported, Writer out, @Nullable Overheads overheads) {
    this.exported = exported;
    this.out = out;
    this.overheads = overheads;
  }

  @Override
  public void compute(Unit unit, double amount) {
    nanoseconds += unit == Unit.MICROSECONDS
        ? amount * 1e3
        : amount == 0 ? 0 : amount * 1e9 / exported.neededCountsPerSecond();
  }

  @Override
  public void environment(MpiCall call) {
    // MPI_Init and MPI_Finalize take no time
  }

  /** Writes pending computation. Fractions of a nanosecond are carried over. */
  private void calculate() throws IOException {
    long whole = (long) nanoseconds;
    if (whole > 0) {
      nanoseconds -= whole;
      label().append("calc ").append(whole);
      write();
      after(operations - 1);
    }
  }

  private StringBuilder label() {
    return line.append('l').append(operations++).append(": ");
  }

  private void write() throws IOException {
    line.append('\n');
    long operation = operations - 1;
    for (int i = 0; i < ends.size(); i++) {
      depends(operation, " requires l", ends.getLong(i));
    }
    if (start != NONE) {
      depends(operation, " irequires l", start);
    }
    out.append(line);
    line.setLength(0);
  }

  private void depends(long operation, String how, long earlier) {
    line.append('l').append(operation).append(how).append(earlier).append('\n');
  }

  private void after(long operation) {
    ends.clear();
    ends.add(operation);
    start = NONE;
  }

  private long message(Message message, boolean sends) throws IOException {
    if (overheads != null && sends) {
      nanoseconds += overheads.ofSend(message.bytes);
    }
    calculate();
    label()
        .append(sends ? "send " : "recv ")
        .append(Math.max(1, message.bytes))
        .append(sends ? "b to " : "b from ");
    number(message.peer);
    line.append(" tag ");
    number(message.tag);
    write();
    if (overheads != null && !sends) {
      unpaid.put(operations - 1, overheads.ofReceive(message.bytes));
    }
    return operations - 1;
  }

  private void number(int number) {
    line.append(number == EventTable.ANY ? -1 : number);
  }

  @Override
  public void send(Message message) throws IOException {
    noteStrands();
    after(message(message, true));
  }

  @Override
  public void receive(Message message) throws IOException {
    noteStrands();
    long received = message(message, false);
    after(received);
    nanoseconds += unpaid.remove(received);
  }

  @Override
  public long startSend(Message message) throws IOException {
    return started(message(message, true));
  }

  @Override
  public long startReceive(Message message) throws IOException {
    return started(message(message, false));
  }

  private long started(long operation) {
    ends.clear();
    start = operation;
    return operation;
  }

  @Override
  public void await(long[] requests, int count) throws IOException {
    calculate();
    if (!unpaid.isEmpty()) {
      pay(requests, count);
    }
    severalRounds = true;
    for (int i = 0; i < count; i++) {
      strands.remove(requests[i]);
    }
    noteStrands();
    for (int i = 0; i < count; i++) {
      await(requests[i]);
    }
  }

  /**
   * Notes that Tracecast cannot read the schedule. If a rank waits for messages while its
   * non-blocking collectives progress, its operations have no single order.
   */
  private void noteStrands() {
    if (!beside && !strands.isEmpty()) {
      exported.lost.add(
          "non-blocking collectives run in parallel with other messages; LogGOPSim can read such a file, but Tracecast cannot");
    }
  }

  /**
   * Writes the overhead of each receive among the requests as a calculation. In the list, the
   * calculation replaces the receive.
   */
  private void pay(long[] requests, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      double overhead = unpaid.remove(requests[i]);
      if (overhead > 0) {
        label().append("calc ").append(Math.round(overhead));
        write();
        depends(operations - 1, " requires l", requests[i]);
        out.append(line);
        line.setLength(0);
        requests[i] = operations - 1;
      }
    }
  }

  private void await(long request) {
    LongArrayList group = request < GROUPS ? null : groups.remove(request);
    if (group != null) {
      ends.addAll(group);
    } else {
      ends.add(request);
      start = start == request ? NONE : start;
    }
  }

  @Override
  public void test(long request) {
    // the result of a test depends on time, which a schedule cannot express
  }

  @Override
  public boolean collective(CollectiveArguments given, ExecutedCall call) {
    return false;
  }

  @Override
  public void beginBeside() throws IOException {
    calculate();
    endsOfCaller = new LongArrayList(ends);
    startOfCaller = start;
    beside = true;
    severalRounds = false;
  }

  @Override
  public long endBeside() throws IOException {
    calculate();
    LongArrayList last = ends;
    if (start != NONE) {
      last.add(start);
    }
    ends = endsOfCaller;
    start = startOfCaller;
    long group = GROUPS + operations;
    groups.put(group, last);
    beside = false;
    if (severalRounds) {
      noteStrands();
      strands.add(group);
    }
    return group;
  }

  @Override
  public void end() throws IOException {
    nanoseconds = Math.rint(nanoseconds);
    calculate();
    if (operations == 0) {
      label().append("calc 0");
      write();
    }
  }
}
