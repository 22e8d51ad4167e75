package io.github.tracecast.simulate.replay;

import static io.github.tracecast.simulate.replay.Replays.G;
import static io.github.tracecast.simulate.replay.Replays.L;
import static io.github.tracecast.simulate.replay.Replays.O;
import static io.github.tracecast.simulate.replay.Replays.arrival;
import static io.github.tracecast.simulate.replay.Replays.end;
import static io.github.tracecast.simulate.replay.Replays.inside;
import static io.github.tracecast.simulate.replay.Replays.replay;
import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Collectives over messages in all forms; {@code loggp-default} unless said otherwise. */
class CollectiveReplayTest {
  /** One small message from one waiting rank to another. */
  private static final long STEP = 2 * O + L;

  @Test
  void aBarrierEndsALogarithmOfStepsAfterTheLastRankHasCome() {
    TraceSketch sketch = new TraceSketch(8);
    sketch.call(MpiCall.BARRIER, sketch.all()).compute(100).call(MpiCall.BARRIER, sketch.all());
    ReplayResult result = replay(sketch);
    for (int rank = 0; rank < 8; rank++) {
      assertThat(end(result, rank)).isEqualTo(100_000 + 2 * 3 * STEP);
    }
  }

  @Test
  void everyRankCanBeTheRoot() {
    for (MpiCall call : new MpiCall[] {
      MpiCall.BCAST,
      MpiCall.REDUCE,
      MpiCall.GATHER,
      MpiCall.SCATTER,
      MpiCall.IBCAST,
      MpiCall.IREDUCE
    }) {
      for (int root = 0; root < 4; root++) {
        TraceSketch sketch = new TraceSketch(4);
        sketch.call(call, sketch.all(), COUNT, 1, RECEIVE_COUNT, 1, ROOT, root);
        if (call.name().startsWith("I")) {
          sketch.call(MpiCall.WAIT, sketch.all(), REQUEST, 1);
        }
        ReplayResult result = replay(sketch);
        // a binomial tree of 1 B each; two of the messages of a gather and a scatter are one of 2 B
        double bytes = call == MpiCall.GATHER || call == MpiCall.SCATTER ? G : 0;
        assertThat(result.predictedSeconds() * 1e9)
            .as(call + " from " + root)
            .isEqualTo(2 * STEP + bytes);
        assertThat(result.messages()).isEqualTo(3);
        assertThat(result.programMessages()).isZero();
      }
    }
  }

  @Test
  void aRankCopiesItsOwnBlock() {
    Map<String, String> copying = Map.of("node.copy", "0B: 100ns; 10B: 300ns + 2ns/B");
    for (MpiCall call : new MpiCall[] {MpiCall.ALLTOALL, MpiCall.ALLGATHER, MpiCall.BARRIER}) {
      TraceSketch sketch = new TraceSketch(2);
      sketch.call(call, sketch.all(), COUNT, 10, RECEIVE_COUNT, 10);
      long rotated = call == MpiCall.ALLGATHER ? 340 : 0; // by Bruck's algorithm
      long copied = call == MpiCall.BARRIER ? 0 : 320 + rotated;
      assertThat(end(replay(sketch, copying), 1)).isEqualTo(end(replay(sketch), 1) + copied);
    }
    TraceSketch gather = new TraceSketch(2);
    gather
        .call(MpiCall.GATHERV, 0, COUNT, 10, ROOT, 1)
        .call(MpiCall.GATHERV, 1, COUNT, 30, ROOT, 1, RECEIVE_COUNTS, new long[] {10, 30});
    ReplayResult result = replay(gather, copying);
    assertThat(end(result, 0)).isEqualTo(O);
    assertThat(end(result, 1)).isEqualTo(Math.max(360, arrival(O, 10)) + O);
  }

