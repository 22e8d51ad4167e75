package io.github.tracecast.simulate.cores;

import io.github.tracecast.platform.noise.WaitMode;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * The cores of a node, or one of them if ranks are bound, which processes share as under a fair
 * scheduler. First come the ranks, then the competing processes, which compute all the time.
 *
 * <p>A core that is free goes to the waiting process that has used cores least. The process keeps the
 * core for a slice, after which a waiting process gets it. When a process joins the others, its use of
 * cores is raised to the least use among them (less one slice if ranks sleep), so that it cannot save
 * up time.
 *
 * <p>All cores of a node end their slices together: Linux takes a core from a process that computes at a
 * tick of its clock ({@code sched_tick} in kernel/sched/core.c), and ticks of cores agree. Ticks of
 * different nodes are spread evenly (van der Corput's sequence).
 *
 * <p>So two ranks on two cores, each beside a competing process, have their cores either at the same
 * time or in turn. Short tasks of the system interrupt slices, after which the order may be the other
 * one: measured on two cores, 30 interruptions of each core and 12 changes a second, and each order for
 * half of the time. So of processes with equal use, the one with the lowest number gets the core in some
 * periods of 80 ms, and the one with the highest number in others. Any two cores have the same order in
 * half of the periods (the signs of Walsh functions).
 *
 * <p>A rank with work claims a core and is <i>served</i> when it has had the core for the time of
 * its work. Then the rank waits for messages. If ranks poll, it keeps using its slices until it
 * claims a core for its next work; otherwise it leaves its core. When a rank that sleeps wakes, it
 * takes the core of the process that has used cores most, unless the rank has used cores as much, and
 * works for the time of the wake-up: two ranks of MPICH on one core that block in poll exchange
 * messages of 8 B in 11.7 us, all of it processor time.
 *
 * <p>A rank that yields checks for messages every 1.5 us, and yields after each check. Linux
 * counts the rest of its slice in the scheduler as used ({@code yield_task_fair} in
 * kernel/sched/fair.c; 0.7 ms, times 2, 3, 4 from 2, 4, 8 processors). So the rank keeps its core
 * until it has used more than a process that waits for the core, and leaves the core then.
 *
 * <p>This class computes nothing between two events, so a node on which all processes poll or
 * compete has no events. Times are in ps. One thread.
 */
public final class NodeCores {
  /** Result of {@link #nextEvent} if nothing happens before the next claim. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Time from one check for messages to the next, if no other process has the core meanwhile, ps. */
  private static final long CHECK = 1_500_000;

  private static final long LEAST_YIELDED = 700_000_000;

  /** Time for which processes with equal use keep their order, ps. */
  private static final long ORDERED = 80_000_000_000L;

  /**
   * Multiplies the number of a period, so that each of its bits changes often: otherwise cores 0 and
   * 32 would have the same order in the first 32 periods, 2.56 s. Odd, 2^64 over the golden ratio.
   */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private static final long ENDLESS = Long.MAX_VALUE;

  /** Values of {@link #core} for a process that takes no part, or that waits for a core. */
  private static final int AWAY = -2;

  private static final int QUEUED = -1;

  private final int ranks;
  private final int node;
  private final int firstCore;
  private final long slice;
  private final WaitMode waiting;

  /** For each process, its core, the time for which it has had cores, and its remaining work. */
  private final int[] core;

  private final long[] used;
  private final long[] work;

  /** For each rank, whether its work is only the time to its next check for messages. */
  private final boolean[] checks;

  /** Slice in the scheduler, of which a rank loses the rest when it yields, ps. */
  private final long yielded;

  /** For each core, its process, or -1, and the end of the slice. */
  private final int[] process;

  private final long[] sliceEnd;

  /** Number of processes that take part, and number of processes that wait for a core. */
  private int active;

  private int queued;

  /** The rank that has left a core last. */
  private int last;

  private long now;

  /** @param firstCore number of the first of these cores among the cores of all nodes; a slice is above 0 ps */
  public NodeCores(
      int node,
      int nodeCores,
      int firstCore,
      int cores,
      int ranks,
      int competing,
      long slice,
      WaitMode waiting) {
    this.node = node;
    this.firstCore = firstCore;
    this.ranks = ranks;
    this.slice = slice;
    this.waiting = waiting;
    core = new int[ranks + competing];
    used = new long[core.length];
    work = new long[core.length];
    checks = new boolean[ranks];
    yielded = LEAST_YIELDED * (1 + (31 - Integer.numberOfLeadingZeros(Math.min(8, nodeCores))));
    process = new int[cores];
    sliceEnd = new long[cores];
    Arrays.fill(core, AWAY);
    Arrays.fill(work, ENDLESS);
    Arrays.fill(process, -1);
    for (int each = ranks; each < core.length; each++) {
      enter(each);
    }
  }

  /** Whether a rank has a core on which it can continue. */
  public boolean holds(int rank, long picos) {
    catchUp(picos);
    return core[rank] >= 0 && !checks[rank];
  }

  /**
   * Claims a core for a rank's next work, which may take no time.
   *
   * @param wakeUp for a rank that was away, the additional work to wake up, or, if ranks yield, for
   *     each rank that checks for messages until it is this rank's turn
   */
  public void claim(int rank, long picosOfWork, long wakeUp, long picos) {
    catchUp(picos);
    checks[rank] = false;
    work[rank] = picosOfWork;
    if (core[rank] == AWAY) {
      work[rank] += wakeUp * turns(rank);
      join(rank);
    }
  }

  private void join(int rank) {
    renewSlices();
    long least = leastUsed();
    used[rank] = Math.max(
        used[rank],
        switch (waiting) {
          case POLLS -> least;
          case YIELDS ->
            now == 0
                ? least
                : afterYield(
                    least - (slice - (nextTick() - now))); // it has yielded at the last tick
          case SLEEPS -> least - slice;
        });
    enter(rank);
    if (waiting == WaitMode.SLEEPS) {
      preempt(rank);
      fill(); // so that a rank that wakes at the same time takes another core
    }
  }

  /**
   * Number of ranks that check for messages until it is a rank's turn. If no process computes, the
   * ranks that yield check in turn, in the order of their numbers, after the rank that has left a
   * core last.
   */
  private int turns(int rank) {
    if (waiting == WaitMode.YIELDS && core.length <= process.length) {
      return 0; // each process has a core of its own, so it only polls
    }
    if (waiting != WaitMode.YIELDS || active >= process.length) {
      return 1;
    }
    int distance = Math.floorMod(rank - last - 1, ranks) + 1;
    return (distance + process.length - 1) / process.length;
  }

  /** Removes a rank from the processes that share the cores. */
  public void leave(int rank, long picos) {
    catchUp(picos);
    if (core[rank] >= 0) {
      process[core[rank]] = -1;
      last = rank;
    } else if (core[rank] == QUEUED) {
      queued--;
    }
    active -= takesPart(rank) ? 1 : 0;
    core[rank] = AWAY;
    work[rank] = ENDLESS;
    checks[rank] = false;
  }

  /** Lets a rank that has a core, and no message, yield. */
  private void yieldCore(int rank, long picos) {
    used[rank] = queued > 0 ? afterYield(used[rank]) : used[rank];
    if (queued > 0 && used[nextQueued(0)] > used[rank]) { // the least use, for any core
      checks[rank] = true;
      work[rank] = CHECK;
    } else {
      leave(rank, picos);
    }
  }

  /** The use of cores that counts for a process that yields. */
  private long afterYield(long use) {
    return Math.max(0, (Math.floorDiv(use, yielded) + 1) * yielded);
  }

  /** Whether a process has a core or waits for one. */
  private boolean takesPart(int each) {
    return core[each] >= QUEUED;
  }

  /** Takes the cores from all ranks without work, unless ranks poll. */
  public void releaseWaiting(long picos) {
    for (int rank = 0; waiting != WaitMode.POLLS && rank < ranks; rank++) {
      if (work[rank] == ENDLESS && core[rank] >= 0 && waiting == WaitMode.YIELDS) {
        catchUp(picos);
        yieldCore(rank, picos);
      } else if (work[rank] == ENDLESS && core[rank] != AWAY) {
        leave(rank, picos);
      }
    }
  }

  /** The next time at which a rank may be served or a slice may end, ps; {@link #NEVER} if no rank has work. */
  public long nextEvent() {
    for (int rank = 0; rank < ranks; rank++) {
      if (core[rank] != AWAY && work[rank] != ENDLESS) {
        return nextSwitch();
      }
    }
    return NEVER;
  }

  /** Shares the cores until a time, and passes each served rank to {@code served}. */
  public void run(long picos, IntConsumer served) {
    while (true) {
      fill();
      long next = nextSwitch();
      if (next > picos) {
        break;
      }
      advance(next);
      for (int each : process) {
        if (each >= 0 && work[each] == 0) {
          work[each] = ENDLESS;
          if (each < ranks && checks[each]) {
            yieldCore(each, now);
          } else {
            served.accept(each);
          }
        }
      }
      endSlices();
    }
    advance(picos);
  }

  /** Shares the cores until just before a time. No rank may be served before this time. */
  private void catchUp(long picos) {
    if (picos > now) {
      fill();
      skipRounds(picos);
      run(picos - 1, rank -> {
        throw new AssertionError("rank " + rank + " of the node was served without an event");
      });
      advance(picos);
    }
  }

  /** Skips rounds of slices in which no process finishes its work, and all processes get equal shares. */
  private void skipRounds(long picos) {
    long round = slice * active;
    long most = Arrays.stream(used).max().orElse(0);
    if (queued == 0
        || picos - now < 4 * round
        || nextEvent() != NEVER
        || most - leastUsed() > slice) {
      return;
    }
    long rounds = (picos - now) / round - 2;
    for (int each = 0; each < core.length; each++) {
      used[each] += takesPart(each) ? rounds * slice * process.length : 0;
    }
    for (int each = 0; each < sliceEnd.length; each++) {
      sliceEnd[each] += rounds * round;
    }
    now += rounds * round;
  }

  /** The next time at which a core may change its process or a process has done its work. */
  private long nextSwitch() {
    long next = NEVER;
    for (int each = 0; each < process.length; each++) {
      int of = process[each];
      if (of >= 0 && work[of] != ENDLESS) {
        next = Math.min(next, now + work[of]);
      }
      if (queued > 0) {
        next = Math.min(next, of < 0 ? now : Math.max(now, sliceEnd[each]));
      }
    }
    return next;
  }

  private void advance(long picos) {
    for (int each : process) {
      if (each >= 0) {
        used[each] += picos - now;
        work[each] -= work[each] == ENDLESS ? 0 : picos - now;
      }
    }
    now = picos;
  }

  private void endSlices() {
    for (int each = 0; each < process.length && queued > 0; each++) {
      if (process[each] >= 0 && sliceEnd[each] <= now) {
        queue(process[each]);
        fill();
      }
    }
  }

  /** Moves to the present time the slices of cores for which no process has waited. */
  private void renewSlices() {
    for (int each = 0; each < process.length && queued == 0; each++) {
      if (process[each] >= 0 && sliceEnd[each] <= now) {
        sliceEnd[each] = nextTick();
      }
    }
  }

  /** Gives free cores to waiting processes. */
  private void fill() {
    for (int each = 0; each < process.length && queued > 0; each++) {
      if (process[each] < 0) {
        int next = nextQueued(firstCore + each);
        process[each] = next;
        core[next] = each;
        sliceEnd[each] = nextTick();
        if (now == 0) { // as if it had begun at the last tick
          used[next] += slice - sliceEnd[each];
        }
        queued--;
      }
    }
  }

  /** The next tick of the node. */
  private long nextTick() {
    long phase = (long) (slice * (Integer.toUnsignedLong(Integer.reverse(node)) * 0x1p-32));
    return ((now + phase) / slice + 1) * slice - phase;
  }

  /** The waiting process that gets core {@code number}, or -1. */
  private int nextQueued(int number) {
    boolean highestFirst = (Long.bitCount(now / ORDERED * SPREAD & number) & 1) == 1;
    int next = -1;
    for (int each = 0; each < core.length; each++) {
      if (core[each] == QUEUED
          && (next < 0 || used[each] < used[next] || highestFirst && used[each] == used[next])) {
        next = each;
      }
    }
    return next;
  }

  private void enter(int each) {
    core[each] = QUEUED;
    active++;
    queued++;
  }

  private void queue(int each) {
    process[core[each]] = -1;
    core[each] = QUEUED;
    queued++;
  }

  /** Gives a rank that wakes up the core of the process that has used cores most. */
  private void preempt(int rank) {
    int most = rank;
    for (int each : process) {
      if (each < 0) {
        return;
      }
      most = used[each] > used[most] ? each : most;
    }
    if (most != rank) {
      queue(most);
    }
  }

  /** The least use of cores among the processes that take part; 0 if there are none. */
  private long leastUsed() {
    long least = NEVER;
    for (int each = 0; each < core.length; each++) {
      least = takesPart(each) ? Math.min(least, used[each]) : least;
    }
    return least == NEVER ? 0 : least;
  }
}
