package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Grids;

/**
 * Switches on a grid, each with a link to every other switch of its row along each dimension. Paths
 * cross one dimension after another. The links that leave a switch are numbered by dimension, then
 * by the coordinate of their end.
 */
final class Lattice {
  final int switches;

  /** Number of links that leave each switch. */
  final int degree;

  final int dimensions;
  private final int[] shape;
  private final int[] stride;
  private final int[] firstLink;

  Lattice(int... shape) {
    this.shape = shape.clone();
    this.dimensions = shape.length;
    this.stride = new int[dimensions + 1];
    this.firstLink = new int[dimensions + 1];
    stride[0] = 1;
    for (int d = 0; d < dimensions; d++) {
      stride[d + 1] = Math.multiplyExact(stride[d], shape[d]);
      firstLink[d + 1] = firstLink[d] + shape[d] - 1;
    }
    switches = stride[dimensions];
    degree = firstLink[dimensions];
  }

  /** The number of the next link from switch {@code at} to switch {@code to}. */
  int next(int at, int to) {
    int d = 0;
    while (coordinate(at, d) == coordinate(to, d)) {
      d++;
    }
    int mine = coordinate(at, d);
    int other = coordinate(to, d);
    return firstLink[d] + (other < mine ? other : other - 1);
  }

  /** The switch at the end of a link that leaves switch {@code at}. */
  int head(int at, int link) {
    int d = dimension(link);
    int mine = coordinate(at, d);
    int other = link - firstLink[d];
    return at + ((other < mine ? other : other + 1) - mine) * stride[d];
  }

  int dimension(int link) {
    int d = 0;
    while (link >= firstLink[d + 1]) {
      d++;
    }
    return d;
  }

  private int coordinate(int at, int d) {
    return at / stride[d] % shape[d];
  }

  /** The name of a switch: its number if the grid has one dimension, otherwise its coordinates. */
  String name(int at) {
    return dimensions == 1 ? Integer.toString(at) : Grids.coordinates(at, shape);
  }
}
