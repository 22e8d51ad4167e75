package io.github.tracecast.platform.collective;

import static io.github.tracecast.platform.collective.Operation.ALLGATHER;
import static io.github.tracecast.platform.collective.Operation.ALLREDUCE;
import static io.github.tracecast.platform.collective.Operation.ALLTOALL;
import static io.github.tracecast.platform.collective.Operation.BARRIER;
import static io.github.tracecast.platform.collective.Operation.BCAST;
import static io.github.tracecast.platform.collective.Operation.GATHER;
import static io.github.tracecast.platform.collective.Operation.REDUCE;
import static io.github.tracecast.platform.collective.Operation.REDUCE_SCATTER_BLOCK;
import static io.github.tracecast.platform.collective.Operation.SCAN;
import static io.github.tracecast.platform.collective.Operation.SCATTER;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schedules on LogGP (L = 2500, o = 1500 ns, G = 6 ns/B) take what the literature's closed forms say, to the nanosecond. */
class ClosedFormsTest {
  private static final long L = LogGp.DEFAULTS.latency();
  private static final long O = LogGp.DEFAULTS.overhead();
  private static final long G = LogGp.DEFAULTS.gapPerByte();

  private static long time(Operation operation, String algorithm, int size, long bytes) {
    return time(operation, algorithm, size, 0, bytes);
  }

  private static long time(Operation operation, String algorithm, int size, int root, long bytes) {
    return LogGp.DEFAULTS.time(
        Algorithms.named(operation, algorithm), TestCall.uniform(operation, size, root, bytes));
  }

  private static long message(long bytes) {
    return LogGp.DEFAULTS.message(bytes);
  }

  private static int log2(int size) {
    return 32 - Integer.numberOfLeadingZeros(size - 1);
  }

  @ParameterizedTest(name = "{0} {1}, {2} ranks, {3} B: {4} ns")
  @CsvSource({
    "BCAST, binomial, 8, 1024, 34914",
    "REDUCE, binomial, 8, 1024, 34914",
    "BCAST, binomial, 16, 1, 22000",
    "REDUCE, binomial, 16, 1, 22000",
    "BCAST, binomial, 16, 8192, 218584",
    "BARRIER, dissemination, 8, 1, 16500",
    "BARRIER, dissemination, 16, 1024, 46552",
    "BARRIER, linear, 8, 1, 29000",
    "BARRIER, linear, 16, 1, 53000",
    "BARRIER, linear, 8, 0, 29000",
    "ALLREDUCE, ring, 8, 1024, 87668",
    "ALLREDUCE, rabenseifner, 8, 1024, 43716",
    "ALLREDUCE, rabenseifner, 16, 8192, 136112",
    "ALLTOALL, linear, 8, 1, 21000",
    "ALLTOALL, linear, 16, 1, 45000"
  })
  void valuesThatAnIndependentSimulatorGaveToo(
      Operation operation, String algorithm, int size, long bytes, long nanoseconds) {
    assertThat(time(operation, algorithm, size, bytes)).isEqualTo(nanoseconds);
  }

