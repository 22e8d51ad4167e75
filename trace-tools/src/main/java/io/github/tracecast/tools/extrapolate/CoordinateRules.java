package io.github.tracecast.tools.extrapolate;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Rules for colours and keys of new communicators: the rank, or one of its coordinates. */
final class CoordinateRules {
  private CoordinateRules() {}

  /** The rank's number, or its coordinate in a dimension. */
  private record Coordinate(int dimension) implements Rule {
    private static final int RANK = -1;

    @Override
    public OptionalLong value(Layout layout, int rank) {
      return OptionalLong.of(dimension == RANK ? rank : layout.coordinate(rank, dimension));
    }

    @Override
    public String text() {
      return dimension == RANK ? "the rank" : "coordinate " + (dimension + 1);
    }
  }

  /** Returns the rules that give the value of each sample. */
  static List<Rule> fitting(List<Sample> samples) {
    return IntStream.range(Coordinate.RANK, samples.getFirst().layout().dimensions())
        .<Rule>mapToObj(Coordinate::new)
        .filter(rule -> rule.fits(samples))
        .toList();
  }
}
