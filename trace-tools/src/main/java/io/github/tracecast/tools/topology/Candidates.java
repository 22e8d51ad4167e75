package io.github.tracecast.tools.topology;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The topologies that a number of ranks may form. They are grids and tori whose extents follow from
 * the prime factors of the number of ranks, trees, the hypercube, CG's transposition, all to all,
 * and the user's patterns. Grids that differ only in the order of dimensions are one candidate.
 */
final class Candidates {
  private static final int MOST_DIMENSIONS = 4;

  private Candidates() {}

  /**
   * Returns all candidates, the simplest first.
   *
   * @param ranks at least 2
   * @param patterns the user's patterns, which are tried first
   */
  static List<LogicalTopology> of(int ranks, Collection<TopologyFile.Pattern> patterns) {
    Set<LogicalTopology> grids = new LinkedHashSet<>();
    patterns.forEach(pattern -> grids.addAll(pattern.candidates(ranks)));
    for (int dimensions = 1; dimensions <= MOST_DIMENSIONS; dimensions++) {
      neighbourhoods(dimensions).forEach(one -> grids.addAll(grids(ranks, one)));
    }
    List<LogicalTopology> found = new ArrayList<>(grids);
    addOthers(ranks, found);
    return List.copyOf(found);
  }

  private static List<Neighbourhood> neighbourhoods(int dimensions) {
    return switch (dimensions) {
      case 1 -> List.of(Neighbourhood.faces(1), Neighbourhood.second());
      case 2 -> List.of(Neighbourhood.faces(2), Neighbourhood.diagonal(), Neighbourhood.all(2));
      case 3 -> List.of(Neighbourhood.faces(3), Neighbourhood.all(3));
      default -> List.of(Neighbourhood.faces(dimensions));
    };
  }

  private static void addOthers(int ranks, List<LogicalTopology> found) {
    int bits = Integer.numberOfTrailingZeros(ranks);
    boolean power = Integer.bitCount(ranks) == 1;
    if (power && bits > MOST_DIMENSIONS) {
      found.add(new HypercubeTopology(bits));
    }
    if (power && bits >= 2) {
      int rows = 1 << bits / 2;
      found.add(new TransposeTopology(rows, ranks / rows));
    }
    if (ranks >= 4) {
      for (TreeTopology.Kind kind : TreeTopology.Kind.values()) {
        found.add(new TreeTopology(kind, ranks));
      }
      found.add(new AllToAllTopology(ranks));
    }
  }

  /**
   * Returns grids of all extents, the largest extent first, with open and periodic dimensions in
   * all distinct combinations.
   */
  static List<GridTopology> grids(int ranks, Neighbourhood neighbourhood) {
    List<GridTopology> grids = new ArrayList<>();
    for (List<Integer> extents : factorisations(ranks, neighbourhood.dimensions(), ranks)) {
      for (int flags = 0; flags < 1 << extents.size(); flags++) {
        if (isCanonical(extents, flags)) {
          grids.add(new GridTopology(extents, periodic(flags, extents.size()), neighbourhood));
        }
      }
    }
    return grids;
  }

  /**
   * Returns the factorisations of a number into {@code factors} factors, each from 2 to {@code
   * most}, the largest factor first.
   */
  private static List<List<Integer>> factorisations(int number, int factors, int most) {
    if (factors == 1) {
      return number >= 2 && number <= most ? List.of(List.of(number)) : List.of();
    }
    List<List<Integer>> found = new ArrayList<>();
    for (int factor = Math.min(most, number / 2); factor >= 2; factor--) {
      if (number % factor == 0) {
        for (List<Integer> rest : factorisations(number / factor, factors - 1, factor)) {
          List<Integer> all = new ArrayList<>(rest);
          all.addFirst(factor);
          found.add(all);
        }
      }
    }
    return found;
  }

  /**
   * Whether no dimension of extent 2 is periodic and, among dimensions of equal extent, the
   * periodic dimensions come first.
   */
  private static boolean isCanonical(List<Integer> extents, int flags) {
    for (int dimension = 0; dimension < extents.size(); dimension++) {
      boolean periodic = (flags >> dimension & 1) == 1;
      if (periodic && extents.get(dimension) == 2) {
        return false;
      }
      if (periodic
          && dimension > 0
          && extents.get(dimension - 1).equals(extents.get(dimension))
          && (flags >> dimension - 1 & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  private static List<Boolean> periodic(int flags, int dimensions) {
    return IntStream.range(0, dimensions)
        .mapToObj(dimension -> (flags >> dimension & 1) == 1)
        .toList();
  }

  /** Returns the grid with its dimensions in every distinct order. */
  static List<LogicalTopology> orders(LogicalTopology topology) {
    if (!(topology instanceof GridTopology grid)) {
      return List.of(topology);
    }
    Set<LogicalTopology> orders = new LinkedHashSet<>();
    permute(grid, new ArrayList<>(), orders);
    return List.copyOf(orders);
  }

  private static void permute(GridTopology grid, List<Integer> begun, Set<LogicalTopology> orders) {
    if (begun.size() == grid.extents().size()) {
      orders.add(new GridTopology(
          begun.stream().map(grid.extents()::get).toList(),
          begun.stream().map(grid.periodic()::get).toList(),
          grid.neighbourhood()));
    }
    for (int dimension = 0; dimension < grid.extents().size(); dimension++) {
      if (!begun.contains(dimension)) {
        begun.add(dimension);
        permute(grid, begun, orders);
        begun.removeLast();
      }
    }
  }
}
