package io.github.tracecast.tools.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * A quantity of a layout on which values may depend: the number of ranks, an extent, their
 * logarithms, roots and inverses, and products of two of these quantities.
 *
 * @param text the quantity in words
 */
record LayoutNumber(String text, ToDoubleFunction<Layout> of) {
  double in(Layout layout) {
    return of.applyAsDouble(layout);
  }

  private static final Map<Integer, List<LayoutNumber>> ALL = new ConcurrentHashMap<>();

  /** Returns all quantities of layouts with this number of dimensions, the simplest first. */
  static List<LayoutNumber> all(int dimensions) {
    return ALL.computeIfAbsent(dimensions, LayoutNumber::simplestFirst);
  }

  private static List<LayoutNumber> simplestFirst(int dimensions) {
    List<LayoutNumber> plain = new ArrayList<>();
    for (int dimension = 0; dimension < dimensions && dimensions > 1; dimension++) {
      int which = dimension;
      plain.add(
          new LayoutNumber("extent " + (which + 1), layout -> layout.extents().get(which)));
    }
    plain.add(new LayoutNumber("ranks", Layout::ranks));
    List<LayoutNumber> inverse = plain.stream()
        .map(one -> new LayoutNumber("1 / " + one.text(), layout -> 1 / one.in(layout)))
        .toList();
    List<LayoutNumber> logarithms = plain.stream()
        .map(one -> new LayoutNumber("log2 of " + one.text(), layout -> log2(one.in(layout))))
        .toList();
    List<LayoutNumber> all = new ArrayList<>(inverse);
    all.addAll(plain);
    all.addAll(logarithms);
    for (LayoutNumber one : plain) {
      all.add(new LayoutNumber(
          "1 / " + one.text() + "^2", layout -> 1 / (one.in(layout) * one.in(layout))));
      all.add(
          new LayoutNumber("1 / root of " + one.text(), layout -> 1 / Math.sqrt(one.in(layout))));
      all.add(new LayoutNumber("root of " + one.text(), layout -> Math.sqrt(one.in(layout))));
    }
    for (int a = 0; a < dimensions && dimensions > 2; a++) {
      for (int b = a + 1; b < dimensions; b++) {
        LayoutNumber one = inverse.get(a);
        LayoutNumber other = inverse.get(b);
        all.add(new LayoutNumber(
            "1 / (" + plain.get(a).text() + " x " + plain.get(b).text() + ")",
            layout -> one.in(layout) * other.in(layout)));
      }
    }
    return List.copyOf(all);
  }

  private static double log2(double number) {
    return Math.log(number) / Math.log(2);
  }
}