  @Test
  void vectorFormsSendWhatTheirCountsSay() {
    TraceSketch sketch = new TraceSketch(3);
    long[] counts = {10, 0, 30};
    sketch
        .call(MpiCall.GATHERV, 0, COUNT, 10, ROOT, 1)
        .call(MpiCall.GATHERV, 1, COUNT, 0, ROOT, 1, RECEIVE_COUNTS, counts)
        .call(MpiCall.GATHERV, 2, COUNT, 30, ROOT, 1)
        .call(MpiCall.SCATTERV, 0, RECEIVE_COUNT, 10, ROOT, 1)
        .call(MpiCall.SCATTERV, 1, RECEIVE_COUNT, 0, ROOT, 1, COUNTS, counts)
        .call(MpiCall.SCATTERV, 2, RECEIVE_COUNT, 30, ROOT, 1);
    ReplayResult result = replay(sketch);
    assertThat(result.bytes()).isEqualTo(40 + 40);
    assertThat(result.messages()).isEqualTo(4);
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void allgathervSendsEachBlockRoundTheRing() {
    TraceSketch sketch = new TraceSketch(3);
    for (int rank = 0; rank < 3; rank++) {
      sketch.call(
          MpiCall.ALLGATHERV, rank, COUNT, 10L * rank, RECEIVE_COUNTS, new long[] {0, 10, 20});
    }
    assertThat(replay(sketch).bytes()).isEqualTo(2 * 30);
  }

  @Test
  void alltoallsWithCountsLeaveOutWhatIsEmpty() {
    for (boolean ownTypes : new boolean[] {false, true}) {
      TraceSketch sketch = new TraceSketch(3);
      // rank r sends (r + 1) x 10 elements to the next rank only; the type is a byte, or a double
      // each
      for (int rank = 0; rank < 3; rank++) {
        long[] to = new long[3];
        long[] from = new long[3];
        to[(rank + 1) % 3] = 10L * (rank + 1);
        from[(rank + 2) % 3] = 10L * ((rank + 2) % 3 + 1);
        if (ownTypes) {
          sketch.call(
              MpiCall.ALLTOALLW,
              rank,
              COUNTS,
              to,
              RECEIVE_COUNTS,
              from,
              DATATYPES,
              new long[] {1, 1, 1},
              RECEIVE_DATATYPES,
              new long[] {1, 1, 1});
        } else {
          sketch.call(MpiCall.IALLTOALLV, rank, COUNTS, to, RECEIVE_COUNTS, from);
          sketch.call(MpiCall.WAIT, rank, REQUEST, 1);
        }
      }
      ReplayResult result = replay(sketch);
      assertThat(result.messages()).isEqualTo(3);
      assertThat(result.bytes()).isEqualTo((ownTypes ? 8 : 1) * 60);
      assertThat(result.warnings()).isEmpty();
    }
  }

  @Test
  void anAlltoallInPlaceGoesByWhatIsReceived() {
    TraceSketch given = new TraceSketch(4);
    given.call(MpiCall.ALLTOALL, given.all(), COUNT, 100, RECEIVE_COUNT, 100);
    TraceSketch inPlace = new TraceSketch(4);
    inPlace.call(MpiCall.ALLTOALL, inPlace.all(), COUNT, 0, RECEIVE_COUNT, 100);
    assertThat(replay(inPlace).bytes()).isEqualTo(replay(given).bytes()).isEqualTo(12 * 100);
    TraceSketch vector = new TraceSketch(2);
    vector.call(MpiCall.ALLTOALLV, vector.all(), RECEIVE_COUNTS, new long[] {5, 5});
    assertThat(replay(vector).bytes()).isEqualTo(10);
  }

  @Test
  void aRootThatGathersInPlaceChoosesAsTheOthersDo() {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .call(MpiCall.GATHER, 0, COUNT, 0, RECEIVE_COUNT, 5_000, ROOT, 0)
        .call(MpiCall.GATHER, RankList.range(1, 3), COUNT, 5_000, RECEIVE_COUNT, 0, ROOT, 0);
    ReplayResult result =
        replay(sketch, Map.of("collectives.gather", "binomial below 1KiB; linear"));
    assertThat(result.messages()).isEqualTo(3);
    assertThat(result.bytes()).isEqualTo(15_000);
  }

  @Test
  void scattersOfReductionsGiveEachRankItsBlock() {
    for (MpiCall call : new MpiCall[] {MpiCall.REDUCE_SCATTER, MpiCall.IREDUCE_SCATTER}) {
      TraceSketch sketch = new TraceSketch(4);
      sketch.call(call, sketch.all(), RECEIVE_COUNTS, new long[] {8, 8, 8, 8});
      if (call == MpiCall.IREDUCE_SCATTER) {
        sketch.call(MpiCall.WAIT, sketch.all(), REQUEST, 1);
      }
      // recursive halving: 16 B, then 8 B
      assertThat(end(replay(sketch), 0)).isEqualTo(2 * STEP + 15 * G + 7 * G);
    }
    TraceSketch block = new TraceSketch(4);
    block.call(MpiCall.REDUCE_SCATTER_BLOCK, block.all(), RECEIVE_COUNT, 8);
    assertThat(end(replay(block), 0)).isEqualTo(2 * STEP + 15 * G + 7 * G);
  }

  @Test
  void everyCollectiveRunsInBothForms() {
    for (Operation operation : EnumSet.complementOf(EnumSet.of(Operation.AGREEMENT))) {
      for (String prefix : new String[] {"", "I"}) {
        MpiCall call = MpiCall.valueOf(prefix + operation.name());
        for (int ranks : new int[] {1, 2, 5}) {
          TraceSketch sketch = new TraceSketch(ranks);
          long[] counts = new long[ranks];
          Arrays.fill(counts, 3);
          int[] all = IntStream.range(0, ranks).toArray();
          int ring = grid(sketch, all);
          boolean neighbours = operation.name().startsWith("NEIGHBOR");
          long[] blocks = neighbours ? new long[] {3, 3} : counts;
          boolean oneToAll = operation.name().equals("SCATTERV");
          boolean lists = operation.name().endsWith("V") || operation.name().endsWith("W");
          if (lists) {
            sketch.call(
                call,
                sketch.all(),
                oneToAll || operation.name().contains("ALLTOALL") ? COUNTS : COUNT,
                oneToAll || operation.name().contains("ALLTOALL") ? blocks : 3,
                oneToAll ? RECEIVE_COUNT : RECEIVE_COUNTS,
                oneToAll ? 3 : blocks,
                ROOT,
                ranks - 1,
                COMMUNICATOR,
                neighbours ? ring : 0);
          } else if (operation.name().equals("REDUCE_SCATTER")) {
            sketch.call(call, sketch.all(), RECEIVE_COUNTS, counts);
          } else {
            sketch.call(
                call,
                sketch.all(),
                COUNT,
                3,
                RECEIVE_COUNT,
                3,
                ROOT,
                ranks - 1,
                COMMUNICATOR,
                neighbours ? ring : 0);
          }
          if (!prefix.isEmpty()) {
            sketch.call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {1});
          }
          ReplayResult result = replay(sketch);
          assertThat(result.warnings()).as(call + " on " + ranks).isEmpty();
          assertThat(result.messages() > messagesOfGrid(ranks))
              .as(call + " on " + ranks)
              .isEqualTo(ranks > 1);
        }
      }
    }
  }

