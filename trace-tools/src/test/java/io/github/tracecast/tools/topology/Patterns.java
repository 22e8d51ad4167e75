package io.github.tracecast.tools.topology;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Patterns of messages made from graphs. */
final class Patterns {
  private final int ranks;
  private final List<Event> events = new ArrayList<>();

  Patterns(int ranks) {
    this.ranks = ranks;
  }

  /**
   * Returns a pattern with a message of 100 bytes in both directions of each edge, with renamed
   * vertices.
   */
  static Patterns over(RankGraph graph, int[] rankOf) {
    Patterns patterns = new Patterns(graph.vertices());
    for (long edge : graph.allEdges()) {
      patterns.both(rankOf[RankGraph.low(edge)], rankOf[RankGraph.high(edge)]);
    }
    return patterns;
  }

  /** Returns a random order of this number of ranks. */
  static int[] shuffled(int ranks, Random random) {
    int[] order = inOrder(ranks);
    for (int i = ranks - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[other];
      order[other] = swapped;
    }
    return order;
  }

  static int[] inOrder(int ranks) {
    int[] order = new int[ranks];
    Arrays.setAll(order, rank -> rank);
    return order;
  }

  Patterns both(int a, int b) {
    return send(a, b, 100).send(b, a, 100);
  }

  Patterns send(int from, int to, long bytes) {
    RankList who = RankList.of(from);
    Map<Parameter, Values> parameters = new EnumMap<>(Parameter.class);
    parameters.put(Parameter.COMMUNICATOR, Values.constant(who, 0));
    parameters.put(Parameter.DESTINATION, Values.constant(who, to));
    parameters.put(Parameter.COUNT, Values.constant(who, bytes));
    parameters.put(Parameter.DATATYPE, Values.constant(who, 0));
    events.add(new Event(MpiCall.SEND, 0, who, parameters, List.of()));
    return this;
  }

  MessagePattern pattern() {
    Trace trace = new Trace(
        new Header(ranks, 1, "", List.of()),
        List.of(new CallSite("site")),
        List.of(new Datatype("MPI_BYTE", 1)),
        List.of(new Group(List.of(new Run(0, 1, ranks)))),
        List.of(
            new Communicator("MPI_COMM_WORLD", 0),
            new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP)),
        events,
        List.of());
    return MessagePattern.of(Programs.of(trace), EventTable.of(trace));
  }
}
