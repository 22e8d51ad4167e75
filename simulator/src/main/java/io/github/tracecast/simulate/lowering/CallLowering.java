package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveLookup;
import io.github.tracecast.simulate.calls.CompletionLookup;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.simulate.calls.UnmodelledCalls;
import io.github.tracecast.simulate.costs.KeptTimes;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.calls.RequestNumbers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import java.util.Objects;

/** Translates a call with one set of arguments into instructions. One thread. */
public final class CallLowering {
  final MessageLowering messages;

  /** Whether the program has a test that completed a request in the recorded run. */
  private final boolean tests;

  /** Whether the replay has simulated time. If so, ranks wait for each other when they create a communicator. */
  private final boolean timed;

  private final List<Event> events;

  /** For each lane, which value of a recorded distribution becomes simulated time. */
  private final List<DeltaMode> deltas;

  /** Whether results depend on the times at which ranks check for messages. */
  private final boolean looks;

  private final CollectiveLookup collectives = new CollectiveLookup();
  private final CollectiveLowering collectiveLowering;
  private final CodeBuffer code;
  private final LatestRequests latest;

  CallLowering(ProgramDraft draft) {
    this.timed = !draft.demands.rounds();
    Trace trace = draft.programs.trace();
    this.events = trace.events();
    this.deltas = draft.lanes.stream().map(lane -> lane.options().deltas()).toList();
    this.code = draft.code;
    this.latest = new LatestRequests(code, trace.header().requestRing());
    this.looks = draft.costs.anyWatched();
    CallArguments arguments = new CallArguments(TagsBySize.of(draft.programs));
    this.messages = new MessageLowering(draft, arguments, latest);
    this.tests = events.stream().anyMatch(CompletionLookup::testsWithSuccess);
    this.collectiveLowering = new CollectiveLowering(draft);
  }

  /** Whether ranks wait for each other, because the call is a collective or creates a communicator collectively. */
  public static boolean meets(MpiCall call) {
    return switch (call.role()) {
      case COLLECTIVE, MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS -> true;
      default -> false;
    };
  }

  /** Whether the order in which collectives use a shared network may depend on the times of ranks. */
  boolean sharesByTime() {
    return collectiveLowering.sharesByTime();
  }

  /**
   * Clears the list of latest requests. Called where the program may reach the next instruction by
   * a jump, or more often than earlier instructions.
   */
  void startAnew() {
    latest.forget();
  }

  void lower(ExecutedCall p) {
    MpiCall call = p.call();
    if (!keepsLatest(call.role())) {
      latest.forget();
    }
    switch (call.role()) {
      case SEND -> messages.send(p, Op.EXPECTED);
      case START_SEND -> messages.send(p, Op.MADE);
      case PREPARE_SEND -> messages.prepareSend(p);
      case RECEIVE -> messages.receive(p, Op.EXPECTED);
      case START_RECEIVE -> messages.receive(p, Op.MADE);
      case PREPARE_RECEIVE -> messages.prepareReceive(p);
      case EXCHANGE -> messages.exchange(p);
      case START -> eachRequest(p, Op.START);
      case FREE_REQUEST -> eachRequest(p, Op.FREE);
      case COMPLETE -> complete(p, call);
      case PROBE -> probe(p);
      case CANCEL -> cancel(p);
      case COLLECTIVE -> collective(p);
      case MAKE_COMMUNICATOR, MAKE_COMMUNICATOR_OF_MEMBERS -> {
        if (timed) {
          collective(p);
        } else {
          code.nothing(p.event());
        }
      }
      case START_COLLECTIVE, START_COMMUNICATOR -> {
        collectiveLowering.lower(Objects.requireNonNull(collectives.find(p)), p, true);
        code.nothing(p.event());
      }
      case OTHER -> other(p, call);
    }
  }

  private void probe(ExecutedCall p) {
    boolean found = messages.mayFind(p);
    if (!looks && !found) {
      code.nothing(p.event());
      return;
    }
    code.add(Op.BEGIN, 0);
    look();
    if (found) {
      messages.probe(p);
    }
    code.add(Op.END, p.event());
  }

