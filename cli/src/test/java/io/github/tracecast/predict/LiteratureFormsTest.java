package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forms of the literature, each derived for the rules of this replay, through the whole path to the
 * picosecond: D(m) = L + 2o + (m-1)G = a + m b with a = L + 2o - G and b = G; L = 2500 ns, o = 1500
 * ns, g = 1000 ns, G = 6 ns/B unless a test says otherwise.
 */
class LiteratureFormsTest {
  private static final long L = 2_500;
  private static final long O = 1_500;
  private static final long G = 6;
  private static final long A = L + 2 * O - G;

  @TempDir
  private Path folder;

  private static long message(long bytes) {
    return A + bytes * G;
  }

  /** The last rank's end in nanoseconds; refuses one that is not whole. */
  private long predicted(String pattern, String options) {
    return nanoseconds(Cli.generate(folder.resolve("p.ctrace"), pattern), options);
  }

  private static long nanoseconds(String trace, String options) {
    Replayed replayed = Replayed.byLogGp(trace, ("--platform loggp-default " + options).strip());
    return replayed
        .json()
        .get("predicted_seconds")
        .decimalValue()
        .movePointRight(9)
        .longValueExact();
  }

  /**
   * The request to send leaves when the sender has paid o. It arrives like an empty message, after
   * L + 2o. So does the answer. Then the data follow like an eager message, without the sender's o,
   * which is already paid: o + 2(L + 2o) + L + (m-1)G + o = D(m) + 2(L + 2o).
   */
  @ParameterizedTest
  @ValueSource(longs = {65_536, 100_000, 1_000_000})
  void aRendezvousAddsTwiceLAndTwoOverheads(long bytes) {
    assertThat(predicted("message --bytes " + bytes, ""))
        .isEqualTo(message(bytes) + 2 * (L + 2 * O));
  }

  @Test
  void theLastEagerSizeHasNoHandshake() {
    assertThat(predicted("message --bytes 65535", "")).isEqualTo(message(65_535));
  }

  /**
   * The root starts a send every max(g, o). The last of its p - 1 sends starts after p - 2 of them
   * and is received L + 2o later.
   */
  @ParameterizedTest
  @CsvSource({"2, 1000", "8, 1000", "8, 1500", "8, 4000", "33, 2000"})
  void aFlatScatterTakesAGapARankOnceAnOverheadIsShorter(int p, long g) {
    assertThat(predicted(
            "scatter --algorithm linear --ranks " + p + " --bytes 1", "--set mpi.gap=" + g + "ns"))
        .isEqualTo((p - 2) * Math.max(g, O) + L + 2 * O);
  }

  /** The root of a gather receives as the root of a scatter sends. All messages arrive at once. */
  @ParameterizedTest
  @CsvSource({"2, 1000", "8, 1500", "8, 4000"})
  void aFlatGatherTakesAGapARankOnceAnOverheadIsShorter(int p, long g) {
    assertThat(predicted(
            "gather --algorithm linear --ranks " + p + " --bytes 1", "--set mpi.gap=" + g + "ns"))
        .isEqualTo((p - 2) * Math.max(g, O) + L + 2 * O);
  }

  /** Each of p - 1 rounds passes on one block of n/p, all ranks in step. */
  @ParameterizedTest
  @CsvSource({"2, 1024", "7, 100", "8, 8192"})
  void aRingAllgatherTakesAMessageABlock(int p, long blockBytes) {
    assertThat(predicted("allgather --algorithm ring --ranks " + p + " --bytes " + blockBytes, ""))
        .isEqualTo((p - 1) * (A + G * blockBytes));
  }

  /** Halving sends n/2, n/4, ..., n/p, that is (p-1)/p n, in lg p rounds; doubling the same backwards. */
  @ParameterizedTest
  @CsvSource({"2, 4096", "4, 4096", "16, 8192", "64, 65536"})
  void rabenseifnersAllreduceSendsTheVectorTwiceButForAPth(int p, long n) {
    int lg = Integer.numberOfTrailingZeros(p);
    assertThat(predicted("allreduce --algorithm rabenseifner --ranks " + p + " --bytes " + n, ""))
        .isEqualTo(2 * lg * A + 2 * (p - 1) * n / p * G);
  }

  /** In each of p - 1 rounds everybody has one partner to send to and one to receive from. */
  @ParameterizedTest
  @CsvSource({"2, 1", "8, 512", "12, 512", "16, 4096"})
  void aPairwiseAlltoallTakesAMessageARound(int p, long bytes) {
    assertThat(predicted("alltoall --algorithm pairwise --ranks " + p + " --bytes " + bytes, ""))
        .isEqualTo((p - 1) * (A + bytes * G));
  }

  /** All ranks in step, one message a step. */
  @ParameterizedTest
  @CsvSource({"2, 1, 1", "7, 1024, 10", "64, 8192, 3"})
  void aRingTakesAMessageAStep(int p, long bytes, int steps) {
    assertThat(predicted("ring --ranks " + p + " --bytes " + bytes + " --steps " + steps, ""))
        .isEqualTo(steps * message(bytes));
  }

  /** Eager segments follow each other as fast as a rank can receive and send one: 2o. */
  @ParameterizedTest
  @CsvSource({"3, 1, 1", "5, 100, 7", "12, 1100, 12"})
  void segmentsFollowEachOtherThroughAChainTwoOverheadsApart(int p, long bytes, int segments) {
    assertThat(predicted("chain --ranks " + p + " --bytes " + bytes + " --steps " + segments, ""))
        .isEqualTo((p - 1) * message(bytes) + (segments - 1) * 2 * O);
  }

