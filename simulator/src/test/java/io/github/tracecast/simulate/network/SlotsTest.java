package io.github.tracecast.simulate.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.state.StateImage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlotsTest {
  @Test
  void aRowIsUsedAgainWhenNobodyNeedsIt() {
    Slots slots = new Slots(1);
    int slot = slots.create(Slots.OFFERED, 2);
    slots.release(slot);
    assertThat(slots.create(Slots.POSTED, 1)).isNotEqualTo(slot);
    slots.release(slot);
    assertThat(slots.create(Slots.POSTED, 1)).isEqualTo(slot);
  }

  @Test
  void columnsGrowWithTheirContent() {
    Slots slots = new Slots(3);
    for (int i = 0; i < 1_000; i++) {
      int slot = slots.create(Slots.ARRIVED, 1);
      slots.since().set(slot, 2, i);
      slots.setChannel(slot, i);
    }
    assertThat(IntStream.range(0, 1_000).allMatch(i -> slots.since().get(i, 2) == i))
        .isTrue();
    assertThat(IntStream.range(0, 1_000).allMatch(i -> slots.channel(i) == i)).isTrue();
  }

  /** Two runs with the same messages in different rows are in the same state. */
  @Test
  void aDescriptionNamesSlotsByTheirAppearance() {
    Slots slots = new Slots(1);
    int one = message(slots, 10);
    int other = message(slots, 20);
    Slots later = new Slots(1);
    int unused = later.create(Slots.POSTED, 1);
    int laterOther = message(later, 20);
    int laterOne = message(later, 10);
    later.release(unused);
    assertThat(numbers(slots, one, other, one))
        .isEqualTo(numbers(later, laterOne, laterOther, laterOne));
    assertThat(numbers(slots, one, other, one)).isNotEqualTo(numbers(slots, one, other, other));
  }

  @Test
  void eachDescriptionBeginsItsNamesAnew() {
    Slots slots = new Slots(1);
    int one = message(slots, 10);
    int other = message(slots, 20);
    long[] first = numbers(slots, one, other);
    numbers(slots, other, one);
    assertThat(numbers(slots, one, other)).isEqualTo(first);
  }

  private static int message(Slots slots, long picos) {
    int slot = slots.create(Slots.ARRIVED, 1);
    slots.since().set(slot, 0, picos);
    return slot;
  }

  private static long[] numbers(Slots slots, int... order) {
    StateImage image = new StateImage(1, StateImage.NO_ORIGIN, 16);
    slots.beginDescription();
    for (int slot : order) {
      slots.describe(slot, false, image);
    }
    return IntStream.range(0, image.size()).mapToLong(image::get).toArray();
  }
}
