package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Patterns of blocking calls: one message, a message and its answer, messages from one rank to all,
 * and a ring.
 */
final class Messages {
  private Messages() {}

  /** Adds a message from rank 0 to its partner. */
  static void one(PatternRequest request, TraceDraft draft) {
    RankList sender = RankList.of(0);
    RankList receiver = RankList.of(request.partner());
    int begin = draft.next();
    message(draft, "send", MpiCall.SEND, sender, request.partner(), sender);
    message(draft, "receive", MpiCall.RECV, receiver, 0, receiver);
    draft.steps(begin, draft.next() - 1, sender.union(receiver));
  }

  /**
   * Adds a message from rank 0 to its partner, and the answer. Each of the two ranks computes before
   * it sends.
   */
  static void pingPong(PatternRequest request, TraceDraft draft) {
    int partner = request.partner();
    RankList first = RankList.of(0);
    RankList second = RankList.of(partner);
    int begin = draft.next();
    message(draft, "ping", MpiCall.SEND, first, partner, first);
    message(draft, "ping-received", MpiCall.RECV, second, 0, RankList.EMPTY);
    message(draft, "pong", MpiCall.SEND, second, 0, second);
    message(draft, "pong-received", MpiCall.RECV, first, partner, RankList.EMPTY);
    draft.steps(begin, draft.next() - 1, first.union(second));
  }

  /** Adds messages from rank 0 to all other ranks, back to back, in the order of ranks. */
  static void fan(PatternRequest request, TraceDraft draft) {
    int others = request.ranks() - 1;
    RankList sender = RankList.of(0);
    int begin = draft.next();
    message(draft, "first-send", MpiCall.SEND, sender, 1, sender);
    if (others > 1) {
      draft.loop(begin + 1, begin + 1, sender, Values.constant(sender, others - 1L));
      Sequence inTurn = Sequence.scalars(LongStream.rangeClosed(2, others).toArray());
      draft.message(
          "send", MpiCall.SEND, sender, Values.uniform(sender, inTurn), 0, RankList.EMPTY);
    }
    RankList receivers = RankList.range(1, others);
    message(draft, "receive", MpiCall.RECV, receivers, 0, receivers);
    draft.steps(begin, draft.next() - 1, draft.world());
  }

  /** Adds a message from every rank to the next rank, and from the last rank to the first. */
  static void ring(TraceDraft draft) {
    RankList world = draft.world();
    Map<Parameter, Values> parameters =
        draft.elements(world, Values.constant(world, draft.count()));
    parameters.put(Parameter.RECEIVE_COUNT, Values.constant(world, draft.count()));
    parameters.put(Parameter.RECEIVE_DATATYPE, Values.constant(world, TraceDraft.DATATYPE));
    parameters.put(Parameter.DESTINATION, Values.uniform(world, Sequence.of(Term.rankPlusMod(1))));
    parameters.put(Parameter.SOURCE, Values.uniform(world, Sequence.of(Term.rankPlusMod(-1))));
    parameters.put(Parameter.TAG, Values.constant(world, 0));
    parameters.put(Parameter.RECEIVE_TAG, Values.constant(world, 0));
    int begin = draft.next();
    draft.add("exchange", MpiCall.SENDRECV, world, parameters, world, 0);
    draft.steps(begin, begin, world);
  }

  private static void message(
      TraceDraft draft, String label, MpiCall call, RankList ranks, long peer, RankList computing) {
    draft.message(label, call, ranks, Values.constant(ranks, peer), 0, computing);
  }
}
