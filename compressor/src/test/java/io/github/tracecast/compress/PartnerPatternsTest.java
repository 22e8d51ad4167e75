package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TextCodec;
import java.nio.charset.StandardCharsets;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;

class PartnerPatternsTest {
  private static final CompressOptions OPTIONS =
      CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE);

  /** A swap with a neighbour in the row, then with a partner. Returns the text of the trace without digits. */
  private static String shape(int ranks, IntBinaryOperator partner) {
    Trace trace = Expanded.compressed(ranks, new Compressor(ranks, OPTIONS), (calls, rank) -> {
      int site = calls.site("swap");
      for (int step = 0; step < 5; step++) {
        for (int with : new int[] {rank ^ 1, partner.applyAsInt(rank, ranks)}) {
          calls
              .begin(MpiCall.SENDRECV, site)
              .number(Parameter.DESTINATION, with)
              .number(Parameter.SOURCE, with)
              .end();
        }
      }
    });
    return new String(TextCodec.write(trace), StandardCharsets.UTF_8)
        .replaceAll("\\d+", "#")
        .replaceAll("\\s+", " ");
  }

  private static int transposed(int rank, int width, int block) {
    int at = rank / block;
    return (at % width * width + at / width) * block + rank % block;
  }

  private static int root(int number) {
    return (int) Math.round(Math.sqrt(number));
  }

  @Test
  void transposesOfSquareGridsTakeTheSameSizeForAnyNumberOfRanks() {
    IntBinaryOperator partner = (rank, ranks) -> transposed(rank, root(ranks), 1);
    String shape = shape(16, partner);
    assertThat(shape).contains("transposed:#");
    for (int width : new int[] {6, 8, 32, 64}) {
      assertThat(shape(width * width, partner)).as("width " + width).isEqualTo(shape);
    }
  }

  @Test
  void transposesOfSquareGridsOfPairsTakeTheSameSizeForAnyNumberOfRanks() {
    IntBinaryOperator partner = (rank, ranks) -> transposed(rank, root(ranks / 2), 2);
    String shape = shape(32, partner);
    assertThat(shape).contains("transposed:#");
    for (int width : new int[] {5, 8, 32}) {
      assertThat(shape(2 * width * width, partner)).as("width " + width).isEqualTo(shape);
    }
  }

  @Test
  void partnersAtADistanceOfAPowerOfTwoTakeTheSameSizeForAnyNumberOfRanks() {
    for (int bit : new int[] {2, 4, 8}) {
      IntBinaryOperator partner = (rank, ranks) -> rank ^ bit;
      String shape = shape(32, partner);
      assertThat(shape).doesNotContain("transposed");
      assertThat(shape(1024, partner)).as("distance " + bit).isEqualTo(shape);
    }
  }

  @Test
  void widthsOfGridsHaveSquaresThatDivideTheSize() {
    assertThat(SquareGrids.of(72).widths()).containsExactly(2, 3, 6);
    assertThat(SquareGrids.of(7).widths()).isEmpty();
    assertThat(SquareGrids.of(1 << 24).widths()).hasSize(12).contains(4096);
  }
}
