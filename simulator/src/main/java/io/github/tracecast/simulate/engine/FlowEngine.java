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
import it.unimi.dsi.fastutil.HashCommon;
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
   * The ends of the first flows of all rows. At equal times, flows end in the order of joining,
   * which does not depend on how the shares are solved.
   */
  private final AlarmQueue ends = AlarmQueue.movable();

  private final FlowRows rows = new FlowRows();

  /** Whether flows may be one row. */
  private boolean merges = true;

  /** The row that joined last, by the hash of its route; any other row if there is none. */
  private int[] latest = new int[64];

  /** The rows that have joined since shares were solved after a row of equal flows, each with that row. */
  private final IntArrayList fresh = new IntArrayList();

  /**
   * For each flow that waits for the end of its latency, the latency, the next flow with the same
   * latency, and the flow's route: its nodes and the number of links that it leaves out. If routes are
   * adaptive, the row of the flow has its links, and {@code from} has the row. A flow on the collective
   * network has no nodes.
   */
  private long[] latency = new long[64];

  private double[] latencySeconds = new double[64];
  private int[] next = new int[64];
  private int[] from = new int[64];
  private int[] to = new int[64];
  private int[] without = new int[64];

  /** For each flow, its token, its bytes on the wire, the end of its latency, and its number in the order of joining. */
  private int[] tokens = new int[64];

  private long[] bytes = new long[64];
  private long[] begin = new long[64];
  private long[] number = new long[64];

  /** For each flow, its speed divided by its share of the bandwidth. */
  private double[] efficiency = new double[64];

  /** For each flow, the time from its end to the arrival, such as a collective's latency or a message's flight overhead. */
  private long[] after = new long[64];

  private long[] payload = new long[64];

  /** The numbers of ended flows, which new flows reuse. Numbers from {@link #used} on were never used. */
  private final IntArrayList unused = new IntArrayList();

  private int used;

  /** The numbers of rows that have lost all flows, which new flows reuse. */
  private final IntArrayList unusedRows = new IntArrayList();

  private int usedRows;
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
    merges &= !linkUse.hasSlices(); // the bytes of each flow in a slice are rounded
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
      int flow = create(token, size, Math.clamp(bytes - part * most, 0, most), overhead);
      start(flow, size, routes.stripe(fromNode, part), routes.stripe(toNode, part), without);
    }
  }

  @Override
  protected void served(int fromNode, int toNode, long bytes) {
    if (use != null) {
      Size size = figures.size(bytes);
      figures.route(fromNode, toNode, 0);
      figures.serve(use.use(), size, now);
    }
  }

  @Override
  public void collective(int token, long bytes, long latencyPicos) {
    if (bytes == 0) {
      arrivesAfter(token, latencyPicos);
    } else {
      int flow = create(token, figures.sizeOfCollective(bytes), bytes, latencyPicos);
      from[flow] = NONE;
      to[flow] = NONE;
      without[flow] = 0;
      if (underway != null) {
        figures.routeOfCollective();
        from[flow] = takeRowUnderLoad(flow, underway);
      }
      join(flow);
    }
  }

  private int create(int token, Size size, long ownPayload, long afterPicos) {
    int flow = unused.isEmpty() ? used++ : unused.popInt();
    if (flow == tokens.length) {
      grow();
    }
    tokens[flow] = token;
    bytes[flow] = size.wireBytes();
    efficiency[flow] = size.efficiency();
    payload[flow] = ownPayload;
    after[flow] = afterPicos;
    return flow;
  }

  private void start(int flow, Size size, int fromNode, int toNode, int leftOut) {
    if (underway == null) {
      from[flow] = fromNode;
      to[flow] = toNode;
      without[flow] = leftOut;
      latencySeconds[flow] = figures.latencySeconds(fromNode, toNode, leftOut);
      latency[flow] = FlowFigures.latencyPicos(size, latencySeconds[flow]);
    } else {
      figures.route(fromNode, toNode, leftOut);
      from[flow] = takeRowUnderLoad(flow, underway);
      latency[flow] = figures.latencyPicos(size);
    }
    if (latency[flow] > 0) {
      await(flow);
    } else {
      join(flow);
    }
  }

  /** Returns a row without flows, with the route in {@link FlowFigures}. */
  private int takeRow() {
    int row = unusedRows.isEmpty() ? usedRows++ : unusedRows.popInt();
    figures.place(row);
    return row;
  }

  /** Returns a row without flows, and adds the bytes of a flow to the load of its links. */
  private int takeRowUnderLoad(int flow, BytesUnderway load) {
    int row = takeRow();
    load.start(shares.members(), row, bytes[flow]);
    return row;
  }

  private void await(int flow) {
    begin[flow] = now + latency[flow];
    next[flow] = NONE;
    int last = lastOf.put(latency[flow], flow);
    if (last == NONE) {
      latencies.add(begin[flow], -latency[flow], flow);
    } else {
      next[last] = flow;
    }
  }

  private void latencyEnds(int flow) {
    int following = next[flow];
    if (following == NONE) {
      lastOf.remove(latency[flow]);
    } else {
      latencies.add(begin[following], -latency[flow], following);
    }
    join(flow);
  }

  /**
   * Puts a flow on the links of its route, either in a row of equal flows whose share is still
   * unknown, or as the first flow of another row. The flow's end time is computed when the shares
   * are solved.
   */
  private void join(int flow) {
    number[flow] = joined++;
    int slot = merges ? slot(flow) : 0;
    int before = merges && isRowLike(latest[slot], flow) ? latest[slot] : NONE;
    int row;
    if (before != NONE && rows.speed(before) == 0) {
      row = before;
      rows.join(row, flow);
      shares.joinRow(row);
      if (underway != null) {
        unusedRows.push(from[flow]);
      }
    } else {
      row = rowWithLinksOf(flow);
      rows.add(row, flow, bytes[flow]);
      shares.join(row);
      if (merges) {
        latest[slot] = row;
      }
      if (before != NONE) {
        fresh.add(row);
        fresh.add(before);
      }
    }
    if (use != null) {
      use.joins(row, now);
    }
  }

  /** Returns a row without flows that has the links of a flow. */
  private int rowWithLinksOf(int flow) {
    if (underway != null) {
      return from[flow];
    }
    if (from[flow] == NONE) {
      figures.routeOfCollective();
    } else {
      figures.route(from[flow], to[flow], without[flow], latencySeconds[flow]);
    }
    return takeRow();
  }

  /** Whether a row has flows that equal a flow. */
  private boolean isRowLike(int row, int flow) {
    if (shares.flows(row) == 0) {
      return false;
    }
    int other = rows.first(row);
    return bytes[other] == bytes[flow]
        && payload[other] == payload[flow]
        && efficiency[other] == efficiency[flow]
        && (underway == null
            ? from[other] == from[flow] && to[other] == to[flow] && without[other] == without[flow]
            : shares.alike(row, from[flow]));
  }

  private int slot(int flow) {
    int route = underway == null ? 31 * from[flow] + to[flow] : shares.members().hash(from[flow]);
    return HashCommon.mix(31 * route + Long.hashCode(payload[flow])) & latest.length - 1;
  }

  private void grow() {
    int longer = 2 * tokens.length;
    tokens = Arrays.copyOf(tokens, longer);
    bytes = Arrays.copyOf(bytes, longer);
    begin = Arrays.copyOf(begin, longer);
    number = Arrays.copyOf(number, longer);
    efficiency = Arrays.copyOf(efficiency, longer);
    after = Arrays.copyOf(after, longer);
    latency = Arrays.copyOf(latency, longer);
    latencySeconds = Arrays.copyOf(latencySeconds, longer);
    next = Arrays.copyOf(next, longer);
    from = Arrays.copyOf(from, longer);
    to = Arrays.copyOf(to, longer);
    without = Arrays.copyOf(without, longer);
    payload = Arrays.copyOf(payload, longer);
    latest = new int[longer];
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

  /** Ends the first flow of a row. */
  private void ended(int row, Listener listener) {
    int flow = rows.first(row);
    int token = tokens[flow];
    report(row, flow, 0, 1);
    if (underway != null) {
      underway.add(shares.members(), row, -bytes[flow]);
    }
    shares.leave(row);
    if (shares.flows(row) > 0) {
      rows.removeFirst(row);
      setEnd(row);
    } else {
      unusedRows.push(row);
    }
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

  /** Computes the flows' shares of bandwidth, and moves the ends of rows whose share changed. */
  private void solve() {
    int changed = shares.solve();
    for (int i = 0; i < changed; i++) {
      change(shares.changed(i));
    }
    for (int i = 0; i < fresh.size(); i += 2) {
      merge(fresh.getInt(i), fresh.getInt(i + 1));
    }
    fresh.clear();
    for (int i = 0; i < changed; i++) {
      int row = shares.changed(i);
      if (shares.flows(row) > 0) {
        setEnd(row);
      }
    }
  }

  private void change(int row) {
    if (use != null && rows.speed(row) > 0) {
      for (int batch = rows.first(row); batch != NONE; batch = rows.following(batch)) {
        report(row, batch, rows.left(row, batch, now), rows.size(batch));
      }
    }
    double flowsEfficiency = efficiency[rows.first(row)];
    rows.change(row, shares.bytesPerSecond(row) * flowsEfficiency / Picos.PER_SECOND, now);
    if (use != null) {
      rows.update(row);
    }
  }

  /** Appends a row that has just joined to a row of equal flows, if they have had the same speed since now. */
  private void merge(int row, int before) {
    int flow = rows.first(row);
    if (isRowLike(before, flow)
        && number[rows.first(before)] < number[flow]
        && rows.since(rows.first(before)) == now
        && shares.merge(before, row)) {
      latest[slot(flow)] = before;
      rows.append(before, row);
      unusedRows.push(row);
    }
  }

  private void setEnd(int row) {
    int flow = rows.first(row);
    ends.set(row, end(row, flow), number[flow]);
  }

  /** The time at which a batch ends. A flow takes at least 1 ps, so that time advances before shares are computed again. */
  private long end(int row, int batch) {
    long picos = Math.max(1, Picos.whole(rows.rest(batch) / rows.speed(row)));
    return Picos.sum(rows.since(batch), picos, NETWORK);
  }

  /** Reports the payload that flows of a batch have moved at their present speed, if link use is reported. */
  private void report(int row, int batch, double left, int flows) {
    if (use != null) {
      long moved = payloadOf(batch, rows.rest(batch)) - payloadOf(batch, left);
      double share = rows.speed(row) / efficiency[batch];
      use.moves(row, rows.since(batch), now, moved, share, flows);
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
        describe(flow, begin[flow], sink, all);
      }
    });
    int[] rowOf = new int[used];
    int[] batchOf = new int[used];
    AlarmQueue flows = new AlarmQueue();
    ends.forEach((time, row) -> {
      rows.update(row);
      for (int batch = rows.first(row); batch != NONE; batch = rows.following(batch)) {
        for (int flow = batch; flow != NONE; flow = rows.next(flow)) {
          rowOf[flow] = row;
          batchOf[flow] = batch;
          flows.add(end(row, batch), number[flow], flow);
        }
      }
    });
    flows.forEach((time, flow) -> {
      int row = rowOf[flow];
      describe(flow, time, sink, all);
      sink.number(Double.doubleToRawLongBits(rows.speed(row)));
      sink.number(Double.doubleToRawLongBits(shares.level(row)));
      sink.number(Double.doubleToRawLongBits(rows.rest(batchOf[flow])));
      sink.number(shares.limit(row));
      sink.time(rows.since(batchOf[flow]));
    });
  }

  private void describe(int flow, long endPicos, StateSink sink, InProgress all) {
    all.ends(tokens[flow], endPicos, true);
    sink.number(bytes[flow]);
    sink.number(after[flow]);
  }
}
