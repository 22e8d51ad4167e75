package io.github.tracecast.tools.pattern;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Each rank of a grid exchanges one message per step with each neighbour. A step is computation,
 * all receives posted, all sends started, and one wait for all. A rank is never its own neighbour,
 * so there are no messages along a dimension of one rank. In a closed dimension of two ranks, the
 * two ranks are neighbours in both directions, so each sends two messages.
 */
final class Stencil {
  private final PatternRequest request;
  private final Grid grid;
  private final List<int[]> directions;

  Stencil(PatternRequest request) {
    this.request = request;
    this.grid = new Grid(request.shape());
    this.directions = directions();
  }

  /**
   * Returns the directions to neighbours: faces first, then edges, then corners; -x, +x, -y, +y,
   * -z, +z.
   */
  private List<int[]> directions() {
    List<int[]> all = new ArrayList<>();
    int dimensions = grid.dimensions();
    int count = (int) Math.pow(3, dimensions);
    for (int code = 0; code < count; code++) {
      int[] direction = new int[dimensions];
      int rest = code;
      boolean possible = true;
      for (int d = 0; d < dimensions; d++, rest /= 3) {
        direction[d] = rest % 3 - 1;
        possible &= direction[d] == 0 || grid.extent(d) > 1;
      }
      int axes = axes(direction);
      if (possible && axes > 0 && (axes == 1 || request.diagonals())) {
        all.add(direction);
      }
    }
    all.sort(Comparator.<int[]>comparingInt(Stencil::axes)
        .thenComparing(
            direction -> Arrays.stream(direction).map(Math::abs).toArray(),
            (a, b) -> Arrays.compare(b, a))
        .thenComparing(Arrays::compare));
    return all;
  }

  private static int axes(int[] direction) {
    return (int) Arrays.stream(direction).filter(d -> d != 0).count();
  }

  void add(TraceDraft draft) {
    int begin = draft.next();
    RankList waiting = draft.world();
    for (int[] direction : directions) {
      waiting = message(draft, MpiCall.IRECV, direction, waiting);
    }
    for (int[] direction : directions) {
      waiting = message(draft, MpiCall.ISEND, direction, waiting);
    }
    waitFor(draft, waiting);
    draft.steps(begin, draft.next() - 1, draft.world());
  }

  /**
   * Adds one message of every rank that has a neighbour in this direction.
   *
   * @param waiting ranks that have not begun their step yet
   * @return the ranks that have still not begun their step
   */
  private RankList message(TraceDraft draft, MpiCall call, int[] direction, RankList waiting) {
    List<Piece> pieces = new ArrayList<>();
    neighbours(direction, List.of(), 0, pieces);
    if (pieces.isEmpty()) {
      return waiting;
    }
    Values peers = new Values(pieces);
    RankList ranks = peers.ranks();
    boolean sends = call == MpiCall.ISEND;
    RankList beginners = ranks.intersection(waiting);
    long tag = tag(sends ? direction : opposite(direction));
    draft.message(sends ? "isend" : "irecv", call, ranks, peers, tag, beginners);
    return waiting.minus(beginners);
  }

  /**
   * Adds the ranks that have a neighbour in a direction, and the neighbour's distance, box by box.
   */
  private void neighbours(
      int[] direction, List<Grid.Range> ranges, long offset, List<Piece> pieces) {
    int dimension = ranges.size();
    if (dimension == direction.length) {
      pieces.add(new Piece(grid.box(ranges), Sequence.of(Term.rankPlus(offset))));
      return;
    }
    int extent = grid.extent(dimension);
    long stride = grid.stride(dimension);
    int step = direction[dimension];
    if (step == 0) {
      neighbours(direction, with(ranges, 0, 1, extent), offset, pieces);
      return;
    }
    List<Grid.Range> inside = with(ranges, step > 0 ? 0 : 1, 1, extent - 1);
    neighbours(direction, inside, offset + step * stride, pieces);
    if (request.periodic()) {
      List<Grid.Range> edge = with(ranges, step > 0 ? extent - 1 : 0, 1, 1);
      neighbours(direction, edge, offset - step * stride * (extent - 1), pieces);
    }
  }

  /** Returns the ranges, and a range of the next dimension. */
  private static List<Grid.Range> with(List<Grid.Range> ranges, int from, int step, int count) {
    return Stream.concat(ranges.stream(), Stream.of(new Grid.Range(from, step, count)))
        .toList();
  }

  /** Returns the tag of a message in a direction: the position of this direction in the list. */
  private long tag(int[] direction) {
    return IntStream.range(0, directions.size())
        .filter(i -> Arrays.equals(directions.get(i), direction))
        .findFirst()
        .orElseThrow();
  }

  private static int[] opposite(int[] direction) {
    return Arrays.stream(direction).map(d -> -d).toArray();
  }

  private void waitFor(TraceDraft draft, RankList waiting) {
    List<Piece> pieces = new ArrayList<>();
    countNeighbours(List.of(), request.diagonals() ? 1 : 0, pieces);
    draft.needRing(
        pieces.stream().mapToInt(piece -> piece.sequence().terms()).max().orElse(0));
    Values requests = new Values(pieces);
    Map<Parameter, Values> parameters = request.some()
        ? Map.of(Parameter.REQUESTS, requests, Parameter.COMPLETIONS, numbers(pieces))
        : Map.of(Parameter.REQUESTS, requests);
    MpiCall call = request.some() ? MpiCall.WAITSOME : MpiCall.WAITALL;
    draft.add(call.name().toLowerCase(Locale.ROOT), call, draft.world(), parameters, waiting, 0);
  }

  /** Returns values whose numbers are the lengths of the lists. */
  private static Values numbers(List<Piece> lists) {
    return new Values(lists.stream()
        .map(list ->
            new Piece(list.ranks(), Sequence.of(Term.constant(list.sequence().terms()))))
        .toList());
  }

  /**
   * Adds the number of requests that each rank waits for, box by box. Along each dimension, a box
   * lies inside the grid or at its border.
   *
   * @param ways number of neighbours in the dimensions so far; with diagonals, this number includes
   *     the rank itself
   */
  private void countNeighbours(List<Grid.Range> ranges, int ways, List<Piece> pieces) {
    if (ranges.size() == grid.dimensions()) {
      int neighbours = request.diagonals() ? ways - 1 : ways;
      pieces.add(
          new Piece(grid.box(ranges), Sequence.tuple(CollectiveRound.mostRecent(2 * neighbours))));
      return;
    }
    int extent = grid.extent(ranges.size());
    if (extent == 1 || request.periodic()) {
      countNeighbours(with(ranges, 0, 1, extent), ways(ways, extent == 1 ? 0 : 2), pieces);
    } else {
      countNeighbours(with(ranges, 0, extent - 1, 2), ways(ways, 1), pieces);
      if (extent > 2) {
        countNeighbours(with(ranges, 1, 1, extent - 2), ways(ways, 2), pieces);
      }
    }
  }

  private int ways(int before, int here) {
    return request.diagonals() ? before * (1 + here) : before + here;
  }
}
