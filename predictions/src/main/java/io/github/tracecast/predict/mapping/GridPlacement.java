package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.tools.topology.GridTopology;
import io.github.tracecast.tools.topology.TopologyMatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Places the ranks of a recognised grid on a torus by their positions. Each dimension of the grid
 * is split into factors, and each factor is placed along one dimension of the torus or over the
 * cores of a node. The direction along a factor alternates, so that neighbours in the grid stay
 * neighbours. The first split with the fewest bytes x hops is used. The search ends when no mapping
 * could have fewer, or after {@value #MOST_WORK} computed distances. Not thread-safe.
 */
final class GridPlacement {
  private static final long MOST_WORK = 50_000_000;

  private final TrafficGraph graph;
  private final Machine machine;

  /** For each rank, its coordinates in the grid. */
  private final int[][] coordinates;

  /** The extents of the machine's dimensions, followed by the number of cores of a node. */
  private final int[] sizes;

  private final boolean full;

  /** A lower bound of bytes x hops over all mappings. */
  private final double bound;

  private final List<Part> parts = new ArrayList<>();
  private final boolean[] used;
  private long work;
  private double least = Double.POSITIVE_INFINITY;
  private int @Nullable [] best;

  /**
   * A machine dimension, and the factor of each grid dimension that is placed along it.
   *
   * @param firstInside whether neighbours in the machine's dimension are successive positions along
   *     the grid's first dimension; otherwise, along its last dimension
   */
  private record Part(int dimension, int[] factors, boolean firstInside) {}

  private GridPlacement(TrafficGraph graph, Machine machine, int[][] coordinates) {
    int[] shape = machine.shape();
    this.graph = graph;
    this.machine = machine;
    this.coordinates = coordinates;
    this.sizes = Arrays.copyOf(shape, shape.length + 1);
    this.sizes[shape.length] = machine.ranksPerNode();
    this.used = new boolean[sizes.length];
    this.full = (long) machine.nodes() * machine.ranksPerNode() == graph.ranks();
    this.bound = graph.leastBytesTimesHops(machine.ranksPerNode(), 2 * shape.length);
  }

  /**
   * Returns the slot (node x ranks per node + core) of each rank. Empty if the topology is not a
   * grid, if the machine is not a torus, or if no split of the grid fits.
   */
  static Optional<int[]> slots(TrafficGraph graph, Machine machine, TopologyMatch match) {
    if (!(match.topology() instanceof GridTopology grid) || machine.shape().length == 0) {
      return Optional.empty();
    }
    int[][] coordinates =
        Arrays.stream(match.positionOf()).mapToObj(grid::coordinates).toArray(int[][]::new);
    GridPlacement search = new GridPlacement(graph, machine, coordinates);
    search.split(Grids.array(grid.extents()));
    return Optional.ofNullable(search.best);
  }

  /** Splits the remaining extents of the grid over the machine's unused dimensions. */
  private void split(int[] left) {
    if (parts.size() == sizes.length) {
      if (Arrays.stream(left).allMatch(extent -> extent == 1)) {
        score();
      }
      return;
    }
    for (int dimension = 0; dimension < sizes.length; dimension++) {
      if (!used[dimension] && !isLikeAnEarlier(dimension)) {
        used[dimension] = true;
        factors(dimension, left, new int[left.length], 0, 1);
        used[dimension] = false;
      }
    }
  }

  /** Whether an earlier unused dimension has the same extent and also wraps around or also does not. */
  private boolean isLikeAnEarlier(int dimension) {
    int cores = sizes.length - 1;
    for (int earlier = 0; earlier < dimension && dimension < cores; earlier++) {
      if (!used[earlier]
          && sizes[earlier] == sizes[dimension]
          && machine.wraps()[earlier] == machine.wraps()[dimension]) {
        return true;
      }
    }
    return false;
  }

  private void factors(int dimension, int[] left, int[] chosen, int next, int product) {
    if (work >= MOST_WORK || least <= bound) {
      return;
    }
    if (next == left.length) {
      if (!full || product == sizes[dimension]) {
        int[] rest = new int[left.length];
        Arrays.setAll(rest, i -> left[i] / chosen[i]);
        boolean several = Arrays.stream(chosen).filter(factor -> factor > 1).count() > 1;
        for (int order = 0; order < (several ? 2 : 1); order++) {
          parts.add(new Part(dimension, chosen.clone(), order == 0));
          split(rest);
          parts.removeLast();
        }
      }
      return;
    }
    for (int factor = 1; factor <= left[next] && product * factor <= sizes[dimension]; factor++) {
      if (left[next] % factor == 0) {
        chosen[next] = factor;
        factors(dimension, left, chosen, next + 1, product * factor);
      }
    }
  }

  private void score() {
    int[] slots = new int[graph.ranks()];
    Arrays.setAll(slots, rank -> slot(coordinates[rank].clone()));
    double hops = graph.bytesTimesHops(machine, slots);
    work += graph.first(graph.ranks());
    if (hops < least) {
      least = hops;
      best = slots;
    }
  }

  /** Returns the slot of a position in the grid, whose coordinates are in {@code rest}. Overwrites {@code rest}. */
  private int slot(int[] rest) {
    int[] at = new int[sizes.length];
    for (Part part : parts) {
      int stride = 1;
      for (int i = 0; i < rest.length; i++) {
        int d = part.firstInside() ? i : rest.length - 1 - i;
        int factor = part.factors()[d];
        int digit = rest[d] % factor;
        rest[d] /= factor;
        at[part.dimension()] += stride * (rest[d] % 2 == 0 ? digit : factor - 1 - digit);
        stride *= factor;
      }
    }
    int node = 0;
    for (int d = sizes.length - 2; d >= 0; d--) {
      node = node * sizes[d] + at[d];
    }
    return node * machine.ranksPerNode() + at[sizes.length - 1];
  }
}
