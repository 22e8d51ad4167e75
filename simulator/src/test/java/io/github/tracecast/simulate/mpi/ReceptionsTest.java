package io.github.tracecast.simulate.mpi;

import static io.github.tracecast.trace.Parameter.COUNT;
import static io.github.tracecast.trace.Parameter.DESTINATION;
import static io.github.tracecast.trace.Parameter.SOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReceptionsTest {
  private static final List<Map<String, String>> MACHINES = List.of(
      Map.of(),
      Map.of("mpi.receive_overhead", "200ns", "mpi.gap", "900ns"),
      Map.of("mpi.receive_overhead", "7us", "mpi.gap", "10us"));

  private static TraceSketch sketch() {
    return new TraceSketch(2)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 8)
        .call(MpiCall.SEND, 0, DESTINATION, 1, COUNT, 4_000)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 8)
        .call(MpiCall.RECV, 1, SOURCE, 0, COUNT, 4_000);
  }

  /**
   * A rank takes messages in the order of arrival. Each reception begins when its message has
   * arrived, the rank is free, and the gap since the last reception is over.
   */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 5", "64, 5", "65, 5", "193, 3", "500, 2", "8, 1", "40, 1"})
  void messagesAreTakenInTheOrderOfArrivalOnEachLane(int count, int sizes) {
    Parts parts = new Parts(sketch(), MACHINES);
    Random random = new Random(31L * count + sizes);
    for (int round = 0; round < 50; round++) {
      int[] requests = new int[count];
      long[][] expected = new long[MACHINES.size()][];
      long[][] arrivals = new long[MACHINES.size()][count];
      int[] costs = new int[count];
      for (int i = 0; i < count; i++) {
        int slot = parts.slots.create(Slots.ARRIVED, 1);
        costs[i] = parts.cost(sizes == 1 || random.nextBoolean() ? 8 : 4_000);
        parts.slots.setCost(slot, costs[i]);
        requests[i] = slot << 2 | RequestCalls.RECEIVER;
        for (int lane = 0; lane < arrivals.length; lane++) {
          arrivals[lane][i] =
              parts.ranks.clock().get(1, lane) + 1_000_000L * random.nextInt(2 + count / 2);
          parts.slots.since().set(slot, lane, arrivals[lane][i]);
        }
      }
      for (int lane = 0; lane < arrivals.length; lane++) {
        expected[lane] = taken(parts, costs, arrivals[lane], lane);
      }
      new Receptions(arrivals.length, parts.ranks, parts.slots, parts.program.costs())
          .absorb(1, requests, count);
      for (int lane = 0; lane < arrivals.length; lane++) {
        assertThat(parts.ranks.clock().get(1, lane)).isEqualTo(expected[lane][0]);
        assertThat(parts.ranks.nextReceive().get(1, lane)).isEqualTo(expected[lane][1]);
      }
    }
  }

  /** The clock and the end of the last gap, by the rule itself. */
  private static long[] taken(Parts parts, int[] costs, long[] arrivals, int lane) {
    long now = parts.ranks.clock().get(1, lane);
    long next = parts.ranks.nextReceive().get(1, lane);
    List<Integer> order = IntStream.range(0, costs.length)
        .boxed()
        .sorted((a, b) -> Long.compare(arrivals[a], arrivals[b]))
        .toList();
    for (int i : order) {
      long start = Math.max(Math.max(now, arrivals[i]), next);
      now = start + parts.program.costs().receiveOverhead.get(costs[i], lane);
      next = start + parts.program.costs().gap.get(costs[i], lane);
    }
    return new long[] {now, next};
  }

  @ParameterizedTest
  @CsvSource({"1", "3"})
  void slotsAreFreeAfterwards(int count) {
    Parts parts = new Parts(sketch());
    int[] requests = new int[count];
    Arrays.setAll(requests, i -> parts.slots.create(Slots.ARRIVED, 1) << 2);
    new Receptions(1, parts.ranks, parts.slots, parts.program.costs()).absorb(1, requests, count);
    assertThat(IntStream.of(requests)).allMatch(request -> parts.slots.users(request >> 2) == 0);
  }
}
