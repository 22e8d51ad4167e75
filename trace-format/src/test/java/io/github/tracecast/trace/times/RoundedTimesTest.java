package io.github.tracecast.trace.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.WorkedExamplesTest;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RoundedTimesTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  @Test
  void aStepIsAPartOfAPowerOfTwoInFiveDigits() {
    assertThat(RoundedTimes.value(0)).isEqualTo(1);
    assertThat(RoundedTimes.value(1)).isEqualTo(1.0007);
    assertThat(RoundedTimes.value(512)).isEqualTo(1.4142);
    assertThat(RoundedTimes.value(-1024)).isEqualTo(0.5);
    assertThat(RoundedTimes.value(10 * 1024)).isEqualTo(1024);
  }

  @Test
  void roundingKeepsCountsAndMeansAndIncludesTheExtremes() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Distribution exact = distribution(new Random(seed), seed);
      for (boolean fine : new boolean[] {false, true}) {
        Distribution rounded = RoundedTimes.rounded(exact, fine).orElseThrow();
        double error = fine ? 4e-4 : 6e-3;
        assertThat(rounded.count()).isEqualTo(exact.count());
        assertThat(rounded.mean() / exact.mean()).as("case " + seed).isEqualTo(1, within(error));
        if (exact.min() < exact.max()) {
          assertThat(rounded.min()).as("case " + seed).isLessThanOrEqualTo(exact.min());
          assertThat(rounded.max()).as("case " + seed).isGreaterThanOrEqualTo(exact.max());
        }
        assertThat(rounded.min() / exact.min()).isEqualTo(1, within(fine ? 0.012 : 0.09));
        assertThat(rounded.max() / exact.max()).isEqualTo(1, within(fine ? 0.012 : 0.1));
        assertThat(RoundedTimes.rounded(rounded, fine)).contains(rounded);
      }
    }
  }

  @Test
  void roundedTimesAreReadAsTheyWereWritten() {
    List<Event> events = new ArrayList<>();
    RankList all = RankList.range(0, 4);
    for (int seed = 1; seed <= SEEDS; seed++) {
      Distribution exact = distribution(new Random(seed), seed);
      Distribution rounded = RoundedTimes.rounded(exact, seed % 2 == 0).orElseThrow();
      assertThat(RoundedTimes.of(rounded)).as("case " + seed).isPresent();
      Delta delta = new Delta(
          Delta.Kind.COMPUTE, Unit.MICROSECONDS, Delta.AFTER_ANY, all, List.of(rounded, exact));
      events.add(new Event(MpiCall.BARRIER, 0, all, barrier(all), List.of(delta)));
    }
    Trace trace = WorkedExamplesTest.ring();
    Trace times = new Trace(
        trace.header(),
        List.of(new CallSite("f (a.c:1) < main (a.c:7)")),
        List.of(),
        trace.groups(),
        trace.communicators(),
        events,
        List.of());
    byte[] bytes = BinaryCodec.write(times);
    assertThat(TraceFiles.read(bytes, "times")).isEqualTo(times);
  }

  @Test
  void timesThatAreNotPositiveStayAsTheyAre() {
    assertThat(RoundedTimes.rounded(new Distribution.MinAvgMax(2, 0, 1, 2), true))
        .isEqualTo(Optional.empty());
  }

  private static Map<Parameter, Values> barrier(RankList all) {
    return Map.of(Parameter.COMMUNICATOR, Values.constant(all, 0));
  }

  /** Minimum, average and maximum, or a histogram of some magnitudes. */
  private static Distribution distribution(Random random, int size) {
    double unit = Math.pow(10, random.nextInt(8) - 3);
    if (random.nextInt(4) == 0) {
      double min = unit * (1 + random.nextDouble());
      double range = random.nextInt(3) == 0 ? 0 : min * random.nextDouble() * 10;
      return new Distribution.MinAvgMax(
          1 + random.nextInt(size), min, min + range * random.nextDouble(), min + range);
    }
    List<Bin> bins = new ArrayList<>();
    int key = BinScale.bin(unit);
    for (int i = 0; i < 2 + random.nextInt(15); i++) {
      key += 1 + random.nextInt(3);
      int last = key + random.nextInt(2);
      double low = BinScale.lower(key);
      double high = BinScale.upper(last);
      double min = low + (high - low) * random.nextDouble() / 2;
      double max = min + (high - min) * random.nextDouble() * 0.99;
      bins.add(new Bin(low, high, 1 + random.nextInt(size), min, (min + max) / 2, max));
      key = last;
    }
    return new Distribution.Histogram(bins);
  }
}
