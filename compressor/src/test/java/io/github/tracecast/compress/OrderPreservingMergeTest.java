package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Independent sequences of calls may pass each other in a merge, dependent ones never. The seed is the size. */
class OrderPreservingMergeTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final CompressOptions NO_DELTAS = CompressOptions.DEFAULT.withDeltas(Deltas.NONE);

  /** Sites by rank, in order. */
  private static Trace compressed(List<List<Integer>> programs) {
    Compressor compressor = new Compressor(programs.size(), NO_DELTAS);
    for (int rank = 0; rank < programs.size(); rank++) {
      EventSink sink = compressor.task(rank);
      for (int site : programs.get(rank)) {
        sink.begin(MpiCall.BARRIER, sink.site("s" + site)).end();
      }
    }
    return compressor.trace("", List.of());
  }

  private static List<List<Integer>> expanded(Trace trace) {
    Expanded expanded = new Expanded(trace);
    return IntStream.range(0, trace.header().ranks())
        .mapToObj(rank -> expanded.events(rank).stream()
            .map(event -> Integer.valueOf(event.substring("MPI_Barrier@s".length())))
            .toList())
        .toList();
  }

  /**
   * Each rank uses some of the sites, each at most once. The order is its own, or that of one of a
   * few kinds of ranks.
   */
  private static List<List<Integer>> crossing(int seed) {
    Random random = new Random(seed);
    int kinds = 1 + random.nextInt(4);
    int sites = 2 + random.nextInt(2 + seed / 8);
    boolean alike = random.nextBoolean();
    List<List<Integer>> programs = new ArrayList<>();
    for (int rank = 0; rank < 2 + random.nextInt(2 + seed / 10); rank++) {
      Random own = new Random(alike ? 31 * seed + rank % kinds : 31 * seed + 7 * rank + 5);
      List<Integer> program = new ArrayList<>();
      IntStream.range(0, sites).filter(site -> own.nextInt(3) > 0).forEach(program::add);
      Collections.shuffle(program, own);
      program.addFirst(sites);
      programs.add(program);
    }
    return programs;
  }

  @Test
  void everyRankKeepsItsOrderWhateverTheOrdersOfOthers() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<List<Integer>> programs = crossing(seed);
      assertThat(expanded(compressed(programs))).as("seed %d", seed).isEqualTo(programs);
    }
  }

  @Test
  void twoNeighboursInATraceCanBeSwappedIfAndOnlyIfNoRankIsInBoth() {
    int free = 0;
    int bound = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<List<Integer>> programs = crossing(seed);
      Trace trace = compressed(programs);
      assertThat(trace.loops()).as("seed %d", seed).isEmpty();
      for (int i = 0; i + 1 < trace.events().size(); i++) {
        List<Event> events = new ArrayList<>(trace.events());
        Collections.swap(events, i, i + 1);
        Trace swapped = trace.with(events, trace.header());
        boolean dependent = events.get(i).ranks().intersects(events.get(i + 1).ranks());
        assertThat(expanded(swapped).equals(programs))
            .as("seed %d, events %d and %d", seed, i, i + 1)
            .isEqualTo(!dependent);
        free += dependent ? 0 : 1;
        bound += dependent ? 1 : 0;
      }
    }
    assertThat(free).isGreaterThan(SEEDS / 8);
    assertThat(bound).isGreaterThan(SEEDS / 8);
  }

  @Test
  void sequencesOfKindsOfRanksWithNothingInCommonMergeIntoOneEventEach() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int kinds = 1 + random.nextInt(4);
      int length = 1 + random.nextInt(1 + seed / 10);
      List<List<Integer>> programs = new ArrayList<>();
      for (int rank = 0; rank < kinds * (1 + random.nextInt(8)); rank++) {
        List<Integer> program = new ArrayList<>(List.of(0));
        for (int i = 0; i < length; i++) {
          program.add(2 + rank % kinds + kinds * i);
        }
        program.add(1);
        programs.add(program);
      }
      Trace trace = compressed(programs);
      assertThat(expanded(trace)).as("seed %d", seed).isEqualTo(programs);
      assertThat(trace.events()).as("seed %d", seed).hasSize(2 + kinds * length);
    }
  }
}
