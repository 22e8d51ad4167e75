package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.tools.topology.GridTopology;
import io.github.tracecast.tools.topology.LeftOver;
import io.github.tracecast.tools.topology.LogicalTopology;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.tools.topology.TransposeTopology;
import io.github.tracecast.tools.topology.TreeTopology;
import io.github.tracecast.trace.text.Numbers;
import java.util.Locale;

/**
 * Draws a topology: its positions as dots, its edges as lines, and other pairs that exchange
 * messages as arcs. A grid of three or four dimensions has a panel for each plane. The picture is
 * an SVG that needs no script.
 */
final class TopologyPicture {
  static final int MOST_POSITIONS = 4096;

  private static final int MOST_NUMBERS = 256;
  private static final int MOST_EDGES_BETWEEN_PANELS = 256;
  private static final int MOST_ARCS = 200;
  private static final int MOST_ON_CIRCLE = 128;

  /** The length, in cells, of the two stubs that draw a wrap-around edge of a torus. */
  private static final double STUB = 0.42;

  private final TopologyMatch match;
  private final LogicalTopology topology;
  private final LeftOver rest;

  /** The number of messages from a rank to itself. */
  private final long own;

  private final int size;

  /** The width of a cell in pixels. */
  private final int cell;

  /** For each position, the x coordinate of its dot, in cells. */
  private final double[] x;

  private final double[] y;

  private final int[] panel;

  private final StringBuilder edges = new StringBuilder();
  private boolean omitted;
  private boolean around;
  private double width;
  private double height;

  TopologyPicture(TopologyMatch match, LeftOver rest, long own) {
    this.match = match;
    this.topology = match.topology();
    this.rest = rest;
    this.own = own;
    this.size = match.positionOf().length;
    this.cell = size <= MOST_NUMBERS ? 36 : 24;
    this.x = new double[size];
    this.y = new double[size];
    this.panel = new int[size];
    place();
    for (int[] pair : topology.neighbourPairs()) {
      edge(pair[0], pair[1]);
    }
  }

  private void place() {
    for (int position = 0; position < size; position++) {
      switch (topology) {
        case GridTopology grid
        when grid.extents().size() > 1 -> inPanel(position, grid.coordinates(position), grid);
        case TransposeTopology transposed -> {
          int[] at = transposed.coordinates(position);
          x[position] = at[0];
          y[position] = at[1];
        }
        case TreeTopology tree -> inTree(position, tree.coordinates(position)[0]);
        case GridTopology line when size > MOST_ON_CIRCLE -> inSnake(position);
        default -> onCircle(position);
      }
      width = Math.max(width, x[position] + 1);
      height = Math.max(height, y[position] + 1);
    }
  }

  private void inPanel(int position, int[] at, GridTopology grid) {
    int across = grid.extents().getFirst();
    int down = grid.extents().get(1);
    int third = at.length > 2 ? grid.extents().get(2) : 1;
    int panels = size / (across * down);
    panel[position] = position / (across * down);
    int perRow = at.length > 3
        ? third
        : (int) Math.ceil(Math.sqrt((double) panels * (down + 1) / (across + 1)));
    x[position] = at[0] + panel[position] % perRow * (across + 1);
    y[position] = at[1] + panel[position] / perRow * (down + 1);
  }

  /** Places the levels from top to bottom; the positions of a level share the width. */
  private void inTree(int position, int level) {
    int before = 0;
    int all = 0;
    for (int other = 0; other < size; other++) {
      if (topology.coordinates(other)[0] == level) {
        all++;
        before += other < position ? 1 : 0;
      }
    }
    double wide = Math.max(1, Math.min(64, size / 2.0));
    x[position] = wide * (before + 0.5) / all;
    y[position] = 2.0 * level;
  }

  private void inSnake(int position) {
    int columns = (int) Math.ceil(Math.sqrt(size));
    int row = position / columns;
    int column = position % columns;
    x[position] = row % 2 == 0 ? column : columns - 1 - column;
    y[position] = row;
  }

  private void onCircle(int position) {
    double radius = Math.max(1, size / (2 * Math.PI));
    double angle = 2 * Math.PI * position / size - Math.PI / 2;
    x[position] = radius * (1 + Math.cos(angle));
    y[position] = radius * (1 + Math.sin(angle));
  }

