package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.times.Distribution;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams that hardly fold, so that old entries are packed. */
class LongStreamTest {
  private static final int EVENTS = 100_000;

  /** Calls of every kind of value in random order, with stretches that fold, some of them deeply, in between. */
  private static void give(EventSink sink, int events, long seed) {
    Random random = new Random(seed);
    int datatype = sink.datatype("MPI_DOUBLE", 8);
    long requests = 0;
    for (int i = 0; i < events; i++) {
      if (random.nextInt(5000) == 0) {
        for (int step = 0; step < 100; step++, i++) {
          call(sink, 100 + step % 4, step % 3, datatype, random);
        }
      }
      switch (random.nextInt(12)) {
        case 0 -> {
          sink.begin(MpiCall.ISEND, sink.site("isend"))
              .number(Parameter.DESTINATION, random.nextInt(2))
              .number(Parameter.TAG, random.nextInt(9))
              .end();
          requests++;
        }
        case 1 -> {
          sink.begin(MpiCall.TESTSOME, sink.site("testsome"));
          sink.list(Parameter.REQUESTS).addNone();
          if (requests > 0) {
            sink.add(requests - random.nextInt((int) Math.min(requests, 50)));
          }
          sink.list(Parameter.OUTCOMES).end();
        }
        case 2 ->
          sink.begin(MpiCall.RECV, sink.site("any"))
              .any(Parameter.SOURCE)
              .any(Parameter.TAG)
              .inside(Unit.MICROSECONDS, random.nextDouble())
              .end();
        case 3 ->
          sink.begin(MpiCall.SEND, sink.site("none"))
              .none(Parameter.DESTINATION)
              .number(Parameter.COUNT, 1L << random.nextInt(40))
              .end();
        default -> call(sink, random.nextInt(7), random.nextInt(5), datatype, random);
      }
    }
  }

  private static void call(EventSink sink, int site, long count, int datatype, Random random) {
    sink.begin(MpiCall.BCAST, sink.site("site" + site))
        .compute(Unit.INSTRUCTIONS, random.nextInt(1000))
        .number(Parameter.ROOT, 0)
        .number(Parameter.COUNT, count)
        .number(Parameter.DATATYPE, datatype)
        .end();
  }

  private static CompressOptions options(CompressOptions.DeltaDetail detail) {
    return CompressOptions.DEFAULT.withWindow(500).withDetail(detail);
  }

  @ParameterizedTest
  @EnumSource(names = {"GROUPS", "ALL"})
  void packedCallsComeBackWithTheirTimes(CompressOptions.DeltaDetail detail, @TempDir Path folder) {
    Compressor compressor = new Compressor(2, options(detail));
    RecordingSink sink = new RecordingSink(compressor.task(0));
    give(sink, EVENTS, 1);
    compressor.task(1).begin(MpiCall.INIT, 0).end();
    Trace trace = compressor.trace("", List.of());
    TraceFiles.write(trace, folder.resolve("t"), Encoding.BINARY);
    Expanded expanded = new Expanded(TraceFiles.read(folder.resolve("t")));
    assertThat(expanded.events(0)).isEqualTo(sink.events());
    if (detail == CompressOptions.DeltaDetail.GROUPS) {
      assertThat(trace.events().stream()
              .flatMap(event -> event.deltas().stream())
              .flatMap(delta -> delta.byExecution().stream())
              .mapToLong(Distribution::count)
              .sum())
          .isEqualTo(sink.events().stream()
              .filter(event -> event.startsWith("MPI_Bcast") || event.startsWith("MPI_Recv"))
              .count());
    }
  }

  @Test
  void aTraceOfPackedCallsIsTheSameHoweverOftenItIsLookedAt() {
    Compressor compressor = new Compressor(2, options(CompressOptions.DeltaDetail.GROUPS));
    give(compressor.task(0), EVENTS, 3);
    compressor.task(1).begin(MpiCall.INIT, 0).end();
    Trace trace = compressor.trace("", List.of());
    assertThat(trace.events()).hasSizeGreaterThan(50_000);
    List<Event> once = new ArrayList<>(trace.events());
    assertThat(trace.events()).isEqualTo(once);
    Random random = new Random(1);
    for (int i = 0; i < 1000; i++) {
      int at = random.nextInt(once.size());
      assertThat(trace.events().get(at)).isEqualTo(once.get(at));
    }
  }

  @Test
  void loopsAreFoundAfterAnyLengthOfNoise() {
    TaskCompressor task =
        new TaskCompressor(0, new Definitions(2), options(CompressOptions.DeltaDetail.SHARED));
    give(task, EVENTS, 5);
    int noise = task.folder().length();
    for (int step = 0; step < 1000; step++) {
      for (int i = 0; i < 400; i++) {
        task.begin(MpiCall.BARRIER, 1000 + i).end();
      }
    }
    assertThat(task.folder().sealed().size()).isPositive();
    assertThat(task.folder().length()).isEqualTo(noise + 1);
  }

  @Test
  void programsThatHaveNothingInCommonMergeInTimeThatFollowsTheirLength() {
    Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
      Trace trace = merged(100_000, (rank, i) -> 2 * i + rank);
      assertThat(trace.events()).hasSize(200_000);
    });
  }

  @Test
  void programsInOppositeOrderMergeInTimeThatFollowsTheirLength() {
    Assertions.assertTimeout(Duration.ofSeconds(60), () -> {
      Trace trace = merged(100_000, (rank, i) -> rank == 0 ? i : 100_000 - i);
      assertThat(trace.events()).hasSize(199_999);
    });
  }

  private interface Site {
    int of(int rank, int i);
  }

  private static Trace merged(int events, Site site) {
    Compressor compressor = new Compressor(2, CompressOptions.DEFAULT);
    for (int rank = 0; rank < 2; rank++) {
      EventSink sink = compressor.task(rank);
      for (int i = 0; i < events; i++) {
        sink.begin(MpiCall.BARRIER, sink.site("s" + site.of(rank, i))).end();
      }
    }
    return compressor.trace("", List.of());
  }
}
