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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Lists of requests, and partners relative to the rank, that are written as progressions. */
class ProgressionFormsTest {
  private static final int RANKS = 1000;
  private static final int SEQUENCES = 10;

  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static Trace trace(MpiCall call, Parameter parameter, Sequence values) {
    RankList all = RankList.range(0, RANKS);
    return new Trace(
        new Header(RANKS, RANKS, "", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(RANKS)),
        List.of(new Communicator("w", 0), new Communicator("s", Communicator.SELF_GROUP)),
        List.of(new Event(
            call,
            0,
            all,
            Map.of(
                Parameter.COMMUNICATOR,
                Values.constant(all, 0),
                parameter,
                Values.uniform(all, values)),
            List.of())),
        List.of(new Loop(0, 0, all, Values.constant(all, 1000))));
  }

  /** A wait for a number of requests, from the first to the last. */
  private static Trace wait(int requests) {
    return trace(
        MpiCall.WAITALL,
        Parameter.REQUESTS,
        Sequence.tuple(LongStream.range(0, requests).map(i -> requests - i).toArray()));
  }

  /** Sends to the ranks after the own rank, in turn. */
  private static Trace around(int partners) {
    Term[] terms =
        IntStream.rangeClosed(1, partners).mapToObj(Term::rankPlusMod).toArray(Term[]::new);
    return trace(MpiCall.SEND, Parameter.DESTINATION, Sequence.scalars(terms));
  }

  private static void assertComesBack(Trace trace) {
    assertThat(TraceFiles.read(BinaryCodec.write(trace), "x")).isEqualTo(trace);
    assertThat(TraceFiles.read(TextCodec.write(trace), "x")).isEqualTo(trace);
  }

  @Test
  void theRequestsOfAWaitTakeAsManyBytesForAnyNumber() {
    assertComesBack(wait(30));
    assertComesBack(wait(900));
    assertThat(BinaryCodec.write(wait(900)).length - BinaryCodec.write(wait(30)).length)
        .isBetween(-4, 4);
  }

  @Test
  void partnersInTurnAroundTheRanksTakeAsManyBytesForAnyNumber() {
    assertComesBack(around(30));
    assertComesBack(around(900));
    assertThat(BinaryCodec.write(around(900)).length - BinaryCodec.write(around(30)).length)
        .isBetween(-4, 4);
    assertThat(new String(TextCodec.write(around(900)), StandardCharsets.UTF_8))
        .startsWith("tracecast-trace 8\n")
        .contains(" destination rank+1%size..900\n");
  }

  @Test
  void tuplesOfDifferentLengthsComeBack() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      Sequence.Builder tuples = Sequence.builder();
      for (int e = random.nextInt(5); e >= 0; e--) {
        int length = random.nextInt(3) * random.nextInt(60);
        int first = 1 + random.nextInt(100);
        int step = random.nextInt(4);
        tuples.addTuple(
            IntStream.range(0, length).mapToLong(i -> first + i * step).toArray());
      }
      assertComesBack(trace(MpiCall.WAITALL, Parameter.REQUESTS, tuples.build()));
    }
  }

  @Test
  void onlyTracesThatTheyMakeShorterAreOfTheNewVersion() {
    assertThat(BinaryCodec.write(wait(18))[8]).isEqualTo((byte) 11);
    assertThat(BinaryCodec.write(around(18))[8]).isEqualTo((byte) 11);
    assertThat(BinaryCodec.write(wait(19))[8]).isEqualTo((byte) 13);
    assertThat(BinaryCodec.write(around(19))[8]).isEqualTo((byte) 13);
    assertThat(new String(TextCodec.write(wait(900)), StandardCharsets.UTF_8))
        .startsWith("tracecast-trace 7\n");
  }

  @Test
  void aTupleOfMoreNumbersThanAFileMayHaveIsRefused() {
    UnpackedTrace unpacked = new UnpackedTrace(BinaryCodec.write(wait(20)));
    byte[] table = unpacked.table(SEQUENCES);
    int at = 0;
    while (table[at] != 20 || table[at + 1] == 0) {
      at++; // the length of the tuple, before the numbers' column
    }
    table[at] = 21;

    assertThatThrownBy(() -> TraceFiles.read(unpacked.packed(), "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("section sequences: column numbers");
  }

  @Test
  void anyChangedByteOfTheTableIsReadOrRefusedWithAMessage() {
    for (Trace trace : List.of(wait(100), around(100))) {
      byte[] binary = BinaryCodec.write(trace);
      int length = new UnpackedTrace(binary).table(SEQUENCES).length;
      for (int at = 0; at < length; at++) {
        for (int value : new int[] {0, 1, 6, 7, 8, 0x7f, 0xff}) {
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
  }

  @Test
  void aProgressionThatBeginsWithAnotherTermIsRefused() {
    String text = new String(TextCodec.write(around(30)), StandardCharsets.UTF_8);
    String wrong = text.replace("rank+1%size..30", "any..30");

    assertThatThrownBy(() -> TraceFiles.read(wrong.getBytes(StandardCharsets.UTF_8), "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            "lu.ctrace:11: found \"any..\"; expected a progression that begins with a number,"
                + " rank+NUMBER, rank+NUMBER%size or other:NUMBER");
  }
}
