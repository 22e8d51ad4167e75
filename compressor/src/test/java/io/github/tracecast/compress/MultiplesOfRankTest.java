package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultiplesOfRankTest {
  private static final CompressOptions OPTIONS =
      CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE);

  /** The trace of one send by each rank. Its expansion has the original sends. */
  private static Trace sends(int ranks, IntUnaryOperator destination, IntUnaryOperator tag) {
    return Expanded.compressed(ranks, new Compressor(ranks, OPTIONS), (calls, rank) -> {
      EventSink call = calls.begin(MpiCall.SEND, calls.site("send"));
      int to = destination.applyAsInt(rank);
      if (to < 0) {
        call.none(Parameter.DESTINATION);
      } else {
        call.number(Parameter.DESTINATION, to);
      }
      call.number(Parameter.TAG, tag.applyAsInt(rank)).end();
    });
  }

  private static List<String> pieces(Trace trace, Parameter parameter) {
    return trace.events().getFirst().parameter(parameter).pieces().stream()
        .map(piece -> piece.ranks() + ": " + piece.sequence().term(0, 0).kind())
        .toList();
  }

  private static String text(Trace trace) {
    return new String(TextCodec.write(trace), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({"-1,15,-1rank+15", "3,0,3rank+0%size", "5,3,5rank+3%size", "-3,1,-3rank+1%size"})
  void destinationsOnALineAreOnePiece(int slope, int offset, String written) throws Exception {
    Trace trace = sends(16, rank -> Math.floorMod(slope * rank + offset, 16), rank -> 0);

    assertThat(pieces(trace, Parameter.DESTINATION)).hasSize(1);
    assertThat(text(trace)).contains("destination " + written);
    assertThat(TextCodec.read(TextCodec.write(trace), "x")).isEqualTo(trace);
    assertThat(BinaryCodec.read(BinaryCodec.write(trace), "x")).isEqualTo(trace);
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 64, 1024})
  void theSizeOfATraceDoesNotGrowWithTagsThatFollowTheRank(int ranks) {
    Trace trace = sends(ranks, rank -> (rank + 1) % ranks, rank -> 10 * rank + 1);

    assertThat(pieces(trace, Parameter.TAG)).containsExactly("1 0 1 1 " + ranks + ": TIMES_RANK");
    assertThat(text(trace)).contains("tag 10rank+1");
  }

  @Test
  void ranksWithoutANumberStayOutside() {
    Trace trace = sends(16, rank -> rank == 0 ? -1 : 15 - rank, rank -> 0);

    assertThat(pieces(trace, Parameter.DESTINATION))
        .containsExactly("1 0 0: NONE", "1 1 1 1 15: TIMES_RANK");
  }

  @Test
  void whatIsOnNoLineStaysAsItIs() {
    assertThat(pieces(sends(16, rank -> rank * rank % 16, rank -> 0), Parameter.DESTINATION))
        .hasSizeGreaterThan(2)
        .noneMatch(piece -> piece.contains("TIMES"));
  }
}
