package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs written by hand: the meaning of the recorder's bytes, and the errors for damaged logs. */
class LogsTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  private static final int TAIL = 1 << 12;

  @TempDir
  Path folder;

  /** Definitions: calls and parameters, a module, a call path, a datatype. */
  static ByteArrayOutputStream definitions() {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    records.writeBytes(new byte[] {9, 4});
    for (String call : new String[] {"MPI_Init", "MPI_Irecv", "MPI_Wait", "MPI_Finalize"}) {
      text(records, call);
    }
    records.writeBytes(new byte[] {10, 7});
    for (String name : new String[] {
      "communicator", "source", "tag", "count", "datatype", "request", "matched_source"
    }) {
      text(records, name);
    }
    records.write(3);
    text(records, "/no/such/module");
    records.writeBytes(new byte[] {2, 1, 1, 42, 4});
    text(records, "MPI_INT");
    records.write(5); // 4 bytes, and one for unknown sizes
    return records;
  }

  /** A log of one rank. */
  private static byte[] log(ByteArrayOutputStream records, byte[] tail, int tailLess, int epoch) {
    ByteBuffer head = ByteBuffer.allocate(LogReader.HEAD).order(ByteOrder.LITTLE_ENDIAN);
    head.put("TRCREC07".getBytes(StandardCharsets.US_ASCII))
        .putLong(records.size())
        .putInt(0)
        .putInt(1)
        .putInt(tailLess == 0 ? 1 : 0)
        .putLong(32 + 512, (long) epoch << 32 | tail.length - tailLess)
        .put(TAIL, tail);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(head.array());
    file.writeBytes(records.toByteArray());
    return file.toByteArray();
  }

  /** One rank that folded nothing: MPI_Init, a receive from any source that is matched by its wait, MPI_Finalize. */
  private static byte[] log(int tailLess) {
    ByteArrayOutputStream tail = new ByteArrayOutputStream();
    tail.writeBytes(new byte[] {1, 0, 0, 0, 100, 0, 0}); // MPI_Init, 100 ns inside
    // MPI_Irecv after 5 ns, in 7 ns: world, any source, tag 3, 2 elements
    tail.writeBytes(new byte[] {1, 1, 0, 5, 7, 0, 1, 2, 2, 0, 3, 8, 4, 6, 5, 2, 0});
    tail.writeBytes(new byte[] {6, 1, 0, 3}); // request 1 came from rank 0 with tag 3
    tail.writeBytes(new byte[] {1, 2, 0, 1, 9, 0, 6, 4, 0}); // MPI_Wait for the last request
    tail.writeBytes(new byte[] {1, 3, 0, 1, 9, 0, 0});
    return log(definitions(), tail.toByteArray(), tailLess, 0);
  }

  /** The same as a loop of 5 iterations, whose receives have tags 3, 3, 7, 7, 7, folded; MPI_Finalize is in the tail. */
  private static byte[] folded() {
    ByteArrayOutputStream records = definitions();
    records.writeBytes(new byte[] {11, 0, 0, 0}); // shape 0, MPI_Init
    records.writeBytes(new byte[] {11, 1, 0, 1, 2, 3, 4, 5, 7, 0}); // shape 1, MPI_Irecv
    records.writeBytes(new byte[] {11, 2, 0, 6, 0}); // shape 2, MPI_Wait
    // chunk 1, none before it nor after it: 8 (tag 3), a step of 0, no more runs
    records.writeBytes(new byte[] {13, 0, 0, 16, 1, 0, 0, 0});
    return log(records, new byte[] {1, 3, 0, 1, 9, 0, 0}, 0, 2);
  }

  private static byte[] state(int position) {
    ByteArrayOutputStream state = new ByteArrayOutputStream();
    state.writeBytes(new byte[] {(byte) (position | 0x80), (byte) (position >> 7)});
    state.writeBytes(new byte[] {11, 5}); // 11 events, 5 requests
    state.writeBytes(new byte[] {0, 2}); // no communicators, 2 entries
    // a call of shape 0, once; one time, after nothing, none before and 100 ns inside
    state.writeBytes(new byte[] {0, 1, 0, 2, 0, 0, 100});
    state.writeBytes(new byte[] {5, 0, 5}); // a loop over 2, never before, 5 iterations
    state.writeBytes(
        new byte[] {2, 5, 0, 4, 0, 0}); // a call of shape 1, 5 times: world, any source,
    state.writeBytes(
        new byte[] {1, 1, 32, 2, 0, 0, 0}); // chunk 1, then 16 (tag 7) and 2 steps of 0,
    state.writeBytes(new byte[] {0, 12, 0, 4, 0, 4}); // 2 elements, datatype 0, came from rank 0
    state.writeBytes(
        new byte[] {0, 0, 1, 1}); // not counted; summed up, on one path: 5 times before, of 10 ns
    summed(state);
    state.writeBytes(new byte[] {1, 5, 5, 50, 10, 10}); // one bin with all of them
    summed(state);
    state.writeBytes(new byte[] {0, 0}); // and inside, without bins; no positions
    state.writeBytes(
        new byte[] {4, 5, 0, 8, 0, 6}); // a call of shape 2, 5 times, for the last request
    for (int i = 0; i < 5; i++) {
      state.writeBytes(new byte[] {1, 1, 2});
    }
    return state.toByteArray();
  }

  /** 5 times of 10 ns: sum, sum of squares, least and most. */
  private static void summed(ByteArrayOutputStream to) {
    to.writeBytes(new byte[] {5, 50});
    to.writeBytes(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(500).array());
    to.writeBytes(new byte[] {10, 10});
  }

  /** Two ranks of one class: MPI_Init, two receives, each from the next rank, in a loop, MPI_Finalize; ranks wait for 3 and 4 ns. */
  private static byte[] merged(byte[] times) {
    ByteArrayOutputStream structure = definitions();
    structure.writeBytes(new byte[] {11, 0, 0, 0}); // shape 0, MPI_Init
    structure.writeBytes(new byte[] {11, 1, 0, 1, 2, 3, 4, 5, 0}); // shape 1, MPI_Irecv
    structure.writeBytes(new byte[] {11, 3, 0, 0}); // shape 2, MPI_Finalize
    structure.writeBytes(
        new byte[] {0, 0, 3, 2, 4}); // the end of definitions; shape 0, a loop of shape 1, shape 2
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes("TRCMRG07".getBytes(StandardCharsets.US_ASCII));
    file.writeBytes(new byte[] {2, 1, 1, 0, 1, 2}); // 2 ranks, 1 class of 0 and one more
    file.write(structure.size() + 1 | 0x80);
    file.write(structure.size() + 1 >> 7);
    file.writeBytes(structure.toByteArray());
    file.writeBytes(new byte[] {9, 3, 0, 0, 0, 0}); // 9 values, 3 times, nothing spent or counted
    file.writeBytes(new byte[] {1, 2, 0, 0}); // communicators: none
    file.writeBytes(new byte[] {1, 1, 0}); // groups: none
    file.writeBytes(new byte[] {1, 1, 0}); // calls that the trace lacks: none
    file.writeBytes(new byte[] {1, 3, 0, 2, 0}); // never before, 2 iterations
    file.writeBytes(new byte[] {1, 3, 0, 4, 0}); // the world
    file.writeBytes(
        new byte[] {1, 0, 3, 0, 8}); // no piece in absolute form, 1 piece relative to the rank
    file.writeBytes(new byte[] {2, 1, 0, 1, 1, 3, 0, 16, 0, 1, 1, 1, 1, 3, 0, 20, 0
    }); // tag 3 at rank 0, 4 at rank 1
    file.writeBytes(new byte[] {1, 3, 0, 12, 0}); // 2 elements
    file.writeBytes(new byte[] {1, 3, 0, 4, 0}); // datatype 0
    file.writeBytes(times);
    return file.toByteArray();
  }

  /** The times of the three calls by rank: 3 and 4 ns before each receive at rank 0 and at rank 1. */
  private static byte[] timesByRank() {
    ByteArrayOutputStream times = new ByteArrayOutputStream();
    times.writeBytes(new byte[] {1, 7, 1, 0, 2, 0, 0, 100}); // MPI_Init's, of both
    times.writeBytes(new byte[] {2}); // those of the receives: of each rank
    times.writeBytes(new byte[] {1, 0, 1, 1, 10, 2, 0, 3, 1, 3, 1, 1, 3, 1});
    times.writeBytes(new byte[] {1, 1, 1, 1, 10, 2, 0, 3, 1, 4, 1, 1, 4, 1});
    times.writeBytes(new byte[] {1, 7, 1, 0, 2, 1, 0, 9});
    return times.toByteArray();
  }

  /** The same by groups: each rank is one. */
  private static byte[] timesByGroups() {
    ByteArrayOutputStream times = new ByteArrayOutputStream();
    byte[] both = {1, 1, 0, 1, 2}; // one group: ranks 0 and 1
    for (int call = 0; call < 3; call++) {
      times.write(0); // no pieces
      times.write(0); // calls are not counted
      if (call != 1) {
        times.writeBytes(both);
        times.writeBytes(new byte[] {1, 1, 0, 2, 9, 0, 0}); // one path, without bins: 2 x 9 ns
        times.writeBytes(new byte[8]); // squares
        times.writeBytes(new byte[] {0, 0}); // no positions, no executions
      } else {
        times.write(2);
        for (byte rank = 0; rank < 2; rank++) {
          times.writeBytes(new byte[] {1, rank, 1, 1}); // a group of this rank
          byte nanos = (byte) (3 + rank);
          times.writeBytes(new byte[] {1, 1, 1, 5, 2, nanos, 0, 0}); // 2 of 3, or 4, ns in one bin
          times.writeBytes(new byte[8]);
          times.writeBytes(new byte[] {0, 2, nanos, nanos}); // and so are both executions
        }
      }
      times.writeBytes(both);
      times.writeBytes(new byte[] {1, 1, 0, 2, 1, 0, 0});
      times.writeBytes(new byte[8]);
      times.writeBytes(new byte[] {0, 0});
    }
    return times.toByteArray();
  }

  private static void text(ByteArrayOutputStream to, String text) {
    to.write(text.length());
    to.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }

  private Trace read(byte[] log) throws IOException {
    Files.write(folder.resolve("rank.0.log"), log);
    return RecordingImporter.of(folder)
        .compress(
            CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
  }

  @Test
  void aMatchThatComesAfterItsReceiveIsTheReceives() throws IOException {
    Trace trace = read(log(0));

    assertThat(trace.header().notes()).isEmpty();
    assertThat(trace.events())
        .extracting(event -> event.call())
        .containsExactly(MpiCall.INIT, MpiCall.IRECV, MpiCall.WAIT, MpiCall.FINALIZE);
    assertThat(trace.events().get(1).parameters())
        .containsKeys(Parameter.SOURCE, Parameter.MATCHED_SOURCE)
        .doesNotContainKey(Parameter.MATCHED_TAG);
    assertThat(trace.callSites().getFirst().name()).isEqualTo("module+0x2a");
    assertThat(trace.datatypes().getFirst().bytes()).isEqualTo(4);
  }

  @Test
  void computationIsInInstructionsWhereTheLogSaysThatTheseWereCounted() throws IOException {
    ByteArrayOutputStream records = definitions();
    records.writeBytes(new byte[] {15, 2});
    byte[] log = log(records, new byte[] {1, 0, 0, 0, 100, 0, 0, 1, 3, 0, 5, 9, 0, 0}, 0, 0);
    ByteBuffer.wrap(log)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(32 + 512 + 8, 6000) // instructions
        .putLong(32 + 512 + 16, 4000); // in this number of nanoseconds

    Trace trace = read(log);

    assertThat(trace.events().getLast().deltas())
        .extracting(
            Delta::kind, Delta::unit, delta -> delta.byExecution().getFirst().mean())
        .containsExactly(
            tuple(Delta.Kind.COMPUTE, Unit.INSTRUCTIONS, 5.0),
            tuple(Delta.Kind.INSIDE, Unit.MICROSECONDS, 0.009));
    assertThat(trace.header().origin()).isEqualTo("tracecast record, computation in instructions");
    assertThat(trace.header().notes())
        .containsExactly(
            "computation was counted in instructions; the recording machine executed"
                + " 1.500e+09 instructions per second; use `set node.instruction_rate=1.500Gips` to predict at that rate");
  }

  @Test
  void whatWasFoldedComesBeforeTheTail() throws IOException {
    byte[] log = folded();
    Files.write(folder.resolve("rank.0.folded.0"), state(log.length - LogReader.HEAD));

    Trace trace = read(log);

    assertThat(trace.events())
        .extracting(event -> event.call())
        .containsExactly(MpiCall.INIT, MpiCall.IRECV, MpiCall.WAIT, MpiCall.FINALIZE);
    assertThat(trace.loops()).singleElement().satisfies(loop -> {
      assertThat(loop.first()).isEqualTo(1);
      assertThat(loop.last()).isEqualTo(2);
    });
    assertThat(trace.events().get(1).parameters().get(Parameter.TAG).toString())
        .contains("3")
        .contains("7");
  }

  private Trace readMerged(byte[] merged) throws IOException {
    Files.write(folder.resolve("merged.log"), merged);
    return RecordingImporter.of(folder)
        .compress(
            CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
  }

  @Test
  void valuesOfMergedRanksAreFromTheRankOnOrOfTheirPiece() throws IOException {
    Trace trace = readMerged(merged(timesByRank()));

    assertThat(trace.header().notes()).isEmpty();
    assertThat(trace.events())
        .extracting(event -> event.call())
        .containsExactly(MpiCall.INIT, MpiCall.IRECV, MpiCall.FINALIZE);
    assertThat(trace.events()).allMatch(event -> event.ranks().size() == 2);
    StringBuilder text = new StringBuilder();
    Expander expander = Expander.of(Programs.of(trace));
    expander.expand(0, 9, text);
    expander.expand(1, 9, text);
    assertThat(text.toString().lines().filter(line -> line.contains("MPI_Irecv")))
        .hasSize(4)
        .anyMatch(line -> line.contains("source=1 (world 1) tag=3"))
        .anyMatch(line -> line.contains("source=0 (world 0) tag=4"));
  }

  @Test
  void timesOfMergedRanksAreThoseOfTheirGroups() throws IOException {
    assertThat(readMerged(merged(timesByRank())).events().get(1).deltas())
        .filteredOn(delta -> delta.kind() == Delta.Kind.COMPUTE)
        .extracting(Delta::ranks, delta -> delta.byExecution().getFirst().mean())
        .containsExactly(tuple(RankList.of(0), 0.003), tuple(RankList.of(1), 0.004));
    assertThat(readMerged(merged(timesByGroups())).events().get(1).deltas())
        .filteredOn(delta -> delta.kind() == Delta.Kind.COMPUTE)
        .isEqualTo(readMerged(merged(timesByRank())).events().get(1).deltas().stream()
            .filter(delta -> delta.kind() == Delta.Kind.COMPUTE)
            .toList());
  }

  @Test
  void damageOfMergedRanksIsTheInputsFaultAndNeverOurs() throws IOException {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      byte[] damaged = merged(seed % 2 == 0 ? timesByRank() : timesByGroups());
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      try {
        readMerged(damaged);
      } catch (TraceException e) {
        assertThat(e.getMessage()).as("seed %d", seed).contains("found", "expected");
      }
    }
  }

  @Test
  void whatWasNotCommittedIsNotReadAndTheTraceIsPartial() throws IOException {
    Trace trace = read(log(7));

    assertThat(trace.events()).hasSize(3);
    assertThat(trace.header().notes())
        .containsExactly("partial: ended without MPI_Finalize (1 of 1 ranks, the first is 0)");
  }

  @Test
  void aLogWithoutWhatItFoldedIsRefused() {
    assertThatThrownBy(() -> read(folded()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(
            "rank.0.folded.0: found no such file; expected the file with the folded calls of the rank");
  }

  @Test
  void aFolderWithoutLogsIsRefused() {
    assertThatThrownBy(() -> RecordingImporter.of(folder))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("found no log of any rank; expected one log per rank");
  }

  @Test
  void damageIsTheInputsFaultAndNeverOurs() throws IOException {
    byte[] plain = log(0);
    byte[] log = folded();
    byte[] state = state(log.length - LogReader.HEAD);
    for (int seed = 1; seed <= SEEDS; seed++) {
      Random random = new Random(seed);
      byte[] damagedState = state.clone();
      byte[] damaged = seed % 3 == 0 ? plain.clone() : log.clone();
      if (seed % 3 == 1) {
        damagedState[random.nextInt(state.length)] = (byte) random.nextInt(256);
      } else {
        int at = switch (random.nextInt(4)) {
          case 0 -> random.nextInt(32);
          case 1 -> TAIL + random.nextInt(48);
          case 2 -> 32 + 512 + random.nextInt(8);
          default -> LogReader.HEAD + random.nextInt(damaged.length - LogReader.HEAD);
        };
        damaged[at] = (byte) random.nextInt(256);
      }
      Files.write(folder.resolve("rank.0.folded.0"), damagedState);
      try {
        read(damaged);
      } catch (TraceException e) {
        assertThat(e.getMessage()).as("seed %d", seed).contains("found", "expected");
      }
    }
  }
}
