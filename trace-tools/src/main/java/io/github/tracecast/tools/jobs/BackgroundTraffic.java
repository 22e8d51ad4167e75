package io.github.tracecast.tools.jobs;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
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
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.times.Distribution;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Messages that load a network at a given rate. In each interval, every rank begins to send one
 * message and to receive one. The next interval begins at its time, or later if these two messages
 * have not arrived by then. So the rate falls if the network cannot carry it.
 *
 * @param pattern who sends to whom
 * @param bytesPerSecond the rate at which each rank sends
 * @param messageBytes size of a message
 */
public record BackgroundTraffic(Pattern pattern, double bytesPerSecond, long messageBytes) {
  private static final double MICROSECONDS_PER_SECOND = 1e6;

  /**
   * Number of partners that {@link Pattern#UNIFORM} draws for all ranks together; then the partners
   * recur.
   */
  private static final int PARTNERS = 1 << 18;

  private static final int MOST_PERMUTATIONS = 64;
  private static final int SEED = 1;

  /** Which rank sends to which. */
  public enum Pattern {
    /** Every rank sends each message to another random rank, and receives one message each time. */
    UNIFORM,
    /** Every rank always sends to the same random rank. */
    PERMUTATION,
    /** Every rank sends alternately to the next and to the previous rank. */
    NEIGHBOURS
  }

  /** Returns text such as {@code uniform traffic}. */
  public String name() {
    return pattern.name().toLowerCase(Locale.ROOT) + " traffic";
  }

  /** Returns text such as {@code uniform traffic, 100 MB/s from each of 8 nodes in messages of 1 MB}. */
  public String words(int ranks) {
    return name() + ", " + Numbers.bandwidth(bytesPerSecond) + " from each of " + ranks
        + " nodes in messages of " + Numbers.bytes(messageBytes);
  }

  /** The seconds from one message of a rank to its next message. */
  public double intervalSeconds() {
    return messageBytes / bytesPerSecond;
  }

  /**
   * Returns the traffic as a trace.
   *
   * @param ranks at least 2
   * @param messages number of messages of each rank, at least 1
   * @param beside the header of the program beside which the traffic runs
   */
  public Trace trace(int ranks, long messages, Header beside) {
    RankList all = RankList.range(0, ranks);
    Values[] partners = partners(ranks, all);
    double micros = intervalSeconds() * MICROSECONDS_PER_SECOND;
    Delta pause = new Delta(
        Delta.Kind.INSIDE,
        Unit.MICROSECONDS,
        Delta.AFTER_ANY,
        all,
        List.of(new Distribution.MinAvgMax(messages, micros, micros, micros)));
    Values requests = Values.uniform(all, Sequence.tuple(2, 1));
    List<Event> events = List.of(
        new Event(MpiCall.IRECV, 0, all, message(all, Parameter.SOURCE, partners[1]), List.of()),
        new Event(
            MpiCall.ISEND, 1, all, message(all, Parameter.DESTINATION, partners[0]), List.of()),
        new Event(MpiCall.OTHER, 2, all, Map.of(), List.of(pause)),
        new Event(MpiCall.WAITALL, 3, all, Map.of(Parameter.REQUESTS, requests), List.of()));
    return new Trace(
        new Header(ranks, 2, "background traffic", List.of()).withFlops(beside.flops()),
        List.of("receive", "send", "pause", "wait").stream().map(CallSite::new).toList(),
        List.of(new Datatype("MPI_BYTE", 1)),
        List.of(Group.world(ranks)),
        Communicator.PREDEFINED,
        events,
        List.of(new Loop(0, events.size() - 1, all, Values.constant(all, messages))));
  }

  private Map<Parameter, Values> message(RankList all, Parameter end, Values partner) {
    return Map.of(
        Parameter.COMMUNICATOR,
        Values.constant(all, Communicator.WORLD),
        Parameter.COUNT,
        Values.constant(all, messageBytes),
        Parameter.DATATYPE,
        Values.constant(all, 0),
        Parameter.TAG,
        Values.constant(all, 0),
        end,
        partner);
  }

  /** Returns the destinations of all messages, then their sources. */
  private Values[] partners(int ranks, RankList all) {
    if (pattern == Pattern.NEIGHBOURS) {
      return new Values[] {
        Values.uniform(all, Sequence.scalars(Term.rankPlusMod(1), Term.rankPlusMod(-1))),
        Values.uniform(all, Sequence.scalars(Term.rankPlusMod(-1), Term.rankPlusMod(1)))
      };
    }
    int permutations =
        pattern == Pattern.PERMUTATION ? 1 : Math.clamp(PARTNERS / ranks, 4, MOST_PERMUTATIONS);
    long[][] destinations = new long[ranks][permutations];
    long[][] sources = new long[ranks][permutations];
    Random random = new Random(SEED);
    for (int i = 0; i < permutations; i++) {
      int[] cycle = cycle(ranks, random);
      for (int rank = 0; rank < ranks; rank++) {
        destinations[rank][i] = cycle[rank];
        sources[cycle[rank]][i] = rank;
      }
    }
    return new Values[] {values(destinations), values(sources)};
  }

  /** A random permutation with a single cycle (Sattolo's algorithm), so that no rank sends to itself. */
  private static int[] cycle(int ranks, Random random) {
    int[] cycle = IntStream.range(0, ranks).toArray();
    for (int last = ranks - 1; last > 0; last--) {
      int other = random.nextInt(last);
      int moved = cycle[last];
      cycle[last] = cycle[other];
      cycle[other] = moved;
    }
    return cycle;
  }

  private static Values values(long[][] ofRanks) {
    return new Values(IntStream.range(0, ofRanks.length)
        .mapToObj(rank -> new Piece(RankList.of(rank), Sequence.scalars(ofRanks[rank])))
        .toList());
  }
}
