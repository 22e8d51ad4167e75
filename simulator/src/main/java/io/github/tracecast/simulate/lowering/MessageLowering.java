package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.SendMode;

/**
 * Lowers the calls that send, receive and probe, whether blocking or not and persistent or not. One
 * thread.
 */
final class MessageLowering {
  final CostTable costs;
  final PairTable sites = new PairTable();

  private final EventTable table;
  private final CallArguments arguments;
  private final CompletionLookup completions;
  private final ChannelNumbers channels;
  private final Wildcards wildcards;
  final MailTable mail;
  private final CodeBuffer code;
  private final AddressTable addresses;
  private final LatestRequests latest;

  /** Whether a call that only sends always takes the same time. */
  private final boolean gapless;

  /** Whether that also holds for a call that starts a rendezvous message. */
  private final boolean wholeIfLate;

  MessageLowering(
      EventTable table,
      CallArguments arguments,
      CompletionLookup completions,
      ChannelNumbers channels,
      CostTable costs,
      CodeBuffer code,
      AddressTable addresses,
      LatestRequests latest,
      Demands demands) {
    this.wildcards = new Wildcards(demands.rounds());
    this.mail = wildcards.mail;
    this.table = table;
    this.arguments = arguments;
    this.completions = completions;
    this.channels = channels;
    this.costs = costs;
    this.code = code;
    this.addresses = addresses;
    this.latest = latest;
    this.gapless = costs.gapless() && !costs.receivesAtArrival();
    this.wholeIfLate = gapless && !costs.anyWatched();
  }

  /** Whether a call sends messages point to point, or prepares to. */
  static boolean sends(MpiCall call) {
    return switch (call.role()) {
      case SEND, START_SEND, PREPARE_SEND, EXCHANGE -> true;
      default -> false;
    };
  }

  /** Whether a call receives messages point to point, prepares to, or probes. */
  static boolean receives(MpiCall call) {
    return switch (call.role()) {
      case RECEIVE, START_RECEIVE, PREPARE_RECEIVE, EXCHANGE, PROBE -> true;
      default -> false;
    };
  }

  /** Adds the pattern of a call's receive or probe. All sends must have been noted before. */
  void noteReceive(LoweredCall p) {
    MpiCall call = table.call(p.event);
    if (call.role() == MpiCall.Role.PROBE) {
      if (!call.tests() || found(p)) {
        noteProbe(p);
      }
    } else if (call.isOfProbedMessage()) {
      noteReceive(p, arguments.probedSource(p), arguments.probedTag(p));
    } else {
      noteReceive(p, arguments.source(p), arguments.receiveTag(p));
    }
  }

  private void noteReceive(LoweredCall p, int source, int tag) {
    if (source != EventTable.NONE) {
      wildcards.receives(p.rank, source, arguments.context(p), tag);
    }
  }

  private void noteProbe(LoweredCall p) {
    if (arguments.source(p) != EventTable.NONE) {
      wildcards.probes(p.rank, arguments.context(p), arguments.receiveTag(p));
    }
  }

  /** Notes where a call sends, for receives from any source or with any tag. */
  void noteSend(LoweredCall p) {
    int destination = arguments.destination(p);
    if (destination != EventTable.NONE) {
      wildcards.sends(p.rank, destination, arguments.context(p), arguments.sendTag(p));
    }
  }

  void send(LoweredCall p, SendMode mode) {
    if (arguments.destination(p) == EventTable.NONE) {
      code.add(Op.NOTHING);
    } else {
      send(p, mode, Op.EXPECTED);
    }
  }

  void startSend(LoweredCall p, SendMode mode) {
    if (arguments.destination(p) == EventTable.NONE) {
      overAtOnce();
    } else {
      send(p, mode, Op.MADE);
    }
  }

