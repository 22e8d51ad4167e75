package io.github.tracecast.compress;

import io.github.tracecast.compress.TaskEntry.LeafNode;
import io.github.tracecast.compress.TaskEntry.LoopNode;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.MatchedReceives;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the calls of one task whose partner is always the source that a wildcard receive matched in
 * the same iteration, such as the reply of a master. Then the recorded order of matches need not be
 * kept, because the replay determines the matches, and with them the partners.
 */
final class FollowedMatches {
  /**
   * For each call that follows a match, how many receives back this match is, as a value of {@link
   * TaskCompressor#matched}.
   */
  private final Map<LeafNode, Long> partners = new IdentityHashMap<>();

  /** For each receive whose match a call follows, the numbers of iterations of its innermost loop. */
  private final Map<LeafNode, LongSequence> windows = new IdentityHashMap<>();

  /** Searches the calls of a loop, except calls in its inner loops. */
  void search(LoopNode loop, LongSequence iterations) {
    List<LeafNode> calls = new ArrayList<>();
    boolean matches = false;
    addCalls(loop, calls);
    for (int i = 0; i < calls.size(); i++) {
      matches |= has(calls.get(i), Parameter.MATCHED_SOURCE);
      if (matches) {
        search(calls, i, iterations);
      }
    }
  }

  /** Adds the calls of a loop. A loop of one iteration is not in the trace, so its calls belong to the loop around it. */
  private static void addCalls(LoopNode loop, List<LeafNode> calls) {
    for (TaskEntry entry : loop.body) {
      switch (entry) {
        case LeafNode leaf -> calls.add(leaf);
        case LoopNode inner -> {
          if (inner.usualIterations() == 1 && inner.lastIterations() == 1) {
            addCalls(inner, calls);
          }
        }
      }
    }
  }

  private void search(List<LeafNode> calls, int at, LongSequence iterations) {
    LeafNode call = calls.get(at);
    LongSequence partner = partner(call);
    if (partner == null || !isConstant(call, Parameter.COMMUNICATOR)) {
      return;
    }
    int back = 0;
    for (int i = at - 1; i >= 0 && back < MatchedReceives.MOST_BACK; i--) {
      LeafNode receive = calls.get(i);
      if (has(receive, Parameter.MATCHED_SOURCE)) {
        back++;
        if (matches(receive, call, partner)) {
          partners.put(call, TaskCompressor.matched(back));
          windows.put(receive, iterations);
          return;
        }
      }
    }
  }

  /** Returns the partners of a call, if they may follow a match; otherwise null. */
  private static @Nullable LongSequence partner(LeafNode call) {
    LongSequence partner = null;
    for (Parameter parameter : Parameter.FOLLOWING) {
      if (has(call, parameter)) {
        LongSequence own = value(call, parameter);
        if (!own.isConstant()) {
          partner = partner == null || partner.hasSameNumbers(own) ? own : null;
        }
      }
    }
    return partner;
  }

  private static boolean matches(LeafNode receive, LeafNode call, LongSequence partner) {
    return receive.leaf.call.receives()
        && MatchCounts.areKeptBy(Parameter.MATCHED_SOURCE, receive.leaf.mask)
        && receive.executions == call.executions
        && isConstant(receive, Parameter.COMMUNICATOR)
        && sameCommunicator(receive, call)
        && value(receive, Parameter.SOURCE).isConstant()
        && value(receive, Parameter.SOURCE).get(0) == TaskCompressor.ANY
        && value(receive, Parameter.MATCHED_SOURCE).hasSameNumbers(partner);
  }

  private static boolean sameCommunicator(LeafNode one, LeafNode other) {
    boolean named = has(one, Parameter.COMMUNICATOR);
    return named == has(other, Parameter.COMMUNICATOR)
        && (!named
            || value(one, Parameter.COMMUNICATOR).get(0)
                == value(other, Parameter.COMMUNICATOR).get(0));
  }

  private static boolean isConstant(LeafNode call, Parameter parameter) {
    return !has(call, parameter) || value(call, parameter).isConstant();
  }

  private static boolean has(LeafNode call, Parameter parameter) {
    return (call.leaf.mask >>> parameter.ordinal() & 1) == 1;
  }

  private static LongSequence value(LeafNode call, Parameter parameter) {
    return call.sequences()[Arrays.asList(call.leaf.parameters).indexOf(parameter)];
  }

  /** Replaces the partners of a call that follow a match. */
  void replacePartners(LeafNode call, LongSequence... values) {
    Long partner = partners.get(call);
    if (partner == null) {
      return;
    }
    for (int i = 0; i < values.length; i++) {
      if (call.leaf.parameters[i].mayFollowMatch() && !values[i].isConstant()) {
        long length = values[i].length();
        values[i] = new LongSequence(partner);
        values[i].repeatTo(length);
      }
    }
  }

  /** Returns the iterations of the loop around a receive if calls follow its matches, otherwise null. */
  @Nullable LongSequence windows(LeafNode receive) {
    return windows.get(receive);
  }
}
