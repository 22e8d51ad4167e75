package io.github.tracecast.tools.topology;

import io.github.tracecast.trace.Term;
import java.util.Arrays;

/**
 * The pattern of a conjugate gradient solver on a matrix in rows and columns of processes, as in
 * NAS CG. A position sums within its row by recursive doubling. It also exchanges a vector with its
 * own position in the transposed matrix.
 *
 * @param rows a power of two
 * @param columns equal to {@code rows}, or twice {@code rows}
 */
public record TransposeTopology(int rows, int columns) implements LogicalTopology {
  private static final String TRANSPOSED = "TRANSPOSED";

  @Override
  public String name() {
    return rows + " x " + columns + " rows of recursive doubling, with a transposition";
  }

  @Override
  public int size() {
    return rows * columns;
  }

  @Override
  public RankGraph graph() {
    int doublings = Integer.numberOfTrailingZeros(columns);
    long[] edges = new long[size() * (doublings + 1)];
    int count = 0;
    for (int position = 0; position < size(); position++) {
      for (int bit = 0; bit < doublings; bit++) {
        edges[count++] = RankGraph.edge(position, position ^ 1 << bit);
      }
      int partner = transposed(position);
      if (partner != position) {
        edges[count++] = RankGraph.edge(position, partner);
      }
    }
    return RankGraph.ofAny(size(), Arrays.stream(edges, 0, count));
  }

  private int transposed(int position) {
    return (int) Term.transposed(position, rows, size());
  }

  /** Returns the row and the column. */
  @Override
  public int[] coordinates(int position) {
    return new int[] {position / columns, position % columns};
  }

  /**
   * Returns a position's name for itself. A position on the diagonal is its own transposed
   * position.
   */
  @Override
  public String self(int position) {
    return transposed(position) == position ? TRANSPOSED : SELF;
  }

  @Override
  public String direction(int from, int to) {
    return transposed(from) == to ? TRANSPOSED : "ROW_" + Integer.numberOfTrailingZeros(from ^ to);
  }
}
