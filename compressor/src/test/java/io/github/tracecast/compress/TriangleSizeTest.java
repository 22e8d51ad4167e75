package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An exchange, then as many broadcasts as steps before: Figure 1 of CYPRESS. */
class TriangleSizeTest {
  private static final int RANKS = 4;

  private static Trace triangle(int steps) {
    Compressor compressor =
        new Compressor(RANKS, CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE));
    for (int rank = 0; rank < RANKS; rank++) {
      EventSink task = compressor.task(rank);
      boolean even = rank % 2 == 0;
      for (int step = 0; step < steps; step++) {
        task.begin(even ? MpiCall.SEND : MpiCall.RECV, task.site(even ? "send" : "receive"))
            .number(even ? Parameter.DESTINATION : Parameter.SOURCE, even ? rank + 1 : rank - 1)
            .number(Parameter.TAG, 0)
            .end();
        for (int i = 0; i < step; i++) {
          task.begin(MpiCall.BCAST, task.site("broadcast"))
              .number(Parameter.ROOT, 0)
              .end();
        }
      }
      compressor.finish(rank);
    }
    return compressor.trace("", List.of());
  }

  @Test
  void aLoopOfOneMoreIterationAtEachStepTakesAsManyBytesForAnyNumberOfSteps() {
    Trace few = triangle(10);
    Trace many = triangle(300);

    assertThat(many.events()).hasSameSizeAs(few.events());
    assertThat(BinaryCodec.write(many)).hasSizeLessThan(BinaryCodec.write(few).length + 10);
    assertThat(TextCodec.write(many)).hasSizeLessThan(TextCodec.write(few).length + 20);
    assertThat(BinaryCodec.read(BinaryCodec.write(many), "triangle")).isEqualTo(many);
  }
}
