package io.github.tracecast.tools.topology;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The positions of a grid that are neighbours.
 *
 * @param name a name such as {@code 4 neighbours}
 * @param dimensions number of dimensions of the grid, 1 to 4
 * @param offsets steps to each neighbour, one number for each dimension; the opposite of an offset
 *     is included and may be left out
 */
public record Neighbourhood(String name, int dimensions, List<List<Integer>> offsets) {
  public Neighbourhood {
    offsets = offsets.stream().map(List::copyOf).toList();
  }

  /** Returns the neighbours one step away in a single dimension: 2, 4, 6 or 8 neighbours. */
  public static Neighbourhood faces(int dimensions) {
    return new Neighbourhood(
        2 * dimensions + " neighbours",
        dimensions,
        box(dimensions).stream().filter(offset -> moves(offset) == 1).toList());
  }

  /**
   * Returns the neighbours that are at most one step away in every dimension: 2, 8 or 26
   * neighbours.
   */
  public static Neighbourhood all(int dimensions) {
    List<List<Integer>> offsets = box(dimensions);
    return new Neighbourhood(2 * offsets.size() + " neighbours", dimensions, offsets);
  }

  /**
   * Returns the four neighbours across faces and the two neighbours across one diagonal, as in
   * multi-partitioned solvers: 6 neighbours in two dimensions.
   */
  public static Neighbourhood diagonal() {
    return new Neighbourhood(
        "6 neighbours", 2, List.of(List.of(1, 0), List.of(0, 1), List.of(1, -1)));
  }

  /** Returns the neighbours one or two steps away along a line: 4 neighbours in one dimension. */
  public static Neighbourhood second() {
    return new Neighbourhood("4 neighbours", 1, List.of(List.of(1), List.of(2)));
  }

  /**
   * Returns half of the offsets with at most one step in each dimension: the offsets whose first
   * nonzero step is forward.
   */
  private static List<List<Integer>> box(int dimensions) {
    List<List<Integer>> offsets = new ArrayList<>();
    int count = (int) Math.pow(3, dimensions);
    for (int code = count / 2 + 1; code < count; code++) {
      List<Integer> offset = new ArrayList<>();
      for (int dimension = 0, rest = code; dimension < dimensions; dimension++, rest /= 3) {
        offset.addFirst(rest % 3 - 1);
      }
      offsets.add(offset);
    }
    return offsets;
  }

  private static long moves(List<Integer> offset) {
    return offset.stream().filter(step -> step != 0).count();
  }

  // The JVM generates equals and hashCode of a record when they are first called, which takes 5 to
  // 10 ms at each start.

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Neighbourhood that
        && dimensions == that.dimensions
        && name.equals(that.name)
        && offsets.equals(that.offsets);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  /** Whether the neighbourhood is {@link #faces} or {@link #all}, whose edges a formula counts. */
  boolean isSymmetricBox() {
    return equals(faces(dimensions)) || equals(all(dimensions));
  }
}
