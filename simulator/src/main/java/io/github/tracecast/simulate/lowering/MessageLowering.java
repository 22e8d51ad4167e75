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
  final SiteTable sites = new SiteTable();

  private final EventTable table;
  private final CallArguments arguments;
  private final CompletionLookup completions;
  private final ChannelNumbers channels;
  private final Wildcards wildcards;
  final MailTable mail;
  private final CodeBuffer code;
  private final AddressTable addresses;
  private final LatestRequests latest;

  /** The instruction that makes a finished request. */
  private final int over;

  /** Whether a call that only sends always takes the same time. */
  private final boolean gapless;

  /** Whether that also holds for a call that starts a rendezvous message. */
  private final boolean wholeIfLate;

  /** Whether a call that only sends may be one instruction if its time is not known in advance. */
  private final boolean timedAtOnce;

  /** Notes the entries of the current rank. Null if no recipe is needed. */
  private Recipe recipe;

  MessageLowering(
      EventTable table,
      CallArguments arguments,
      CompletionLookup completions,
      ChannelNumbers channels,
      CostTable costs,
      CodeBuffer code,
      AddressTable addresses,
      LatestRequests latest,
      Demands demands,
      Purpose purpose) {
    this.over = demands.undecided() ? Op.DONE : Op.OVER;
    this.wildcards = new Wildcards(purpose.asksForAnySource);
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
    this.timedAtOnce = !costs.receivesAtArrival() && !costs.anyWatched() && !demands.told();
  }

  /** Notes the entries of the current rank; null to stop that. */
  void noteIn(Recipe notes) {
    recipe = notes;
  }

  /**
   * Adds an entry of a recipe for another rank. Returns false if the rank needs another form of it.
   */
  boolean repeat(Recipe notes, int entry, LoweredCall p) {
    int form = notes.form(entry);
    if (form == Recipe.RECEIVE || form == Recipe.ASK) {
      int from = receiveFrom(p, arguments.source(p), arguments.receiveTag(p));
      addresses.add(from);
      return (from >= 0) == (form == Recipe.RECEIVE);
    }
    int destination = arguments.destination(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.event, p.rank, destination, notes.detail(entry));
    if (form == Recipe.SEND_WITH_SITE) {
      addresses.add(channel, cost, sites.of(p.event, cost));
    } else {
      addresses.add(channel, cost);
    }
    return mailed(channel) == (form == Recipe.DEPART);
  }

  private boolean mailed(int channel) {
    return mail.mailboxOf(channel) != MailTable.NONE;
  }

  /**
   * The address of the entry with the source of a receive.
   *
   * @param from a channel, or a pattern as in {@link Op#asking}
   */
  private int receiver(LoweredCall p, int from) {
    if (recipe != null) {
      recipe.addReceive(p, from >= 0 ? Recipe.RECEIVE : Recipe.ASK);
    }
    return addresses.add(from);
  }

  private int sender(LoweredCall p, int channel, int cost, long bytes) {
    if (recipe != null) {
      recipe.addSend(p, mailed(channel) ? Recipe.DEPART : Recipe.SEND, bytes);
    }
    return addresses.add(channel, cost);
  }

  private int senderWithSite(LoweredCall p, int channel, int cost, long bytes) {
    if (recipe != null) {
      recipe.addSend(p, Recipe.SEND_WITH_SITE, bytes);
    }
    return addresses.add(channel, cost, sites.of(p.event, cost));
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
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.NOTHING);
      return;
    }
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.event, p.rank, destination, bytes);
    int protocol = costs.protocol(mode, p.rank, destination, bytes);
    if (protocol == Op.EAGER && gapless && !mailed(channel)) {
      code.add(Op.SEND, senderWithSite(p, channel, cost, bytes));
    } else if (protocol == Op.EAGER && timedAtOnce && !mailed(channel)) {
      code.add(Op.TIMED_SEND, sender(p, channel, cost, bytes), p.event);
    } else {
      code.add(Op.BEGIN);
      sendPart(channel, sender(p, channel, cost, bytes), protocol);
      code.add(Op.AWAIT);
      code.add(Op.END, p.event);
    }
  }

  private void sendPart(int channel, int address, int protocol) {
    if (protocol == Op.WATCHED) {
      code.add(Op.SEND_WATCHED, address);
    } else if (mailed(channel)) {
      code.add(Op.DEPART, address, protocol);
    } else if (protocol == Op.EAGER) {
      code.add(Op.SEND_PART, address);
    } else {
      code.add(Op.SEND_LATE_PART, address, protocol == Op.LATE_AND_WAITS ? 1 : 0);
    }
  }

  void startSend(LoweredCall p, SendMode mode) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      overAtOnce();
      return;
    }
    long bytes = arguments.sendBytes(p);
    int channel = sendChannel(p, destination);
    int cost = costs.row(p.event, p.rank, destination, bytes);
    int protocol = costs.protocol(mode, p.rank, destination, bytes);
    boolean mailed = mailed(channel);
    if (protocol == Op.EAGER && gapless && !mailed && over == Op.OVER) {
      code.add(Op.ISEND, senderWithSite(p, channel, cost, bytes));
      latest.made();
      return;
    }
    if (protocol != Op.WATCHED && wholeIfLate && !mailed && over == Op.OVER) {
      int waits = protocol == Op.LATE_AND_WAITS ? 1 : 0;
      code.add(Op.WHOLE_ISEND_LATE, senderWithSite(p, channel, cost, bytes), waits);
      latest.made();
      return;
    }
    int address = sender(p, channel, cost, bytes);
    if (protocol == Op.EAGER && timedAtOnce && !mailed && over == Op.OVER) {
      code.add(Op.TIMED_ISEND, address, p.event);
      latest.made();
      return;
    }
    code.add(Op.BEGIN);
    if (protocol == Op.WATCHED) {
      latest.forget();
      code.add(Op.ISEND_WATCHED, address);
    } else if (protocol != Op.LATE_AND_WAITS && over == Op.DONE) {
      latest.forget();
      sendPart(channel, address, protocol);
      code.add(Op.DONE);
    } else if (mailed) {
      latest.forget();
      code.add(Op.IDEPART, address, protocol);
    } else if (protocol == Op.EAGER) {
      latest.forget();
      code.add(Op.SEND_PART, address);
      code.add(Op.OVER);
    } else {
      code.add(Op.ISEND_LATE, address, protocol == Op.LATE_AND_WAITS ? 1 : 0);
      latest.made();
    }
    code.add(Op.END, p.event);
  }

  /** Emits a request without a message. */
  private void overAtOnce() {
    latest.forget();
    code.add(over);
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
    int from = receiveFrom(p, source, tag);
    if (from >= 0) {
      code.add(Op.RECV, receiver(p, from), p.event);
    } else {
      code.add(Op.BEGIN);
      code.add(Op.ASK, receiver(p, from));
    }
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
    int from = receiveFrom(p, source, tag);
    if (from >= 0) {
      code.add(Op.IRECV, receiver(p, from));
      latest.made();
    } else {
      latest.forget();
      code.add(Op.IASK, receiver(p, from));
    }
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
    code.add(Op.BEGIN);
    if (source != EventTable.NONE) {
      int from = receiveFrom(p, source, arguments.receiveTag(p));
      code.add(from >= 0 ? Op.RECEIVE_PART : Op.ASK, receiver(p, from));
    }
    if (destination != EventTable.NONE) {
      long bytes = arguments.sendBytes(p);
      int channel = sendChannel(p, destination);
      int cost = costs.row(p.event, p.rank, destination, bytes);
      int protocol = costs.protocol(table.call(p.event).sendMode(), p.rank, destination, bytes);
      sendPart(channel, sender(p, channel, cost, bytes), protocol);
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
