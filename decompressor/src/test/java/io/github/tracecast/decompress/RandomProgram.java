package io.github.tracecast.decompress;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A random nest of loops over events with different ranks, and the result of a plain recursive
 * interpreter. Cursors are compared with it. The seed is the size.
 */
final class RandomProgram {
  sealed interface Node permits Call, Repeat {}

  record Call(int event, RankList ranks) implements Node {}

  record Repeat(int loop, List<Node> body) implements Node {}

  record Step(int event, long execution, int previous) {}

  final int ranks;
  final List<Event> events = new ArrayList<>();
  final List<Loop> loops = new ArrayList<>();
  private final Random random;
  private final List<Node> program;
  private int budget;

  RandomProgram(long seed) {
    random = new Random(seed);
    ranks = 1 + random.nextInt(1 + (int) Math.min(seed, 12));
    budget = 1 + (int) Math.min(seed, 60);
    program = nodes(RankList.range(0, ranks), 0);
    if (events.isEmpty()) {
      program.add(call(RankList.range(0, ranks)));
    }
  }

  Trace trace() {
    return new Trace(
        new Header(ranks, 100, "random", List.of()),
        List.of(new CallSite("a")),
        List.of(),
        List.of(Group.world(ranks)),
        List.of(
            new Communicator("MPI_COMM_WORLD", 0),
            new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP)),
        events,
        loops);
  }

  private List<Node> nodes(RankList among, int depth) {
    List<Node> nodes = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count && budget > 0; i++) {
      budget--;
      nodes.add(depth < 5 && random.nextInt(3) == 0 ? repeat(among, depth) : call(some(among)));
    }
    return nodes;
  }

  private Node call(RankList ranks) {
    events.add(new Event(MpiCall.BARRIER, 0, ranks, Map.of(), List.of()));
    return new Call(events.size() - 1, ranks);
  }

  /** A loop of some ranks around a body. Other ranks may execute the body once. */
  private Node repeat(RankList among, int depth) {
    int slot = loops.size();
    loops.add(null);
    int first = events.size();
    List<Node> body = new ArrayList<>(nodes(among, depth + 1));
    RankList loopers = some(among);
    body.add(call(among));
    loops.set(slot, new Loop(first, events.size() - 1, loopers, iterations(loopers)));
    return new Repeat(slot, body);
  }

  private Values iterations(RankList loopers) {
    RankList half = some(loopers);
    RankList rest = loopers.minus(half);
    List<Piece> pieces = new ArrayList<>();
    pieces.add(new Piece(half, trips()));
    if (!rest.isEmpty()) {
      pieces.add(new Piece(rest, trips()));
    }
    return new Values(pieces);
  }

  private Sequence trips() {
    long[] trips = new long[1 + random.nextInt(3)];
    for (int i = 0; i < trips.length; i++) {
      trips[i] = random.nextInt(4);
    }
    trips[0] = Math.max(trips[0], trips.length == 1 || random.nextBoolean() ? 1 : 0);
    trips[trips.length - 1] = Math.max(trips[trips.length - 1], 1);
    return Sequence.scalars(trips);
  }

  private RankList some(RankList among) {
    int[] members = among.toArray();
    List<Integer> chosen = new ArrayList<>();
    for (int rank : members) {
      if (random.nextInt(3) > 0) {
        chosen.add(rank);
      }
    }
    return chosen.isEmpty()
        ? RankList.of(members[random.nextInt(members.length)])
        : RankList.of(chosen);
  }

  /** What the rank executes, by recursion over the nest with a counter per event and per loop. */
  List<Step> interpret(int rank) {
    List<Step> steps = new ArrayList<>();
    run(program, rank, new long[events.size()], new long[loops.size()], steps);
    return steps;
  }

  private void run(
      List<Node> nodes, int rank, long[] executions, long[] entries, List<Step> steps) {
    for (Node node : nodes) {
      switch (node) {
        case Call call -> {
          if (call.ranks().contains(rank)) {
            steps.add(new Step(
                call.event(),
                executions[call.event()]++,
                steps.isEmpty() ? -1 : steps.getLast().event()));
          }
        }
        case Repeat repeat -> {
          Loop loop = loops.get(repeat.loop());
          long trips = 1;
          if (loop.ranks().contains(rank)) {
            Sequence iterations = loop.iterations().at(rank);
            trips = iterations.number((int) (entries[repeat.loop()]++ % iterations.period()), 0);
          }
          for (long i = 0; i < trips; i++) {
            run(repeat.body(), rank, executions, entries, steps);
          }
        }
      }
    }
  }
}