  /** @param then what becomes of the request, see {@link Op#MADE} */
  private void send(LoweredCall p, SendMode mode, int then) {
    int destination = arguments.destination(p);
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.event, p.rank, destination, bytes);
    int protocol = costs.protocol(mode, p.rank, destination, bytes);
    boolean eager = protocol == Op.EAGER;
    boolean whole = eager ? gapless : wholeIfLate && then == Op.MADE && protocol != Op.WATCHED;
    int address = whole
        ? addresses.add(channel, cost, sites.of(p.event, cost))
        : addresses.add(channel, cost);
    if (whole) {
      code.add(Op.SEND, address, then, protocol, Op.WHOLE);
      made(then);
      return;
    }
    code.add(Op.BEGIN, 0);
    code.add(Op.SEND, address, then, protocol, Op.PART);
    made(then);
    if (then == Op.EXPECTED) {
      code.add(Op.AWAIT);
    }
    code.add(Op.END, p.event);
  }

  private void made(int then) {
    if (then == Op.MADE) {
      latest.made();
    }
  }

  /** Emits a request without a message. */
  private void overAtOnce() {
    latest.forget();
    code.add(Op.OVER);
    code.add(Op.NOTHING);
  }

  private int sendChannel(LoweredCall p, int destination) {
    int context = arguments.context(p);
    int tag = arguments.sendTag(p);
    int channel = channels.of(p.rank, destination, context, tag);
    int mailbox = wildcards.mailbox(destination, context, tag);
    if (mailbox != MailTable.NONE) {
      mail.lead(channel, mailbox);
    }
    return channel;
  }

  /** @param probed whether a probe has found the message before, and has left it in its place */
  void receive(LoweredCall p, boolean probed) {
    if (probed) {
      receive(p, arguments.probedSource(p), arguments.probedTag(p));
    } else {
      receive(p, arguments.source(p), arguments.receiveTag(p));
    }
  }

  private void receive(LoweredCall p, int source, int tag) {
    if (source == EventTable.NONE) {
      code.add(Op.NOTHING);
      return;
    }
    code.add(Op.BEGIN, 0);
    code.add(Op.RECEIVE, addresses.add(receiveFrom(p, source, tag)), Op.EXPECTED, Op.PART);
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  /** @param probed as for {@link #receive(LoweredCall, boolean)} */
  void startReceive(LoweredCall p, boolean probed) {
    if (probed) {
      startReceive(p, arguments.probedSource(p), arguments.probedTag(p));
    } else {
      startReceive(p, arguments.source(p), arguments.receiveTag(p));
    }
  }

  private void startReceive(LoweredCall p, int source, int tag) {
    if (source == EventTable.NONE) {
      overAtOnce();
      return;
    }
    code.add(Op.RECEIVE, addresses.add(receiveFrom(p, source, tag)), Op.MADE, Op.WHOLE);
    latest.made();
  }

  /**
   * The channel of a receive. If the receive has a choice, the result is a pattern of the mailbox;
   * see {@link Op#asking}.
   */
  private int receiveFrom(LoweredCall p, int source, int tag) {
    int context = arguments.context(p);
    int mailbox = wildcards.mailbox(p.rank, context, EventTable.ANY);
    if (mailbox != MailTable.NONE) {
      return Op.asking(mail.pattern(mailbox, source, tag));
    }
    int onlyTag = wildcards.tag(p.rank, source, context, tag);
    mailbox = wildcards.mailbox(p.rank, context, onlyTag);
    return mailbox != MailTable.NONE
        ? Op.asking(mail.pattern(mailbox, source, onlyTag))
        : channels.of(wildcards.source(p.rank, source, context, onlyTag), p.rank, context, onlyTag);
  }

  /** Emits a wait, within a call, until a fitting message is there. */
  void probe(LoweredCall p) {
    int source = arguments.source(p);
    int tag = arguments.receiveTag(p);
    int mailbox = wildcards.mailbox(p.rank, arguments.context(p), tag);
    code.add(Op.PROBE, mail.pattern(mailbox, source, tag));
  }

  /**
   * Whether a probe can find something. The recorded outcome decides the result of a test. If the
   * probe found no message, the call has no effect.
   */
  boolean mayFind(LoweredCall p, MpiCall call) {
    return (!call.tests() || found(p)) && arguments.source(p) != EventTable.NONE;
  }

  private boolean found(LoweredCall p) {
    return arguments.has(p, Parameter.OUTCOMES) && completions.flag(p);
  }

  void exchange(LoweredCall p) {
    int source = arguments.source(p);
    int destination = arguments.destination(p);
    code.add(Op.BEGIN, 0);
    if (source != EventTable.NONE) {
      int address = addresses.add(receiveFrom(p, source, arguments.receiveTag(p)));
      code.add(Op.RECEIVE, address, Op.EXPECTED, Op.PART);
    }
    if (destination != EventTable.NONE) {
      long bytes = arguments.sendBytes(p);
      int channel = sendChannel(p, destination);
      int cost = costs.row(p.event, p.rank, destination, bytes);
      int protocol = costs.protocol(table.call(p.event).sendMode(), p.rank, destination, bytes);
      int address = addresses.add(channel, cost);
      code.add(Op.SEND, address, Op.EXPECTED, protocol, Op.PART);
    }
    code.add(Op.AWAIT);
    code.add(Op.END, p.event);
  }

  void prepareSend(LoweredCall p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.PREPARE, addresses.add(-1, -1), Op.EAGER);
    } else {
      long bytes = arguments.sendBytes(p);
      int cost = costs.row(p.event, p.rank, destination, bytes);
      code.add(
          Op.PREPARE,
          addresses.add(sendChannel(p, destination), cost),
          costs.protocol(mode, p.rank, destination, bytes));
    }
    code.add(Op.NOTHING);
  }

  void prepareReceive(LoweredCall p) {
    int source = arguments.source(p);
    int from = source == EventTable.NONE ? -1 : receiveFrom(p, source, arguments.receiveTag(p));
    code.add(Op.PREPARE, addresses.add(from, -1), Op.EAGER);
    code.add(Op.NOTHING);
  }
}
