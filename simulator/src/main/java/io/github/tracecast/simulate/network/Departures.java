package io.github.tracecast.simulate.network;

import io.github.tracecast.simulate.flows.AlarmQueue;
import io.github.tracecast.simulate.lanes.LaneTimes;
import io.github.tracecast.simulate.lanes.LiveLanes;
import io.github.tracecast.simulate.lowering.CostTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Delivers messages to mailboxes in the order of their departures from the senders. At equal times,
 * the message from the lowest rank comes first.
 *
 * <p>Messages on channels need no order, so deliveries to mailboxes wait until no rank can
 * continue. Every rank then waits, directly or through other ranks, for an undelivered message. Its
 * next message leaves later than the first undelivered message, by at least the flight and overhead
 * of a message. All messages that leave before that time are therefore known, and can be delivered.
 * This is a conservative window (Chandy, Misra, "Distributed simulation", 1979; Lubachevsky, 1989).
 * Ranks that stand although they could continue do not send before the times of their clocks.
 *
 * <p>Lanes have to agree on the order in each mailbox, but not on the order across mailboxes. If
 * they disagree on a mailbox, the lanes that agree with the first lane continue and the other lanes
 * are dropped; see {@link LiveLanes}. One thread.
 */
public final class Departures extends Free {
  /** The largest number of a rank's unmatched messages in mailboxes. A rank with more unmatched messages stands at the end of an iteration. */
  private static final int FEW_AHEAD = 2;

  private final LaneTimes clocks;
  private final LiveLanes live;
  private final Slots slots;
  private final CostTable costs;
  private final MailTable mail;
  private final int[] sources;
  private final int lanes;

  /** For each lane, the undelivered messages for which it has not voted. */
  private final AlarmQueue[] queues;

  /** The votes of the lanes for the undelivered messages of each mailbox. */
  private final Int2ObjectOpenHashMap<Ballot> ballots = new Int2ObjectOpenHashMap<>();

  /** For each lane, the lookahead of {@link CostTable#lookahead}, and the shortest send overhead, ps. */
  private final long[] lookahead;

  private final long[] sendOverhead;

  /** For each lane, the earliest time at which a standing rank could send its next message, if it continued. */
  private final long[] horizon;

  /** For each lane, the time before which all departures are known. */
  private final long[] ends;

  /** For each rank, the number of its unmatched messages in mailboxes. */
  private final int[] unmet;

  /** Ranks that stand because too many of their messages are unmatched. */
  private final BitSet standing = new BitSet();

  private long sent;
  private long waiting;

  /** @param clocks the clocks of the ranks, ps */
  public Departures(LaneProgram program, Slots slots, LaneTimes clocks, LiveLanes live) {
    super(program, slots);
    unmet = new int[program.programs().ranks()];
    this.clocks = clocks;
    this.live = live;
    this.slots = slots;
    this.costs = program.costs();
    this.mail = program.mail();
    this.sources = program.channels().sources();
    this.lanes = program.lanes();
    queues = new AlarmQueue[lanes];
    Arrays.setAll(queues, k -> new AlarmQueue());
    lookahead = new long[lanes];
    sendOverhead = new long[lanes];
    horizon = new long[lanes];
    ends = new long[lanes];
    Arrays.fill(horizon, Long.MAX_VALUE);
    for (int k : live.all()) {
      sendOverhead[k] = costs.least(costs.sendOverhead, k);
      lookahead[k] = costs.lookahead(mail, k);
    }
  }

  /**
   * Resumes a rank that stands at the end of an iteration. If too many of its messages are
   * unmatched, it stands until its receivers catch up.
   */
  @Override
  public void resumeAt(int rank, long picos) {
    if (unmet[rank] > FEW_AHEAD) {
      standing.set(rank);
    } else {
      super.resumeAt(rank, picos);
    }
    bound(rank);
  }

  @Override
  public boolean holds(int sender) {
    boolean far = unmet[sender] > FAR_AHEAD;
    if (far) {
      standing.set(sender);
      bound(sender);
    }
    return far;
  }

  @Override
  public void metInMailbox(int sender) {
    if (--unmet[sender] <= FEW_AHEAD && standing.get(sender)) {
      standing.clear(sender);
      to().resumes(sender);
    }
  }

  @Override
  public boolean next() {
    return deliverKnown() || super.next() || unblock();
  }

  /**
   * Delivers messages that waited only for ranks that no longer stand; otherwise resumes standing
   * ranks, or drops lanes that disagree.
   */
  private boolean unblock() {
    Arrays.fill(horizon, Long.MAX_VALUE);
    standing.stream().forEach(this::bound);
    if (deliverKnown()) {
      return true;
    }
    if (!standing.isEmpty()) {
      standing.stream().forEach(to()::resumes);
      standing.clear();
      return true;
    }
    if (waiting == 0) {
      return false;
    }
    settle();
    return true;
  }

