package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Values;
import java.util.Map;

/**
 * Rank 0 sends to its partner and waits for the answer. Each of the two ranks computes before it
 * sends.
 */
final class PingPong {
  private PingPong() {}

  static void add(PatternRequest request, TraceDraft draft) {
    int partner = request.partner();
    RankList first = RankList.of(0);
    RankList second = RankList.of(partner);
    int begin = draft.next();
    message(draft, "ping", MpiCall.SEND, first, partner);
    message(draft, "ping-received", MpiCall.RECV, second, 0);
    message(draft, "pong", MpiCall.SEND, second, 0);
    message(draft, "pong-received", MpiCall.RECV, first, partner);
    draft.steps(begin, draft.next() - 1, first.union(second));
  }

  private static void message(
      TraceDraft draft, String label, MpiCall call, RankList rank, int peer) {
    Map<Parameter, Values> parameters = draft.elements(rank, Values.constant(rank, draft.count()));
    parameters.put(
        call == MpiCall.SEND ? Parameter.DESTINATION : Parameter.SOURCE,
        Values.constant(rank, peer));
    parameters.put(Parameter.TAG, Values.constant(rank, 0));
    draft.add(label, call, rank, parameters, call == MpiCall.SEND ? rank : RankList.EMPTY, 0);
  }
}
