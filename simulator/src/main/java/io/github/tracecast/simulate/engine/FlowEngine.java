package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Load;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.engine.FlowFigures.Size;
import io.github.tracecast.simulate.flows.AlarmQueue;
import io.github.tracecast.simulate.flows.FairShares;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Simulates messages as flows in the JVM, with the network model of {@link SimGridPlatform}. {@link
 * FlowFigures} has the formulas. Each message waits for its latency. Then the message is a flow on
 * all links of its route at once. {@link FairShares} shares the links' bandwidth among the flows.
 * When shares change, only the flows with a new share get a new end time.
 *
 * <p>Shares are solved when time is about to advance, once for all flows that start or end at the
 * same time. Flows are rows of parallel arrays, so messages allocate no memory. A flow's remaining
 * bytes are counted from its last change, never from the start of the run. A state that recurs
 * later therefore continues identically. One thread.
 */
public final class FlowEngine extends TimingEngine {
  private static final int NONE = -1;
  private static final long UNKNOWN = Long.MAX_VALUE;

  private final Routes routes;
  private final FlowFigures figures;
  private final FairShares shares;

  /**
   * The times at which flows' latencies end. Equal latencies end in the order of the flows' starts,
   * so the queue holds only the first flow of each latency. At equal times, the longest latency
   * ends first, because it began first.
   */
  private final AlarmQueue latencies = new AlarmQueue();

  /** For each latency, in ps, the last flow in the list of flows that wait for the end of this latency. */
  private final Long2IntOpenHashMap lastOf = new Long2IntOpenHashMap();

  /**
   * The ends of flows that have joined their links. At equal times, flows end in the order of
   * joining, which does not depend on how the shares are solved.
   */
  private final AlarmQueue ends = AlarmQueue.movable();

  /** For each flow, its latency, and the next flow that waits for the same latency. */
  private long[] latency = new long[64];

  private int[] next = new int[64];

  /**
   * For each flow, its token, its bytes on the wire, the bytes left at its last change of speed,
   * the time of this change, and its speed. Before a flow joins its links, its speed is 0, and the
   * time is the end of its latency.
   */
  private int[] tokens = new int[64];

  private long[] bytes = new long[64];
  private double[] rest = new double[64];
  private long[] since = new long[64];
  private double[] speed = new double[64];

  /** For each flow, its speed divided by its share of the bandwidth. */
  private double[] efficiency = new double[64];

  /** For each flow, the time from its end to the arrival, such as a collective's latency or a message's flight overhead. */
  private long[] after = new long[64];

  /** For each flow, its payload in bytes. */
  private long[] payload = new long[64];

  /** The numbers of ended flows, which new flows reuse. Numbers from {@link #used} on were never used. */
  private final IntArrayList unused = new IntArrayList();

  private int used;
  private long joined;

  /** For each token of a message that is split over several routes, the number of its parts in progress. */
  private final Int2IntOpenHashMap partsLeft = new Int2IntOpenHashMap();

  /** The link loads by which adaptive routes are chosen; null without adaptive routes. */
  private final @Nullable BytesUnderway underway;

  /** The report of link use; null if no report was requested. */
  private @Nullable FlowUse use;

  public FlowEngine(Machine machine) {
    super(machine, true);
    this.routes = machine.routes();
    this.underway = routes.adapts() ? new BytesUnderway(routes.linkCount()) : null;
    this.figures = new FlowFigures(machine, underway == null ? Load.NONE : underway);
    this.shares = figures.shares();
    lastOf.defaultReturnValue(NONE);
  }

  @Override
  public String name() {
    return Engines.FLOWS;
  }

  @Override
  public void report(LinkUse linkUse) {
    use = new FlowUse(figures, shares.members(), linkUse);
  }

  // ---- starts of flows

  @Override
  protected void flow(int token, int fromNode, int toNode, long bytes, int without) {
    Size size = figures.size(bytes);
    long overhead = size.overheadPicos();
    int parts = without > 0 ? 1 : routes.stripes(bytes);
    long most = Math.ceilDiv(bytes, parts);
    if (parts > 1) {
      partsLeft.put(token, parts);
      size = figures.size(most);
    }
    for (int part = 0; part < parts; part++) {
      figures.route(size, routes.stripe(fromNode, part), routes.stripe(toNode, part), without);
      startFlow(token, size, Math.clamp(bytes - part * most, 0, most), overhead);
    }
  }

  @Override
  protected void served(int fromNode, int toNode, long bytes) {
    if (use != null) {
      Size size = figures.size(bytes);
      figures.route(size, fromNode, toNode, 0);
      figures.serve(use.use(), size, now);
    }
  }

  @Override
  public void collective(int token, long bytes, long latencyPicos) {
    if (bytes == 0) {
      arrivesAfter(token, latencyPicos);
    } else {
      figures.routeOfCollective();
      startFlow(token, figures.sizeOfCollective(bytes), bytes, latencyPicos);
    }
  }

