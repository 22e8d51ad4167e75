package io.github.tracecast.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.times.RoundedTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Deltas with a time of its own for each execution, in the binary form. */
class OrderedTimesTest {
  private static final int RANKS = 16;
  private static final int CALLS = 400;
  private static final int ORDERED = 12;

  private interface Time {
    double of(int rank, int execution);
  }

  /** A barrier before which each rank has times of its own. */
  private static Trace trace(int period, Time time) {
    RankList all = RankList.range(0, RANKS);
    List<Delta> deltas = new ArrayList<>();
    for (int rank = 0; rank < RANKS; rank++) {
      List<Distribution> each = new ArrayList<>();
      for (int i = 0; i < period; i++) {
        double value = time.of(rank, i);
        each.add(
            new Distribution.MinAvgMax((CALLS - i + period - 1) / period, value, value, value));
      }
      deltas.add(new Delta(
          Delta.Kind.COMPUTE, Unit.MICROSECONDS, Delta.AFTER_ANY, RankList.of(rank), each));
    }
    return new Trace(
        new Header(RANKS, 1, "", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(RANKS)),
        List.of(new Communicator("w", 0), new Communicator("s", Communicator.SELF_GROUP)),
        List.of(new Event(
            MpiCall.BARRIER,
            0,
            all,
            Map.of(Parameter.COMMUNICATOR, Values.constant(all, 0)),
            deltas)),
        List.of(new Loop(0, 0, all, Values.constant(all, CALLS))));
  }

  private static double scattered(int rank, int execution) {
    Random random = new Random(100L * rank + execution);
    random.nextDouble();
    return RoundedTimes.value(3000 + 7 * rank + 64 * (int) Math.rint(3 * random.nextGaussian()));
  }

  private static void comesBack(Trace trace) {
    assertThat(BinaryCodec.read(BinaryCodec.write(trace), "lu.ctrace")).isEqualTo(trace);
  }

  @Test
  void timesOnAScaleTakeAFewBitsEach() {
    Trace few = trace(20, OrderedTimesTest::scattered);
    Trace many = trace(120, OrderedTimesTest::scattered);

    comesBack(few);
    comesBack(many);
    int bits = 8 * (BinaryCodec.write(many).length - BinaryCodec.write(few).length);
    assertThat(bits).isLessThan(5 * 100 * RANKS);
  }

  @Test
  void zerosAndTimesBesideTheScaleComeBack() {
    comesBack(trace(
        30,
        (rank, execution) -> execution == 3
            ? 0
            : execution == 5 && rank == 1 ? Math.PI : scattered(rank, execution)));
  }

  @Test
  void timesOfAnyFormComeBack() {
    comesBack(trace(30, (rank, execution) -> rank + Math.sqrt(1 + execution)));
    comesBack(trace(30, (rank, execution) -> execution % 7 == 0 ? 1e300 : 1e-300));
    comesBack(trace(CALLS, OrderedTimesTest::scattered));
    comesBack(trace(2, (rank, execution) -> execution == 0 ? 0 : Math.E));
  }

  @Test
  void ranksMayHaveDifferentPeriods() {
    Trace some = trace(30, OrderedTimesTest::scattered);
    Trace others = trace(40, OrderedTimesTest::scattered);
    List<Delta> deltas = new ArrayList<>(some.events().getFirst().deltas());
    deltas.set(3, others.events().getFirst().deltas().get(3));
    deltas.set(4, others.events().getFirst().deltas().get(4));
    Event event = some.events().getFirst();

    comesBack(some.with(
        List.of(
            new Event(event.call(), event.callSite(), event.ranks(), event.parameters(), deltas)),
        some.header()));
  }

  @Test
  void onlyTracesThatHaveThemAreOfTheNewVersion() {
    assertThat(BinaryCodec.write(trace(30, OrderedTimesTest::scattered))[8]).isEqualTo((byte) 12);
    assertThat(BinaryCodec.write(trace(1, OrderedTimesTest::scattered))[8]).isEqualTo((byte) 11);
  }

  @Test
  void aRowThatIsTooShortIsRefusedWithItsColumn() {
    UnpackedTrace unpacked =
        new UnpackedTrace(BinaryCodec.write(trace(30, OrderedTimesTest::scattered)));
    byte[] table = unpacked.table(ORDERED);
    table[table.length - 1] |= (byte) 0x80; // the last number goes on

    assertThatThrownBy(() -> TraceFiles.read(unpacked.packed(), "lu.ctrace"))
        .isInstanceOf(TraceException.class)
        .hasMessageMatching(
            "lu.ctrace: inflated byte \\d+: section ordered times: column steps, offset 480: found its end; expected more rows");
  }

  @Test
  void anyChangedByteOfTheTableIsReadOrRefusedWithAMessage() {
    byte[] binary = BinaryCodec.write(trace(30, OrderedTimesTest::scattered));
    int length = new UnpackedTrace(binary).table(ORDERED).length;
    for (int at = 0; at < length; at += 7) {
      for (int value : new int[] {0, 0x7f, 0xff}) {
        UnpackedTrace unpacked = new UnpackedTrace(binary);
        unpacked.table(ORDERED)[at] = (byte) value;
        try {
          TraceFiles.read(unpacked.packed(), "lu.ctrace");
        } catch (TraceException e) {
          assertThat(e).as("byte %d", at).hasMessageStartingWith("lu.ctrace: ");
        }
      }
    }
  }
}
