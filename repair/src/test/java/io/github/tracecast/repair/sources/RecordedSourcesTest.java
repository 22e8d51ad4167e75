package io.github.tracecast.repair.sources;

import static io.github.tracecast.trace.Parameter.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.StuckReplayException;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.replay.TraceSketch;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers that receive from any source and answer that source. Each message waits for its receive. */
class RecordedSourcesTest {
  private static final long LARGE = 100_000;
  private static final int CLIENTS = 5;
  private static final int STEPS = 20;

  /** The senders' order that the recorder keeps. */
  private enum Kept {
    EXACT,
    /** The senders are sorted within each step. */
    COUNTS,
    NONE
  }

  /** How a server receives a request and answers it. */
  private enum Form {
    BLOCKING,
    NONBLOCKING,
    /** A small header from any source, and its body from that source. */
    HEADER_AND_BODY,
    /** An answer of two messages, after a message to a rank without a request. */
    TWO_ANSWERS
  }

  /** The server is the last rank; the ranks before it are clients, and rank 0 only listens. */
  private static final class Server {
    private final int ranks = CLIENTS + 2;
    private final int server = ranks - 1;
    private final TraceSketch sketch = new TraceSketch(ranks);
    private final Form form;
    private final int communicator;
    private final int[] local = new int[ranks];

    Server(Form form, Kept kept, int seed) {
      this.form = form;
      int[] members = new int[ranks];
      for (int rank = 0; rank < ranks; rank++) {
        members[rank] = (rank + 3) % ranks;
        local[members[rank]] = rank;
      }
      this.communicator = sketch.communicator(members);
      long[][] served = served(new Random(seed));
      serve(served, kept);
      for (int client = 1; client <= CLIENTS; client++) {
        ask(client);
      }
    }

    private long[][] served(Random random) {
      List<long[]> all = new ArrayList<>();
      for (int step = 0; step < STEPS; step++) {
        List<long[]> once = new ArrayList<>();
        for (int client = 1; client <= CLIENTS; client++) {
          once.add(new long[] {local[client]});
        }
        Collections.shuffle(once, random);
        all.addAll(once);
      }
      return all.toArray(long[][]::new);
    }

    private void serve(long[][] served, Kept kept) {
      int first = sketch.trace().events().size();
      List<Object> receive = new ArrayList<>(
          List.of(SOURCE, Term.ANY, TAG, 1, COUNT, LARGE, COMMUNICATOR, communicator));
      if (kept != Kept.NONE) {
        long[][] matched = served.clone();
        for (int at = 0; kept == Kept.COUNTS && at < matched.length; at += CLIENTS) {
          Arrays.sort(matched, at, at + CLIENTS, (a, b) -> Long.compare(a[0], b[0]));
        }
        receive.addAll(List.of(MATCHED_SOURCE, matched));
      }
      boolean later = form == Form.NONBLOCKING;
      call(later ? MpiCall.IRECV : MpiCall.RECV, server, receive.toArray());
      if (later) {
        sketch.call(MpiCall.WAIT, server, REQUEST, 1);
      }
      if (form == Form.HEADER_AND_BODY) {
        call(
            MpiCall.RECV, server, SOURCE, served, TAG, 2, COUNT, LARGE, COMMUNICATOR, communicator);
      }
      if (form == Form.TWO_ANSWERS) {
        send(server, 0, 7);
        send(server, served, 3);
      }
      send(server, served, 4);
      sketch.loop(first, RankList.of(server), served.length);
      if (form == Form.TWO_ANSWERS) {
        int at = sketch.trace().events().size();
        receive(0, server, 7);
        sketch.loop(at, RankList.of(0), served.length);
      }
    }

    private void ask(int client) {
      int first = sketch.trace().events().size();
      send(client, server, 1);
      if (form == Form.HEADER_AND_BODY) {
        send(client, server, 2);
      }
      if (form == Form.TWO_ANSWERS) {
        receive(client, server, 3);
      }
      receive(client, server, 4);
      sketch.loop(first, RankList.of(client), STEPS);
    }

    private void send(int rank, int to, int tag) {
      send(rank, new long[][] {{local[to]}}, tag);
    }

