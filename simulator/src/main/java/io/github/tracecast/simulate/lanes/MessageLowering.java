package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.CallArguments;
import io.github.tracecast.simulate.SendMode;

/** Lowers the calls that send and receive, blocking or not, persistent or not. One thread. */
final class MessageLowering {
  final CostTable costs;
  final SiteTable sites = new SiteTable();

  private final EventTable table;
  private final CallArguments arguments;
  private final ChannelNumbers channels;
  private final Wildcards wildcards = new Wildcards();
  private final CodeBuffer code;

  /** Whether a call that only sends always takes the same time. */
  private final boolean gapless;

  MessageLowering(
      EventTable table,
      CallArguments arguments,
      ChannelNumbers channels,
      CostTable costs,
      CodeBuffer code) {
    this.table = table;
    this.arguments = arguments;
    this.channels = channels;
    this.costs = costs;
    this.code = code;
    this.gapless = costs.gapless();
  }

  /** Whether an event sends messages point to point, or prepares to. */
  boolean sends(int event) {
    return switch (table.call(event)) {
      case SEND,
          RSEND,
          BSEND,
          SSEND,
          ISEND,
          IRSEND,
          IBSEND,
          ISSEND,
          SENDRECV,
          SENDRECV_REPLACE,
          SEND_INIT,
          RSEND_INIT,
          BSEND_INIT,
          SSEND_INIT -> true;
      default -> false;
    };
  }

  /** Notes where a call sends, for the receives of any source or tag. */
  void noteSend(Place p) {
    int destination = arguments.destination(p);
    if (destination != EventTable.NONE) {
      wildcards.sends(p.rank, destination, arguments.context(p), arguments.sendTag(p));
    }
  }

  void send(Place p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.NOTHING);
      return;
    }
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.event, p.rank, destination, bytes);
    int protocol = protocol(mode, bytes);
    if (protocol == Op.EAGER && gapless) {
      code.add(Op.SEND, channel, cost, sites.of(p.event, cost));
    } else {
      code.add(Op.BEGIN);
      sendPart(channel, cost, protocol);
      code.add(Op.AWAIT);
      code.add(Op.END, p.event);
    }
  }

  private void sendPart(int channel, int cost, int protocol) {
    if (protocol == Op.EAGER) {
      code.add(Op.SEND_PART, channel, cost);
    } else {
      code.add(Op.SEND_LATE_PART, channel, cost, protocol == Op.LATE_AND_WAITS ? 1 : 0);
    }
  }

  void startSend(Place p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.OVER);
      code.add(Op.NOTHING);
      return;
    }
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.event, p.rank, destination, bytes);
    int protocol = protocol(mode, bytes);
    if (protocol == Op.EAGER && gapless) {
      code.add(Op.ISEND, channel, cost, sites.of(p.event, cost));
      return;
    }
    code.add(Op.BEGIN);
    if (protocol == Op.EAGER) {
      code.add(Op.SEND_PART, channel, cost);
      code.add(Op.OVER);
    } else {
      code.add(Op.ISEND_LATE, channel, cost, protocol == Op.LATE_AND_WAITS ? 1 : 0);
    }
    code.add(Op.END, p.event);
  }

  private int sendChannel(Place p, int destination) {
    return channels.of(p.rank, destination, arguments.context(p), arguments.sendTag(p));
  }

  private int protocol(SendMode mode, long bytes) {
    if (costs.protocol().eager(mode, bytes)) {
      return Op.EAGER;
    }
    return costs.protocol().synchronous(mode, bytes) ? Op.LATE_AND_WAITS : Op.LATE;
  }

  void receive(Place p) {
    int source = arguments.source(p);
    if (source == EventTable.NONE) {
      code.add(Op.NOTHING);
      return;
    }
    code.add(Op.RECV, receiveChannel(p, source), p.event);
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  void startReceive(Place p) {
    int source = arguments.source(p);
    if (source == EventTable.NONE) {
      code.add(Op.OVER);
      code.add(Op.NOTHING);
    } else {
      code.add(Op.IRECV, receiveChannel(p, source));
    }
  }

  private int receiveChannel(Place p, int named) {
    int context = arguments.context(p);
    int source = wildcards.source(p, named, context, arguments.receiveTag(p));
    int tag = wildcards.tag(p, source, context, arguments.receiveTag(p));
    return channels.of(source, p.rank, context, tag);
  }

  void exchange(Place p) {
    int source = arguments.source(p);
    int destination = arguments.destination(p);
    code.add(Op.BEGIN);
    if (source != EventTable.NONE) {
      code.add(Op.RECEIVE_PART, receiveChannel(p, source));
    }
    if (destination != EventTable.NONE) {
      long bytes = arguments.sendBytes(p);
      sendPart(
          sendChannel(p, destination),
          costs.row(p.event, p.rank, destination, bytes),
          protocol(SendMode.STANDARD, bytes));
    }
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  void prepareSend(Place p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.PREPARE, -1, -1, Op.EAGER);
    } else {
      long bytes = arguments.sendBytes(p);
      int cost = costs.row(p.event, p.rank, destination, bytes);
      code.add(Op.PREPARE, sendChannel(p, destination), cost, protocol(mode, bytes));
    }
    code.add(Op.NOTHING);
  }

  void prepareReceive(Place p) {
    int source = arguments.source(p);
    int channel = source == EventTable.NONE ? -1 : receiveChannel(p, source);
    code.add(Op.PREPARE, channel, -1, Op.EAGER);
    code.add(Op.NOTHING);
  }
}
