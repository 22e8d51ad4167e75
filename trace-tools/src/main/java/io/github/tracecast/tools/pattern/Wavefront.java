package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;

/**
 * A sweep over a grid, one block per step. Along each dimension, a rank receives from the rank
 * before it, computes, and sends to the rank after it. All calls block. At the grid's borders the
 * partner is MPI_PROC_NULL. On a line this is a chain, which blocks pass through as in a pipeline.
 */
final class Wavefront {
  private final Grid grid;

  Wavefront(PatternRequest request) {
    this.grid = new Grid(request.shape());
  }

  void add(TraceDraft draft) {
    int begin = draft.next();
    for (int d = 0; d < grid.dimensions(); d++) {
      draft.message("receive", MpiCall.RECV, draft.world(), neighbours(d, -1), 0, RankList.EMPTY);
    }
    for (int d = 0; d < grid.dimensions(); d++) {
      RankList computing = d == 0 ? draft.world() : RankList.EMPTY;
      draft.message("send", MpiCall.SEND, draft.world(), neighbours(d, 1), 0, computing);
    }
    draft.steps(begin, draft.next() - 1, draft.world());
  }

  /** Returns the neighbour of each rank along a dimension, or MPI_PROC_NULL at the border. */
  private Values neighbours(int dimension, int way) {
    int extent = grid.extent(dimension);
    List<Piece> pieces = new ArrayList<>();
    if (extent > 1) {
      RankList inside = slab(dimension, way < 0 ? 1 : 0, extent - 1);
      pieces.add(
          new Piece(inside, Sequence.of(Term.rankPlus((long) way * grid.stride(dimension)))));
    }
    RankList border = slab(dimension, way < 0 ? 0 : extent - 1, 1);
    pieces.add(new Piece(border, Sequence.of(Term.NONE)));
    return new Values(pieces);
  }

  /** Returns the ranks with a range of coordinates along one dimension. */
  private RankList slab(int dimension, int from, int count) {
    List<Grid.Range> ranges = new ArrayList<>();
    for (int d = 0; d < grid.dimensions(); d++) {
      ranges.add(
          d == dimension ? new Grid.Range(from, 1, count) : new Grid.Range(0, 1, grid.extent(d)));
    }
    return grid.box(ranges);
  }
}
