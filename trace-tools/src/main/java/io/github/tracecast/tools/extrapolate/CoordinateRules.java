package io.github.tracecast.tools.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

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

    @Override
    public boolean isUniform() {
      return false;
    }
  }

  /** Returns the rules that give the value of each sample. */
  static List<Rule> fitting(List<Sample> samples) {
    List<Rule> rules = new ArrayList<>();
    for (int which = Coordinate.RANK; which < samples.getFirst().layout().dimensions(); which++) {
      Rule rule = new Coordinate(which);
      if (rule.fits(samples)) {
        rules.add(rule);
      }
    }
    return rules;
  }
}