  private static int grid(TraceSketch sketch, int[] all) {
    int ring = sketch.communicator(all);
    sketch.call(
        MpiCall.CART_CREATE,
        sketch.all(),
        NEW_COMMUNICATOR,
        ring,
        DIMENSIONS,
        new long[] {all.length},
        PERIODS,
        new long[] {1});
    return ring;
  }

  private static long messagesOfGrid(int ranks) {
    TraceSketch sketch = new TraceSketch(ranks);
    grid(sketch, IntStream.range(0, ranks).toArray());
    return replay(sketch).messages();
  }

  @Test
  void severalCollectivesAreUnderWayAtOnce() {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .call(MpiCall.IALLREDUCE, sketch.all(), COUNT, 1)
        .call(MpiCall.IBARRIER, sketch.all())
        .call(MpiCall.IBCAST, sketch.all(), COUNT, 1, ROOT, 3)
        .compute(1_000)
        .call(MpiCall.WAIT, sketch.all(), REQUEST, 2)
        .call(MpiCall.WAITALL, sketch.all(), REQUESTS, new long[] {1, 3});
    ReplayResult result = replay(sketch);
    for (int rank = 0; rank < 4; rank++) {
      assertThat(end(result, rank)).isEqualTo(1_000_000); // they run beside the computation
    }
    assertThat(result.warnings()).isEmpty();
  }

