package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Communicators of four ranks, some of which recorded no communicator. */
class RunCommunicatorsTest {
  private static final int RANKS = 4;
  private static final Group WORLD = Group.of(0, 1, 2, 3);

  private final LogDefinitions[] logs = new LogDefinitions[RANKS];

  @TempDir
  Path folder;

  /** A rank's communicators: number in its log, root, parent, number, makers, local rank, size. */
  private void tells(boolean whole, int rank, int[]... communicators) throws IOException {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int[] fields : communicators) {
      records.write(RecordKind.COMMUNICATOR.number());
      for (int field : fields) {
        records.write(field);
      }
      records.write(0); // no inter-communicator
    }
    ByteBuffer log = ByteBuffer.allocate(LogReader.HEAD + records.size())
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("TRCREC07".getBytes(StandardCharsets.US_ASCII))
        .putLong(records.size())
        .putInt(rank)
        .putInt(RANKS)
        .putInt(whole ? 1 : 0)
        .put(LogReader.HEAD, records.toByteArray());
    logs[rank] =
        new LogDefinitions(Files.write(folder.resolve("rank." + rank + ".log"), log.array()));
  }

  /** The groups of a run, the world's first, in which each rank that told of any calls a barrier in the last one. */
  private List<Group> groups() {
    RunCommunicators all = new RunCommunicators("run", logs);
    Compressor compressor = new Compressor(
        RANKS, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS));
    for (int rank = 0; rank < RANKS; rank++) {
      EventSink sink = compressor.task(rank);
      int site = sink.site("");
      sink.begin(MpiCall.INIT, site).end();
      all.defineAssumed(rank, sink);
      if (logs[rank] != null) {
        Map<Integer, Integer> handles = all.define(logs[rank], sink);
        sink.begin(MpiCall.BARRIER, site)
            .number(Parameter.COMMUNICATOR, handles.get(logs[rank].communicators.lastKey()))
            .end();
      }
      compressor.finish(rank);
    }
    return compressor.trace("test", List.of()).groups();
  }

  @Test
  void membersKnowACommunicatorByWhatTheyNeedNotAsk() throws IOException {
    tells(true, 0, new int[] {2, 1, 0, 0, 0, 1, 2});
    tells(true, 1, new int[] {5, 1, 0, 0, 0, 0, 2});
    tells(true, 2, new int[] {2, 2, 0, 0, 0, 0, 2});
    tells(true, 3, new int[] {9, 2, 0, 0, 0, 1, 2});

    assertThat(groups()).containsExactly(WORLD, Group.of(1, 0), Group.of(2, 3));
  }

  @Test
  void thePlacesOfRanksThatToldNothingAreThoseThatAreLeftInTheOrderOfTheParent()
      throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      int[] fromItsEnd = {2, 3, 0, 0, 0, 3 - rank, 4};
      int[] withoutOne = {3, 3, 2, 0, 0, rank == 3 ? 0 : 1, 3};
      boolean whole = rank == 0 || rank == 3;
      tells(whole, rank, whole ? new int[][] {fromItsEnd, withoutOne} : new int[][] {fromItsEnd});
    }

    assertThat(groups()).containsExactly(WORLD, Group.of(3, 2, 1, 0), Group.of(3, 0, 2));
  }

  @Test
  void aRankIsTakenForAMemberOfOneCommunicatorOfACall() throws IOException {
    tells(true, 0, new int[] {2, 0, 0, 0, 0, 0, 2});
    tells(true, 1, new int[] {2, 1, 0, 0, 0, 0, 2});

    assertThat(groups()).containsExactly(WORLD, Group.of(0, 2), Group.of(1, 3));
  }

  @Test
  void whoIsRankZeroIsKnownByAllMembers() throws IOException {
    tells(true, 0, new int[] {2, 3, 0, 0, 0, 1, 2});

    assertThat(groups()).containsExactly(WORLD, Group.of(3, 0));
  }

  @Test
  void aWholeRecordingThatLacksACommunicatorIsRefused() throws IOException {
    tells(true, 0, new int[] {2, 0, 0, 0, 0, 0, 4});
    tells(true, 1);
    tells(true, 2);
    tells(true, 3);

    assertThatThrownBy(() -> new RunCommunicators("run", logs))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(
            "run: found 1 of 4 members of communicator 0.0; expected all members, because the recordings of the other ranks are complete");
  }
}
