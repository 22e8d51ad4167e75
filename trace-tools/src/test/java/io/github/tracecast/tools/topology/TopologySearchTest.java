package io.github.tracecast.tools.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologySearchTest {
  /**
   * Searches all candidates of some sizes: those of the paper's tables, and numbers with many
   * factors.
   */
  static Stream<LogicalTopology> candidates() {
    return Stream.of(12, 16, 27, 36, 64).flatMap(ranks -> Candidates.of(ranks, List.of()).stream());
  }

  @ParameterizedTest
  @MethodSource("candidates")
  void everyTopologyIsRecognisedHoweverItsRanksAreNumbered(LogicalTopology topology) {
    Random random = new Random(topology.size());
    int[] rankOf = Patterns.shuffled(topology.size(), random);
    RankGraph graph = topology.graph();
    MessagePattern pattern = Patterns.over(graph, rankOf).pattern();
    TopologyFindings findings = TopologySearch.search(pattern, List.of(), true);
    assertThat(findings.matches()).extracting(match -> same(match.topology())).contains(topology);
    for (TopologyMatch match : findings.matches()) {
      assertThat(match.messages()).isEqualTo(2L * graph.edges());
      assertThat(match.unused()).isZero();
      RankGraph found = match.topology().graph();
      for (long edge : graph.allEdges()) {
        int a = match.positionOf()[rankOf[RankGraph.low(edge)]];
        int b = match.positionOf()[rankOf[RankGraph.high(edge)]];
        assertThat(found.has(a, b)).as("neighbours stay neighbours").isTrue();
      }
    }
  }

  /** Returns the candidate that equals a topology up to the order of dimensions. */
  private static LogicalTopology same(LogicalTopology topology) {
    return Candidates.of(topology.size(), List.of()).stream()
        .filter(one -> Candidates.orders(one).contains(topology))
        .findFirst()
        .orElse(topology);
  }

  @Test
  void ranksThatStandInTheirOwnOrderKeepIt() {
    GridTopology grid =
        new GridTopology(List.of(4, 8), List.of(false, true), Neighbourhood.faces(2));
    TopologyFindings findings = search(Patterns.over(grid.graph(), Patterns.inOrder(32)));
    TopologyMatch best = findings.best().orElseThrow();
    assertThat(best.topology()).isEqualTo(grid);
    assertThat(best.inOrder()).isTrue();
    assertThat(best.topology().name())
        .isEqualTo("4 x 8 grid, periodic in dimension 2, 4 neighbours");
  }

  /** A ring of four is the grid 2 x 2, so MG's torus has several shapes. */
  @Test
  void allShapesOfOneGraphAreReported() {
    GridTopology torus =
        new GridTopology(List.of(8, 4, 4), List.of(true, true, true), Neighbourhood.faces(3));
    TopologyFindings findings = search(Patterns.over(torus.graph(), Patterns.inOrder(128)));
    assertThat(findings.matches())
        .extracting(match -> match.topology().name())
        .containsExactlyInAnyOrder(
            "8 x 4 x 4 torus, 6 neighbours", "8 x 4 x 2 x 2 torus, 8 neighbours");
  }

  @Test
  void eachTestLeavesFewerCandidates() {
    GridTopology grid =
        new GridTopology(List.of(16, 8), List.of(false, false), Neighbourhood.faces(2));
    TopologyFindings findings = search(Patterns.over(grid.graph(), Patterns.inOrder(128)));
    assertThat(findings.narrowing().keySet())
        .containsExactly("prime factors", "edges", "degrees", "eigenvalues", "isomorphism");
    assertThat(List.copyOf(findings.narrowing().values()))
        .isSortedAccordingTo((a, b) -> Integer.compare(b, a))
        .startsWith(Candidates.of(128, List.of()).size())
        .endsWith(1);
  }

  @Test
  void aGridWithFewEdgesMoreIsStillAGridAndTheyAreLeftOver() {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      GridTopology grid =
          new GridTopology(List.of(8, 8), List.of(true, true), Neighbourhood.faces(2));
      int[] rankOf = Patterns.shuffled(64, random);
      Patterns patterns = Patterns.over(grid.graph(), rankOf);
      int extra = 0;
      while (extra < 2) { // 2% of 128 edges
        int a = random.nextInt(64);
        int b = random.nextInt(64);
        if (a != b && !grid.graph().has(a, b)) {
          patterns.both(rankOf[a], rankOf[b]);
          extra++;
        }
      }
      MessagePattern pattern = patterns.pattern();
      TopologyFindings findings = TopologySearch.search(pattern, List.of(), true);
      TopologyMatch best = findings.best().orElseThrow(() -> new AssertionError("nothing found"));
      assertThat(best.topology()).as("seed %d", seed).isEqualTo(grid);
      assertThat(LeftOver.of(pattern, best).messages()).isEqualTo(4);
    }
  }

  @Test
  void aRankThatCollectsFromAllOthersIsLeftOver() {
    GridTopology grid =
        new GridTopology(List.of(6, 6), List.of(false, false), Neighbourhood.all(2));
    int[] rankOf = Patterns.shuffled(36, new Random(1));
    Patterns patterns = Patterns.over(grid.graph(), rankOf);
    for (int step = 0; step < 9; step++) {
      for (long edge : grid.graph().allEdges()) {
        patterns.both(rankOf[RankGraph.low(edge)], rankOf[RankGraph.high(edge)]);
      }
    }
    for (int rank = 1; rank < 36; rank++) {
      patterns.send(rank, 0, 8);
    }
    TopologyFindings findings = search(patterns);
    assertThat(findings.best().orElseThrow().topology()).isEqualTo(grid);
    assertThat(findings.messageShare(findings.best().orElseThrow())).isBetween(0.98, 1.0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aBroadcastOfDiagnosticsIsLeftOver(boolean binomial) {
    for (boolean closed : new boolean[] {false, true}) {
      for (List<Integer> extents : List.of(List.of(8, 8), List.of(16, 8), List.of(4, 4, 4))) {
        GridTopology grid = new GridTopology(
            extents,
            Collections.nCopies(extents.size(), closed),
            Neighbourhood.faces(extents.size()));
        int ranks = grid.graph().vertices();
        int[] rankOf = Patterns.shuffled(ranks, new Random(ranks));
        Patterns patterns = new Patterns(ranks);
        for (int step = 0; step < 20; step++) {
          for (long edge : grid.graph().allEdges()) {
            patterns.both(rankOf[RankGraph.low(edge)], rankOf[RankGraph.high(edge)]);
          }
        }
        int beside = 0;
        for (int rank = 1; rank < ranks; rank++) {
          int from = binomial ? rank & rank - 1 : 0;
          patterns.send(rankOf[from], rankOf[rank], 8);
          beside += grid.graph().has(from, rank) ? 0 : 1;
        }
        MessagePattern pattern = patterns.pattern();
        TopologyMatch best =
            TopologySearch.search(pattern, List.of(), true).best().orElseThrow();
        assertThat(best.topology()).as("%s", extents).isEqualTo(grid);
        assertThat(LeftOver.of(pattern, best).messages()).isEqualTo(beside);
      }
    }
  }

  @Test
  void aRandomGraphIsNotRecognised() {
    Random random = new Random(7);
    Patterns patterns = new Patterns(30);
    for (int i = 0; i < 60; i++) {
      patterns.send(random.nextInt(15), 15 + random.nextInt(15), 8);
    }
    assertThat(search(patterns).matches()).isEmpty();
  }

  @Test
  void messagesOfARankToItselfAreNoEdges() {
    TopologyFindings findings = search(new Patterns(3).both(0, 1).both(1, 2).send(1, 1, 8));
    TopologyMatch best = findings.best().orElseThrow();
    assertThat(best.topology().name()).isEqualTo("line of 3, 2 neighbours");
    assertThat(findings.messageShare(best)).isEqualTo(1);
  }

  @Test
  void directionsFollowTheDimensions() {
    GridTopology grid =
        new GridTopology(List.of(5, 4, 3), List.of(false, false, true), Neighbourhood.all(3));
    int centre = 1 * 20 + 2 * 5 + 2;
    assertThat(grid.direction(centre, centre + 1)).isEqualTo("EAST");
    assertThat(grid.direction(centre, centre - 5)).isEqualTo("NORTH");
    assertThat(grid.direction(centre, centre + 20)).isEqualTo("UP");
    assertThat(grid.direction(centre, centre - 20 + 5 - 1)).isEqualTo("DOWN_SOUTH_WEST");
    assertThat(grid.direction(12, 52)).as("round the periodic dimension").isEqualTo("DOWN");
    assertThat(new TreeTopology(TreeTopology.Kind.BINARY, 7).direction(1, 4)).isEqualTo("RIGHT");
    assertThat(new TreeTopology(TreeTopology.Kind.BINOMIAL, 8).direction(6, 4)).isEqualTo("PARENT");
    assertThat(new HypercubeTopology(5).direction(3, 11)).isEqualTo("DIMENSION_3");
    assertThat(new TransposeTopology(4, 4).direction(1, 4)).isEqualTo("TRANSPOSED");
    assertThat(new TransposeTopology(4, 4).self(5)).isEqualTo("TRANSPOSED");
    assertThat(new TransposeTopology(4, 4).self(1)).isEqualTo("SELF");
  }

  private static TopologyFindings search(Patterns patterns) {
    return TopologySearch.search(patterns.pattern(), List.of(), true);
  }
}
