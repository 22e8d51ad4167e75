package io.github.tracecast.trace.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceValidatorTest {
  private static Trace trace(int ranks, List<Event> events, Loop... loops) {
    return new Trace(
        new Header(ranks, 8, "", List.of()),
        List.of(new CallSite("a")),
        List.of(new Datatype("MPI_BYTE", 1)),
        List.of(Group.world(ranks), Group.of(3, 2, 1)),
        List.of(
            new Communicator("world", 0),
            new Communicator("self", Communicator.SELF_GROUP),
            new Communicator("three", 1)),
        events,
        List.of(loops));
  }

  private static Event barrier(RankList ranks) {
    return new Event(MpiCall.BARRIER, 0, ranks, Map.of(), List.of());
  }

  private static Event send(RankList ranks, int communicator, Term destination) {
    return new Event(
        MpiCall.SEND,
        0,
        ranks,
        Map.of(
            Parameter.COMMUNICATOR,
            Values.constant(ranks, communicator),
            Parameter.DESTINATION,
            Values.uniform(ranks, Sequence.of(destination))),
        List.of());
  }

  private static Loop loop(int first, int last, RankList ranks, long iterations) {
    return new Loop(first, last, ranks, Values.constant(ranks, iterations));
  }

  private static void refuse(Trace trace, String message) {
    assertThatThrownBy(() -> TraceValidator.check(trace))
        .isInstanceOf(TraceException.class)
        .hasMessage(message);
  }

  @Test
  void loopsOfOneRankMustNest() {
    RankList all = RankList.range(0, 4);
    List<Event> events = List.of(barrier(all), barrier(all), barrier(all));
    refuse(
        trace(4, events, loop(0, 1, all, 2), loop(1, 2, RankList.of(2), 2)),
        "loop 1: found events 1 to 2 across the end of loop 0 at event 1 for rank 2; expected loops of a rank that are nested or separate");
  }

  @Test
  void loopsOfDifferentRanksMayCross() {
    RankList all = RankList.range(0, 4);
    List<Event> events = List.of(barrier(all), barrier(all), barrier(all));
    assertThatCode(() -> TraceValidator.check(
            trace(4, events, loop(0, 1, RankList.of(0, 3), 2), loop(1, 2, RankList.of(1, 2), 2))))
        .doesNotThrowAnyException();
  }

  @Test
  void aLoopWithoutABodyForOneOfItsRanksIsRefused() {
    refuse(
        trace(
            4,
            List.of(barrier(RankList.range(0, 3)), barrier(RankList.range(0, 4))),
            loop(0, 0, RankList.range(0, 4), 1_000_000_000_000L)),
        "loop 0: found no event of rank 3 from event 0 to 0; expected a loop body with at least one event for each rank");
  }

  @Test
  void iterationsThatMultiplyBeyondCountingAreRefused() {
    RankList all = RankList.range(0, 4);
    refuse(
        trace(
            4,
            List.of(barrier(all), barrier(all)),
            loop(0, 1, all, 1_000_000_000_000L),
            loop(0, 0, all, 1_000_001)),
        "loop 1: found 1000001 iterations in each of 1000000000000 executions of the loop; expected at most 1000000000000000000 executions in all");
  }

  @Test
  void loopsThatNestWithoutEndAreRefused() {
    RankList all = RankList.range(0, 4);
    Loop[] loops = new Loop[100_000];
    Arrays.fill(loops, loop(0, 0, all, 1));
    refuse(
        trace(4, List.of(barrier(all)), loops),
        "loop 256: found 257 nested loops; expected at most 256");
  }

  @Test
  void endpointsLieWithinTheirCommunicator() {
    RankList three = RankList.range(1, 3);
    assertThatCode(() ->
            TraceValidator.check(trace(4, List.of(send(RankList.of(2, 3), 2, Term.rankPlus(1))))))
        .doesNotThrowAnyException();
    refuse(
        trace(4, List.of(send(three, 2, Term.rankPlus(1)))),
        "event 0: destination: found rank+1 where rank is 2; expected a sum from 0 to 2, the ranks of the communicator");
    refuse(
        trace(4, List.of(send(three, 2, Term.constant(3)))),
        "event 0: destination: found rank 3; expected 0 to 2, the ranks of the communicator");
    refuse(
        trace(4, List.of(send(three, 1, Term.constant(1)))),
        "event 0: destination: found rank 1; expected 0 to 0, the ranks of the communicator");
    refuse(
        trace(4, List.of(send(RankList.range(0, 4), 2, Term.ANY))),
        "event 0: found rank 0 in a call on communicator 2; expected only members of the communicator");
    refuse(
        trace(4, List.of(send(three, 2, Term.ANY))),
        "event 0: destination: found any; expected a number from 0 to 3, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER, other:NUMBER, NUMBERrank+NUMBER, NUMBERrank+NUMBER%size, matched:NUMBER or the word none");
  }

  @Test
  void aThousandEventsOfInteriorsFacesAndEdgesOf65536RanksAreCheckedWithinSeconds() {
    int x = 64;
    int y = 32;
    int z = 32;
    List<RankList> parts = new ArrayList<>();
    for (int part = 0; part < 27; part++) {
      RankList ranks = RankList.EMPTY;
      int[] starts = {0, 1, x - 1};
      int[] counts = {1, x - 2, 1};
      int[] rowStarts = {0, 1, y - 1};
      int[] rowCounts = {1, y - 2, 1};
      int[] planeStarts = {0, 1, z - 1};
      int[] planeCounts = {1, z - 2, 1};
      int start = starts[part % 3] + x * rowStarts[part / 3 % 3] + x * y * planeStarts[part / 9];
      ranks = RankList.section(
          start, x * y, planeCounts[part / 9], x, rowCounts[part / 3 % 3], 1, counts[part % 3]);
      parts.add(ranks);
    }
    RankList all = RankList.range(0, x * y * z);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      List<Piece> pieces = new ArrayList<>();
      for (int part = 0; part < 27; part++) {
        pieces.add(
            new Piece(parts.get(part), Sequence.of(part % 3 == 2 ? Term.NONE : Term.rankPlus(1))));
      }
      events.add(new Event(
          MpiCall.SEND,
          0,
          all,
          Map.of(Parameter.DESTINATION, new Values(pieces), Parameter.TAG, Values.constant(all, i)),
          List.of()));
    }
    Trace trace = trace(
        all.size(),
        events,
        loop(0, 999, all, 100),
        loop(1, 500, parts.get(13), 3),
        loop(400, 600, all.minus(parts.get(13)), 3));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    TraceValidator.check(trace);
    byte[] text = TextCodec.write(trace);
    byte[] binary = BinaryCodec.write(trace);
    assertThat(TextCodec.read(text, "text")).isEqualTo(trace);
    assertThat(BinaryCodec.read(binary, "binary")).isEqualTo(trace);
    assertThat(threads.getCurrentThreadCpuTime() - start)
        .as("nanoseconds to check, write and read")
        .isLessThan(10_000_000_000L);
    assertThat(binary.length)
        .as("bytes of a trace of 65,536 ranks and 1,000 events")
        .isLessThan(20_000);
  }
}