  /** Adds an undelivered message. */
  @Override
  public void order(int slot) {
    slots.setNumber(slot, sent++);
    unmet[sources[slots.channel(slot)]]++;
    for (int k : live.all()) {
      add(queues[k], slot, k);
    }
    waiting++;
  }

  private void add(AlarmQueue queue, int slot, int lane) {
    int source = sources[slots.channel(slot)];
    queue.addLast(departure(slot, lane), source, slots.number(slot), slot);
  }

  /** The time on a lane, in ps, when a message leaves its sender. */
  private long departure(int slot, int lane) {
    long picos = slots.since().get(slot, lane);
    return slots.state(slot) == Slots.ARRIVED
        ? picos - costs.flight.get(slots.cost(slot), lane)
        : picos;
  }

  /** Lowers the horizon to the earliest next departure from a standing rank. */
  private void bound(int rank) {
    for (int k : live.all()) {
      horizon[k] = Math.min(horizon[k], clocks.get(rank, k) + sendOverhead[k]);
    }
  }

  /**
   * Delivers the messages that leave before {@link #ends}, as far as the lanes agree. Returns false
   * if no message can be delivered. No rank may be running.
   */
  private boolean deliverKnown() {
    if (waiting == 0) {
      return false;
    }
    int[] lanes = live.all();
    for (int k : lanes) {
      ends[k] = Math.min(earliest(k) + lookahead[k], horizon[k]);
    }
    if (lanes.length == 1) {
      return deliverOnLane(lanes[0]);
    }
    int[] agreeing = Arrays.stream(lanes).filter(this::vote).toArray();
    // perhaps no message is agreed on: each lane may contradict another lane's vote in some mailbox
    keep(agreeing.length > 0 ? agreeing : new int[] {lanes[0]});
    return deliverAgreed() || agreeing.length < lanes.length;
  }

  private long earliest(int lane) {
    long earliest = queues[lane].earliest();
    for (Ballot ballot : ballots.values()) {
      for (int j = 0; j < ballot.order().size(); j++) {
        earliest = Math.min(earliest, departure(ballot.order().getInt(j), lane));
      }
    }
    return earliest;
  }

  private boolean deliverOnLane(int lane) {
    AlarmQueue queue = queues[lane];
    boolean any = false;
    while (queue.earliest() < ends[lane]) {
      deliver(queue.remove());
      any = true;
    }
    return any;
  }

  private void deliver(int slot) {
    waiting--;
    to().mayMeet(slot, slots.channel(slot));
  }

  /** Votes on a lane for messages that leave before {@link #ends}; false if a vote differs. */
  private boolean vote(int lane) {
    AlarmQueue queue = queues[lane];
    while (queue.earliest() < ends[lane]) {
      int slot = queue.first();
      int mailbox = mail.mailboxOf(slots.channel(slot));
      if (!ballots.computeIfAbsent(mailbox, m -> new Ballot(lanes)).vote(lane, slot)) {
        return false;
      }
      queue.remove();
    }
    return true;
  }

  private boolean deliverAgreed() {
    boolean any = false;
    for (Ballot ballot : ballots.values()) {
      int count = ballot.agreedByAll(live.all());
      for (int j = 0; j < count; j++) {
        deliver(ballot.order().getInt(j));
      }
      ballot.remove(count, live.all());
      any |= count > 0;
    }
    ballots.values().removeIf(ballot -> ballot.order().isEmpty());
    return any;
  }

  /**
   * Keeps the lanes on which the first undelivered message is the same as on the first lane. Called
   * when no rank can continue and the lanes agree on no message.
   */
  private void settle() {
    int[] lanes = live.all();
    int first = inOrder(lanes[0]).first();
    keep(Arrays.stream(lanes).filter(k -> inOrder(k).first() == first).toArray());
    deliverAgreed();
  }

  private void keep(int[] lanes) {
    live.keep(lanes);
    ballots.values().forEach(ballot -> ballot.keepOf(lanes));
  }

  /** Describes the undelivered messages, in the order of their departures. */
  @Override
  public void describe(StateSink sink) {
    inOrder(live.all()[0]).forEach((time, slot) -> {
      sink.number(slots.channel(slot));
      slots.describe(slot, false, sink); // not idle: the time of a message decides its delivery
    });
    sink.number(Slots.NONE);
  }

  /** All undelivered messages, in the order of their departures on a lane. */
  private AlarmQueue inOrder(int lane) {
    AlarmQueue all = new AlarmQueue();
    for (Ballot ballot : ballots.values()) {
      for (int j = 0; j < ballot.agreed(lane); j++) {
        add(all, ballot.order().getInt(j), lane);
      }
    }
    queues[lane].forEach((time, slot) -> add(all, slot, lane));
    return all;
  }
}
