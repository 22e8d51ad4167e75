package io.github.tracecast.tools.topology;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds a renaming of vertices that turns one graph into another. Vertices are coloured by the
 * colours of their neighbours until the colouring is stable. If some vertices still have equal
 * colours, one of these vertices gets a new colour and the colouring continues. The resulting
 * renaming is checked edge by edge, so that a hash collision can hide a match but never create one.
 * Not thread-safe.
 */
final class Isomorphism {
  /** The largest number of edges that a search visits before it gives up. */
  private static final long MOST_WORK = 400_000_000L;

  private final RankGraph left;
  private final RankGraph right;
  private long work;

  private Isomorphism(RankGraph left, RankGraph right) {
    this.left = left;
    this.right = right;
  }

  /**
   * Returns, for each vertex of the left graph, its vertex in the right graph; empty if the graphs
   * are not isomorphic, or the search gives up.
   */
  static Optional<int[]> find(RankGraph left, RankGraph right) {
    if (left.vertices() != right.vertices() || left.edges() != right.edges()) {
      return Optional.empty();
    }
    Isomorphism search = new Isomorphism(left, right);
    int[] colours = new int[left.vertices()];
    return Optional.ofNullable(search.extend(colours, colours.clone(), 1));
  }

  /**
   * Refines both colourings, and gives vertices separate colours until every colour has one vertex.
   */
  private int @Nullable [] extend(int[] ofLeft, int[] ofRight, int colours) {
    int refined = refine(ofLeft, ofRight, colours);
    if (refined < 0) {
      return null;
    }
    if (refined == ofLeft.length) {
      return checked(ofLeft, ofRight);
    }
    int ambiguous = smallestAmbiguous(ofLeft, refined);
    int vertex = indexOf(ofLeft, ambiguous, 0);
    for (int other = indexOf(ofRight, ambiguous, 0);
        other >= 0 && work < MOST_WORK;
        other = indexOf(ofRight, ambiguous, other + 1)) {
      int[] nextLeft = ofLeft.clone();
      int[] nextRight = ofRight.clone();
      nextLeft[vertex] = refined;
      nextRight[other] = refined;
      int[] found = extend(nextLeft, nextRight, refined + 1);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /**
   * Refines the colourings in both arrays until they are stable, and returns the number of colours;
   * -1 if the colourings of the graphs differ.
   */
  private int refine(int[] ofLeft, int[] ofRight, int colours) {
    int before = colours;
    while (work < MOST_WORK) {
      work += 2L * left.edges() + left.vertices();
      long[] leftKeys = keys(left, ofLeft);
      long[] rightKeys = keys(right, ofRight);
      long[] sorted = leftKeys.clone();
      long[] others = rightKeys.clone();
      Arrays.sort(sorted);
      Arrays.sort(others);
      if (!Arrays.equals(sorted, others)) {
        return -1;
      }
      long[] distinct = Arrays.stream(sorted).distinct().toArray();
      for (int vertex = 0; vertex < ofLeft.length; vertex++) {
        ofLeft[vertex] = Arrays.binarySearch(distinct, leftKeys[vertex]);
        ofRight[vertex] = Arrays.binarySearch(distinct, rightKeys[vertex]);
      }
      if (distinct.length == before) {
        return before;
      }
      before = distinct.length;
    }
    return -1;
  }

  /**
   * Returns a hash of each vertex' colour and its neighbours' colours, independent of the
   * neighbours' order.
   */
  private static long[] keys(RankGraph graph, int[] colours) {
    long[] keys = new long[colours.length];
    for (int vertex = 0; vertex < keys.length; vertex++) {
      long sum = 0;
      for (int i = graph.degree(vertex) - 1; i >= 0; i--) {
        sum += mixed(colours[graph.neighbour(vertex, i)] + 1L);
      }
      keys[vertex] = mixed(sum ^ mixed(~(long) colours[vertex]));
    }
    return keys;
  }

  /**
   * The finaliser of SplitMix64 (Steele, Lea and Flood 2014): each bit of the result depends on all
   * bits of the argument.
   */
  private static long mixed(long bits) {
    long z = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
    z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
    return z ^ z >>> 31;
  }

  private static int smallestAmbiguous(int[] colours, int count) {
    int[] sizes = new int[count];
    for (int colour : colours) {
      sizes[colour]++;
    }
    int best = -1;
    for (int colour = 0; colour < count; colour++) {
      if (sizes[colour] > 1 && (best < 0 || sizes[colour] < sizes[best])) {
        best = colour;
      }
    }
    return best;
  }

  private static int indexOf(int[] colours, int colour, int from) {
    for (int vertex = from; vertex < colours.length; vertex++) {
      if (colours[vertex] == colour) {
        return vertex;
      }
    }
    return -1;
  }

  private int @Nullable [] checked(int[] ofLeft, int[] ofRight) {
    int[] vertexOf = new int[ofRight.length];
    for (int vertex = 0; vertex < ofRight.length; vertex++) {
      vertexOf[ofRight[vertex]] = vertex;
    }
    int[] image = new int[ofLeft.length];
    Arrays.setAll(image, vertex -> vertexOf[ofLeft[vertex]]);
    for (int vertex = 0; vertex < image.length; vertex++) {
      for (int i = left.degree(vertex) - 1; i >= 0; i--) {
        if (!right.has(image[vertex], image[left.neighbour(vertex, i)])) {
          return null;
        }
      }
    }
    return image;
  }
}
