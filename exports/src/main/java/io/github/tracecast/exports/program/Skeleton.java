package io.github.tracecast.exports.program;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A trace with a share of the work of another trace. Its loops have fewer iterations; the calls
 * outside loops stay. In a loop nest, the outer loops lose iterations first, until the share is
 * reached. Sends and receives that lose their partners are balanced or dropped. As long as
 * collective calls would lose their partners, one more of the loops around them keeps all its
 * iterations.
 *
 * @param trace the shortened trace
 * @param notes sentences about loops that keep their iterations, and about calls that are dropped
 *     or balanced
 */
public record Skeleton(Trace trace, List<String> notes) {
  public Skeleton {
    notes = List.copyOf(notes);
  }

  /**
   * Shortens a valid trace.
   *
   * @param share the share of iterations that stays, above 0 and at most 1
   * @throws UsageException if calls lose their partners, whichever loops keep their iterations
   */
  public static Skeleton of(Trace trace, double share) {
    return new Cutting(trace, share, true).skeleton();
  }

  /**
   * Shortens a valid trace as {@link #of} does, but does not drop or balance calls. If calls would
   * lose their partners, loops around them keep all iterations.
   */
  static Skeleton withAllCalls(Trace trace, double share) {
    return new Cutting(trace, share, false).skeleton();
  }

  private static final class Cutting {
    private final Trace trace;
    private final double share;

    /** Whether calls that lose their partners may be balanced or dropped. */
    private final boolean balances;

    private final List<Loop> loops;

    /** For each loop, the index of the innermost loop around it; -1 if there is none. */
    private final int[] parents;

    /** The loops that keep all iterations. */
    private final BitSet whole = new BitSet();

    Cutting(Trace trace, double share, boolean balances) {
      this.trace = trace;
      this.share = share;
      this.balances = balances;
      this.loops = trace.loops();
      this.parents = new int[loops.size()];
      for (int loop = 0; loop < parents.length; loop++) {
        parents[loop] = parent(loop);
        if (leavesRequests(loops.get(loop))) {
          whole.set(loop);
        }
      }
    }

    /** Shortens all loops. While calls lack partners, restores the iterations of one more loop. */
    Skeleton skeleton() {
      String reason = "";
      int kept = 0;
      while (true) {
        Trace cut = cut();
        Partners partners = Partners.of(Programs.of(cut));
        if (partners.isBalanced()) {
          return new Skeleton(cut, notes(kept, reason));
        }
        if (balances && partners.loseMessagesOnly()) {
          Skeleton balanced = MessageBalance.of(trace, cut, partners.lost());
          List<String> said = new ArrayList<>(notes(kept, reason));
          said.addAll(balanced.notes());
          return new Skeleton(balanced.trace(), said);
        }
        int around = cheapestAround(partners.events(), cut);
        if (around < 0) {
          throw new UsageException("the trace cannot be shortened: " + partners.first());
        }
        if (reason.isEmpty()) {
          reason = partners.first();
        }
        whole.set(around);
        kept++;
      }
    }

    private static List<String> notes(int kept, String reason) {
      return kept == 0
          ? List.of()
          : List.of(kept + (kept == 1 ? " loop keeps" : " loops keep")
              + " all iterations, because otherwise " + reason);
    }

    /** Returns the innermost loop that encloses a loop and shares ranks with it; -1 if there is none. */
    private int parent(int loop) {
      Loop inner = loops.get(loop);
      for (int other = loop - 1; other >= 0; other--) {
        Loop outer = loops.get(other);
        if (outer.first() <= inner.first()
            && outer.last() >= inner.last()
            && outer.ranks().intersects(inner.ranks())) {
          return other;
        }
      }
      return -1;
    }

