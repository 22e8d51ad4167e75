package io.github.tracecast.platform;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Functions on shapes of grids. A shape is the number of nodes along each dimension. Consecutive
 * nodes differ in the first dimension first.
 */
public final class Grids {
  private Grids() {}

  /** Returns the number of nodes of a grid with a given shape. */
  public static int product(int[] shape) {
    return Arrays.stream(shape).reduce(1, Math::multiplyExact);
  }

  public static int[] array(List<Integer> sizes) {
    return sizes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Returns a shape as users write it, for example {@code 8x8x8}. */
  public static String text(int[] shape) {
    return Arrays.stream(shape).mapToObj(Integer::toString).collect(Collectors.joining("x"));
  }

  /**
   * Converts a shape to a shape with more dimensions, in which nodes keep their numbers. It
   * repeatedly divides the longest side (the last of several equal sides) into two factors that are
   * as close as possible.
   *
   * @param dimensions the wanted number of dimensions; the result has fewer if no side can be
   *     divided
   */
  public static int[] folded(int[] shape, int dimensions) {
    if (shape.length >= dimensions) {
      return shape;
    }
    int longest = 0;
    for (int d = 1; d < shape.length; d++) {
      longest = shape[d] >= shape[longest] ? d : longest;
    }
    int divisor = (int) Math.sqrt(shape[longest]);
    while (shape[longest] % divisor != 0) {
      divisor--;
    }
    if (divisor == 1) {
      return shape;
    }
    int[] folded = new int[shape.length + 1];
    System.arraycopy(shape, 0, folded, 0, longest);
    folded[longest] = divisor;
    folded[longest + 1] = shape[longest] / divisor;
    System.arraycopy(shape, longest + 1, folded, longest + 2, shape.length - longest - 1);
    return folded(folded, dimensions);
  }

  /** Returns a node's coordinates, for example {@code (3,0,1)}. */
  public static String coordinates(int node, int[] shape) {
    StringBuilder text = new StringBuilder("(");
    int rest = node;
    for (int d = 0; d < shape.length; d++) {
      text.append(d == 0 ? "" : ",").append(rest % shape[d]);
      rest /= shape[d];
    }
    return text.append(')').toString();
  }

  /** Returns a dimension's letter: x, y or z in up to three dimensions, a to f in more dimensions. */
  public static char letter(int dimension, int dimensions) {
    return (char) ((dimensions <= 3 ? 'x' : 'a') + dimension);
  }

  /** Returns the letters of all dimensions and of the core, for example {@code xyzt}. */
  public static String letters(int dimensions) {
    return IntStream.range(0, dimensions)
        .mapToObj(d -> String.valueOf(letter(d, dimensions)))
        .collect(Collectors.joining("", "", "t"));
  }
}