  /**
   * The literature's ports serve one message at a time from start to end, so that segments follow
   * each other by D(n/S): LogGP with g(m) = D(m). The last one starts (S-1) D(n/S) after the first,
   * and p - 1 messages bring it to the end: (p-2+S)(a + n b/S). That is least where its derivative
   * by S is 0: n b (p-2) = S^2 a. Here L = 2506 ns makes a = 5500, and 12 x 12 x 5500 = 13,200 x 6
   * x 10.
   */
  @Test
  void aPipelineIsFastestWithTheSegmentsOfItsFormula() {
    String ports = "--set network.link_latency=1253ns --set mpi.gap=5500ns+6ns/B";
    long bytes = 13_200;
    int p = 12;
    int best = (int) Math.round(Math.sqrt((p - 2) * bytes * 6 / 5_500.0));
    long least = Long.MAX_VALUE;
    int found = 0;
    for (int segments : new int[] {1, 2, 6, 8, 10, 11, 12, 15, 16, 20, 24}) {
      long time = predicted(
          "chain --ranks " + p + " --bytes " + bytes / segments + " --steps " + segments, ports);
      assertThat(time).isEqualTo((p - 2 + segments) * (5_500 + bytes / segments * 6));
      if (time < least) {
        least = time;
        found = segments;
      }
    }
    assertThat(found).isEqualTo(best).isEqualTo(12);
  }

  /**
   * Computing w and passing on by such ports takes a rank w + t a block, t being D(m). Rank 0 sends
   * its last block at w + (B-1)(w+t); P - 2 ranks each take t to get it and w to work on it, and
   * the last one, which has nobody to send to, t + w: (P-2+B)(w+t) + w, the formula's (P-1+B)(w+t)
   * without the last message.
   */
  @ParameterizedTest
  @CsvSource({"2, 1, 10", "5, 7, 10", "9, 20, 1"})
  void aWavefrontOnALineTakesAStepARankAndAStepABlock(int p, int blocks, int micros) {
    long step = micros * 1_000L + message(100);
    assertThat(predicted(
            "wavefront --shape " + p + " --bytes 100 --steps " + blocks + " --compute " + micros
                + "e-6",
            "--set mpi.gap=" + step + "ns"))
        .isEqualTo((p - 2 + blocks) * step + micros * 1_000L);
  }

  /**
   * Without overheads a message takes t = L + (m-1)G and costs its sender nothing. The corner
   * opposite to rank 0 starts after Px + Py - 2 blocks and messages. Then it computes without a
   * break.
   */
  @ParameterizedTest
  @CsvSource({"2, 2, 1, 10", "4, 3, 5, 10", "5, 5, 20, 1", "1, 6, 3, 7"})
  void aWavefrontWithoutOverheadsFillsAndThenWorks(int px, int py, int blocks, int micros) {
    long block = micros * 1_000L;
    long t = L + 99 * G;
    assertThat(predicted(
            "wavefront --shape " + px + "x" + py + " --bytes 100 --steps " + blocks + " --compute "
                + micros + "e-6",
            "--set mpi.send_overhead=0s --set mpi.receive_overhead=0s --set mpi.gap=0s"))
        .isEqualTo((px + py - 2) * (block + t) + blocks * block);
  }

  /**
   * The optimal broadcast of Karp, Sahay, Santos and Schauser (SPAA 1993): f(t) ranks can know
   * after t, f(t) = 1 for t &lt; L + 2o, else f(t-g) + f(t-L-2o): the root, having sent its first
   * message, is a root again after g, and the rank that it reaches becomes a root after L + 2o. A
   * rank that is busy for o needs max(g, o) in place of g. Everybody sends on as soon as he knows,
   * to whom nobody has sent.
   */
  @ParameterizedTest
  @CsvSource({"2, 1000", "8, 1000", "16, 1000", "50, 1000", "8, 4000", "50, 4000", "50, 20000"})
  void theOptimalBroadcastTakesTheLeastTimeInWhichAllCanKnow(int p, long g) {
    long step = Math.max(g, O);
    long least = 0;
    while (knowing(least, step) < p) {
      least += 500;
    }

    assertThat(knowing(least - 1, step)).isLessThan(p);
    String trace = optimalBroadcast(p, step).write(folder.resolve("b.ctrace"));
    assertThat(nanoseconds(trace, "--set mpi.gap=" + g + "ns")).isEqualTo(least);
    assertThat(predicted(
            "bcast --algorithm binomial --bytes 1 --ranks " + p, "--set mpi.gap=" + g + "ns"))
        .isGreaterThanOrEqualTo(least);
  }

  private static long knowing(long time, long step) {
    return time < L + 2 * O ? 1 : knowing(time - step, step) + knowing(time - L - 2 * O, step);
  }

  /** The next rank always gets the data from the rank that can send first. */
  private static Script optimalBroadcast(int p, long step) {
    record Sender(int rank, long ready) {}
    PriorityQueue<Sender> senders = new PriorityQueue<>((one, other) -> one.ready() != other.ready()
        ? Long.compare(one.ready(), other.ready())
        : Integer.compare(one.rank(), other.rank()));
    List<int[]> messages = new ArrayList<>();
    senders.add(new Sender(0, 0));
    for (int rank = 1; rank < p; rank++) {
      Sender sender = senders.remove();
      messages.add(new int[] {sender.rank(), rank});
      senders.add(new Sender(sender.rank(), sender.ready() + step));
      senders.add(new Sender(rank, sender.ready() + L + 2 * O));
    }
    Script script = new Script(p);
    for (int[] message : messages) {
      script.message(message[0], message[1], 1);
    }
    return script;
  }
}
