package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.tools.pattern.Grid;
import io.github.tracecast.tools.topology.GridTopology;
import io.github.tracecast.tools.topology.LogicalTopology;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.tools.topology.TransposeTopology;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the layout that the ranks of all recordings share, and its extents for another number of
 * ranks.
 */
final class LayoutSearch {
  private static final int MOST_DIMENSIONS = 3;

  private LayoutSearch() {}

  /**
   * How extents grow with the number of ranks. The first constant that gives the extents of all
   * recordings is used.
   */
  private enum Growth {
    /** Extents are as cubic as possible, the largest extent first, as in MPI_Dims_create. */
    LARGEST_FIRST,
    /** Extents are as cubic as possible, the largest extent last. */
    LARGEST_LAST,
    /** Only the extent of the first dimension grows. */
    FIRST_ALONE,
    /** Only the extent of the last dimension grows. */
    LAST_ALONE;

    List<Integer> extents(int ranks, List<Integer> like) {
      return switch (this) {
        case LARGEST_FIRST -> Grid.mostCubic(ranks, like.size());
        case LARGEST_LAST -> Grid.mostCubic(ranks, like.size()).reversed();
        case FIRST_ALONE -> grown(ranks, like, 0);
        case LAST_ALONE -> grown(ranks, like, like.size() - 1);
      };
    }

    private static List<Integer> grown(int ranks, List<Integer> like, int dimension) {
      int others = like.stream().reduce(1, Math::multiplyExact) / like.get(dimension);
      List<Integer> extents = new ArrayList<>(like);
      extents.set(dimension, ranks / others);
      return extents;
    }
  }

  /**
   * Finds the layouts of recordings.
   *
   * @param patterns the messages of each recording, by ascending ranks
   * @param ranks the number of ranks of the result
   * @return one layout per recording, then the layout of the result
   */
  static List<Layout> find(List<MessagePattern> patterns, int ranks) {
    if (patterns.stream().allMatch(pattern -> pattern.rows() == 0)) {
      return lines(patterns, ranks);
    }
    List<List<Layout>> candidates = patterns.stream().map(LayoutSearch::layouts).toList();
    return candidates.getLast().stream()
        .flatMap(one -> family(one, candidates, patterns, ranks).stream())
        .findFirst()
        .orElseGet(() -> lines(patterns, ranks));
  }

  /**
   * Finds the layout of a single recording. All its messages must go to neighbours in a grid.
   *
   * @param ranks the number of ranks of the result
   * @return the layout of the recording, then the layout of the result
   */
  static List<Layout> find(MessagePattern pattern, int ranks) {
    if (pattern.rows() == 0) {
      return lines(List.of(pattern), ranks);
    }
    TopologyFindings findings = TopologyFindings.quick(pattern);
    List<Layout> grids = findings.matches().stream()
        .filter(match -> match.inOrder() && match.messages() == findings.messages())
        .flatMap(match -> layout(match.topology()).stream())
        .filter(one -> one.kind() == Layout.Kind.GRID)
        .filter(one -> one.extents().stream().allMatch(extent -> extent > 2))
        .toList();
    for (Layout one : grids) {
      Set<Layout> targets = new LinkedHashSet<>();
      for (Growth growth : List.of(Growth.LARGEST_FIRST, Growth.LARGEST_LAST)) {
        if (one.equals(like(one, growth, pattern.ranks()))) {
          Optional.ofNullable(like(one, growth, ranks)).ifPresent(targets::add);
        }
      }
      if (targets.size() > 1) {
        throw new RefusedException("one recording on " + one + " ranks does not show whether "
            + ranks + " ranks are "
            + targets.stream().map(Layout::toString).collect(Collectors.joining(" or "))
            + "; add a recording on another number of ranks");
      }
      if (targets.size() == 1) {
        return List.of(one, targets.iterator().next());
      }
    }
    throw new RefusedException("one recording suffices only if all messages go to neighbours in a"
        + " grid that is as cubic as possible, with at least 3 ranks in each dimension; found "
        + findings.best().map(match -> match.topology().name()).orElse("no topology")
        + "; add a recording on another number of ranks");
  }

  private static List<Layout> lines(List<MessagePattern> patterns, int ranks) {
    return Stream.concat(patterns.stream().map(MessagePattern::ranks), Stream.of(ranks))
        .map(all -> new Layout(List.of(all), Layout.Kind.LINE, List.of(false)))
        .toList();
  }

  /**
   * Returns the layouts that match the messages of one recording, with each rank at the position of
   * its number.
   */
  private static List<Layout> layouts(MessagePattern pattern) {
    return TopologyFindings.quick(pattern).matches().stream()
        .filter(TopologyMatch::inOrder)
        .flatMap(match -> layout(match.topology()).stream())
        .toList();
  }

  private static Optional<Layout> layout(LogicalTopology topology) {
    return switch (topology) {
      case GridTopology grid
      when grid.extents().size() <= MOST_DIMENSIONS ->
        Optional.of(new Layout(grid.extents(), Layout.Kind.GRID, grid.periodic()));
      case TransposeTopology transposed ->
        Optional.of(new Layout(
            List.of(transposed.columns(), transposed.rows()),
            Layout.Kind.TRANSPOSE,
            List.of(false, false)));
      default -> Optional.empty();
    };
  }

  private static Optional<List<Layout>> family(
      Layout largest, List<List<Layout>> candidates, List<MessagePattern> patterns, int ranks) {
    for (Growth growth : Growth.values()) {
      List<Layout> layouts = new ArrayList<>();
      for (int i = 0; i < candidates.size(); i++) {
        Layout expected = like(largest, growth, patterns.get(i).ranks());
        if (expected != null
            && candidates.get(i).stream().anyMatch(layout -> hasForm(layout, expected))) {
          layouts.add(expected);
        }
      }
      Layout target = like(largest, growth, ranks);
      if (layouts.size() == candidates.size() && target != null) {
        layouts.add(target);
        return Optional.of(layouts);
      }
    }
    return Optional.empty();
  }

  private static @Nullable Layout like(Layout layout, Growth growth, int ranks) {
    if (layout.kind() == Layout.Kind.TRANSPOSE) {
      int bits = Integer.numberOfTrailingZeros(ranks);
      int rows = 1 << bits / 2;
      return Integer.bitCount(ranks) == 1
          ? new Layout(List.of(ranks / rows, rows), layout.kind(), layout.closed())
          : null;
    }
    List<Integer> extents = growth.extents(ranks, layout.extents());
    Layout grown = extents.isEmpty() ? null : new Layout(extents, layout.kind(), layout.closed());
    return grown != null && grown.ranks() == ranks ? grown : null;
  }

  /**
   * Whether a layout has the expected form. A dimension of extent 1 or 2 has no middle, so it can
   * be open or closed.
   */
  private static boolean hasForm(Layout found, Layout expected) {
    int[] wide = IntStream.range(0, expected.dimensions())
        .filter(dimension -> expected.extents().get(dimension) > 1)
        .toArray();
    List<Integer> extents = IntStream.of(wide)
        .mapToObj(dimension -> expected.extents().get(dimension))
        .toList();
    if (found.kind() != expected.kind() || !found.extents().equals(extents)) {
      return false;
    }
    return IntStream.range(0, wide.length)
        .allMatch(i -> extents.get(i) == 2
            || found.closed().get(i).equals(expected.closed().get(wide[i])));
  }
}
