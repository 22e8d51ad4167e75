package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions.DeltaDetail;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.CompressOptions.RadixTree;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TimeDetailTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final CompressOptions MANY_BINS = CompressOptions.DEFAULT.withBuckets(10_000);

  static IntStream seeds() {
    return IntStream.range(1, SEEDS);
  }

  private static Trace compressed(int seed, CompressOptions options) {
    RandomRun run = new RandomRun(seed);
    Compressor compressor = new Compressor(run.ranks, options);
    for (int rank = 0; rank < run.ranks; rank++) {
      run.run(rank, compressor.task(rank));
      compressor.finish(rank);
    }
    return compressor.trace("", List.of());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void countExtremesAndMeanStay(int seed) {
    for (DeltaDetail detail : DeltaDetail.values()) {
      Trace before = compressed(seed, MANY_BINS.withDetail(detail));
      for (CompressOptions options : List.of(
          CompressOptions.DEFAULT,
          CompressOptions.DEFAULT.withBuckets(2),
          CompressOptions.DEFAULT.withDeltas(Deltas.MEANSTDDEV),
          CompressOptions.DEFAULT.withDeltas(Deltas.MINAVGMAX))) {
        Trace after = TimeDetail.reduce(before, options);
        TraceValidator.check(after);
        assertThat(after.loops()).isEqualTo(before.loops());
        for (int event = 0; event < before.events().size(); event++) {
          assertSame(
              before.events().get(event).deltas(), after.events().get(event).deltas(), options);
        }
      }
    }
  }

  private static void assertSame(List<Delta> before, List<Delta> after, CompressOptions options) {
    assertThat(after).hasSameSizeAs(before);
    for (int i = 0; i < before.size(); i++) {
      Delta one = before.get(i);
      Delta other = after.get(i);
      assertThat(other.ranks()).isEqualTo(one.ranks());
      assertThat(other.after()).isEqualTo(one.after());
      for (int k = 0; k < one.byExecution().size(); k++) {
        // equal neighbours may have become a shorter period
        Distribution reduced = other.byExecution().get(k % other.byExecution().size());
        assertSame(one.byExecution().get(k), reduced, options);
      }
    }
  }

  private static void assertSame(Distribution before, Distribution after, CompressOptions options) {
    assertThat(after.count()).isEqualTo(before.count());
    assertThat(after.min()).isEqualTo(before.min());
    assertThat(after.max()).isEqualTo(before.max());
    assertThat(after.mean()).isCloseTo(before.mean(), within(1e-3));
    if (after instanceof Distribution.Histogram histogram) {
      assertThat(options.deltas()).isEqualTo(Deltas.HISTOGRAM);
      assertThat(histogram.bins()).hasSizeLessThanOrEqualTo(options.buckets());
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void bucketsAreEquallyWideAndHoldAllValues(int seed) {
    Trace before = compressed(seed, MANY_BINS);
    Trace after = TimeDetail.reduce(
        before, CompressOptions.DEFAULT.withDeltas(Deltas.BUCKETS).withBuckets(5));

    TraceValidator.check(after);
    for (int event = 0; event < before.events().size(); event++) {
      List<Delta> deltas = before.events().get(event).deltas();
      for (int i = 0; i < deltas.size(); i++) {
        Distribution one = deltas.get(i).byExecution().getFirst();
        Distribution other =
            after.events().get(event).deltas().get(i).byExecution().getFirst();
        if (one instanceof Distribution.Histogram && one.min() < one.max()) {
          assertThat(other.count()).isEqualTo(one.count());
          assertThat(((Distribution.Histogram) other).bins())
              .hasSizeBetween(1, 5)
              .allSatisfy(bin -> assertThat(bin.upper() - bin.lower())
                  .isCloseTo((one.max() - one.min()) / 5, within(1e-6 * one.max())))
              .allSatisfy(bin -> assertThat(bin.mean())
                  .isCloseTo((bin.lower() + bin.upper()) / 2, within(1e-6 * one.max())));
        }
      }
    }
  }

  /** To drop times later gives the same trace as never to keep them. */
  @ParameterizedTest
  @MethodSource("seeds")
  void withoutTimesATraceIsTheOneThatNeverHadThem(int seed) {
    CompressOptions none = CompressOptions.DEFAULT.withDeltas(Deltas.NONE);
    Trace before = compressed(seed, CompressOptions.DEFAULT);
    assertThat(TimeDetail.reduce(before, none).events())
        .isEqualTo(compressed(seed, none).events());
  }

  @Test
  void whatNeedsSingleCallsIsRefused() {
    Trace trace = compressed(5, CompressOptions.DEFAULT);
    assertRefused(
        trace,
        CompressOptions.DEFAULT.withDetail(DeltaDetail.SHARED),
        "`deltas-detail`: found shared");
    assertRefused(trace, CompressOptions.DEFAULT.withWindow(7), "`window`: found 7");
    assertRefused(
        trace, CompressOptions.DEFAULT.withTree(RadixTree.MSB), "`radix-tree`: found msb");
  }

  private static void assertRefused(Trace trace, CompressOptions options, String found) {
    assertThatThrownBy(() -> TimeDetail.reduce(trace, options))
        .isInstanceOf(TraceException.class)
        .hasMessage(found + " for a trace of Tracecast, which has no single calls;"
            + " expected a raw trace. Leave this option out");
  }
}
