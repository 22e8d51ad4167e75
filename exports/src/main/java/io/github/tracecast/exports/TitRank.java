package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.exports.TitExport.WorldOrder;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Unit;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;

/**
 * Writes one rank's actions in SimGrid's time-independent format. Instructions become flops. Time
 * becomes flops if a machine is given, otherwise sleep. Partner, direction and tag identify a
 * request, as the waits of the format require. Not thread-safe.
 */
final class TitRank implements RankActions {
  private static final int ANY_SOURCE = -555;
  private static final int ANY_TAG = -444;
  private static final long SEND = 1L << 62;

  private final Exported exported;
  private final TitTypes types;
  private final int rank;
  private final Writer out;
  private final StringBuilder line = new StringBuilder();
  private final TitCollectives collectives;
  private final double flopsOfCount;
  private double flops;
  private double microseconds;
  private long pending;
  private boolean begun;
  private boolean finalized;
  private final WorldOrder order;
  private int ordered;

  TitRank(Exported exported, TitTypes types, WorldOrder order, int rank, Writer out) {
    this.exported = exported;
    this.types = types;
    this.order = order;
    this.rank = rank;
    this.out = out;
    this.collectives = new TitCollectives(types);
    boolean converts = !exported.trace.header().flops() && !Double.isNaN(exported.countsPerSecond);
    this.flopsOfCount = converts ? exported.flopsPerSecond / exported.countsPerSecond : 1;
  }

  @Override
  public void compute(Unit unit, double amount) {
    if (unit == Unit.INSTRUCTIONS) {
      flops += amount * flopsOfCount;
    } else if (Double.isNaN(exported.flopsPerSecond)) {
      microseconds += amount;
    } else {
      flops += amount * 1e-6 * exported.flopsPerSecond;
    }
  }

  /** Writes the computation before an action, then begins the action. */
  private void begin(String action) throws IOException {
    if (!begun) {
      begun = true;
      if (!action.equals("init")) {
        action("init");
      }
    }
    if (flops > 0) {
      number(word("compute").append(' '), flops);
      write();
      flops = 0;
    }
    if (microseconds > 0) {
      word("sleep")
          .append(' ')
          .append(BigDecimal.valueOf(microseconds)
              .movePointLeft(6)
              .stripTrailingZeros()
              .toPlainString());
      write();
      microseconds = 0;
    }
    word(action);
  }

  private StringBuilder word(String action) {
    return line.append(rank).append(' ').append(action);
  }

  private static void number(StringBuilder line, double amount) {
    if (amount == Math.rint(amount) && amount < 1e15) {
      line.append((long) amount);
    } else {
      line.append(amount);
    }
  }

  private void action(String action, long... numbers) throws IOException {
    begin(action);
    for (long number : numbers) {
      line.append(' ').append(number);
    }
    write();
  }

  private void write() throws IOException {
    out.append(line.append('\n'));
    line.setLength(0);
  }

  @Override
  public void environment(MpiCall call) throws IOException {
    boolean ends = call == MpiCall.FINALIZE;
    finalized |= ends;
    action(ends ? "finalize" : "init");
  }

  @Override
  public void send(Message message) throws IOException {
    message("send", message);
  }

  @Override
  public void receive(Message message) throws IOException {
    message("recv", message);
  }

  private void message(String action, Message message) throws IOException {
    action(
        action,
        peer(message.peer),
        tag(message.tag),
        types.count(message),
        types.id(message.datatype));
  }

  private static int peer(int peer) {
    return peer == EventTable.ANY ? ANY_SOURCE : peer;
  }

  private static int tag(int tag) {
    return tag == EventTable.ANY ? ANY_TAG : tag;
  }

  /**
   * Writes an exchange with tags or wildcards as separate messages, because the format's exchange
   * supports neither tags nor wildcards.
   */
  @Override
  public void exchange(Message send, Message receive) throws IOException {
    if (send.tag == 0 && receive.tag == 0 && receive.peer != EventTable.ANY) {
      action(
          "sendRecv",
          types.count(send),
          send.peer,
          types.count(receive),
          receive.peer,
          types.id(send.datatype),
          types.id(receive.datatype));
    } else {
      RankActions.super.exchange(send, receive);
    }
  }

  @Override
  public long startSend(Message message) throws IOException {
    message("isend", message);
    pending++;
    return SEND | request(message);
  }

  @Override
  public long startReceive(Message message) throws IOException {
    message("irecv", message);
    pending++;
    return request(message);
  }

  private static long request(Message message) {
    return (long) (message.peer + 1) << 32 | (message.tag + 1);
  }

  @Override
  public void await(long[] requests, int count) throws IOException {
    if (count == pending && count > 1) {
      action("waitall", count);
      pending = 0;
      return;
    }
    for (int i = 0; i < count; i++) {
      waitFor(requests[i]);
    }
  }

  private void waitFor(long request) throws IOException {
    completion("wait", request);
    pending--;
  }

  @Override
  public void test(long request) throws IOException {
    completion("test", request);
  }

  private void completion(String action, long request) throws IOException {
    int peer = peer((int) ((request & ~SEND) >> 32) - 1);
    boolean sends = (request & SEND) != 0;
    action(action, sends ? rank : peer, sends ? peer : rank, tag((int) request - 1));
  }

  @Override
  public boolean collective(CollectiveArguments given, ExecutedCall call) throws IOException {
    if (given.communicator() != Communicator.WORLD
        && !exported.table.communicators().isWorldLike(given.communicator())) {
      exported.lost.add(
          "collectives on communicators with only some ranks are written as messages");
      return false;
    }
    String action = collectives.action(given.operation());
    if (action == null) {
      exported.lost.add(call.call().mpiName() + " is written as messages");
      return false;
    }
    if (call.call().makesRequest()) {
      exported.lost.add(call.call().mpiName() + " is written as the blocking call");
    }
    order.take(ordered++, rank, given.communicator(), given.operation().ordinal());
    begin(action);
    collectives.arguments(line, given, call);
    write();
    return true;
  }

  /**
   * Notes that the messages of a non-blocking collective are written immediately, because the
   * format has no requests for collectives.
   */
  @Override
  public void beginBeside() {
    exported.lost.add("non-blocking collectives complete in the call that starts them");
  }

  @Override
  public long endBeside() {
    return DONE;
  }

  @Override
  public void end() throws IOException {
    if (!finalized) {
      action("finalize");
    }
  }
}
