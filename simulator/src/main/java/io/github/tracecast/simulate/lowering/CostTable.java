package io.github.tracecast.simulate.lowering;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.simulate.costs.ProcessorRule;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.LaneFigures;
import io.github.tracecast.simulate.lanes.LaneTable;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.calls.SendMode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Costs of messages on each lane's machine, in ps. Messages with the same costs on all lanes share
 * a row. One thread fills the table; later it is only read.
 */
public final class CostTable {
  /** The longest time without checks for overflow, 70 s. This is 2^-16 of the longest time that can be simulated. */
  private static final long MOST_PICOS = Picos.MAX >> 16;

  /** Indices of the fields of a row; each field has one time for each lane. */
  private static final int SEND = 0;

  private static final int RECEIVE = 1;
  private static final int FLIGHT = 2;
  private static final int HANDSHAKE = 3;
  private static final int GAP = 4;
  private static final int FIELDS = 5;

  public final LaneTimes sendOverhead;
  public final LaneTimes receiveOverhead;

  /** Time from the start of the data to their arrival, without contention. */
  public final LaneTimes flight;

  /** Time of one message of the rendezvous handshake. */
  public final LaneTimes handshake;

  /** LogGP's g, the shortest time between two messages of a rank. */
  public final LaneTimes gap;

  /** For each row, the message's size. */
  public long[] bytes = new long[0];

  private final LaneTimes[] fields = new LaneTimes[FIELDS];
  private final LaneFigures figures;
  private final int lanes;
  private final boolean gapless;
  private final boolean follow;
  private final Machine[] machines;
  private final MessageCosts[] costs;
  private final LogGpEngine[] engines;

  /** The times of single fields. Few fields have different times, so rows share these times. */
  private final LaneTable parts;

  private final long[] times;

  /** The rows by the rows of their fields' times in {@link #parts}, followed by the message size. */
  private final Map<List<Long>, Integer> rows = new HashMap<>();

  private final RecentCosts recent;

  private boolean watched;
  private boolean minutes;

  /** @param all the lanes with their machines; empty for a replay in rounds, without times */
  CostTable(List<Lane> all, LaneFigures figures) {
    this.figures = figures;
    lanes = figures.lanes();
    follow = figures.follow();
    machines = all.stream().map(Lane::machine).toArray(Machine[]::new);
    costs = all.stream().map(lane -> new MessageCosts(lane.machine())).toArray(MessageCosts[]::new);
    gapless = Arrays.stream(costs).noneMatch(MessageCosts::gapHoldsUp);
    engines = all.stream().map(lane -> new LogGpEngine(lane.machine())).toArray(LogGpEngine[]::new);
    recent = new RecentCosts(machines);
    parts = new LaneTable(lanes);
    times = new long[FIELDS * lanes];
    Arrays.setAll(fields, field -> new LaneTimes(0, lanes));
    sendOverhead = fields[SEND];
    receiveOverhead = fields[RECEIVE];
    flight = fields[FLIGHT];
    handshake = fields[HANDSHAKE];
    gap = fields[GAP];
  }

  /**
   * The protocol of a message, a constant of {@link Op}. All lanes use the same protocol, unless a
   * sender waits until its receiver checks for messages. Without a machine, all messages are eager.
   */
  int protocol(SendMode mode, int source, int destination, long size) {
    for (MessageCosts lane : costs) {
      if (lane.awaitsLook(mode, source, destination, size)) {
        watched = true;
        return Op.WATCHED;
      }
    }
    return costs.length == 0 ? Op.EAGER : Op.protocol(costs[0], mode, size);
  }

  /** Whether the senders of some messages wait until their receivers check for messages. */
  boolean watched() {
    return watched;
  }

  /** The smallest size, in bytes, of messages that wait for their receives, on the first machine. */
  public long eagerLimitBytes() {
    return costs.length == 0 ? Long.MAX_VALUE : machines[0].platform().mpi().eagerLimitBytes();
  }

  /** Whether, on any machine, some senders of eager messages wait until their receivers check for messages. */
  public boolean anyWatched() {
    return Arrays.stream(costs).anyMatch(MessageCosts::anyAwaitLook);
  }

  /**
   * Whether some messages take more than {@link #MOST_PICOS}, 70 s. With many such messages in one
   * call, a clock could overflow a long.
   */
  public boolean minutes() {
    return minutes;
  }

