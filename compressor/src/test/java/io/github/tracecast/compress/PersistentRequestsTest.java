package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.TextCodec;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PersistentRequestsTest {
  private static final int RANKS = 8;
  private static final CompressOptions OPTIONS =
      CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE).withRequestRing(100);

  /** A ring that exchanges messages by persistent requests, created once, and by ordinary requests. */
  private static void run(int rank, int steps, EventSink sink) {
    int next = (rank + 1) % RANKS;
    int previous = (rank + RANKS - 1) % RANKS;
    int site = sink.site("swap");
    sink.begin(MpiCall.RECV_INIT, site).number(Parameter.SOURCE, previous).end();
    sink.begin(MpiCall.SEND_INIT, site).number(Parameter.DESTINATION, next).end();
    long requests = 2;
    for (int step = 0; step < steps; step++) {
      sink.begin(MpiCall.IRECV, site).number(Parameter.SOURCE, next).end();
      sink.begin(MpiCall.STARTALL, site).list(Parameter.REQUESTS).add(1).add(2).end();
      sink.begin(MpiCall.ISEND, site).number(Parameter.DESTINATION, previous).end();
      sink.begin(MpiCall.WAITALL, site)
          .list(Parameter.REQUESTS)
          .add(requests + 1)
          .add(1)
          .add(requests + 2)
          .add(2)
          .end();
      requests += 2;
    }
  }

  private static Trace compress(int steps, RecordingSink[] recorded) {
    Compressor compressor = new Compressor(RANKS, OPTIONS);
    for (int rank = 0; rank < RANKS; rank++) {
      recorded[rank] = new RecordingSink(compressor.task(rank));
      run(rank, steps, recorded[rank]);
    }
    return compressor.trace("", List.of());
  }

  @Test
  void aLoopBesideOrdinaryRequestsTakesTheSameSizeHoweverLong() {
    RecordingSink[] recorded = new RecordingSink[RANKS];
    String text = new String(TextCodec.write(compress(3, recorded)), StandardCharsets.UTF_8);
    Trace trace = compress(2000, recorded);
    assertThat(new String(TextCodec.write(trace), StandardCharsets.UTF_8))
        .isEqualTo(text.replace("iterations 3", "iterations 2000"))
        .contains("requests [2 persistent:2 1 persistent:1]");
    Expanded expanded = new Expanded(trace);
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(expanded.events(rank)).as("rank " + rank).isEqualTo(recorded[rank].events());
    }
  }
}
