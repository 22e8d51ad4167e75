package io.github.tracecast.tools.topology;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A grid of one to four dimensions, each open or periodic. The first dimension varies fastest in
 * the numbers of positions, as in the ranks of {@code tracecast generate} and of an XYZ mapping; in
 * {@code MPI_Cart_create}, the last dimension varies fastest.
 *
 * @param extents the extent of each dimension, at least 2
 * @param periodic whether a dimension is closed; false if its extent is 2, because both directions
 *     lead to the same position
 */
public record GridTopology(
    List<Integer> extents, List<Boolean> periodic, Neighbourhood neighbourhood)
    implements LogicalTopology {
  private static final String[][] WAYS = {
    {"WEST", "EAST"}, {"NORTH", "SOUTH"}, {"DOWN", "UP"}, {"BEFORE", "AFTER"}
  };

  public GridTopology {
    extents = List.copyOf(extents);
    periodic = List.copyOf(periodic);
    if (extents.size() != periodic.size() || extents.size() != neighbourhood.dimensions()) {
      throw new IllegalArgumentException("a grid of " + extents.size() + " dimensions, "
          + periodic.size() + " flags and neighbours in " + neighbourhood.dimensions());
    }
  }

  @Override
  public boolean equals(@Nullable Object other) { // see Neighbourhood
    return other instanceof GridTopology that
        && extents.equals(that.extents)
        && periodic.equals(that.periodic)
        && neighbourhood.equals(that.neighbourhood);
  }

  @Override
  public int hashCode() {
    return extents.hashCode();
  }

  @Override
  public String name() {
    if (extents.size() == 1) {
      return kind() + " of " + extents.getFirst() + ", " + neighbourhood.name();
    }
    String shape = extents.stream().map(String::valueOf).collect(Collectors.joining(" x "));
    return shape + " " + kind() + ", " + neighbourhood.name();
  }

  private String kind() {
    List<Integer> wide = IntStream.range(0, extents.size())
        .filter(dimension -> extents.get(dimension) > 2)
        .boxed()
        .toList();
    long closed = wide.stream().filter(periodic::get).count();
    boolean line = extents.size() == 1;
    if (closed == 0) {
      return line ? "line" : "grid";
    }
    if (closed == wide.size()) {
      return line ? "ring" : "torus";
    }
    return "grid, periodic in dimension "
        + wide.stream()
            .filter(periodic::get)
            .map(dimension -> String.valueOf(dimension + 1))
            .collect(Collectors.joining(" and "));
  }

  @Override
  public int size() {
    return extents.stream().reduce(1, Math::multiplyExact);
  }

  @Override
  public long edges() {
    return neighbourhood.isSymmetricBox() ? boxEdges() : graph().edges();
  }

  /**
   * Returns the number of edges if neighbours are at most one step away in each dimension. The
   * neighbourhood limits in how many dimensions neighbours may differ.
   */
  private long boxEdges() {
    int size = size();
    if (neighbourhood.equals(Neighbourhood.faces(extents.size()))) {
      long sum = 0;
      for (int dimension = 0; dimension < extents.size(); dimension++) {
        int extent = extents.get(dimension);
        sum += (long) size / extent * (extent - (periodic.get(dimension) ? 0 : 1));
      }
      return sum;
    }
    long pairs = 1;
    for (int dimension = 0; dimension < extents.size(); dimension++) {
      int extent = extents.get(dimension);
      pairs *= periodic.get(dimension) ? 3L * extent : 3L * extent - 2;
    }
    return (pairs - size) / 2;
  }

  @Override
  public RankGraph graph() {
    int size = size();
    long[] edges = new long[size * neighbourhood.offsets().size()];
    int count = 0;
    for (int position = 0; position < size; position++) {
      int[] at = coordinates(position);
      for (List<Integer> offset : neighbourhood.offsets()) {
        int other = moved(at, offset);
        if (other >= 0 && other != position) {
          edges[count++] = RankGraph.edge(position, other);
        }
      }
    }
    return RankGraph.ofAny(size, Arrays.stream(edges, 0, count));
  }

  /**
   * Returns the position at an offset from another position; -1 if the result is outside the grid.
   */
  private int moved(int[] from, List<Integer> offset) {
    int position = 0;
    for (int dimension = from.length - 1; dimension >= 0; dimension--) {
      int extent = extents.get(dimension);
      int to = from[dimension] + offset.get(dimension);
      if (periodic.get(dimension)) {
        to = Math.floorMod(to, extent);
      } else if (to < 0 || to >= extent) {
        return -1;
      }
      position = position * extent + to;
    }
    return position;
  }

  @Override
  public int[] coordinates(int position) {
    int[] at = new int[extents.size()];
    int rest = position;
    for (int dimension = 0; dimension < at.length; dimension++) {
      at[dimension] = rest % extents.get(dimension);
      rest /= extents.get(dimension);
    }
    return at;
  }

  /**
   * Returns a name such as {@code SOUTH_EAST}. East is one step forward in the first dimension,
   * south one step in the second, up one step in the third, and after one step in the fourth.
   */
  @Override
  public String direction(int from, int to) {
    int[] a = coordinates(from);
    int[] b = coordinates(to);
    StringBuilder name = new StringBuilder();
    for (int dimension = a.length - 1; dimension >= 0; dimension--) {
      int steps = steps(dimension, b[dimension] - a[dimension]);
      if (steps != 0) {
        name.append(name.isEmpty() ? "" : "_")
            .append(WAYS[dimension][steps > 0 ? 1 : 0])
            .append(Math.abs(steps) > 1 ? Math.abs(steps) : "");
      }
    }
    return name.toString();
  }

  /** Returns the number of steps, in the shorter direction if the dimension is periodic. */
  private int steps(int dimension, int difference) {
    int extent = extents.get(dimension);
    if (!periodic.get(dimension) || 2 * Math.abs(difference) <= extent) {
      return difference;
    }
    return difference > 0 ? difference - extent : difference + extent;
  }
}