    private void send(int rank, long[][] to, int tag) {
      call(MpiCall.SEND, rank, DESTINATION, to, TAG, tag, COUNT, LARGE, COMMUNICATOR, communicator);
    }

    private void receive(int rank, int from, int tag) {
      call(
          MpiCall.RECV,
          rank,
          SOURCE,
          local[from],
          TAG,
          tag,
          COUNT,
          LARGE,
          COMMUNICATOR,
          communicator);
    }

    private void call(MpiCall call, int rank, Object... arguments) {
      sketch.call(call, rank, arguments);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BLOCKING, EXACT",
    "BLOCKING, COUNTS",
    "BLOCKING, NONE",
    "NONBLOCKING, EXACT",
    "NONBLOCKING, COUNTS",
    "NONBLOCKING, NONE",
    "HEADER_AND_BODY, EXACT",
    "HEADER_AND_BODY, COUNTS",
    "HEADER_AND_BODY, NONE",
    "TWO_ANSWERS, EXACT",
    "TWO_ANSWERS, COUNTS",
    "TWO_ANSWERS, NONE"
  })
  void aServerThatAnswersItsClientsGetsTheirMessagesInTheRecordedOrder(Form form, Kept kept) {
    for (int seed = 1; seed <= 3; seed++) {
      Server server = new Server(form, kept, seed);
      Trace trace = server.sketch.trace();
      assertThatThrownBy(() -> replay(trace)).isInstanceOf(StuckReplayException.class);

      List<RecordedSources> found = RecordedSources.of(trace);

      Trace last = found.getLast().trace();
      assertThat(received(last, server)).isEqualTo(received(exact(form, seed), server));
      assertThat(replay(last)).isPositive();
    }
  }

  @Test
  void aReceiveThatNoCallFollowsTakesTheSendersThatTheRecorderKept() {
    TraceSketch sketch = new TraceSketch(3);
    for (int sender : new int[] {2, 1}) {
      sketch.call(MpiCall.RECV, 0, SOURCE, Term.ANY, MATCHED_SOURCE, sender, TAG, 1, COUNT, LARGE);
    }
    for (int sender : new int[] {1, 2}) {
      sketch.call(MpiCall.SEND, sender, DESTINATION, 0, TAG, 1, COUNT, LARGE);
    }

    List<RecordedSources> found = RecordedSources.of(sketch.trace());

    assertThat(found).hasSize(1);
    assertThat(found.getFirst().trace().events().get(0).parameter(SOURCE))
        .hasToString(sketch.trace().events().get(0).parameter(MATCHED_SOURCE).toString());
  }

  @Test
  void aReceiveWhoseSendersNothingTellsStaysOpen() {
    TraceSketch sketch = new TraceSketch(3);
    sketch.call(MpiCall.RECV, 0, SOURCE, Term.ANY, TAG, 1, COUNT, LARGE);
    sketch.call(MpiCall.RECV, 0, SOURCE, Term.ANY, TAG, 1, COUNT, LARGE);
    sketch.call(MpiCall.SEND, 1, DESTINATION, 0, TAG, 1, COUNT, LARGE);
    sketch.call(MpiCall.SEND, 2, DESTINATION, 0, TAG, 1, COUNT, LARGE);
    assertThat(RecordedSources.of(sketch.trace())).isEmpty();
  }

  private static Trace exact(Form form, int seed) {
    return RecordedSources.of(new Server(form, Kept.EXACT, seed).sketch.trace())
        .getFirst()
        .trace();
  }

  /** Returns the world ranks whose requests the server receives, in order. */
  private static List<Integer> received(Trace trace, Server server) {
    Programs programs = Programs.of(trace);
    List<Integer> sources = new ArrayList<>();
    TaskCursor cursor = programs.cursor(server.server);
    while (cursor.next()) {
      if (programs.table().has(cursor.event(), SOURCE)) {
        sources.add(programs.table().at(cursor).partner(SOURCE));
      }
    }
    return sources;
  }

  private static double replay(Trace trace) {
    return Replays.replay(trace, "loggp-default", Map.of(), ReplayOptions.defaults())
        .predictedSeconds();
  }
}
