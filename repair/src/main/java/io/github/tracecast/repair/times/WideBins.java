package io.github.tracecast.repair.times;

import io.github.tracecast.repair.times.PathFit.Fit;
import io.github.tracecast.repair.times.PathFit.Group;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Splits wide bins, because a bin as wide as two modes may contain both. In the resulting fits,
 * some contexts of the bin have its minimum, and the others have a higher mean, so that the sum
 * stays the same.
 */
record WideBins(
    List<Group> groups,
    Fit fit,
    ToDoubleBiFunction<Context, Double> opinion,
    ExtremeRanks extremes) {
  private static final double PRICE = 0.05;
  private static final int MOST_GROUPS = 10;

  List<Fit> fits() {
    List<Fit> fits = new ArrayList<>();
    for (int mode = 0; mode < fit.of().size(); mode++) {
      List<Integer> members = new ArrayList<>();
      for (int group = 0; group < groups.size(); group++) {
        if (fit.modes()[group] == mode) {
          members.add(group);
        }
      }
      if (members.size() > 1 && members.size() <= MOST_GROUPS) {
        for (int lower = 1; lower < (1 << members.size()) - 1; lower++) {
          Fit found = split(mode, members, lower);
          if (found != null) {
            fits.add(found);
          }
        }
      }
    }
    return fits;
  }

  private @Nullable Fit split(int mode, List<Integer> members, int lower) {
    long low = 0;
    for (int at = 0; at < members.size(); at++) {
      if ((lower >> at & 1) != 0) {
        low += groups.get(members.get(at)).count();
      }
    }
    Modes split = fit.of().split(mode, low);
    if (split == null) {
      return null;
    }
    int[] modes = fit.modes().clone();
    double price = fit.price() + PRICE;
    for (int group = 0; group < modes.length; group++) {
      int before = modes[group];
      if (before > mode) {
        modes[group]++;
      } else if (before == mode) {
        Context context = groups.get(group).context();
        modes[group] += (lower >> members.indexOf(group) & 1) != 0 ? 0 : 1;
        price += opinion.applyAsDouble(context, split.mean(modes[group]))
            - opinion.applyAsDouble(context, fit.of().mean(before));
      }
    }
    price += contradictions(new Fit(split, modes, price)) - contradictions(fit);
    return new Fit(split, modes, price);
  }

  private double contradictions(Fit of) {
    return extremes.price(of.of(), of.modes(), of.given(groups));
  }
}