  private void edge(int a, int b) {
    double across = x[b] - x[a];
    double down = y[b] - y[a];
    boolean grid = topology instanceof GridTopology known && known.extents().size() > 1;
    if (!grid) {
      line(x[a], y[a], x[b], y[b]);
    } else if (panel[a] != panel[b]) {
      if (size <= MOST_EDGES_BETWEEN_PANELS) {
        bow(edges, a, b, 0.12);
      } else {
        omitted = true;
      }
    } else if (Math.abs(across) <= 2 && Math.abs(down) <= 2) {
      line(x[a], y[a], x[b], y[b]);
    } else {
      around = true;
      double right = Math.abs(across) > 2 ? -Math.signum(across) : across;
      double below = Math.abs(down) > 2 ? -Math.signum(down) : down;
      line(x[a], y[a], x[a] + STUB * right, y[a] + STUB * below);
      line(x[b], y[b], x[b] - STUB * right, y[b] - STUB * below);
    }
  }

  private void line(double fromX, double fromY, double toX, double toY) {
    edges.append('M').append(at(fromX, fromY)).append('L').append(at(toX, toY));
  }

  private void bow(StringBuilder path, int a, int b, double bend) {
    double middleX = (x[a] + x[b]) / 2 + bend * (y[b] - y[a]);
    double middleY = (y[a] + y[b]) / 2 - bend * (x[b] - x[a]);
    path.append('M').append(at(x[a], y[a]));
    path.append('Q').append(at(middleX, middleY)).append(' ').append(at(x[b], y[b]));
  }

  private String at(double cellX, double cellY) {
    return number(cell * (cellX + 0.75)) + " " + number(cell * (cellY + 0.75));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  void write(Html html) {
    long wide = (long) Math.ceil(cell * (width + 0.5));
    long high = (long) Math.ceil(cell * (height + 0.5));
    html.open("figure");
    html.open(
        "svg",
        "class",
        "topology",
        "viewBox",
        "0 0 " + wide + " " + high,
        "width",
        Long.toString(Math.max(wide, 160)),
        "role",
        "img",
        "aria-label",
        "Positions and edges of the " + topology.name());
    html.open("path", "class", "edges", "d", edges.toString()).close("path");
    arcs(html);
    StringBuilder dots = new StringBuilder();
    for (int position = 0; position < size; position++) {
      dots.append('M').append(at(x[position], y[position])).append("h0");
    }
    html.open("path", "class", size <= MOST_NUMBERS ? "dots large" : "dots", "d", dots.toString())
        .close("path");
    if (size <= MOST_NUMBERS) {
      for (int rank = 0; rank < size; rank++) {
        int position = match.positionOf()[rank];
        html.element(
            "text",
            Integer.toString(rank),
            "x",
            number(cell * (x[position] + 0.75)),
            "y",
            number(cell * (y[position] + 0.75)));
      }
    }
    html.close("svg").element("figcaption", caption()).close("figure");
  }

  private void arcs(Html html) {
    StringBuilder path = new StringBuilder();
    for (LeftOver.Pair pair : rest.most(MOST_ARCS)) {
      bow(path, match.positionOf()[pair.sender()], match.positionOf()[pair.receiver()], 0.2);
    }
    if (!path.isEmpty()) {
      html.open("path", "class", "left-over", "d", path.toString()).close("path");
    }
  }

  private String caption() {
    StringBuilder text = new StringBuilder("A dot for each position");
    text.append(size <= MOST_NUMBERS ? ", with its rank" : "").append(". Lines join neighbours.");
    if (topology instanceof GridTopology grid && grid.extents().size() > 2) {
      text.append(" One panel for each plane of the first two dimensions.");
    }
    if (topology instanceof GridTopology grid && grid.extents().contains(2)) {
      text.append(
          " In a dimension of 2, a rank has one neighbour, also if the dimension is closed.");
    }
    if (omitted) {
      text.append(
          " Lines between panels are not drawn; they would connect the same position in two panels.");
    }
    if (around) {
      text.append(" Lines that end at the border continue at the opposite border.");
    }
    if (rest.pairs() > 0) {
      int shown = Math.min(MOST_ARCS, rest.pairs());
      text.append(" Red arcs are messages outside the topology: ");
      text.append(
          shown < rest.pairs()
              ? "the " + shown + " pairs with the most messages, of " + Numbers.count(rest.pairs())
                  + "."
              : "between " + Numbers.counted(rest.pairs(), "pair") + ".");
    } else {
      text.append(
          own == 0
              ? " No message is outside the topology."
              : " No message between two ranks is outside the topology.");
    }
    if (own > 0) {
      text.append(' ').append(Numbers.counted(own, "message"));
      text.append(own == 1 ? " is" : " are").append(" from a rank to itself.");
    }
    return text.toString();
  }
}
