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
 * Patterns of blocking calls in one direction: one message, messages from one rank to all, and a
 * ring.
 */
final class Messages {
  private Messages() {}

  /** Adds a message from rank 0 to its partner. */
  static void one(PatternRequest request, TraceDraft draft) {
    RankList sender = RankList.of(0);
    RankList receiver = RankList.of(request.partner());
    int begin = draft.next();
    send(draft, "send", Values.constant(sender, request.partner()), sender);
    receive(draft, receiver);
    draft.steps(begin, draft.next() - 1, sender.union(receiver));
  }

  /** Adds messages from rank 0 to all other ranks, back to back, in the order of ranks. */
  static void fan(PatternRequest request, TraceDraft draft) {
    int others = request.ranks() - 1;
    RankList sender = RankList.of(0);
    int begin = draft.next();
    send(draft, "first-send", Values.constant(sender, 1), sender);
    if (others > 1) {
      draft.loop(begin + 1, begin + 1, sender, Values.constant(sender, others - 1L));
      Sequence inTurn = Sequence.scalars(LongStream.rangeClosed(2, others).toArray());
      send(draft, "send", Values.uniform(sender, inTurn), RankList.EMPTY);
    }
    receive(draft, RankList.range(1, others));
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

  private static void send(TraceDraft draft, String label, Values destination, RankList computing) {
    RankList ranks = destination.ranks();
    Map<Parameter, Values> parameters =
        draft.elements(ranks, Values.constant(ranks, draft.count()));
    parameters.put(Parameter.DESTINATION, destination);
    parameters.put(Parameter.TAG, Values.constant(ranks, 0));
    draft.add(label, MpiCall.SEND, ranks, parameters, computing, 0);
  }

  private static void receive(TraceDraft draft, RankList ranks) {
    Map<Parameter, Values> parameters =
        draft.elements(ranks, Values.constant(ranks, draft.count()));
    parameters.put(Parameter.SOURCE, Values.constant(ranks, 0));
    parameters.put(Parameter.TAG, Values.constant(ranks, 0));
    draft.add("receive", MpiCall.RECV, ranks, parameters, ranks, 0);
  }
}
