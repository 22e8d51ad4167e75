package io.github.tracecast.tools.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IsomorphismTest {
  /** Number of random cases: 20, and more in the nightly run ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void aRenamedGraphIsFoundAgain() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int vertices = 2 + seed / 5;
      RankGraph graph = random(vertices, random);
      int[] names = Patterns.shuffled(vertices, random);
      RankGraph renamed = RankGraph.of(
          vertices,
          LongStream.of(graph.allEdges())
              .map(edge -> RankGraph.edge(names[RankGraph.low(edge)], names[RankGraph.high(edge)]))
              .sorted()
              .toArray());
      int[] image = Isomorphism.find(graph, renamed).orElseThrow();
      for (long edge : graph.allEdges()) {
        assertThat(renamed.has(image[RankGraph.low(edge)], image[RankGraph.high(edge)]))
            .isTrue();
      }
      assertThat(image).doesNotHaveDuplicates();
    }
  }

  /** Both graphs have six vertices of degree 2: a ring of six, and two rings of three. */
  @Test
  void graphsThatOnlyLookAlikeAreToldApart() {
    RankGraph ring = RankGraph.of(6, edges(0, 1, 0, 5, 1, 2, 2, 3, 3, 4, 4, 5));
    RankGraph triangles = RankGraph.of(6, edges(0, 1, 0, 2, 1, 2, 3, 4, 3, 5, 4, 5));
    assertThat(Isomorphism.find(ring, triangles)).isEmpty();
    assertThat(Spectrum.of(ring).matches(Spectrum.of(triangles))).isFalse();
    assertThat(Spectrum.of(ring).matches(Spectrum.of(ring))).isTrue();
  }

  private static long[] edges(int... pairs) {
    long[] edges = new long[pairs.length / 2];
    for (int i = 0; i < edges.length; i++) {
      edges[i] = RankGraph.edge(pairs[2 * i], pairs[2 * i + 1]);
    }
    return edges;
  }

  private static RankGraph random(int vertices, Random random) {
    int wanted = random.nextInt(2 * vertices);
    return RankGraph.of(
        vertices,
        random
            .longs(wanted, 0, Long.MAX_VALUE)
            .filter(bits -> bits % vertices != (bits >>> 20) % vertices)
            .map(bits -> RankGraph.edge((int) (bits % vertices), (int) ((bits >>> 20) % vertices)))
            .sorted()
            .distinct()
            .toArray());
  }
}
