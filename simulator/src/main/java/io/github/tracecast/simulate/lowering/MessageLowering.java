package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.simulate.costs.ProcessorRule;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.calls.SendMode;

/**
 * Translates blocking, non-blocking and persistent calls that send, receive or probe into
 * instructions. One thread.
 */
final class MessageLowering {
  private final CallArguments arguments;
  private final Wildcards wildcards;
  final FollowingCalls following;
  final MailTable mail;
  private final ProgramDraft draft;
  private final CostTable costs;
  private final CodeBuffer code;
  private final LatestRequests latest;

  /**
   * Whether a call that only sends an eager message always takes the same time, so that the run
   * only counts the call.
   */
  private final boolean gapless;

  /** Whether a call that only starts a rendezvous message always takes the same time. */
  private final boolean wholeIfRendezvous;

  MessageLowering(ProgramDraft draft, CallArguments arguments, LatestRequests latest) {
    this.wildcards = new Wildcards(draft.demands.rounds());
    this.following = new FollowingCalls(draft.programs.table());
    this.mail = wildcards.mail;
    this.arguments = arguments;
    this.draft = draft;
    this.costs = draft.costs;
    this.code = draft.code;
    this.latest = latest;
    boolean reported = draft.demands.timeline() || draft.demands.byRank();
    this.gapless = costs.gapless() && costs.processors() == ProcessorRule.ALONE && !reported;
    this.wholeIfRendezvous = gapless && !costs.anyWatched();
  }

  /** Whether a call sends a point-to-point message, or creates a persistent send. */
  static boolean sends(MpiCall call) {
    return switch (call.role()) {
      case SEND, START_SEND, PREPARE_SEND, EXCHANGE -> true;
      default -> false;
    };
  }

  /** Whether a call receives a point-to-point message, creates a persistent receive, or probes. */
  static boolean receives(MpiCall call) {
    return switch (call.role()) {
      case RECEIVE, START_RECEIVE, PREPARE_RECEIVE, EXCHANGE, PROBE -> true;
      default -> false;
    };
  }

  /** Records a receive or a probe of the program, for {@link Wildcards}. All sends must have been recorded before. */
  void noteReceive(ExecutedCall p) {
    if (CompletionLookup.findsNothing(p) || arguments.source(p) == EventTable.NONE) {
      return;
    }
    int context = CallArguments.context(p);
    if (p.call().role() == MpiCall.Role.PROBE) {
      wildcards.probes(p.rank(), context, arguments.receiveTag(p));
    } else {
      wildcards.receives(p.rank(), arguments.source(p), context, arguments.receiveTag(p));
    }
  }

  /** Records a send of the program, for receives from any source or with any tag. */
  void noteSend(ExecutedCall p) {
    int destination = arguments.destination(p);
    if (destination != EventTable.NONE) {
      following.sends(p.rank(), destination, CallArguments.context(p));
      wildcards.sends(p.rank(), destination, CallArguments.context(p), arguments.sendTag(p));
    }
  }

