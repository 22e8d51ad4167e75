package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Exchanges of all ranks in which the received counts are the sent counts of the others. */
class TransposedCountsTest {
  private static final int EVENTS = 13;

  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /**
   * The exchange of a communicator, whose ranks are those of the run in descending order.
   *
   * @param sent the counts of each local rank, by execution
   * @param received the same for what it receives
   */
  private static Trace trace(
      int ranks, IntFunction<Sequence> sent, IntFunction<Sequence> received) {
    RankList all = RankList.range(0, ranks);
    int[] descending = IntStream.range(0, ranks).map(i -> ranks - 1 - i).toArray();
    return new Trace(
        new Header(ranks, 1, "", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(ranks), Group.of(descending)),
        List.of(
            new Communicator("w", 0),
            new Communicator("s", Communicator.SELF_GROUP),
            new Communicator("d", 1)),
        List.of(new Event(
            MpiCall.ALLTOALLV,
            0,
            all,
            Map.of(
                Parameter.COMMUNICATOR,
                Values.constant(all, 2),
                Parameter.COUNTS,
                values(descending, sent),
                Parameter.RECEIVE_COUNTS,
                values(descending, received)),
            List.of())),
        List.of(new Loop(0, 0, all, Values.constant(all, 12))));
  }

  private static Values values(int[] worldRanks, IntFunction<Sequence> of) {
    List<Piece> pieces = new ArrayList<>();
    for (int local = 0; local < worldRanks.length; local++) {
      pieces.add(new Piece(RankList.of(worldRanks[local]), of.apply(local)));
    }
    return new Values(pieces);
  }

  /** The counts from each rank to each, by execution. */
  private static long[][][] counts(int ranks, int period, int mean, int seed) {
    Random random = new Random(seed);
    long[][][] counts = new long[period][ranks][ranks];
    for (long[][] execution : counts) {
      for (long[] from : execution) {
        for (int to = 0; to < ranks; to++) {
          from[to] = Math.max(0, Math.round(mean + Math.sqrt(mean) * random.nextGaussian()));
        }
      }
    }
    return counts;
  }

  private static Trace trace(long[][][] counts) {
    int ranks = counts[0].length;
    return trace(
        ranks,
        local -> sequence(counts.length, e -> counts[e][local]),
        local -> sequence(
            counts.length,
            e -> IntStream.range(0, ranks)
                .mapToLong(from -> counts[e][from][local])
                .toArray()));
  }

  private static Sequence sequence(int period, IntFunction<long[]> tuple) {
    Sequence.Builder builder = Sequence.builder();
    IntStream.range(0, period).forEach(e -> builder.addTuple(tuple.apply(e)));
    return builder.build();
  }

  private static void assertComesBack(Trace trace) {
    byte[] binary = BinaryCodec.write(trace);
    assertThat(TraceFiles.read(binary, "x")).isEqualTo(trace);
    assertThat(BinaryCodec.write(TraceFiles.read(binary, "x"))).isEqualTo(binary);
    assertThat(TraceFiles.read(TextCodec.write(trace), "x")).isEqualTo(trace);
  }

  @Test
  void countsComeBackForAnyNumberOfRanksAndExecutions() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      assertComesBack(trace(counts(1 + seed, 1 + seed % 3, 5 * seed, seed)));
    }
  }

  @Test
  void theCountsOfAllPairsAreWrittenOnce() {
    long[][][] counts = counts(64, 1, 256, 1);
    Trace both = trace(counts);
    Trace sent =
        trace(64, local -> Sequence.tuple(counts[0][local]), local -> Sequence.tuple(new long[64]));

    assertThat(BinaryCodec.write(both)[8]).isEqualTo((byte) 13);
    assertThat(BinaryCodec.write(both).length).isLessThanOrEqualTo(BinaryCodec.write(sent).length);
  }

  /** Gaussian counts with a deviation of 16 have an entropy of 6.05 bits. */
  @Test
  void countsTakeLittleMoreThanTheirEntropy() {
    int bytes = BinaryCodec.write(trace(counts(64, 1, 256, 1))).length;

    assertThat(8.0 * bytes / (64 * 64)).isBetween(6.05, 9.5);
  }

  @Test
  void countsThatDifferFromThoseOfTheSendersStayAsTheyAre() {
    long[][][] counts = counts(8, 1, 100, 1);
    Trace wrong = trace(
        8,
        local -> Sequence.tuple(counts[0][local]),
        local -> Sequence.tuple(IntStream.range(0, 8)
            .mapToLong(from -> counts[0][from][local] + (from == 3 && local == 5 ? 1 : 0))
            .toArray()));

    assertComesBack(wrong);
    assertThat(BinaryCodec.write(wrong)[8]).isEqualTo((byte) 11);
  }

  @Test
  void anyChangedByteOfTheEventsIsReadOrRefusedWithAMessage() {
    byte[] binary = BinaryCodec.write(trace(counts(5, 2, 100, 1)));
    int length = table(binary).length;
    for (int at = 0; at < length; at++) {
      for (int value : new int[] {0, 1, 2, 3, 0x7f, 0xff}) {
        UnpackedTrace unpacked = new UnpackedTrace(binary);
        unpacked.table(EVENTS)[at] = (byte) value;
        try {
          TraceFiles.read(unpacked.packed(), "lu.ctrace");
        } catch (TraceException e) {
          assertThat(e).as("byte %d", at).hasMessageStartingWith("lu.ctrace: ");
        }
      }
    }
  }

  private static byte[] table(byte[] binary) {
    return new UnpackedTrace(binary).table(EVENTS);
  }
}