  /** Starts a flow on the route in {@link FlowFigures}. */
  private void startFlow(int token, Size size, long ownPayload, long afterPicos) {
    int flow = unused.isEmpty() ? used++ : unused.popInt();
    if (flow == tokens.length) {
      grow();
    }
    tokens[flow] = token;
    bytes[flow] = size.wireBytes();
    rest[flow] = bytes[flow];
    efficiency[flow] = size.efficiency();
    payload[flow] = ownPayload;
    after[flow] = afterPicos;
    speed[flow] = 0;
    figures.place(flow);
    if (underway != null) {
      underway.start(shares.members(), flow, bytes[flow]);
    }
    latency[flow] = figures.latencyPicos();
    if (latency[flow] > 0) {
      await(flow);
    } else {
      join(flow);
    }
  }

  private void await(int flow) {
    since[flow] = now + latency[flow];
    next[flow] = NONE;
    int last = lastOf.put(latency[flow], flow);
    if (last == NONE) {
      latencies.add(since[flow], -latency[flow], flow);
    } else {
      next[last] = flow;
    }
  }

  private void latencyEnds(int flow) {
    int following = next[flow];
    if (following == NONE) {
      lastOf.remove(latency[flow]);
    } else {
      latencies.add(since[following], -latency[flow], following);
    }
    join(flow);
  }

  /** Puts a flow on its links. The flow's end time is computed when the shares are solved. */
  private void join(int flow) {
    ends.set(flow, UNKNOWN, joined++);
    shares.join(flow);
    if (use != null) {
      use.joins(flow, now);
    }
  }

  private void grow() {
    int longer = 2 * tokens.length;
    tokens = Arrays.copyOf(tokens, longer);
    bytes = Arrays.copyOf(bytes, longer);
    rest = Arrays.copyOf(rest, longer);
    since = Arrays.copyOf(since, longer);
    speed = Arrays.copyOf(speed, longer);
    efficiency = Arrays.copyOf(efficiency, longer);
    after = Arrays.copyOf(after, longer);
    latency = Arrays.copyOf(latency, longer);
    next = Arrays.copyOf(next, longer);
    payload = Arrays.copyOf(payload, longer);
  }

  // ---- events

  @Override
  public void run(Listener listener) {
    while (true) {
      long begin = latencies.earliest();
      long end = ends.earliest();
      long next = Math.min(alarms.earliest(), Math.min(begin, end));
      if (next > now && shares.isDirty()) {
        solve();
        continue;
      }
      if (next == Long.MAX_VALUE) {
        return;
      }
      now = next;
      if (begin == next) {
        latencyEnds(latencies.remove());
      } else if (end == next) {
        ended(ends.remove(), listener);
      } else {
        ring(listener);
      }
    }
  }

  private void ended(int flow, Listener listener) {
    int token = tokens[flow];
    report(flow, 0);
    if (underway != null) {
      underway.add(shares.members(), flow, -bytes[flow]);
    }
    shares.leave(flow);
    unused.push(flow);
    if (!partsLeft.isEmpty() && partsLeft.containsKey(token)) {
      if (partsLeft.addTo(token, -1) > 1) {
        return;
      }
      partsLeft.remove(token);
    }
    if (after[flow] > 0) {
      arrivesAfter(token, after[flow]);
    } else {
      listener.transferred(token);
    }
  }

  /** Computes the flows' shares of bandwidth, and moves the ends of flows whose share changed. */
  private void solve() {
    int changed = shares.solve();
    for (int i = 0; i < changed; i++) {
      int flow = shares.changed(i);
      if (speed[flow] > 0) {
        double left = Math.max(0, rest[flow] - speed[flow] * (now - since[flow]));
        report(flow, left);
        rest[flow] = left;
      }
      since[flow] = now;
      speed[flow] = shares.bytesPerSecond(flow) * efficiency[flow] / Picos.PER_SECOND;
      // A flow takes at least 1 ps, so that time advances before shares are computed again.
      long end = Picos.sum(now, Math.max(1, Picos.whole(rest[flow] / speed[flow])), NETWORK);
      ends.move(flow, end);
    }
  }

  /** Reports the payload that a flow has moved at its present speed, if link use is reported. */
  private void report(int flow, double left) {
    if (use != null) {
      long moved = payloadOf(flow, rest[flow]) - payloadOf(flow, left);
      use.moves(flow, since[flow], now, moved, speed[flow] / efficiency[flow]);
    }
  }

  /** The payload within a part of a flow's bytes, which include headers. */
  private long payloadOf(int flow, double part) {
    return Math.round(part / bytes[flow] * payload[flow]);
  }

  // ---- flows in progress

  /** Adaptive routes also depend on the number of messages that have started, so a state cannot recur exactly. */
  @Override
  public boolean exact() {
    return !routes.adapts();
  }

  @Override
  public void describeInProgress(StateSink sink, InProgress all) {
    super.describeInProgress(sink, all);
    latencies.forEach((time, first) -> {
      for (int flow = first; flow != NONE; flow = next[flow]) {
        describe(flow, since[flow], sink, all);
      }
    });
    ends.forEach((time, flow) -> {
      if (time < UNKNOWN) {
        describe(flow, time, sink, all);
        sink.number(Double.doubleToRawLongBits(speed[flow]));
        sink.number(Double.doubleToRawLongBits(shares.level(flow)));
        sink.number(Double.doubleToRawLongBits(rest[flow]));
        sink.number(shares.limit(flow));
        sink.time(since[flow]);
      }
    });
  }

  private void describe(int flow, long endPicos, StateSink sink, InProgress all) {
    all.ends(tokens[flow], endPicos, true);
    sink.number(bytes[flow]);
    sink.number(after[flow]);
  }
}
