package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OtherProcessesTest {
  private static final CompressOptions OPTIONS =
      CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE);

  /**
   * The trace of ranks that send to all others, three times. Its expansion has the original sends.
   *
   * @param partner by rank and index in the loop; the rank itself is skipped
   */
  private static Trace allToAll(int ranks, IntBinaryOperator partner) {
    return Expanded.compressed(ranks, new Compressor(ranks, OPTIONS), (calls, rank) -> {
      for (int i = 0; i < 3 * ranks; i++) {
        int to = partner.applyAsInt(rank, i % ranks);
        if (to != rank) {
          calls
              .begin(MpiCall.SEND, calls.site("send"))
              .number(Parameter.DESTINATION, to)
              .end();
        }
      }
    });
  }

  private static Term.Kind kind(Trace trace) {
    return trace
        .events()
        .getFirst()
        .parameter(Parameter.DESTINATION)
        .pieces()
        .getFirst()
        .sequence()
        .kind(0, 0);
  }

  @Test
  void aLoopThatSkipsTheRankItselfIsOnePiece() throws Exception {
    Trace trace = allToAll(8, (rank, i) -> i);

    assertThat(trace.events().getFirst().parameter(Parameter.DESTINATION).pieces())
        .hasSize(1);
    assertThat(new String(TextCodec.write(trace), StandardCharsets.UTF_8)).contains("other:0..6");
    assertThat(TextCodec.read(TextCodec.write(trace), "x")).isEqualTo(trace);
    assertThat(BinaryCodec.read(BinaryCodec.write(trace), "x")).isEqualTo(trace);
  }

  @Test
  void theSizeOfATraceDoesNotGrowWithTheRanksOfALoopOverThem() {
    int few = BinaryCodec.write(allToAll(16, (rank, i) -> i)).length;
    int many = BinaryCodec.write(allToAll(128, (rank, i) -> i)).length;

    assertThat(many - few).isLessThanOrEqualTo(4);
  }

  @Test
  void aLoopThatDescendsIsOnePieceToo() {
    assertThat(kind(allToAll(16, (rank, i) -> 15 - i))).isEqualTo(Term.Kind.OTHER);
  }

  /** The trace of ranks that exchange a message with each other rank, ten times. */
  private static Trace exchanges(int ranks, IntBinaryOperator partner) {
    return Expanded.compressed(ranks, new Compressor(ranks, OPTIONS), (calls, rank) -> {
      long requests = 0;
      for (int step = 0; step < 10; step++) {
        for (MpiCall call : List.of(MpiCall.IRECV, MpiCall.ISEND)) {
          Parameter end = call == MpiCall.IRECV ? Parameter.SOURCE : Parameter.DESTINATION;
          for (int i = 0; i < ranks; i++) {
            int other = partner.applyAsInt(rank, i);
            if (other != rank) {
              calls.begin(call, calls.site(call.mpiName())).number(end, other).end();
              requests++;
            }
          }
        }
        calls.begin(MpiCall.WAITALL, calls.site("wait")).list(Parameter.REQUESTS);
        for (long i = requests - 2L * (ranks - 1); i < requests; i++) {
          calls.add(i + 1);
        }
        calls.end();
      }
    });
  }

  @Test
  void exchangesWithAllOthersTakeAsManyBytesOnAnyNumberOfRanks() {
    for (boolean around : new boolean[] {false, true}) {
      List<Integer> sizes = IntStream.of(32, 64, 128)
          .map(ranks -> BinaryCodec.write(
                  exchanges(ranks, (rank, i) -> around ? (rank + i) % ranks : i))
              .length)
          .boxed()
          .toList();

      assertThat(Collections.max(sizes) - Collections.min(sizes)).isLessThanOrEqualTo(8);
    }
  }

  @Test
  void otherOrdersStayAsTheyAre() {
    assertThat(kind(allToAll(16, (rank, i) -> (rank + i) % 16))).isEqualTo(Term.Kind.RANK_PLUS_MOD);
    assertThat(kind(allToAll(16, (rank, i) -> rank ^ i))).isNotEqualTo(Term.Kind.OTHER);
  }
}