  /** How ranks get their processors: the last rule of all lanes, in the order of {@link ProcessorRule}. */
  public ProcessorRule processors() {
    return Arrays.stream(costs)
        .map(MessageCosts::processors)
        .max(Comparator.naturalOrder())
        .orElse(ProcessorRule.ALONE);
  }

  int rows() {
    return rows.size();
  }

  /** Whether LogGP's gap cannot delay any message on any lane. */
  public boolean gapless() {
    return gapless;
  }

  /** Whether all lanes follow the first lane, see {@link LaneFigures#follow}. */
  public boolean follow() {
    return follow;
  }

  /** The row of a message's costs. The lowering has added all rows that a run looks up. */
  public int row(int event, int source, int destination, long size) {
    if (follow) { // the row then also depends on the event and the ranks' lanes
      return find(event, source, destination, size);
    }
    int row = recent.find(source, destination, size);
    if (row == RecentCosts.NONE) {
      row = find(event, source, destination, size);
      recent.keep(row);
    }
    return row;
  }

  private int find(int event, int source, int destination, long size) {
    Arrays.fill(times, 0);
    add(SEND, Share.OVERHEAD, event, source, k -> costs[k].sendOverhead(size));
    add(RECEIVE, Share.OVERHEAD, event, destination, k -> costs[k].receiveOverhead(size));
    IntToLongFunction latency =
        k -> engines[k].latencyPicos(node(k, source), node(k, destination), size);
    IntToLongFunction overhead =
        k -> engines[k].overheadPicos(node(k, source), node(k, destination), size);
    add(FLIGHT, Share.LATENCY, event, source, latency);
    add(FLIGHT, Share.OVERHEAD, event, source, overhead);
    add(
        FLIGHT,
        Share.BANDWIDTH,
        event,
        source,
        k -> engines[k].arrival(node(k, source), node(k, destination), size, 0)
            - latency.applyAsLong(k)
            - overhead.applyAsLong(k));
    IntToLongFunction handled = k -> costs[k].handshakeOverhead();
    add(
        HANDSHAKE,
        Share.LATENCY,
        event,
        source,
        k -> costs[k].handshake(node(k, source), node(k, destination)) - handled.applyAsLong(k));
    add(HANDSHAKE, Share.OVERHEAD, event, source, handled);
    add(GAP, Share.GAP, event, source, k -> costs[k].gap(size));
    Long[] key = new Long[FIELDS + 1];
    Arrays.setAll(key, field -> field < FIELDS ? parts.row(times, field * lanes) : size);
    return rows.computeIfAbsent(List.of(key), this::add);
  }

  /** Adds a time, which belongs to a share, an event and a rank, to a field of the current row. */
  private void add(int field, Share share, int event, int rank, IntToLongFunction picos) {
    figures.add(times, field * lanes, share, event, rank, picos);
  }

  private int node(int k, int rank) {
    return machines[k].addressOf(rank);
  }

  private int add(List<Long> key) {
    minutes |= Arrays.stream(times).anyMatch(picos -> picos > MOST_PICOS);
    int row = rows.size();
    if (row == bytes.length) {
      int grown = Math.max(16, 2 * row);
      bytes = Arrays.copyOf(bytes, grown);
      for (LaneTimes field : fields) {
        field.reachShared(grown);
      }
    }
    bytes[row] = key.get(FIELDS);
    for (int field = 0; field < FIELDS; field++) {
      fields[field].share(row, parts.picos, key.get(field).intValue());
    }
    return row;
  }

  /**
   * The lookahead of a lane, ps: if a message to a mailbox enables another such message, the second
   * message departs at least this much later.
   */
  public long lookahead(MailTable mail, int lane) {
    return least(sendOverhead, lane) + (mail.probes() ? 0 : least(flight, lane));
  }

  /**
   * Whether the lookahead is 0 on some lane. If so, a message may enable another message that
   * leaves at the same time, so the known messages do not decide which message leaves first.
   */
  boolean mayTakeNoTime(MailTable mail, int lanes) {
    return IntStream.range(0, lanes).anyMatch(k -> lookahead(mail, k) <= 0);
  }

  /** The minimum of a field over all rows on a lane, ps; 1 if there are no rows. */
  public long least(LaneTimes picos, int lane) {
    long least = Long.MAX_VALUE;
    for (int row = 0; row < rows(); row++) {
      least = Math.min(least, picos.get(row, lane));
    }
    return rows() == 0 ? 1 : least;
  }
}
