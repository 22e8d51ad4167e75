package io.github.tracecast.tools.pattern;

import io.github.tracecast.platform.collective.Algorithm;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A collective as the point-to-point messages of an algorithm. A round has at most three events:
 * receives are posted, sends are started, and all are waited for. Several messages of one rank in
 * an event become a loop. Equal successive rounds become a loop too.
 */
final class SpelledCollective {
  /**
   * An event to add, and the iterations of its inner loop, which are null if each rank executes the
   * event once.
   */
  private record Draft(
      MpiCall call,
      RankList ranks,
      Map<Parameter, Values> parameters,
      @Nullable Values iterations) {}

  private final PatternRequest request;
  private final Algorithm algorithm;
  private RankList waiting = RankList.EMPTY;

  SpelledCollective(PatternRequest request) {
    this.request = request;
    String name = request.algorithm().orElseThrow();
    if (!Algorithms.names(request.pattern().operation()).contains(name)) {
      throw UsageException.of(
          "algorithm",
          "found " + name + " for " + request.pattern().key() + "; expected one of "
              + String.join(", ", Algorithms.names(request.pattern().operation())));
    }
    this.algorithm = Algorithms.named(request.pattern().operation(), name);
  }

  void add(TraceDraft draft) {
    int begin = draft.next();
    waiting = request.computeSeconds() > 0 ? draft.world() : RankList.EMPTY;
    RankList active = RankList.EMPTY;
    List<Draft> last = List.of();
    long times = 0;
    long messages = 0;
    int rounds = 0;
    while (true) {
      CollectiveRound round = CollectiveRound.of(algorithm, request, rounds, messages);
      List<Draft> events = round == null ? List.of() : events(round, draft);
      boolean begins = last.stream().anyMatch(event -> event.ranks().intersects(waiting));
      if (!events.equals(last) || begins) {
        emit(last, times, rounds - times, draft);
        last = events;
        times = 0;
      }
      times++;
      if (round == null) {
        break;
      }
      for (Draft event : events) {
        active = active.union(event.ranks());
      }
      messages += round.messages();
      rounds++;
    }
    if (!active.isEmpty()) {
      draft.steps(begin, draft.next() - 1, active);
    }
  }

  private List<Draft> events(CollectiveRound round, TraceDraft draft) {
    int ranks = request.ranks();
    List<Draft> events = new ArrayList<>();
    addMessages(MpiCall.IRECV, Parameter.SOURCE, round.received, draft, events);
    addMessages(MpiCall.ISEND, Parameter.DESTINATION, round.sent, draft, events);
    int[] busy = IntStream.range(0, ranks)
        .filter(r -> round.received.of(r) + round.sent.of(r) > 0)
        .toArray();
    if (busy.length > 0) {
      Values requests = Sharing.tuples(
          busy, r -> CollectiveRound.mostRecent(round.received.of(r) + round.sent.of(r)));
      for (int rank : busy) {
        draft.needRing(round.received.of(rank) + round.sent.of(rank));
      }
      events.add(new Draft(
          MpiCall.WAITALL, RankList.of(busy), Map.of(Parameter.REQUESTS, requests), null));
    }
    return events;
  }

  private void addMessages(
      MpiCall call,
      Parameter peer,
      CollectiveRound.Messages messages,
      TraceDraft draft,
      List<Draft> events) {
    int[] ranks =
        IntStream.range(0, request.ranks()).filter(r -> messages.of(r) > 0).toArray();
    if (ranks.length == 0) {
      return;
    }
    RankList list = RankList.of(ranks);
    Map<Parameter, Values> parameters =
        draft.elements(list, Sharing.constants(ranks, messages::bytes));
    parameters.put(peer, Sharing.partners(ranks, request.ranks(), messages::peers));
    parameters.put(Parameter.TAG, Values.constant(list, 0));
    boolean several = IntStream.of(ranks).anyMatch(r -> messages.of(r) > 1);
    Values iterations = several ? Sharing.constants(ranks, r -> new long[] {messages.of(r)}) : null;
    events.add(new Draft(call, list, parameters, iterations));
  }

  private void emit(List<Draft> events, long times, long firstRound, TraceDraft draft) {
    if (events.isEmpty()) {
      return;
    }
    int begin = draft.next();
    if (times > 1) {
      RankList ranks = events.getLast().ranks();
      draft.loop(begin, begin + events.size() - 1, ranks, Values.constant(ranks, times));
    }
    for (Draft event : events) {
      RankList beginners = event.ranks().intersection(waiting);
      if (event.iterations() != null) {
        draft.loop(draft.next(), draft.next(), event.ranks(), event.iterations());
      }
      String label = event.call().name().toLowerCase(Locale.ROOT) + "-round" + firstRound;
      draft.add(
          label,
          event.call(),
          event.ranks(),
          event.parameters(),
          beginners,
          repeats(event, beginners));
      waiting = waiting.minus(beginners);
    }
  }

  /**
   * Returns how often, per step, ranks execute an event that begins their step, without the first
   * execution of each rank.
   */
  private static long repeats(Draft event, RankList beginners) {
    return event.iterations() == null
        ? 0
        : event.iterations().pieces().stream()
            .mapToLong(piece ->
                piece.ranks().intersection(beginners).size() * (piece.sequence().number(0, 0) - 1))
            .sum();
  }
}