  private void cancel(ExecutedCall p) {
    code.add(Op.BEGIN, 0);
    look();
    code.add(Op.TURN, Op.NO_USE);
    operands(CompletionLookup.named(p)).forEach(offset -> code.add(Op.CANCEL, offset));
    code.add(Op.END, p.event());
  }

  private void look() {
    if (looks) {
      code.add(Op.LOOK);
    }
  }

  /** Whether the list of latest requests is still valid after a call with this role. */
  private static boolean keepsLatest(Role role) {
    return role == Role.START_SEND || role == Role.START_RECEIVE || role == Role.COMPLETE;
  }

  private void other(ExecutedCall p, MpiCall call) {
    if (UnmodelledCalls.makesRequest(call)) {
      code.add(Op.OVER);
    }
    Event event = events.get(p.event());
    if (!timed || !UnmodelledCalls.keepsItsTime(event)) {
      code.nothing(p.event());
      return;
    }
    code.add(Op.BEGIN, 0);
    collectiveLowering.work(p, k -> KeptTimes.picos(event, p.rank(), deltas.get(k)));
    code.add(Op.END, p.event());
  }

  private void collective(ExecutedCall p) {
    CollectiveArguments given = collectives.find(p);
    if (given == null) {
      code.nothing(p.event());
      return;
    }
    code.add(Op.BEGIN, 0);
    collectiveLowering.lower(given, p, false);
    code.add(Op.END, p.event());
  }

  private void eachRequest(ExecutedCall p, int operation) {
    code.add(Op.BEGIN, 0);
    operands(CompletionLookup.named(p)).forEach(offset -> code.add(operation, offset));
    code.add(Op.END, p.event());
  }

  // ---- completion

  private void complete(ExecutedCall p, MpiCall call) {
    if (!CompletionLookup.decided(p)) {
      completeOpen(p, call);
      return;
    }
    if (tests || looks && call.tests()) {
      latest.forget();
    }
    IntArrayList offsets = operands(CompletionLookup.awaited(p));
    if (!offsets.isEmpty() && latest.areNamedBy(offsets)) {
      latest.expect(offsets.size());
      code.add(Op.BEGIN, offsets.size());
    } else {
      code.add(Op.BEGIN, 0);
      if (call.tests()) {
        look();
      }
      int late = !tests ? Op.NOTHING_LEFT : call.tests() ? Op.OF_TEST : Op.OF_WAIT;
      code.add(Op.EXPECT, late, offsets.size());
      offsets.forEach(code::operand);
    }
    latest.forget();
    code.add(Op.AWAIT);
    code.add(Op.END, p.event());
  }

  private void completeOpen(ExecutedCall p, MpiCall call) {
    latest.forget();
    code.add(Op.BEGIN, 0);
    look();
    code.add(Op.TURN, Op.NO_USE);
    IntArrayList offsets = operands(CompletionLookup.named(p));
    boolean counted = CompletionLookup.counted(p);
    code.add(
        Op.COMPLETE,
        counted ? Op.UNTIL : what(call),
        call.tests() ? 1 : 0,
        counted ? CompletionLookup.complete(p) : Op.ONE_MORE,
        offsets.size());
    offsets.forEach(code::operand);
    code.add(Op.END, p.event());
  }

  private static int what(MpiCall call) {
    return switch (call.completion()) {
      case ALL -> Op.ALL;
      case ONE -> Op.UNTIL;
      case SOME -> Op.SOME;
    };
  }

  private static IntArrayList operands(LongArrayList offsets) {
    return IntArrayList.toList(offsets.longStream().mapToInt(CallLowering::operand));
  }

  /** Converts a request's offset to an operand. Offsets of persistent requests are negative. */
  private static int operand(long offset) {
    boolean persistent = RequestNumbers.isPersistent(offset);
    long back = persistent ? offset - RequestNumbers.PERSISTENT : offset;
    if (back < 1 || back > Integer.MAX_VALUE) {
      throw new ReplayException(
          "found request offset " + back + "; expected 1 to " + Integer.MAX_VALUE);
    }
    return (int) (persistent ? -back : back);
  }
}