  @Test
  void twoSendsBackToBackEndAtTheirReceiversOneOverheadApart() {
    long[] ends =
        LogGp.DEFAULTS.ends(Algorithms.named(BCAST, "linear"), TestCall.uniform(BCAST, 3, 0, 1));
    assertThat(ends).containsExactly(3_000, 5_500, 7_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 13, 16, 31, 32, 33})
  void logarithmicFormsForAnyNumberOfRanks(int p) {
    long step = message(1_000);
    int q = Integer.highestOneBit(p);
    assertThat(time(BCAST, "binomial", p, p / 2, 1_000)).isBetween(log2(q) * step, log2(p) * step);
    assertThat(time(REDUCE, "binomial", p, p / 3, 1_000)).isBetween(log2(q) * step, log2(p) * step);
    assertThat(time(BARRIER, "dissemination", p, 1)).isEqualTo(log2(p) * message(1));
    assertThat(time(ALLGATHER, "bruck", p, 1_000))
        .isEqualTo(log2(p) * (L + 2 * O - G) + (p - 1) * 1_000L * G);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8, 13, 16, 31, 32, 33})
  void linearFormsForAnyNumberOfRanks(int p) {
    assertThat(time(BARRIER, "linear", p, 1)).isEqualTo(2 * L + 2 * p * O);
    assertThat(time(ALLREDUCE, "ring", p, 64L * p)).isEqualTo(2 * (p - 1) * message(64));
    assertThat(time(ALLGATHER, "ring", p, 64)).isEqualTo((p - 1) * message(64));
    assertThat(time(ALLTOALL, "pairwise", p, 64)).isEqualTo((p - 1) * message(64));
    assertThat(time(REDUCE_SCATTER_BLOCK, "pairwise", p, 64)).isEqualTo((p - 1) * message(64));
    assertThat(time(SCAN, "chain", p, 64)).isEqualTo((p - 1) * message(64));
    assertThat(time(BCAST, "linear", p, 64)).isEqualTo((p - 2) * O + message(64));
    assertThat(time(SCATTER, "linear", p, p / 2, 64)).isEqualTo((p - 2) * O + message(64));
    assertThat(time(GATHER, "linear", p, p / 2, 64)).isEqualTo((p - 2) * O + message(64));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 16, 32})
  void formsOfRecursiveHalvingAndDoublingForPowersOfTwo(int p) {
    int lg = log2(p);
    long n = 1_024L * p;
    long halvings = lg * (L + 2 * O) + G * ((p - 1) * 1_024L - lg);
    assertThat(time(ALLREDUCE, "rabenseifner", p, n)).isEqualTo(2 * halvings);
    assertThat(time(REDUCE, "rabenseifner", p, p / 2, n)).isEqualTo(2 * halvings);
    assertThat(time(BCAST, "binomial", p, p / 2, n)).isEqualTo(lg * message(n));
    assertThat(time(REDUCE, "binomial", p, p / 3, n)).isEqualTo(lg * message(n));
    assertThat(time(ALLREDUCE, "recursive-doubling", p, n)).isEqualTo(lg * message(n));
    assertThat(time(ALLREDUCE, "binomial", p, n)).isEqualTo(2 * lg * message(n));
    assertThat(time(ALLGATHER, "recursive-doubling", p, 1_024)).isEqualTo(halvings);
    assertThat(time(REDUCE_SCATTER_BLOCK, "recursive-halving", p, 1_024)).isEqualTo(halvings);
    assertThat(time(GATHER, "binomial", p, p / 2, 1_024)).isEqualTo(halvings);
    assertThat(time(SCATTER, "binomial", p, p / 2, 1_024)).isEqualTo(halvings);
    assertThat(time(SCAN, "recursive-doubling", p, 1_024)).isEqualTo(lg * message(1_024));
    assertThat(time(ALLTOALL, "bruck", p, 1_024)).isEqualTo(lg * message(p / 2 * 1_024L));
    assertThat(time(BCAST, "scatter-ring-allgather", p, p / 2, n))
        .isEqualTo(halvings + (p - 1) * message(1_024));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 5, 6, 7, 12, 31, 33})
  void allreduceOffAPowerOfTwoTakesTwoWholeVectorsMore(int p) {
    int q = Integer.highestOneBit(p);
    long n = 1_024L * q;
    long core = LogGp.DEFAULTS.time(
        Algorithms.named(ALLREDUCE, "rabenseifner"), TestCall.uniform(ALLREDUCE, q, 0, n));
    assertThat(time(ALLREDUCE, "rabenseifner", p, n)).isEqualTo(core + 2 * message(n));
    long most = (log2(q) + 2) * message(n);
    assertThat(time(ALLREDUCE, "recursive-doubling", p, n)).isBetween(log2(p) * message(n), most);
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 15, 31})
  void recursiveDoublingTakesBothStepsMoreWhereAllButOneRankArePaired(int p) {
    assertThat(time(ALLREDUCE, "recursive-doubling", p, 512))
        .isEqualTo((log2(p) + 1) * message(512));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9})
  void aChainOfSegmentsIsAPipeline(int segments) {
    int p = 9;
    assertThat(time(BCAST, "chain", p, 4, segments * 65_536L))
        .isEqualTo((p - 1) * message(65_536) + (segments - 1) * 2 * O);
  }

  /** With eager messages, each further segment adds a send and a receive to a chain. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7})
  void treesOfOneChildAChainOfSegments(int segments) {
    int p = 9;
    long n = segments * 4_096L;
    long chain = (p - 1) * message(4_096) + (segments - 1) * 2 * O;
    assertThat(time(BCAST, "chain:4096", p, 2, n)).isEqualTo(chain);
    assertThat(time(REDUCE, "chain:4096", p, 2, n)).isEqualTo(chain);
    assertThat(time(BCAST, "chains:4096", p, 2, n)).isLessThan(chain);
    assertThat(time(BCAST, "chain:0", p, 2, n)).isEqualTo((p - 1) * message(n));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 7, 15, 31})
  void fullBinaryTreesTakeAMessageAndAnOverheadALevel(int p) {
    int levels = log2(p + 1) - 1;
    assertThat(time(BCAST, "binary-tree", p, p / 2, 512)).isEqualTo(levels * (message(512) + O));
    assertThat(time(REDUCE, "binary-tree", p, p / 2, 512)).isEqualTo(levels * (message(512) + O));
    long half = levels * (message(256) + O);
    assertThat(time(BCAST, "split-binary-tree", p, 0, 512))
        .isBetween(half + message(256), half + 2 * message(256));
  }

  @ParameterizedTest(name = "{0} nodes of {1} ranks")
  @CsvSource({"1, 8", "8, 1", "4, 4", "16, 8"})
  void twoLevelsTakeTheStepsOfTheNodesAndOfTheirLeaders(int nodes, int perNode) {
    int p = nodes * perNode;
    String algorithm = "two-level:" + perNode;
    long within = log2(perNode);
    long between = log2(nodes);
    assertThat(time(ALLREDUCE, algorithm, p, 512)).isEqualTo((2 * within + between) * message(512));
    assertThat(time(BARRIER, algorithm, p, 1)).isEqualTo((2 * within + between) * message(1));
    assertThat(time(BCAST, algorithm, p, perNode - 1, 512))
        .isEqualTo((within + between) * message(512));
    assertThat(time(REDUCE, algorithm, p, perNode - 1, 512))
        .isEqualTo((within + between) * message(512));
    long gather = 0;
    for (long blocks = 1; blocks < perNode; blocks *= 2) {
      gather += message(blocks * 64);
    }
    assertThat(time(ALLGATHER, algorithm, p, 64))
        .isEqualTo(gather + (nodes - 1) * message(perNode * 64L) + within * message(p * 64L));
  }

  @Test
  void aTreeOfRadixPSendsToAllAtOnce() {
    assertThat(time(BCAST, "knomial:16", 16, 3, 64)).isEqualTo(14 * O + message(64));
    assertThat(time(REDUCE, "knomial:16", 16, 3, 64)).isEqualTo(14 * O + message(64));
    assertThat(time(ALLGATHER, "bruck:16", 16, 1)).isEqualTo(time(ALLGATHER, "linear", 16, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 6, 16, 30})
  void neighboursExchangeTwoBlocksInEachOfHalfTheRounds(int p) {
    assertThat(time(ALLGATHER, "neighbor-exchange", p, 64))
        .isEqualTo(message(64) + (p / 2 - 1) * message(128));
    assertThat(time(ALLGATHER, "neighbor-exchange", p + 1, 64)).isEqualTo(p * message(64));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8, 32})
  void sparbitSendsEachBlockByItself(int p) {
    long time = 0;
    for (int blocks = 1; blocks < p; blocks *= 2) {
      time += (blocks - 1) * 2 * O + message(1); // all sent, then all received
    }
    assertThat(time(ALLGATHER, "sparbit", p, 1)).isBetween(log2(p) * message(1), time);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 8})
  void aSegmentedRingRunsItsFirstHalfOnceForEachSegment(int p) {
    long n = 4L * 256 * p;
    assertThat(time(ALLREDUCE, "segmented-ring:256", p, n))
        .isEqualTo(4 * (p - 1) * message(256) + (p - 1) * message(1024));
    assertThat(time(REDUCE_SCATTER_BLOCK, "ring", p, 64)).isEqualTo((p - 1) * message(64));
  }

  @Test
  void fewPartnersAtATimeTakeTurns() {
    assertThat(time(ALLTOALL, "linear:1", 8, 64))
        .isEqualTo(time(ALLTOALL, "pairwise", 7, 64) + message(64));
    assertThat(time(ALLTOALL, "linear:0", 8, 1)).isEqualTo(time(ALLTOALL, "linear", 8, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8, 17})
  void aRootServesFewRanksAtATime(int p) {
    assertThat(time(GATHER, "linear:1", p, 64)).isEqualTo(message(64) + (p - 2) * O);
    assertThat(time(SCATTER, "linear:1", p, 64)).isEqualTo(message(64) + (p - 2) * O);
    assertThat(time(GATHER, "linear-sync", p, 64)).isEqualTo((p - 1) * (L + 2 * O + message(64)));
  }

  @Test
  void noRankLeavesABarrierBeforeTheOthersCouldHaveToldItThatTheyCame() {
    for (String name : Algorithms.names(BARRIER)) {
      for (int size = 2; size <= 33; size++) {
        for (long end : LogGp.DEFAULTS.ends(
            Algorithms.named(BARRIER, name), TestCall.uniform(BARRIER, size, 0, 0))) {
          assertThat(end).as(name).isGreaterThanOrEqualTo(message(1));
        }
      }
    }
  }
}
