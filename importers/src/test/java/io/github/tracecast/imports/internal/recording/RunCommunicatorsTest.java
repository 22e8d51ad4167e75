package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Communicators of four ranks, some of which have told nothing. */
class RunCommunicatorsTest {
  private static final int RANKS = 4;

  private final LogDefinitions[] logs = new LogDefinitions[RANKS];

  /** A rank's communicators: number in its log, root, parent, number, makers, local rank, size. */
  private void tells(int rank, int[]... communicators) throws IOException {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    for (int[] fields : communicators) {
      records.write(LogReader.COMMUNICATOR);
      for (int field : fields) {
        records.write(field);
      }
    }
    records.write(0);
    byte[] bytes = records.toByteArray();
    logs[rank] = new LogDefinitions(
        rank, RANKS, new LogBytes("log", new ByteArrayInputStream(bytes), 0, bytes.length));
  }

  /** The members of the communicator that each rank that told of any calls a barrier in, the last one of its log. */
  private Trace trace() {
    RunCommunicators all = new RunCommunicators("run", logs);
    Compressor compressor = new Compressor(RANKS, CompressOptions.DEFAULT);
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
    return compressor.trace("test", java.util.List.of());
  }

  @Test
  void membersKnowACommunicatorByWhatTheyNeedNotAsk() throws IOException {
    tells(0, new int[] {2, 1, 0, 0, 0, 1, 2});
    tells(1, new int[] {5, 1, 0, 0, 0, 0, 2});
    tells(2, new int[] {2, 2, 0, 0, 0, 0, 2});
    tells(3, new int[] {9, 2, 0, 0, 0, 1, 2});

    assertThat(trace().groups()).containsExactly(Group.of(1, 0), Group.of(2, 3));
  }

  @Test
  void thePlacesOfRanksThatToldNothingAreThoseThatAreLeftInTheOrderOfTheParent()
      throws IOException {
    int[] world = {2, 3, 0, 0, 0, 0, 4}; // the world from its end
    tells(0, new int[] {2, 3, 0, 0, 0, 3, 4}, new int[] {3, 3, 2, 0, 0, 2, 3});
    tells(3, world, new int[] {3, 3, 2, 0, 0, 0, 3});

    assertThat(trace().groups()).containsExactly(Group.of(3, 2, 0));
  }

  @Test
  void aRankIsTakenForAMemberOfOneCommunicatorOfACall() throws IOException {
    tells(0, new int[] {2, 0, 0, 0, 0, 0, 2});
    tells(1, new int[] {2, 1, 0, 0, 0, 0, 2});

    assertThat(trace().groups()).containsExactly(Group.of(0, 2), Group.of(1, 3));
  }

  @Test
  void whoIsRankZeroIsKnownByAllMembers() throws IOException {
    tells(0, new int[] {2, 3, 0, 0, 0, 1, 2});

    assertThat(trace().groups()).containsExactly(Group.of(3, 0));
  }

  @Test
  void aWholeRecordingThatLacksACommunicatorIsRefused() throws IOException {
    tells(0, new int[] {2, 0, 0, 0, 0, 0, 4});
    tells(1);
    tells(2);
    tells(3);

    assertThatThrownBy(() -> new RunCommunicators("run", logs))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(
            "run: found 1 of 4 members of communicator 0.0; expected all, or recordings of the others that are not whole");
  }
}
