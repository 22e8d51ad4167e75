package io.github.tracecast.predict.program;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A trace that does a share of another one's work. Its loops have fewer iterations, and the calls
 * before and after them stay. A nest is cut from the outside in until the share is reached. If
 * calls would lose their partners, the loops around them keep all iterations.
 *
 * @param trace the shortened trace
 * @param notes one sentence for each group of loops that keeps its iterations
 */
public record Skeleton(Trace trace, List<String> notes) {
  public Skeleton {
    notes = List.copyOf(notes);
  }

  /**
   * Shortens a valid trace.
   *
   * @param share the share of iterations that stays, above 0 and at most 1
   * @throws UsageException if calls lose their partners for any choice of loops that keep their
   *     iterations
   */
  public static Skeleton of(Trace trace, double share) {
    return new Cutting(trace, share).skeleton();
  }

  private static final class Cutting {
    private final Trace trace;
    private final double share;
    private final List<Loop> loops;
    private final int[] parents;
    private final BitSet whole = new BitSet();
    private final List<String> notes = new ArrayList<>();

    Cutting(Trace trace, double share) {
      this.trace = trace;
      this.share = share;
      this.loops = trace.loops();
      this.parents = new int[loops.size()];
      for (int loop = 0; loop < parents.length; loop++) {
        parents[loop] = parent(loop);
        if (leavesRequests(loops.get(loop))) {
          whole.set(loop);
        }
      }
    }

    Skeleton skeleton() {
      while (true) {
        Trace cut = cut();
        Partners partners = Partners.of(Programs.of(cut));
        if (partners.isBalanced()) {
          return new Skeleton(cut, notes);
        }
        BitSet around = cutLoopsAround(partners.events(), cut);
        if (around.isEmpty()) {
          throw new UsageException("the trace cannot be shortened: " + partners.first());
        }
        notes.add(around.cardinality() + (around.cardinality() == 1 ? " loop keeps" : " loops keep")
            + " all iterations, because otherwise " + partners.first());
        whole.or(around);
      }
    }

    /** The smallest loop around a loop that some of its ranks have; -1 for none. */
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
     * Whether a loop makes requests that later calls complete. These calls identify a request by
     * the number of later requests.
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
        Loop at = loops.get(loop);
        Loop shorter = whole.get(loop) ? at : shorter(at, wanted);
        left[loop] = Math.min(1, wanted * iterations(at) / iterations(shorter));
        cut.add(shorter);
      }
      return new Trace(
          trace.header(),
          trace.callSites(),
          trace.datatypes(),
          trace.groups(),
          trace.communicators(),
          trace.events(),
          cut);
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

    /** The loop with a share of its iterations. A loop whose iterations vary stays. */
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

    /** The innermost shortened loops around these events. */
    private BitSet cutLoopsAround(BitSet events, Trace cut) {
      BitSet around = new BitSet();
      events.stream().forEach(event -> {
        RankList ranks = trace.events().get(event).ranks();
        for (int loop = loops.size() - 1; loop >= 0; loop--) {
          Loop at = loops.get(loop);
          if (at.first() <= event
              && event <= at.last()
              && at.ranks().intersects(ranks)
              && !whole.get(loop)
              && !at.iterations().equals(cut.loops().get(loop).iterations())) {
            around.set(loop);
            break;
          }
        }
      });
      return around;
    }
  }
}