    /**
     * Whether a loop makes requests that later calls complete. These calls refer to a request by
     * the number of later requests, which a shortened loop would change.
     */
    private boolean leavesRequests(Loop loop) {
      boolean makes = false;
      boolean completes = false;
      for (Event event : trace.events().subList(loop.first(), loop.last() + 1)) {
        if (event.ranks().intersects(loop.ranks())) {
          makes |= event.call().makesRequest();
          completes |= event.call().family() == MpiCall.Family.COMPLETION;
        }
      }
      return makes && !completes;
    }

    private Trace cut() {
      double[] left = new double[loops.size()];
      List<Loop> cut = new ArrayList<>();
      for (int loop = 0; loop < left.length; loop++) {
        double wanted = parents[loop] < 0 ? share : left[parents[loop]];
        Loop original = loops.get(loop);
        Loop shorter = whole.get(loop) ? original : shorter(original, wanted);
        left[loop] = Math.min(1, wanted * iterations(original) / iterations(shorter));
        cut.add(shorter);
      }
      return trace.withLoops(cut);
    }

    private static double iterations(Loop loop) {
      double sum = 0;
      for (Piece piece : loop.iterations().pieces()) {
        for (int element = 0; element < piece.sequence().period(); element++) {
          sum += (double) piece.sequence().number(element, 0) / piece.sequence().period();
        }
      }
      return sum / loop.iterations().pieces().size();
    }

    /**
     * Returns the loop with a share of its iterations. A loop whose number of iterations varies
     * stays unchanged.
     */
    private static Loop shorter(Loop loop, double share) {
      List<Piece> pieces = new ArrayList<>();
      for (Piece piece : loop.iterations().pieces()) {
        if (piece.sequence().period() > 1) {
          return loop;
        }
        long kept = Math.max(1, Math.round(piece.sequence().number(0, 0) * share));
        pieces.add(new Piece(piece.ranks(), Sequence.constant(kept)));
      }
      return new Loop(loop.first(), loop.last(), loop.ranks(), new Values(pieces));
    }

    /**
     * Among the innermost shortened loops around these events, returns the loop that adds the
     * fewest calls if it keeps all iterations; -1 if there is none. So a short loop before the time
     * steps keeps its iterations, rather than the loop over the time steps.
     */
    private int cheapestAround(BitSet events, Trace cut) {
      int cheapest = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int loop : cutLoopsAround(events, cut)) {
        double added = calls(loop, loops, cut) - calls(loop, cut.loops(), cut);
        if (added < least) {
          least = added;
          cheapest = loop;
        }
      }
      return cheapest;
    }

    /**
     * Returns the number of calls in a loop if it has its iterations in {@code inside}, and all
     * other loops have their iterations in {@code cut}.
     */
    private double calls(int loop, List<Loop> inside, Trace cut) {
      Loop original = loops.get(loop);
      double calls = 0;
      for (int event = original.first(); event <= original.last(); event++) {
        RankList ranks = trace.events().get(event).ranks();
        if (!ranks.intersects(original.ranks())) {
          continue;
        }
        double times = ranks.size();
        for (int other = loop + 1; other < loops.size(); other++) {
          times *= holds(other, event, ranks) ? iterations(cut.loops().get(other)) : 1;
        }
        calls += times;
      }
      for (int outer = parents[loop]; outer >= 0; outer = parents[outer]) {
        calls *= iterations(cut.loops().get(outer));
      }
      return calls * iterations(inside.get(loop));
    }

    private boolean holds(int loop, int event, RankList ranks) {
      Loop original = loops.get(loop);
      return original.first() <= event
          && event <= original.last()
          && original.ranks().intersects(ranks);
    }

    private List<Integer> cutLoopsAround(BitSet events, Trace cut) {
      BitSet around = new BitSet();
      events.stream().forEach(event -> {
        RankList ranks = trace.events().get(event).ranks();
        for (int loop = loops.size() - 1; loop >= 0; loop--) {
          if (holds(loop, event, ranks)
              && !whole.get(loop)
              && !loops.get(loop).iterations().equals(cut.loops().get(loop).iterations())) {
            around.set(loop);
            break;
          }
        }
      });
      return around.stream().boxed().toList();
    }
  }
}
