package io.github.tracecast.platform.topology.graph;

import io.github.tracecast.platform.Routes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;

/**
 * Routes with the fewest cables, in any network. If several cables at a switch begin a shortest
 * route, the receiver's number selects the cable. Link 2c is cable c from its first end to its
 * second end; link 2c + 1 is the other direction.
 *
 * <p>The routes cannot be computed by a formula, so a table has the distance between every two
 * ends, with 2 bytes for each distance.
 */
public final class GraphRoutes implements Routes {
  private final List<String> names;
  private final double[] bytesPerSecond;
  private final double[] latencySeconds;
  private final int[] head;

  /** The links that leave each end, one end after another, and the index of each end's first link. */
  private final int[] links;

  private final int[] firstLink;

  /** For each node, its number as an end of cables. */
  private final int[] endOf;

  private final short[][] distance;
  private final int longest;

  /** @throws IllegalArgumentException if nodes are missing or not connected */
  public GraphRoutes(GraphEdges edges) {
    names = List.copyOf(edges.ends.keySet());
    int ends = names.size();
    int count = 2 * edges.cables.size();
    bytesPerSecond = new double[count];
    latencySeconds = new double[count];
    head = new int[count];
    firstLink = new int[ends + 1];
    for (int c = 0; c < count / 2; c++) {
      GraphEdges.Cable cable = edges.cables.get(c);
      Arrays.fill(bytesPerSecond, 2 * c, 2 * c + 2, cable.bytesPerSecond());
      Arrays.fill(latencySeconds, 2 * c, 2 * c + 2, cable.latencySeconds());
      head[2 * c] = cable.to();
      head[2 * c + 1] = cable.from();
      firstLink[cable.from() + 1]++;
      firstLink[cable.to() + 1]++;
    }
    for (int end = 0; end < ends; end++) {
      firstLink[end + 1] += firstLink[end];
    }
    links = new int[count];
    int[] next = firstLink.clone();
    for (int link = 0; link < count; link++) {
      links[next[head[link ^ 1]]++] = link;
    }
    endOf = nodes(names);
    distance = new short[ends][];
    int farthest = 0;
    for (int node : endOf) {
      distance[node] = distances(node);
      for (int other : endOf) {
        if (distance[node][other] < 0) {
          throw new IllegalArgumentException("found no route from node " + names.get(other)
              + " to node " + names.get(node) + "; expected all nodes to be connected");
        }
        farthest = Math.max(farthest, distance[node][other]);
      }
    }
    longest = farthest;
  }

  private static int[] nodes(List<String> names) {
    int[] endOf = new int[names.size()];
    Arrays.fill(endOf, -1);
    int count = 0;
    for (int end = 0; end < names.size(); end++) {
      if (names.get(end).matches("[0-9]{1,9}")) {
        int node = Integer.parseInt(names.get(end));
        if (node >= endOf.length || endOf[node] >= 0) {
          throw new IllegalArgumentException("found node " + names.get(end)
              + "; expected the nodes 0, 1, 2 and so on, each by one name");
        }
        endOf[node] = end;
        count++;
      }
    }
    for (int node = 0; node < count; node++) {
      if (endOf[node] < 0) {
        throw new IllegalArgumentException(
            "found no node " + node + "; expected the nodes 0 to " + (count - 1));
      }
    }
    if (count == 0) {
      throw new IllegalArgumentException("found no node; expected ends 0, 1, 2 and so on");
    }
    return Arrays.copyOf(endOf, count);
  }

  private short[] distances(int from) {
    short[] found = new short[names.size()];
    Arrays.fill(found, (short) -1);
    found[from] = 0;
    ArrayDeque<Integer> next = new ArrayDeque<>(List.of(from));
    while (!next.isEmpty()) {
      int end = next.remove();
      for (int i = firstLink[end]; i < firstLink[end + 1]; i++) {
        int other = head[links[i]];
        if (found[other] < 0) {
          found[other] = (short) (found[end] + 1);
          next.add(other);
        }
      }
    }
    return found;
  }

  private boolean isNode(int end) {
    return distance[end] != null;
  }

  public int nodes() {
    return endOf.length;
  }

  /** The next link on a shortest route to {@code to}. The receiver's number selects one of several such links. */
  private int next(int at, int to, int receiver) {
    short[] far = distance[to];
    int choices = 0;
    for (int i = firstLink[at]; i < firstLink[at + 1]; i++) {
      choices += far[head[links[i]]] < far[at] ? 1 : 0;
    }
    int chosen = receiver % choices;
    for (int i = firstLink[at]; ; i++) {
      if (far[head[links[i]]] < far[at] && chosen-- == 0) {
        return links[i];
      }
    }
  }

  @Override
  public int switches() {
    return names.size() - nodes();
  }

  @Override
  public int linkCount() {
    return head.length;
  }

  @Override
  public String linkName(int link) {
    return names.get(head[link ^ 1]) + " to " + names.get(head[link]) + ", cable " + link / 2;
  }

  @Override
  public String linkLevel(int link) {
    return isNode(head[link]) || isNode(head[link ^ 1]) ? "node" : "switch";
  }

  @Override
  public double linkBytesPerSecond(int link) {
    return bytesPerSecond[link];
  }

  @Override
  public double linkLatencySeconds(int link) {
    return latencySeconds[link];
  }

  @Override
  public int hops(int fromNode, int toNode) {
    return distance[endOf[toNode]][endOf[fromNode]];
  }

  @Override
  public double latencySeconds(int fromNode, int toNode) {
    double latency = 0;
    int to = endOf[toNode];
    for (int at = endOf[fromNode]; at != to; ) {
      int link = next(at, to, toNode);
      latency += latencySeconds[link];
      at = head[link];
    }
    return latency;
  }

  @Override
  public double bandwidthBytesPerSecond(int fromNode, int toNode) {
    double bandwidth = Double.POSITIVE_INFINITY;
    int to = endOf[toNode];
    for (int at = endOf[fromNode]; at != to; ) {
      int link = next(at, to, toNode);
      bandwidth = Math.min(bandwidth, bytesPerSecond[link]);
      at = head[link];
    }
    return bandwidth;
  }

  @Override
  public int longestRoute() {
    return longest;
  }

  @Override
  public int ownLinks() {
    return 0;
  }

  @Override
  public int route(int fromNode, int toNode, int[] route) {
    int count = 0;
    int to = endOf[toNode];
    for (int at = endOf[fromNode]; at != to; ) {
      int link = next(at, to, toNode);
      route[count++] = link;
      at = head[link];
    }
    return count;
  }
}
