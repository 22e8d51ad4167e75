package io.github.tracecast.predict.extrapolate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of a layout that numbers may follow: the ranks, an extent, their logarithms, their inverses, and products of two.
 *
 * @param text in words
 */
record Quantity(String text, ToDoubleFunction<Layout> of) {
  double in(Layout layout) {
    return of.applyAsDouble(layout);
  }

  /** All quantities of layouts of so many dimensions, from the simplest on. */
  static List<Quantity> all(int dimensions) {
    List<Quantity> plain = new ArrayList<>();
    for (int dimension = 0; dimension < dimensions && dimensions > 1; dimension++) {
      int which = dimension;
      plain.add(new Quantity("extent " + (which + 1), layout -> layout.extents().get(which)));
    }
    plain.add(new Quantity("ranks", Layout::ranks));
    List<Quantity> inverse = plain.stream()
        .map(one -> new Quantity("1 / " + one.text(), layout -> 1 / one.in(layout)))
        .toList();
    List<Quantity> logarithms = plain.stream()
        .map(one -> new Quantity("log2 of " + one.text(), layout -> log2(one.in(layout))))
        .toList();
    List<Quantity> all = new ArrayList<>(inverse);
    all.addAll(plain);
    all.addAll(logarithms);
    for (int a = 0; a < dimensions && dimensions > 2; a++) {
      for (int b = a + 1; b < dimensions; b++) {
        Quantity one = inverse.get(a);
        Quantity other = inverse.get(b);
        all.add(new Quantity(
            "1 / (" + plain.get(a).text() + " x " + plain.get(b).text() + ")",
            layout -> one.in(layout) * other.in(layout)));
      }
    }
    return all;
  }

  private static double log2(double number) {
    return Math.log(number) / Math.log(2);
  }
}
