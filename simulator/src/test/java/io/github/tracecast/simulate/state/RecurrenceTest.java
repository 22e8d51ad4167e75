package io.github.tracecast.simulate.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.lanes.LaneTimes;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RecurrenceTest {
  private static final int[] BOTH = {0, 1};
  private static final int[] FIRST = {0};

  private static LaneTimes times(long... lanes) {
    LaneTimes times = new LaneTimes(1, lanes.length);
    for (int k = 0; k < lanes.length; k++) {
      times.set(0, k, lanes[k]);
    }
    return times;
  }

  private static StateImage image(int lanes, Consumer<StateSink> state) {
    StateImage image = new StateImage(lanes, StateImage.NO_ORIGIN, 16);
    state.accept(image);
    return image;
  }

  private static Recurrence onLanes(
      int[] live, Consumer<StateSink> then, Consumer<StateSink> now, long... shift) {
    return onLanes(live, then, now, new long[shift.length], shift);
  }

  private static Recurrence onLanes(
      int[] live, Consumer<StateSink> then, Consumer<StateSink> now, long[] skipped, long[] shift) {
    Recurrence found = Recurrence.onLanes(
        image(shift.length, then), 2, live, shift, skipped, rank -> rank == 1, channel -> false);
    now.accept(found);
    return found;
  }

  private static Recurrence inTime(
      Consumer<StateSink> then, Consumer<StateSink> now, long from, long to, double tolerance) {
    Recurrence found = Recurrence.inTime(image(1, then), 2, from, to, tolerance);
    now.accept(found);
    return found;
  }

  @Test
  void everyLaneMayHaveAShiftOfItsOwn() {
    Consumer<StateSink> then = sink -> sink.times(times(5, 100), 0, false);
    assertThat(onLanes(BOTH, then, sink -> sink.times(times(8, 170), 0, false), 3, 70)
            .isFound())
        .isTrue();
    Recurrence ofFirst = onLanes(BOTH, then, sink -> sink.times(times(8, 171), 0, false), 3, 70);
    assertThat(ofFirst.isFound()).isTrue();
    assertThat(ofFirst.lanes()).containsExactly(0);
    assertThat(onLanes(BOTH, then, sink -> sink.times(times(9, 171), 0, false), 3, 70)
            .isFound())
        .isFalse();
  }

  @Test
  void allTimesOfAnIdleOwnerMoveOrAllStandStill() {
    Consumer<StateSink> then = sink -> sink.times(times(5, 100), 0, sink.isIdle(1));
    Recurrence moved =
        onLanes(BOTH, then, sink -> sink.times(times(5, 170), 0, sink.isIdle(1)), 3, 70);
    assertThat(moved.lanes()).containsExactly(1);
    Recurrence stood =
        onLanes(BOTH, then, sink -> sink.times(times(5, 100), 0, sink.isIdle(1)), 3, 70);
    assertThat(stood.lanes()).containsExactly(0, 1);
  }

  @Test
  void timesThatStandStillHaveMovedBackByTheTimeThatWasSkipped() {
    Consumer<StateSink> then = sink -> sink.times(times(50), 0, sink.isIdle(1));
    long[] skipped = {40};
    long[] shift = {3};
    assertThat(onLanes(FIRST, then, sink -> sink.times(times(10), 0, true), skipped, shift)
            .isFound())
        .isTrue();
    assertThat(onLanes(FIRST, then, sink -> sink.times(times(53), 0, true), skipped, shift)
            .isFound())
        .isTrue();
    assertThat(onLanes(FIRST, then, sink -> sink.times(times(50), 0, true), skipped, shift)
            .isFound())
        .isFalse();
  }

  @Test
  void lanesThatDoNotDecideDoNotCount() {
    Consumer<StateSink> then = sink -> sink.times(times(5, 100), 0, false);
    assertThat(onLanes(FIRST, then, sink -> sink.times(times(8, 171), 0, false), 3, 0)
            .isFound())
        .isTrue();
  }

  @Test
  void onlyWhatIsIdleMayKeepItsTimes() {
    Consumer<StateSink> then = sink -> sink.times(times(5), 0, sink.isIdle(1));
    assertThat(onLanes(FIRST, then, sink -> sink.times(times(5), 0, sink.isIdle(1)), 3)
            .isFound())
        .isTrue();
    assertThat(onLanes(FIRST, then, sink -> sink.times(times(5), 0, sink.isIdle(0)), 3)
            .isFound())
        .isFalse();
  }

  @Test
  void numbersAndTheirCountMustBeEqual() {
    Consumer<StateSink> then = sink -> {
      sink.number(1);
      sink.number(2);
    };
    assertThat(onLanes(FIRST, then, then, 3).isFound()).isTrue();
    assertThat(onLanes(FIRST, then, sink -> sink.number(1), 3).isFound()).isFalse();
    assertThat(onLanes(FIRST, then, then.andThen(sink -> sink.number(3)), 3).isFound())
        .isFalse();
  }

  @Test
  void aGapThatEndedBeforeTheClockMayBeAnywhere() {
    Consumer<StateSink> then = sink -> {
      sink.clock(times(100), 0, false);
      sink.gap(times(90), 0);
    };
    assertThat(gapRecurs(then, 110, 80)).isTrue();
    assertThat(gapRecurs(then, 110, 110)).isTrue();
    assertThat(gapRecurs(then, 110, 111)).isFalse();
  }

  private static boolean gapRecurs(Consumer<StateSink> then, long clock, long gap) {
    return onLanes(
            FIRST,
            then,
            sink -> {
              sink.clock(times(clock), 0, false);
              sink.gap(times(gap), 0);
            },
            10)
        .isFound();
  }

  @Test
  void inTheOrderOfTimeThePastMayStandStill() {
    assertThat(inTime(sink -> sink.time(40), sink -> sink.time(40), 50, 80, 0).isFound())
        .isTrue();
    assertThat(inTime(sink -> sink.time(60), sink -> sink.time(60), 50, 80, 0).isFound())
        .isFalse();
    assertThat(inTime(sink -> sink.time(60), sink -> sink.time(90), 50, 80, 0).isFound())
        .isTrue();
  }

  @Test
  void aToleranceIsAShareOfTheShift() {
    Consumer<StateSink> then = sink -> sink.time(1_500);
    Recurrence near = inTime(then, sink -> sink.time(2_510), 1_000, 2_000, 0.01);
    assertThat(near.isFound()).isTrue();
    assertThat(near.deviationPicos()).isEqualTo(10);
    assertThat(inTime(then, sink -> sink.time(2_511), 1_000, 2_000, 0.01).isFound())
        .isFalse();
  }

  @Test
  void requestsMayNotChangeTheOrderInWhichTheyComplete() {
    Consumer<StateSink> then = sink -> {
      sink.done(0, 30);
      sink.done(0, 20);
    };
    assertThat(inTime(then, then, 50, 80, 0).isFound()).isTrue();
    // the second one has moved past the first, which stands
    assertThat(inTime(
                then,
                sink -> {
                  sink.done(0, 30);
                  sink.done(0, 50);
                },
                50,
                80,
                0)
            .isFound())
        .isFalse();
  }

  @Test
  void aRankMayAdvanceInOneLoopOnly() {
    Consumer<StateSink> then = sink -> {
      sink.left(1, 1, 9);
      sink.left(1, 2, 9);
    };
    Recurrence inner = onLanes(FIRST, then, left(9, 6), 3);
    assertThat(inner.isFound()).isTrue();
    assertThat(inner.advance().iterations(1)).isEqualTo(3);
    assertThat(inner.advance().depth(1)).isEqualTo(2);
    assertThat(inner.advance().iterations(0)).isZero();
    assertThat(onLanes(FIRST, then, left(8, 6), 3).isFound()).isFalse();
    assertThat(onLanes(FIRST, then, left(9, 10), 3).isFound()).isFalse();
  }

  private static Consumer<StateSink> left(long outer, long inner) {
    return sink -> {
      sink.left(1, 1, outer);
      sink.left(1, 2, inner);
    };
  }
}
