package io.github.tracecast.simulate.lowering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ChannelNumbersTest {
  @Test
  void oneSenderMayHaveAllChannels() {
    ChannelNumbers channels = new ChannelNumbers();

    for (int round = 0; round < 2; round++) {
      for (int destination = 0; destination < 10_000; destination++) {
        assertThat(channels.of(0, destination, 0, 7)).isEqualTo(destination);
      }
    }
    assertThat(channels.count()).isEqualTo(10_000);
  }

  @Test
  void equalChannelsHaveOneNumberAndDifferentOnesDiffer() {
    Random random = new Random(1);
    ChannelNumbers channels = new ChannelNumbers();
    Map<List<Integer>, Integer> numbers = new HashMap<>();

    for (int i = 0; i < 20_000; i++) {
      List<Integer> key =
          List.of(random.nextInt(50), random.nextInt(50), random.nextInt(4), random.nextInt(4) - 2);
      int channel = channels.of(key.get(0), key.get(1), key.get(2), key.get(3));
      assertThat(channel).isEqualTo(numbers.computeIfAbsent(key, k -> numbers.size()));
      assertThat(List.of(
              channels.source(channel),
              channels.destination(channel),
              channels.context(channel),
              channels.tag(channel)))
          .isEqualTo(key);
    }
    assertThat(channels.count()).isEqualTo(numbers.size());
  }
}
