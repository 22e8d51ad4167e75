package io.github.tracecast.tools.extrapolate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The layout of a run's ranks: a grid. The first dimension varies fastest.
 *
 * @param extents the extent of each dimension, at least 1
 * @param kind the arrangement of the ranks, which determines the ends of the dimensions
 * @param closed whether a dimension is periodic; only for {@link Kind#GRID}
 */
record Layout(List<Integer> extents, Kind kind, List<Boolean> closed) {
  /** How the program arranges its ranks. */
  enum Kind {
    /** A grid with neighbours. Ranks at the end of an open dimension lack some of them. */
    GRID,
    /** Ranks have no neighbours. The first and the last rank may differ from the other ranks. */
    LINE,
    /**
     * NAS CG: sums by doubling within a row, and a partner across the diagonal. The first dimension
     * is the column.
     */
    TRANSPOSE
  }

  Layout {
    extents = List.copyOf(extents);
    closed = List.copyOf(closed);
  }

  int ranks() {
    return extents.stream().reduce(1, Math::multiplyExact);
  }

  int dimensions() {
    return extents.size();
  }

  /** The coordinate of a rank in a dimension, from 0. */
  int coordinate(int rank, int dimension) {
    return rank / stride(dimension) % extents.get(dimension);
  }

  /** The distance between the numbers of two neighbours in a dimension. */
  int stride(int dimension) {
    int stride = 1;
    for (int lower = 0; lower < dimension; lower++) {
      stride *= extents.get(lower);
    }
    return stride;
  }

  /** Whether ends of this dimension differ from its middle. */
  boolean hasEnds(int dimension) {
    return switch (kind) {
      case GRID -> !closed.get(dimension);
      case LINE -> true;
      case TRANSPOSE -> false;
    };
  }

  /**
   * Returns a key of the kind of place that a rank has in the grid. Ranks with equal keys should
   * have programs of the same shape.
   */
  String key(int rank, Detail detail) {
    return IntStream.range(0, dimensions())
        .mapToObj(dimension -> key(rank, dimension, detail))
        .collect(Collectors.joining(" "));
  }

  /**
   * Returns the ranks of each kind of place; the kind of place with the lowest rank comes first.
   */
  Map<String, List<Integer>> ranksByKey(Detail detail) {
    return IntStream.range(0, ranks())
        .boxed()
        .collect(Collectors.groupingBy(
            rank -> key(rank, detail), LinkedHashMap::new, Collectors.toList()));
  }

  private String key(int rank, int dimension, Detail detail) {
    int at = coordinate(rank, dimension);
    int extent = extents.get(dimension);
    String place = "middle";
    if (extent == 1) {
      place = "only";
    } else if (hasEnds(dimension) || kind == Kind.GRID && detail == Detail.SEAM) {
      int near = detail == Detail.TWO_DEEP ? 2 : 1;
      if (at < near) {
        place = "first" + (near > 1 ? at : "");
      } else if (at >= extent - near) {
        place = "last" + (near > 1 ? extent - 1 - at : "");
      }
    }
    return detail == Detail.PARITY ? place + (at % 2 == 0 ? "/even" : "/odd") : place;
  }

  /** How finely places are distinguished, in each dimension. */
  enum Detail {
    /** The ends and the middle are distinguished. */
    ENDS,
    /** Ends, middle, and even and odd coordinates are distinguished. */
    PARITY,
    /** The two outermost coordinates at each end are distinguished, too. */
    TWO_DEEP,
    /**
     * Closed dimensions have ends as well, because in a pipeline on a ring the last rank may answer
     * the first rank.
     */
    SEAM
  }

  @Override
  public String toString() {
    return extents.stream().map(String::valueOf).collect(Collectors.joining(" x "));
  }
}
