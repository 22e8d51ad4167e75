package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ColourPiecesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final CompressOptions OPTIONS =
      CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE);

  private static final int UNDEFINED = -1;

  private static Values colours(int ranks, List<RankList> alike, IntUnaryOperator colour) {
    Trace trace =
        Expanded.compressed(ranks, new Compressor(ranks, OPTIONS, alike), (calls, rank) -> {
          int own = colour.applyAsInt(rank);
          EventSink call = calls.begin(MpiCall.COMM_SPLIT, calls.site("split"));
          if (own == UNDEFINED) {
            call.none(Parameter.COLOR);
          } else {
            call.number(Parameter.COLOR, own);
          }
          call.end();
        });
    assertThat(trace.events()).hasSize(1);
    Event split = trace.events().getFirst();
    return split.parameters().get(Parameter.COLOR);
  }

  private static List<RankList> all(int ranks) {
    return List.of(RankList.range(0, ranks));
  }

  private static List<String> pieces(int ranks, IntUnaryOperator colour) {
    return colours(ranks, all(ranks), colour).pieces().stream()
        .map(piece -> piece.ranks() + ": " + piece.sequence())
        .toList();
  }

  @Test
  void ranksOfOneColourAreOnePiece() {
    assertThat(pieces(4, rank -> rank % 2))
        .containsExactly("1 0 1 2 2: [CONSTANT 0]", "1 1 1 2 2: [CONSTANT 1]");
    assertThat(pieces(64, rank -> rank % 8)).hasSize(8).contains("1 3 1 8 8: [CONSTANT 3]");
    assertThat(pieces(64, rank -> rank / 8)).hasSize(8).contains("1 24 1 1 8: [CONSTANT 3]");
  }

  @Test
  void coloursThatFollowTheRankAreOnePiece() {
    assertThat(pieces(200, rank -> rank)).containsExactly("1 0 1 1 200: [RANK_PLUS 0]");
    assertThat(pieces(200, rank -> (rank + 1) % 200))
        .containsExactly("1 0 1 1 200: [RANK_PLUS_MOD 1]");
  }

  @Test
  void theLargestPieceOfAnyFormComesFirst() {
    assertThat(pieces(8, rank -> rank < 4 ? 0 : rank))
        .containsExactly("2 0 0 4 1 1 4: [RANK_PLUS 0]", "1 1 1 1 3: [CONSTANT 0]");
    assertThat(pieces(6, rank -> rank == 0 ? UNDEFINED : 1))
        .containsExactly("1 0 0: [NONE 0]", "1 1 1 1 5: [CONSTANT 1]");
  }

  @Test
  void moreColoursThanAreHeldInAFormStayThoseOfTheRanks() {
    assertThat(pieces(300, rank -> rank / 2)).hasSize(150);
    assertThat(pieces(300, rank -> rank * rank % 211)).hasSizeLessThanOrEqualTo(300);
  }

  @Test
  void piecesDoNotDependOnTheOrderOfMerging() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int ranks = 2 + random.nextInt(30);
      int colours = 1 + random.nextInt(4);
      int[] colour = random.ints(ranks, 0, colours).toArray();
      RankList some = RankList.of(
          random.ints(1 + random.nextInt(ranks), 0, ranks).distinct().sorted().toArray());
      List<RankList> alike = some.size() == ranks
          ? List.of(some)
          : List.of(some, RankList.range(0, ranks).minus(some));

      assertThat(colours(ranks, alike, rank -> colour[rank]))
          .as("seed %d", seed)
          .isEqualTo(colours(ranks, all(ranks), rank -> colour[rank]));
    }
  }
}
