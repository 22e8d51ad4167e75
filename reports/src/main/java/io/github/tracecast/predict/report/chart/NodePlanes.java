package io.github.tracecast.predict.report.chart;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.platform.Machine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes of a torus as cells on planes. The first two dimensions span a plane, and the other
 * dimensions number the planes. On large machines, neighbouring nodes share a cell, so that a
 * picture has at most {@value #SIDE} x {@value #SIDE} cells on each of {@value #PLANES} planes.
 */
public final class NodePlanes {
  private static final int SIDE = 32;
  private static final int PLANES = 8;

  private final int[] shape;
  private final Machine machine;
  private final int nodesOfPlane;
  private final int acrossCell;
  private final int downCell;
  private final int planesCell;
  private final int columns;
  private final int rows;
  private final int planes;

  /** @param machine the machine, which must have a shape */
  public NodePlanes(Machine machine) {
    this.machine = machine;
    this.shape = machine.shape();
    int width = shape[0];
    int height = shape.length > 1 ? shape[1] : 1;
    this.nodesOfPlane = width * height;
    int depth = machine.nodes() / nodesOfPlane;
    this.acrossCell = Math.ceilDiv(width, SIDE);
    this.downCell = Math.ceilDiv(height, SIDE);
    this.planesCell = Math.ceilDiv(depth, PLANES);
    this.columns = Math.ceilDiv(width, acrossCell);
    this.rows = Math.ceilDiv(height, downCell);
    this.planes = Math.ceilDiv(depth, planesCell);
  }

  public int columns() {
    return columns;
  }

  public int rows() {
    return rows;
  }

  public int planes() {
    return planes;
  }

  public int cells() {
    return planes * rows * columns;
  }

  /** Returns the largest number of nodes in a cell. */
  public int nodesOfCell() {
    return acrossCell * downCell * planesCell;
  }

  /** Returns the cell of a node. Cells are numbered by column, row and plane. */
  public int cell(int node) {
    int plane = node / nodesOfPlane / planesCell;
    int row = node % nodesOfPlane / shape[0] / downCell;
    int column = node % shape[0] / acrossCell;
    return (plane * rows + row) * columns + column;
  }

  /**
   * Returns the name of each plane, which is the coordinates that its nodes share: {@code z=0},
   * {@code z=0–3} if it combines planes; empty if there is a single plane.
   */
  public List<String> names() {
    if (planes == 1) {
      return List.of();
    }
    int depth = machine.nodes() / nodesOfPlane;
    return IntStream.range(0, planes)
        .mapToObj(plane -> {
          String first = coordinates(plane * planesCell);
          String last = coordinates(Math.min(depth, (plane + 1) * planesCell) - 1);
          return (shape.length == 3 ? "z=" : "") + first + (first.equals(last) ? "" : "–" + last);
        })
        .toList();
  }

  /** Returns the third coordinate of a plane of nodes, or all its further coordinates in brackets. */
  private String coordinates(int plane) {
    return shape.length == 3
        ? Integer.toString(plane)
        : Grids.coordinates(plane, Arrays.copyOfRange(shape, 2, shape.length));
  }

  /** Returns the nodes by their names in reports. */
  public Map<String, Integer> nodesByName() {
    Map<String, Integer> nodes = new HashMap<>();
    for (int node = 0; node < machine.nodes(); node++) {
      nodes.put(machine.nodeName(node), node);
    }
    return nodes;
  }

  public String summary() {
    String axes = shape.length == 1
        ? "The nodes of the line from left to right"
        : "One square per plane"
            + (planes > 1 ? ", named by its other coordinates" : "")
            + ", x from left to right and y from top to bottom";
    return axes + (nodesOfCell() > 1 ? "; a cell has at most " + nodesOfCell() + " nodes" : "");
  }
}
