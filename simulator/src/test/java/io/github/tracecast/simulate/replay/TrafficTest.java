package io.github.tracecast.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.result.Traffic;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrafficTest {
  @Test
  void fewRanksHaveACellForEachPair() {
    Traffic traffic = new Traffic(3);
    traffic.add(0, 1, 1, 10);
    traffic.add(0, 1, 2, 20);
    traffic.add(2, 2, 3, 30);

    assertThat(traffic.bins()).isEqualTo(3);
    assertThat(traffic.ranksPerBin()).isEqualTo(1);
    assertThat(traffic.messages(0, 1)).isEqualTo(3);
    assertThat(traffic.bytes(0, 1)).isEqualTo(30);
    assertThat(traffic.bytes(1, 0)).isZero();
    assertThat(traffic.bytes(2, 2)).isEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 127, 128, 129, 255, 256, 257, 1000, 65_535, 65_536, 1 << 24})
  void nothingIsLostInBins(int ranks) {
    Random random = new Random(ranks);
    int count = 500;
    int[] sources = random.ints(count, 0, ranks).toArray();
    int[] destinations = random.ints(count, 0, ranks).toArray();
    long[] messages = random.longs(count, 0, 1000).toArray();
    long[] bytes = random.longs(count, 0, 1 << 20).toArray();
    sources[0] = ranks - 1;
    destinations[0] = ranks - 1;

    Traffic traffic = new Traffic(ranks);
    for (int row = 0; row < count; row++) {
      traffic.add(sources[row], destinations[row], messages[row], bytes[row]);
    }

    assertThat(traffic.bins()).isBetween(1, Traffic.MOST_BINS);
    assertThat((long) traffic.bins() * traffic.ranksPerBin()).isGreaterThanOrEqualTo(ranks);
    long allMessages = 0;
    long allBytes = 0;
    for (int from = 0; from < traffic.bins(); from++) {
      for (int to = 0; to < traffic.bins(); to++) {
        allMessages += traffic.messages(from, to);
        allBytes += traffic.bytes(from, to);
      }
    }
    assertThat(allMessages).isEqualTo(Arrays.stream(messages).sum());
    assertThat(allBytes).isEqualTo(Arrays.stream(bytes).sum());
  }
}