  @Test
  void collectivesOfTwoCommunicatorsDoNotMeet() {
    TraceSketch sketch = new TraceSketch(4);
    int even = sketch.communicator(0, 2);
    int odd = sketch.communicator(3, 1);
    sketch
        .compute(100)
        .call(MpiCall.BARRIER, RankList.of(0, 2), COMMUNICATOR, even)
        .call(MpiCall.BCAST, RankList.of(1, 3), COUNT, 1, ROOT, 0, COMMUNICATOR, odd);
    ReplayResult result = replay(sketch);
    assertThat(end(result, 2)).isEqualTo(100_000 + STEP);
    assertThat(end(result, 3)).isEqualTo(O); // the root
    assertThat(end(result, 1)).isEqualTo(STEP);
  }

  @Test
  void rendezvousInsideACollectiveTakesItsHandshake() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BCAST, sketch.all(), COUNT, 100_000, ROOT, 0);
    ReplayResult result = replay(sketch, Map.of("collectives.bcast", "binomial"));
    assertThat(end(result, 1)).isEqualTo(arrival(O + 2 * STEP, 100_000) + O);
  }

  @Test
  void differentCollectivesInOnePlaceAreRefused() {
    TraceSketch sketch =
        new TraceSketch(2).call(MpiCall.BARRIER, 0).call(MpiCall.BCAST, 1, COUNT, 1, ROOT, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "event 1 (MPI_Bcast) on rank 1: found bcast (root 1, sizes for algorithm binomial) as collective 0 of"
                + " communicator 0; expected barrier (root 0, sizes for algorithm dissemination), as on rank 0");
  }

  @Test
  void differentRootsAreRefused() {
    TraceSketch sketch = new TraceSketch(2)
        .call(MpiCall.BCAST, 0, COUNT, 1, ROOT, 0)
        .call(MpiCall.BCAST, 1, COUNT, 1, ROOT, 1);
    assertThatThrownBy(() -> replay(sketch))
        .hasMessageContaining("found bcast (root 1")
        .hasMessageContaining("expected bcast (root 0");
  }

  @Test
  void aCollectiveThatARankNeverComesToSaysWhoIsMissing() {
    TraceSketch sketch = new TraceSketch(4);
    sketch
        .call(MpiCall.BARRIER, sketch.all())
        .call(MpiCall.IBARRIER, RankList.of(0, 2))
        .call(MpiCall.WAIT, 0, REQUEST, 1);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining(
            "rank 0 in MPI_Wait (event 2, execution 0) waits: rank 1 and 1 more are not at collective 1 of communicator 0");
    TraceSketch left = new TraceSketch(4);
    left.call(MpiCall.IBARRIER, 0);
    assertThat(replay(left).warnings())
        .anyMatch(w -> w.contains("1 collective was not reached by all its ranks"));
  }

  @Test
  void tooFewCountsAreRefused() {
    TraceSketch sketch = new TraceSketch(3);
    sketch.call(
        MpiCall.ALLTOALLV, sketch.all(), COUNTS, new long[] {1, 2}, RECEIVE_COUNTS, new long[] {
          1, 2, 3
        });
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining(
            "(MPI_Alltoallv) on rank 0: found 2 numbers in counts; expected at least 3, one for each partner");
  }

  @Test
  void noRootIsRefused() {
    TraceSketch sketch = new TraceSketch(3);
    sketch.call(
        MpiCall.BCAST, sketch.all(), COUNT, 1, ROOT, Term.NONE, COMMUNICATOR, Communicator.WORLD);
    assertThatThrownBy(() -> replay(sketch))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("found no root");
  }

  @Test
  void timeInsideACollectiveIsTheCallsAndTheProgramsIsNone() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.BARRIER, sketch.all());
    ReplayResult result = replay(sketch);
    assertThat(inside(result, 0)).isEqualTo(2 * STEP);
    assertThat(result.ranks().get(1).waitSeconds() * 1e9).isEqualTo(L);
  }

  /** The additional time of rank 0 with a figure, in ns. */
  private static double more(
      TraceSketch sketch, Map<String, String> base, String key, String value) {
    Map<String, String> with = new HashMap<>(base);
    with.put(key, value);
    return end(replay(sketch, with), 0) - end(replay(sketch, base), 0);
  }

  @Test
  void theOperatorOfAReductionTakesItsTimeByTypeAndSize() {
    TraceSketch bytes = new TraceSketch(4);
    bytes.call(MpiCall.ALLREDUCE, bytes.all(), COUNT, 1_000);
    TraceSketch doubles = new TraceSketch(4);
    doubles.call(MpiCall.ALLREDUCE, doubles.all(), COUNT, 125, DATATYPE, 1);
    Map<String, String> rule = Map.of("collectives.allreduce", "recursive-doubling");
    String figure = "0B: 0s + 1ns/B; 1000B: 10ns + 2ns/B"; // out of the cache
    assertThat(more(bytes, rule, "mpi.reduction", figure)).isEqualTo(2 * 2_010.0);
    assertThat(more(doubles, rule, "mpi.reduction", figure)).isEqualTo(2 * 2_010.0);
    assertThat(more(bytes, rule, "mpi.integer_reduction", figure)).isEqualTo(2 * 2_010.0);
    assertThat(more(doubles, rule, "mpi.integer_reduction", figure)).isZero();
    Map<String, String> halves = Map.of("collectives.allreduce", "rabenseifner");
    assertThat(more(bytes, halves, "mpi.reduction", "0s + 1ns/B")).isEqualTo(750.0);
    // a half of a vector that is too large for the cache is not in it either
    assertThat(more(bytes, halves, "mpi.reduction", "0B: 0s + 1ns/B; 1000B: 0s + 2ns/B"))
        .isEqualTo(1500.0);
  }

  @Test
  void allRanksCopyTheirVectorBeforeTheyReduceIt() {
    for (MpiCall call : new MpiCall[] {MpiCall.ALLREDUCE, MpiCall.REDUCE_SCATTER_BLOCK}) {
      TraceSketch sketch = new TraceSketch(4);
      sketch.call(call, sketch.all(), COUNT, 1_000, RECEIVE_COUNT, 1_000);
      long vector = call == MpiCall.ALLREDUCE ? 1_000 : 4_000;
      assertThat(more(sketch, Map.of(), "node.copy", "10ns + 2ns/B")).isEqualTo(10.0 + 2 * vector);
    }
  }

  /** Open MPI and MPICH allocate whole vectors in each call, except in the ring of an allreduce. */
  @Test
  void memoryThatALibraryAllocatesInACallTakesItsTime() {
    String figure = "0B: 0s; 2000B: 10ns + 1ns/B";
    Map<String, Double> times = new HashMap<>();
    for (String algorithm : new String[] {"ring", "recursive-halving"}) {
      TraceSketch sketch = new TraceSketch(4);
      sketch.call(MpiCall.REDUCE_SCATTER_BLOCK, sketch.all(), COUNT, 500, RECEIVE_COUNT, 500);
      Map<String, String> rule = Map.of("collectives.reduce_scatter_block", algorithm);
      times.put("reduce_scatter " + algorithm, more(sketch, rule, "mpi.fresh_memory", figure));
    }
    for (String algorithm : new String[] {"ring", "recursive-doubling", "rabenseifner"}) {
      TraceSketch sketch = new TraceSketch(4);
      sketch.call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 2_000);
      Map<String, String> rule = Map.of("collectives.allreduce", algorithm);
      times.put("allreduce " + algorithm, more(sketch, rule, "mpi.fresh_memory", figure));
    }
    TraceSketch small = new TraceSketch(4);
    small.call(MpiCall.ALLREDUCE, small.all(), COUNT, 1_999);
    Map<String, String> doubling = Map.of("collectives.allreduce", "recursive-doubling");
    times.put("below the size", more(small, doubling, "mpi.fresh_memory", figure));
    assertThat(times)
        .containsExactlyInAnyOrderEntriesOf(Map.of(
            "reduce_scatter ring", 2_010.0,
            "reduce_scatter recursive-halving", 4_010.0,
            "allreduce ring", 0.0,
            "allreduce recursive-doubling", 2_010.0,
            "allreduce rabenseifner", 2_010.0,
            "below the size", 0.0));
  }

  @Test
  void whatBruckRotatesAndAnInnerRankReducesIsFreshMemory() {
    TraceSketch gathers = new TraceSketch(2);
    gathers.call(MpiCall.ALLGATHER, gathers.all(), COUNT, 100, RECEIVE_COUNT, 100);
    Map<String, String> bruck = Map.of("collectives.allgather", "bruck");
    // rank 0 has its blocks in order, but waits for rank 1, which moves one of two
    assertThat(more(gathers, bruck, "mpi.fresh_memory", "0s + 1ns/B")).isEqualTo(100.0);
    TraceSketch reduces = new TraceSketch(3);
    reduces.call(MpiCall.REDUCE, reduces.all(), COUNT, 100, ROOT, 0);
    Map<String, String> chain = Map.of("collectives.reduce", "chain:0B");
    // rank 1 gets memory for the sums and for what rank 2 sends, which arrives meanwhile
    assertThat(more(reduces, chain, "mpi.fresh_memory", "0s + 100ns/B"))
        .isEqualTo(2 * 100 * 100 - (O + L + 99 * G));
  }

  /** Two halves cross the network twice where MPICH cuts the vector; Open MPI sends it once. */
  @Test
  void anAllreduceOfTwoRanksGoesByTheDecisionsOfTheLibrary() {
    TraceSketch sketch = new TraceSketch(2);
    sketch.call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 8192);
    Map<String, String> openMpi = Map.of("mpi.collectives", "open-mpi-4.1");

    assertThat(end(replay(sketch, openMpi), 0)).isEqualTo(STEP + 8191 * G);
    assertThat(end(replay(sketch, Map.of()), 0)).isEqualTo(2 * (STEP + 4095 * G));
  }

  @Test
  void theSecondPartOfAnAllreduceGoesByTheRulesToo() {
    TraceSketch sketch = new TraceSketch(4);
    sketch.call(MpiCall.ALLREDUCE, sketch.all(), COUNT, 1_000);
    Map<String, String> rules = Map.of(
        "collectives.allreduce", "reduce-bcast",
        "collectives.reduce", "chain:0B",
        "collectives.bcast", "binomial below 1KiB; linear");

    assertThat(end(replay(sketch, rules), 0) - end(replay(sketch, rules), 3)).isNegative();
    assertThat(replay(sketch, rules).messages()).isEqualTo(6);
    assertThat(end(replay(sketch, rules), 3)).isEqualTo((3 + 2) * (STEP + 999 * G));
  }

  @Test
  void bruckPaysForWhatItRotatesAndPacks() {
    TraceSketch sketch = new TraceSketch(4);
    sketch.call(MpiCall.ALLTOALL, sketch.all(), COUNT, 100, RECEIVE_COUNT, 100);
    Map<String, String> bruck = Map.of("collectives.alltoall", "bruck");
    Map<String, String> modified = Map.of("collectives.alltoall", "modified-bruck");
    // its own block, then two rounds of two blocks; before and after them all four
    assertThat(more(sketch, modified, "node.copy", "0s + 1ns/B")).isEqualTo(100 + 2 * 200.0);
    assertThat(more(sketch, bruck, "node.copy", "0s + 1ns/B")).isEqualTo(100 + 2 * 200 + 2 * 400.0);
  }

  @Test
  void aMessageOfSeparateBlocksPaysForItsDataTypeAndForEachBlock() {
    TraceSketch sketch = new TraceSketch(4);
    sketch.call(MpiCall.ALLTOALL, sketch.all(), COUNT, 100, RECEIVE_COUNT, 100);
    Map<String, String> bruck = Map.of("collectives.alltoall", "modified-bruck");
    Map<String, String> pairwise = Map.of("collectives.alltoall", "pairwise");
    // two rounds, each with a message of two blocks
    assertThat(more(sketch, bruck, "mpi.packing", "70ns")).isEqualTo(2 * 70.0);
    assertThat(more(sketch, bruck, "mpi.packed_block", "70ns")).isEqualTo(2 * 2 * 70.0);
    assertThat(more(sketch, pairwise, "mpi.packing", "70ns")).isZero();
  }

  @Test
  void manyReceivesAtOnceAreSearchedThrough() {
    TraceSketch sketch = new TraceSketch(5);
    sketch.call(MpiCall.ALLTOALL, sketch.all(), COUNT, 1, RECEIVE_COUNT, 1);
    Map<String, String> atOnce = Map.of("collectives.alltoall", "linear");
    Map<String, String> inTurn = Map.of("collectives.alltoall", "pairwise");
    assertThat(more(sketch, atOnce, "mpi.queue_search", "10ns")).isEqualTo(4 * 3 / 2 * 10.0);
    assertThat(more(sketch, inTurn, "mpi.queue_search", "10ns")).isZero();
  }
}
