package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.BitSet;
import java.util.PriorityQueue;
import java.util.function.IntFunction;

/**
 * Puts the operations of a rank into an order in which one process can execute them. It starts all
 * operations whose dependencies are met: receives first, then sends, then calculations. If there
 * are no such operations, it waits for the messages on which the next operations depend. If two
 * operations wait for different messages, the rank is refused, because the message that arrives
 * first would decide the order. Calculations that may run at the same time on different processors
 * are refused too. Memory is O(operations + dependencies). Each instance is used once.
 */
final class GoalOrder {
  private static final int FARTHEST = 10_000;

  private final RankSchedule rank;
  private final GoalTask task;
  private final IntFunction<String> places;
  private final int[] unmetDependencies;
  private final int[] unstartedDependencies;
  private final IntArrayList[] messagesBefore;
  private final BitSet started;
  private final BitSet waited;
  private final PriorityQueue<Long> ready = new PriorityQueue<>();
  private final IntArrayList waitingOperations = new IntArrayList();
  private int operationsLeft;
  private int lastCalculation = -1;

  /** @param places returns the place of an operation for error messages */
  GoalOrder(RankSchedule rank, GoalTask task, IntFunction<String> places) {
    this.rank = rank;
    this.task = task;
    this.places = places;
    this.unmetDependencies = rank.dependencies();
    this.unstartedDependencies = unmetDependencies.clone();
    this.messagesBefore = rank.ends();
    this.started = new BitSet(rank.count());
    this.waited = new BitSet(rank.count());
    this.operationsLeft = rank.count();
  }

  /** Passes the operations to the task in order. */
  void run() {
    for (int op = 0; op < rank.count(); op++) {
      if (unmetDependencies[op] == 0) {
        makeReady(op);
      }
    }
    while (operationsLeft > 0) {
      while (!ready.isEmpty()) {
        startOperation((int) (ready.remove() & Integer.MAX_VALUE));
      }
      if (operationsLeft > 0) {
        await();
      }
    }
    task.end();
  }

  private void makeReady(int op) {
    long order = switch (rank.kind(op)) {
      case RankSchedule.RECEIVE -> 0;
      case RankSchedule.SEND -> 1;
      default -> 2;
    };
    ready.add(order << 32 | op);
  }

  private void startOperation(int op) {
    started.set(op);
    operationsLeft--;
    boolean calculates = rank.kind(op) == RankSchedule.CALCULATE;
    if (calculates && rank.size(op) > 0) {
      checkOneProcessor(op);
    }
    task.start(op);
    for (int i = rank.firstEdge(op); i < rank.firstEdge(op + 1); i++) {
      int later = RankSchedule.later(rank.edge(i));
      unstartedDependencies[later]--;
      if (calculates || RankSchedule.onStart(rank.edge(i))) {
        satisfy(later);
      }
      if (unstartedDependencies[later] == 0 && unmetDependencies[later] > 0) {
        waitingOperations.add(later);
      }
    }
  }

  private void satisfy(int op) {
    if (--unmetDependencies[op] == 0) {
      makeReady(op);
    }
  }

  /** Waits for the messages on which all waiting operations depend. */
  private void await() {
    waitingOperations.removeIf(op -> unmetDependencies[op] == 0);
    if (waitingOperations.isEmpty()) {
      throw circle();
    }
    int next = waitingOperations.getInt(0);
    for (int i = 1; i < waitingOperations.size(); i++) {
      int other = waitingOperations.getInt(i);
      next = unmetDependencies[other] < unmetDependencies[next] ? other : next;
    }
    BitSet wanted = new BitSet();
    for (int message : messagesBefore[next]) {
      if (!waited.get(message)) {
        wanted.set(message);
      }
    }
    int distinct = wanted.cardinality();
    for (int i = 0; i < waitingOperations.size(); i++) {
      checkCommon(next, wanted, distinct, waitingOperations.getInt(i));
    }
    task.await(wanted);
    waited.or(wanted);
    for (int message : wanted.stream().toArray()) {
      for (int i = rank.firstEdge(message); i < rank.firstEdge(message + 1); i++) {
        if (!RankSchedule.onStart(rank.edge(i))) {
          satisfy(RankSchedule.later(rank.edge(i)));
        }
      }
    }
  }

  private void checkCommon(int next, BitSet wanted, int distinct, int other) {
    BitSet common = new BitSet();
    for (int message : messagesBefore[other]) {
      if (wanted.get(message)) {
        common.set(message);
      }
    }
    if (common.cardinality() < distinct) {
      throw TraceException.inFile(
          places.apply(Math.max(next, other)),
          "an operation that waits for another message than the operation "
              + where(Math.min(next, other)),
          "a fixed order of all operations of a rank, as in an MPI process; the order of these two"
              + " operations depends on time");
    }
  }

  private String where(int op) {
    String place = places.apply(op);
    return "at " + place.substring(place.lastIndexOf(':') + 1).strip();
  }

  private TraceException circle() {
    int op = started.nextClearBit(0);
    return TraceException.inFile(
        places.apply(op),
        "an operation that depends on itself through other operations",
        "dependencies without cycles");
  }

  /** Refuses a calculation on another processor that may overlap the previous calculation. */
  private void checkOneProcessor(int op) {
    if (lastCalculation >= 0
        && rank.cpu(lastCalculation) != rank.cpu(op)
        && !leadsTo(lastCalculation, op)) {
      throw TraceException.inFile(
          places.apply(op),
          "a calculation on processor " + rank.cpu(op)
              + " that may run in parallel with the calculation " + where(lastCalculation)
              + " on processor " + rank.cpu(lastCalculation),
          "one calculation at a time, because an MPI process has one processor");
    }
    lastCalculation = op;
  }

  private boolean leadsTo(int from, int to) {
    IntArrayList open = new IntArrayList();
    BitSet seen = new BitSet();
    open.add(from);
    for (int steps = 0; !open.isEmpty() && steps < FARTHEST; steps++) {
      int op = open.removeInt(open.size() - 1);
      for (int i = rank.firstEdge(op); i < rank.firstEdge(op + 1); i++) {
        int later = RankSchedule.later(rank.edge(i));
        if (later == to) {
          return true;
        }
        if (!seen.get(later)) {
          seen.set(later);
          open.add(later);
        }
      }
    }
    return false;
  }
}
