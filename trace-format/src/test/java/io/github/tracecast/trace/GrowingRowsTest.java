package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Branches in loops whose iterations change by a constant step with each execution. */
class GrowingRowsTest {
  private static final int RANKS = 4;
  private static final int SEQUENCES = 10;

  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /** A call in a branch in a loop of these iterations. */
  private static Trace trace(Sequence iterations, Sequence outcomes) {
    RankList all = RankList.range(0, RANKS);
    return new Trace(
        new Header(RANKS, RANKS, "", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(RANKS)),
        List.of(new Communicator("w", 0), new Communicator("s", Communicator.SELF_GROUP)),
        List.of(new Event(
            MpiCall.BARRIER,
            0,
            all,
            Map.of(Parameter.COMMUNICATOR, Values.constant(all, 0)),
            List.of())),
        List.of(
            new Loop(0, 0, all, Values.constant(all, iterations.period())),
            new Loop(0, 0, all, Values.uniform(all, iterations)),
            new Loop(0, 0, all, Values.uniform(all, outcomes))));
  }

  /**
   * @param outcome the iterations of the branch, by the iteration of the loop and by how many
   *     iterations it has
   */
  private static Trace trace(long[] iterations, int less, IntBinaryOperator outcome) {
    Sequence.Builder outcomes = Sequence.builder();
    long all = LongStream.of(iterations).sum() - less;
    for (long count : iterations) {
      for (int i = 0; i < count && all > 0; i++, all--) {
        outcomes.add(Term.constant(outcome.applyAsInt(i, (int) count)));
      }
    }
    return trace(Sequence.scalars(iterations), outcomes.build());
  }

  private static long[] growing(int steps) {
    return LongStream.range(0, steps).toArray();
  }

  private static long[] shrinking(int steps) {
    return LongStream.range(0, steps).map(i -> steps - i).toArray();
  }

  private static String text(Trace trace) {
    return new String(TextCodec.write(trace), StandardCharsets.UTF_8);
  }

  private static void assertComesBack(Trace trace) {
    assertThat(TraceFiles.read(BinaryCodec.write(trace), "x")).isEqualTo(trace);
    assertThat(TraceFiles.read(TextCodec.write(trace), "x")).isEqualTo(trace);
  }

  private static void assertAsShort(Trace few, Trace many) {
    assertComesBack(few);
    assertComesBack(many);
    assertThat(BinaryCodec.write(many).length).isLessThan(BinaryCodec.write(few).length + 8);
    assertThat(text(many).length()).isLessThan(text(few).length() + 8);
  }

  @Test
  void aBranchInEverySecondIterationTakesAsManyBytesForAnyNumberOfSteps() {
    Trace few = trace(growing(12), 0, (i, count) -> 1 - i % 2);
    Trace many = trace(growing(80), 0, (i, count) -> 1 - i % 2);

    assertAsShort(few, many);
    assertThat(text(many))
        .startsWith("tracecast-trace 8\n")
        .contains(" iterations starts:1+1*3160 [1 0]\n");
    assertAsShort(
        trace(shrinking(12), 0, (i, count) -> 1 - i % 2),
        trace(shrinking(80), 0, (i, count) -> 1 - i % 2));
  }

  @Test
  void aBranchInTheLastIterationsTakesAsManyBytesForAnyNumberOfSteps() {
    IntBinaryOperator last = (i, count) -> count - i == 2 || count - i == 3 ? 1 : 0;

    assertAsShort(trace(growing(20), 0, last), trace(growing(80), 0, last));
    assertAsShort(trace(shrinking(20), 0, last), trace(shrinking(80), 0, last));
    assertThat(text(trace(growing(80), 0, last)))
        .contains(" iterations ends:1+1*3160 [0*75 1 1 0]\n");
  }

  @Test
  void rowsOfAnyLengthsAndPatternsComeBack() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      int step = 1 + random.nextInt(3);
      int first = 1 + random.nextInt(9);
      int rows = 3 + random.nextInt(30);
      boolean shrinks = random.nextBoolean();
      boolean ends = random.nextBoolean();
      long[] iterations = LongStream.range(0, rows)
          .map(i -> first + step * (shrinks ? rows - i : i))
          .toArray();
      int[] outcomes = random.ints(1 + random.nextInt(7), 0, 3).toArray();
      outcomes[0] = 1;
      assertComesBack(trace(
          iterations,
          random.nextInt(first),
          (i, count) -> outcomes[(ends ? count - 1 - i : i) % outcomes.length]));
    }
  }

  @Test
  void outcomesThatDependOnMoreThanTheIterationComeBack() {
    Random random = new Random(1);
    Trace trace = trace(growing(40), 0, (i, count) -> random.nextInt(2));

    assertComesBack(trace);
    assertThat(text(trace)).startsWith("tracecast-trace 7\n");
    assertThat(BinaryCodec.write(trace)[8]).isEqualTo((byte) 11);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anyChangedByteOfTheTableIsReadOrRefusedWithAMessage(boolean ends) {
    byte[] binary = BinaryCodec.write(trace(
        growing(80), 0, (i, count) -> (ends ? count - i : i) % 5 == 0 ? 1 : 0));
    assertThat(binary[8]).isEqualTo((byte) 13);
    int length = new UnpackedTrace(binary).table(SEQUENCES).length;
    for (int at = 0; at < length; at++) {
      for (int value : new int[] {0, 1, 8, 9, 0x7f, 0xff}) {
        UnpackedTrace unpacked = new UnpackedTrace(binary);
        unpacked.table(SEQUENCES)[at] = (byte) value;
        try {
          TraceFiles.read(unpacked.packed(), "lu.ctrace");
        } catch (TraceException e) {
          assertThat(e).as("byte %d", at).hasMessageStartingWith("lu.ctrace: ");
        }
      }
    }
  }

  @Test
  void rowsThatCannotBeAreRefused() {
    String text = text(trace(growing(80), 0, (i, count) -> 1 - i % 2));

    assertRefused(
        text,
        "starts:9-1*3160 [1 0]",
        "3160 terms in rows of 9 terms and 1 fewer each; expected rows of at least 1 term");
    assertRefused(
        text,
        "starts:0+1*3160 [1 0]",
        "rows of 0 terms and a step of 1; expected a first row of at least 1 term, and numbers"
            + " below 2^31");
    assertRefused(text, "starts:1+1 [1 0]", "starts:LENGTH+STEP*COUNT or ends:LENGTH+STEP*COUNT");
    assertRefused(text, "ends:1+1*3160 1 0", "expected [");
    assertRefused(text, "ends:1+1*3160 []", "found no element; expected at least one");
    assertRefused(
        text, "ends:1+1*99999999 [1]", "at most 1024 values in total for each byte read so far");
  }

  private static void assertRefused(String text, String rows, String message) {
    byte[] wrong = text.replace("starts:1+1*3160 [1 0]", rows).getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> TraceFiles.read(wrong, "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("lu.ctrace:")
        .hasMessageContaining(message);
  }
}
