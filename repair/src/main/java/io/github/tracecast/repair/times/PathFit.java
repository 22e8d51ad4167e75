package io.github.tracecast.repair.times;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * Assigns a mode to each context of an event after one previous call, with the best fit to the
 * recorded counts of the modes. All executions of a context belong to one mode of the merged
 * histogram, except for single calls that took longer.
 *
 * <p>Deviations have a price: a mode with too many or too few executions, and different modes for
 * related contexts. Contexts are related if they are the same place of the program on ranks of
 * different classes. The first of several equal calls is also related to the later calls. The
 * caller adds a price for each context in each mode. The search is branch and bound, largest
 * contexts first. Each instance is used once, by one thread.
 */
final class PathFit {
  private static final double TOO_MANY = 8;
  private static final double OTHER_ROLE = 0.05;
  private static final double OTHER_THAN_LATER = 0.02;
  private static final long MOST_STEPS = 100_000;

  /** Assignments are stored if their price exceeds the lowest price by at most this much. */
  private static final double NEAR = 0.06;

  private static final int MOST_KEPT = 8;

  /** The executions of one context over all its ranks. */
  record Group(Context context, Context.Role role, long count) {}

  /** An assignment: the mode of each group. */
  record Fit(Modes of, int[] modes, double price) {
    /** The number of executions in each mode. */
    long[] given(List<Group> groups) {
      long[] given = new long[of.size()];
      for (int group = 0; group < modes.length; group++) {
        given[modes[group]] += groups.get(group).count;
      }
      return given;
    }
  }

  private final Modes modes;
  private final Group[] groups;
  private final int[] laterOf;
  private final int[] sameRole;
  private final double[][] opinion;
  private final ExtremeRanks extremes;
  private final int[] place;
  private final int[] chosen;
  private final long[] given;
  private final List<Fit> kept = new ArrayList<>();
  private double best = Double.POSITIVE_INFINITY;
  private long steps;

  /**
   * @param groups the groups, whose order the result keeps
   * @param opinion returns the price of a context in a mode with a given mean
   */
  PathFit(
      Modes modes,
      List<Group> groups,
      ToDoubleBiFunction<Context, Double> opinion,
      ExtremeRanks extremes) {
    this.modes = modes;
    this.extremes = extremes;
    Integer[] order = new Integer[groups.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> -groups.get(i).count));
    this.groups = Arrays.stream(order).map(groups::get).toArray(Group[]::new);
    this.chosen = new int[order.length];
    this.given = new long[modes.size()];
    this.laterOf = new int[order.length];
    this.sameRole = new int[order.length];
    this.opinion = new double[order.length][modes.size()];
    Map<Context, Integer> byContext = new HashMap<>();
    Map<Context.Role, Integer> byRole = new HashMap<>();
    for (int at = 0; at < order.length; at++) {
      Group group = this.groups[at];
      byContext.put(group.context, at);
      sameRole[at] = byRole.getOrDefault(group.role, -1);
      byRole.putIfAbsent(group.role, at);
      laterOf[at] =
          group.context.first() ? byContext.getOrDefault(group.context.with(false), -1) : -1;
      for (int mode = 0; mode < modes.size(); mode++) {
        this.opinion[at][mode] = opinion.applyAsDouble(group.context, modes.mean(mode));
      }
    }
    this.place = new int[order.length];
    for (int at = 0; at < order.length; at++) {
      place[order[at]] = at;
    }
    search(0, 0);
    kept.sort(Comparator.comparingDouble(Fit::price));
    kept.removeIf(fit -> fit.price > best + NEAR);
  }

  /** Returns the stored assignments, best first. */
  List<Fit> fits() {
    return kept;
  }

  private void search(int at, double soFar) {
    if (steps++ > MOST_STEPS && !kept.isEmpty() || soFar > best + NEAR) {
      return;
    }
    if (at == groups.length) {
      double price = soFar + tooFew() + extremes.price(modes, inOrder(), given);
      if (price <= best + NEAR) {
        keep(price);
      }
      return;
    }
    double[] prices = new double[modes.size()];
    Integer[] order = new Integer[prices.length];
    for (int mode = 0; mode < prices.length; mode++) {
      order[mode] = mode;
      prices[mode] = price(at, mode);
    }
    Arrays.sort(
        order,
        Comparator.<Integer>comparingDouble(mode -> prices[mode])
            .thenComparing(mode -> given[mode] - modes.count(mode)));
    for (int mode : order) {
      chosen[at] = mode;
      given[mode] += groups[at].count;
      search(at + 1, soFar + prices[mode]);
      given[mode] -= groups[at].count;
    }
  }

  /** Returns the price of assigning a mode to a group, given the modes of earlier groups. */
  private double price(int at, int mode) {
    double price = opinion[at][mode];
    long before = given[mode] - modes.count(mode);
    long after = before + groups[at].count;
    if (mode != modes.largest() && after > 0) {
      price += TOO_MANY * (after - Math.max(0, before)) / modes.count(mode);
    }
    if (laterOf[at] >= 0 && chosen[laterOf[at]] != mode) {
      price += OTHER_THAN_LATER;
    }
    if (sameRole[at] >= 0 && chosen[sameRole[at]] != mode) {
      price += OTHER_ROLE;
    }
    return price;
  }

  private double tooFew() {
    double price = 0;
    for (int mode = 0; mode < given.length; mode++) {
      long missing = modes.count(mode) - given[mode];
      if (missing > 0) {
        price += (double) missing / modes.count(mode);
      }
    }
    return price;
  }

  /** Returns the mode of each group, in the caller's order. */
  private int[] inOrder() {
    return Arrays.stream(place).map(at -> chosen[at]).toArray();
  }

  private void keep(double price) {
    best = Math.min(best, price);
    kept.add(new Fit(modes, inOrder(), price));
    if (kept.size() > 2 * MOST_KEPT) {
      kept.sort(Comparator.comparingDouble(Fit::price));
      kept.subList(MOST_KEPT, kept.size()).clear();
    }
  }
}
