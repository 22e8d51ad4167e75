package io.github.tracecast.imports.internal.goal;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.BitSet;

/**
 * Converts one rank's operations to MPI calls. A message becomes a blocking call if its wait
 * follows immediately. Any other message creates a request. Each instance is used once. Not
 * thread-safe.
 */
final class GoalTask {
  private static final int NONE = -1;

  /**
   * The largest number of call sites with separate tags. Further call sites are distinguished only
   * by the operation.
   */
  private static final int MOST_SITES = 1 << 12;

  private final EventSink sink;
  private final int bytes;
  private final Long2IntOpenHashMap sites = new Long2IntOpenHashMap();

  /** The numbers of the open requests, by operation. */
  private final Int2LongOpenHashMap requests = new Int2LongOpenHashMap();

  private final RankSchedule rank;
  private int delayedMessage = NONE;
  private double microseconds;

  GoalTask(EventSink sink, RankSchedule rank) {
    this.sink = sink;
    this.rank = rank;
    this.bytes = sink.datatype("MPI_BYTE", 1);
    sites.defaultReturnValue(NONE);
  }

  /**
   * Starts an operation. The call of a message is written only at the next operation, which shows
   * whether a wait for the message follows immediately.
   */
  void start(int op) {
    release();
    if (rank.kind(op) == RankSchedule.CALCULATE) {
      microseconds += rank.size(op) * 1e-3;
    } else {
      delayedMessage = op;
    }
  }

  private void release() {
    if (delayedMessage != NONE) {
      boolean sends = rank.kind(delayedMessage) == RankSchedule.SEND;
      message(sends ? MpiCall.ISEND : MpiCall.IRECV, delayedMessage);
      requests.put(delayedMessage, sink.requests());
      delayedMessage = NONE;
    }
  }

  private EventSink begin(MpiCall call, int tag) {
    EventSink event = sink.begin(call, site(call, tag)).compute(Unit.MICROSECONDS, microseconds);
    microseconds = 0;
    return event;
  }

  private int site(MpiCall call, int tag) {
    boolean tagged = call.family() == MpiCall.Family.POINT_TO_POINT && sites.size() < MOST_SITES;
    long key = (long) call.ordinal() << 32 | (tagged ? tag & 0xffffffffL : 0);
    int site = sites.get(key);
    if (site == NONE) {
      String name = call.name().toLowerCase(java.util.Locale.ROOT);
      site = sink.site(tagged ? name + " tag " + (tag == RankSchedule.ANY ? "any" : tag) : name);
      sites.put(key, site);
    }
    return site;
  }

  private void message(MpiCall call, int op) {
    int tag = rank.tag(op);
    begin(call, tag).number(Parameter.COMMUNICATOR, Communicator.WORLD);
    if (rank.kind(op) == RankSchedule.SEND) {
      sink.number(Parameter.DESTINATION, rank.peer(op));
    } else {
      sink.numberOrAny(Parameter.SOURCE, rank.peer(op), rank.peer(op) == RankSchedule.ANY);
    }
    sink.numberOrAny(Parameter.TAG, tag, tag == RankSchedule.ANY)
        .number(Parameter.COUNT, rank.size(op))
        .number(Parameter.DATATYPE, bytes)
        .end();
  }

  /** Waits for one message or for several messages. */
  void await(BitSet messages) {
    if (messages.cardinality() == 1 && delayedMessage != NONE && messages.get(delayedMessage)) {
      message(
          rank.kind(delayedMessage) == RankSchedule.SEND ? MpiCall.SEND : MpiCall.RECV,
          delayedMessage);
      delayedMessage = NONE;
      return;
    }
    release();
    if (messages.cardinality() == 1) {
      begin(MpiCall.WAIT, 0)
          .number(Parameter.REQUEST, requests.remove(messages.nextSetBit(0)))
          .end();
      return;
    }
    begin(MpiCall.WAITALL, 0).list(Parameter.REQUESTS);
    messages.stream().forEach(op -> sink.add(requests.remove(op)));
    sink.end();
  }

  /** Waits for all open requests and ends the rank. */
  void end() {
    if (delayedMessage != NONE && requests.isEmpty()) {
      BitSet last = new BitSet();
      last.set(delayedMessage);
      await(last);
    } else {
      release();
    }
    if (!requests.isEmpty()) {
      begin(MpiCall.WAITALL, 0).list(Parameter.REQUESTS);
      requests.values().longStream().sorted().forEach(sink::add);
      sink.end();
    }
    begin(MpiCall.FINALIZE, 0).end();
  }
}