  /** @param then {@link Op#MADE} if the program can name the request, {@link Op#EXPECTED} if the call waits for it */
  void send(ExecutedCall p, int then) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      nothing(p, then);
      return;
    }
    int protocol = protocol(p, destination);
    boolean whole = protocol == Op.EAGER
        ? gapless
        : wholeIfRendezvous && then == Op.MADE && protocol != Op.WATCHED;
    if (whole) {
      send(p, destination, then, Op.WHOLE);
      made(then);
    } else {
      code.add(Op.BEGIN, 0);
      send(p, destination, then, Op.PART);
      end(p, then);
    }
  }

  private void send(ExecutedCall p, int destination, int then, int part) {
    int channel = sendChannel(p, destination);
    int cost = cost(p, destination);
    int address = part == Op.WHOLE
        ? draft.address(channel, cost, draft.sendSites.of(p.event(), cost))
        : draft.address(channel, cost);
    code.add(Op.SEND, address, then, protocol(p, destination), part);
  }

  /** Ends a call, after a wait for its request if the request is expected. */
  private void end(ExecutedCall p, int then) {
    made(then);
    if (then == Op.EXPECTED) {
      code.add(Op.AWAIT);
    }
    code.add(Op.END, p.event());
  }

  private int cost(ExecutedCall p, int destination) {
    return costs.row(p.event(), p.rank(), destination, p.sendBytes());
  }

  private int protocol(ExecutedCall p, int destination) {
    SendMode mode = p.call().sendMode();
    return costs.protocol(mode, p.rank(), destination, p.sendBytes());
  }

  private void made(int then) {
    if (then == Op.MADE) {
      latest.made();
    }
  }

  /** Emits a call without a message. If the call creates a request, the request is complete immediately. */
  private void nothing(ExecutedCall p, int then) {
    if (then == Op.MADE) {
      latest.forget();
      code.add(Op.OVER);
    }
    code.nothing(p.event());
  }

  private int sendChannel(ExecutedCall p, int destination) {
    int context = CallArguments.context(p);
    int tag = arguments.sendTag(p);
    int channel = draft.channels.of(p.rank(), destination, context, tag);
    int mailbox = mail.find(destination, context, tag);
    if (mailbox != MailTable.NONE) {
      mail.assign(channel, mailbox);
    }
    return channel;
  }

  void receive(ExecutedCall p, int then) {
    if (arguments.source(p) == EventTable.NONE) {
      nothing(p, then);
    } else if (then == Op.MADE && !draft.demands.timeline()) {
      code.add(Op.RECEIVE, draft.address(receiveFrom(p)), Op.MADE, Op.WHOLE);
      latest.made();
    } else {
      code.add(Op.BEGIN, 0);
      code.add(Op.RECEIVE, draft.address(receiveFrom(p)), then, Op.PART);
      end(p, then);
    }
  }

  /**
   * The operand for the channel of a receive. If several messages may match, it is a pattern of a
   * mailbox, see {@link Op#patternOperand}.
   */
  private int receiveFrom(ExecutedCall p) {
    int source = arguments.source(p);
    int tag = arguments.receiveTag(p);
    int context = CallArguments.context(p);
    int mailbox = mail.find(p.rank(), context, EventTable.ANY);
    if (mailbox != MailTable.NONE) {
      return Op.patternOperand(mail.pattern(mailbox, source, tag));
    }
    int onlyTag = wildcards.tag(p.rank(), source, context, tag);
    mailbox = mail.find(p.rank(), context, onlyTag);
    return mailbox != MailTable.NONE
        ? Op.patternOperand(mail.pattern(mailbox, source, onlyTag))
        : draft.channels.of(
            wildcards.source(p.rank(), source, context, onlyTag), p.rank(), context, onlyTag);
  }

  /** Whether the replay decides which message a receive gets, and reports it to later calls. */
  boolean isDecided(ExecutedCall p) {
    return arguments.source(p) == EventTable.ANY && receiveFrom(p) < 0;
  }

  /** Emits the instruction with which a probe waits for a matching message. */
  void probe(ExecutedCall p) {
    int source = arguments.source(p);
    int tag = arguments.receiveTag(p);
    int mailbox = mail.find(p.rank(), CallArguments.context(p), tag);
    code.add(Op.PROBE, mail.pattern(mailbox, source, tag));
  }

  /** Whether a probe waits for a message. */
  boolean mayFind(ExecutedCall p) {
    return !CompletionLookup.findsNothing(p) && arguments.source(p) != EventTable.NONE;
  }

  void exchange(ExecutedCall p) {
    int destination = arguments.destination(p);
    code.add(Op.BEGIN, 0);
    if (arguments.source(p) != EventTable.NONE) {
      code.add(Op.RECEIVE, draft.address(receiveFrom(p)), Op.EXPECTED, Op.PART);
    }
    if (destination != EventTable.NONE) {
      send(p, destination, Op.EXPECTED, Op.PART);
    }
    code.add(Op.AWAIT);
    code.add(Op.END, p.event());
  }

  void prepareSend(ExecutedCall p) {
    int destination = arguments.destination(p);
    if (destination == EventTable.NONE) {
      code.add(Op.PREPARE, draft.address(-1, -1), Op.EAGER);
    } else {
      int address = draft.address(sendChannel(p, destination), cost(p, destination));
      code.add(Op.PREPARE, address, protocol(p, destination));
    }
    code.nothing(p.event());
  }

  void prepareReceive(ExecutedCall p) {
    int from = arguments.source(p) == EventTable.NONE ? -1 : receiveFrom(p);
    code.add(Op.PREPARE, draft.address(from, -1), Op.EAGER);
    code.nothing(p.event());
  }
}
