package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the parts of a trace that a text has to contain only once. For each event, it finds a
 * similar earlier event. It also gives names to recurring rank lists and values. Costs are
 * approximate numbers of characters.
 */
final class Shorthand {
  /**
   * The number of earlier events with which each event is compared, in addition to equal events.
   */
  private static final int CANDIDATES = 16;

  /** The number of characters that a definition takes in addition to its content. */
  private static final int DEFINITION = 6;

  private record Kind(MpiCall call, Set<Parameter> parameters) {}

  private record Likeness(MpiCall call, int site, RankList ranks, Map<Parameter, Object> values) {}

  private final Trace trace;
  private final RankList allRanks;

  /** The similar earlier event of each event; -1 if there is none. */
  private final int[] similarEvents;

  private final OwnCommunicators own;

  private final Map<RankList, String> listTexts = new HashMap<>();
  private final Map<RankList, String> listNames = new LinkedHashMap<>();
  private final Map<Object, String> valueNames = new LinkedHashMap<>();
  private final Map<Object, Values> named = new LinkedHashMap<>();

  /** @param own finds values that give each rank its own communicator of a family */
  Shorthand(Trace trace, OwnCommunicators own) {
    this.trace = trace;
    this.own = own;
    this.allRanks = RankList.range(0, trace.header().ranks());
    this.similarEvents = new int[trace.events().size()];
    findLikes();
    for (Event event : trace.events()) {
      own.find(event);
    }
    nameValues();
    nameLists();
  }

  /** Returns the earlier event to which an event refers by {@code as}, or -1. */
  int similarEvent(int event) {
    return similarEvents[event];
  }

  /** Returns all ranks of the run. */
  RankList allRanks() {
    return allRanks;
  }

  /** Returns the name of a list, or the list itself if it has no name. */
  String text(RankList ranks) {
    String name = listNames.get(ranks);
    return name == null ? textOf(ranks) : name;
  }

  private String textOf(RankList ranks) {
    return listTexts.computeIfAbsent(ranks, RankList::toString);
  }

  /** Returns the lists that have names, with their names, in the order of the names. */
  Map<RankList, String> listNames() {
    return listNames;
  }

  /**
   * Returns the values as one sequence for all ranks, in which numbers below 0 are families; null
   * if this is not possible.
   */
  @Nullable Sequence template(Values values) {
    return own.template(values);
  }

  /** Returns the name of values; null if they have no name. */
  @Nullable String name(Values values) {
    return valueNames.get(function(values));
  }

  /** Returns the values that have names. */
  Iterable<Values> namedValues() {
    return named.values();
  }

  /** Whether an event leaves out a parameter because the similar event has the same value. */
  boolean inherits(int event, Parameter parameter) {
    if (similarEvents[event] < 0) {
      return false;
    }
    Values values = trace.events().get(similarEvents[event]).parameter(parameter);
    Values own = trace.events().get(event).parameter(parameter);
    return values != null && own != null && function(values).equals(function(own));
  }

  /**
   * Returns the key by which values of different events are compared. A value that is the same for
   * all ranks of its event has a key without the ranks.
   */
  private static Object function(Values values) {
    return values.pieces().size() == 1 ? values.pieces().getFirst().sequence() : values;
  }

  private void findLikes() {
    Map<Likeness, Integer> equals = new HashMap<>();
    Map<Kind, List<Integer>> recent = new HashMap<>();
    for (int id = 0; id < similarEvents.length; id++) {
      Event event = trace.events().get(id);
      Map<Parameter, Object> functions = new HashMap<>();
      event.parameters().forEach((parameter, values) -> functions.put(parameter, function(values)));
      Likeness likeness =
          new Likeness(event.call(), event.callSite(), event.ranks(), Map.copyOf(functions));
      Integer equal = equals.putIfAbsent(likeness, id);
      if (equal != null) {
        similarEvents[id] = event.parameters().isEmpty() ? -1 : equal;
        continue;
      }
      List<Integer> candidates = recent.computeIfAbsent(
          new Kind(event.call(), event.parameters().keySet()), key -> new ArrayList<>());
      similarEvents[id] = -1;
      int least = cost(event, null);
      for (int candidate : candidates) {
        int cost = cost(event, trace.events().get(candidate));
        if (cost < least) {
          least = cost;
          similarEvents[id] = candidate;
        }
      }
      if (candidates.size() == CANDIDATES) {
        candidates.removeFirst();
      }
      candidates.add(id);
    }
  }

  /**
   * @param like the earlier event to which the event refers; null if the event is written in full
   */
  private int cost(Event event, @Nullable Event like) {
    int cost = like == null ? event.call().mpiName().length() + 8 : 8;
    if (like != null && like.callSite() != event.callSite()) {
      cost += 8;
    }
    if (!event.ranks().equals(like == null ? allRanks : like.ranks())) {
      cost += 10;
    }
    for (Map.Entry<Parameter, Values> entry : event.parameters().entrySet()) {
      Values same = like == null ? null : like.parameter(entry.getKey());
      if (same == null || !function(same).equals(function(entry.getValue()))) {
        cost += entry.getKey().textName().length() + cost(entry.getValue());
      }
    }
    return cost;
  }

  private static int cost(Values values) {
    int cost = 0;
    for (Piece piece : values.pieces()) {
      cost += 3 * Math.min(piece.sequence().terms(), 100);
    }
    return values.pieces().size() == 1 ? cost : cost + 10 * values.pieces().size();
  }

  private void nameValues() {
    Map<Object, Integer> uses = new HashMap<>();
    forEachWritten(values -> uses.merge(function(values), 1, Integer::sum));
    forEachWritten(values -> {
      Object function = function(values);
      int cost = cost(values);
      if (uses.getOrDefault(function, 0) * (cost - 3) > cost + DEFINITION
          && named.putIfAbsent(function, values) == null) {
        valueNames.put(function, "V" + valueNames.size());
      }
    });
  }

  private void forEachWritten(java.util.function.Consumer<Values> action) {
    trace.loops().forEach(loop -> action.accept(loop.iterations()));
    for (int id = 0; id < similarEvents.length; id++) {
      for (Map.Entry<Parameter, Values> entry :
          trace.events().get(id).parameters().entrySet()) {
        if (!inherits(id, entry.getKey())) {
          action.accept(entry.getValue());
        }
      }
    }
  }

  private void nameLists() {
    Map<RankList, Integer> uses = new LinkedHashMap<>();
    named.values().forEach(values -> count(values, uses));
    for (Loop loop : trace.loops()) {
      count(loop.ranks(), uses);
    }
    forEachWritten(values -> {
      if (name(values) == null) {
        count(values, uses);
      }
    });
    for (int id = 0; id < similarEvents.length; id++) {
      Event event = trace.events().get(id);
      if (similarEvents[id] < 0
          || !event.ranks().equals(trace.events().get(similarEvents[id]).ranks())) {
        count(event.ranks(), uses);
      }
      for (Delta delta : event.deltas()) {
        if (!delta.ranks().equals(event.ranks())) {
          count(delta.ranks(), uses);
        }
      }
    }
    uses.forEach((ranks, times) -> {
      int length = textOf(ranks).length();
      if (times * (length - 3) > length + DEFINITION) {
        listNames.put(ranks, "R" + listNames.size());
      }
    });
  }

  private void count(Values values, Map<RankList, Integer> uses) {
    if (values.pieces().size() > 1 && own.template(values) == null) {
      values.pieces().forEach(piece -> count(piece.ranks(), uses));
    }
  }

  private void count(RankList ranks, Map<RankList, Integer> uses) {
    if (!ranks.equals(allRanks)) {
      uses.merge(ranks, 1, Integer::sum);
    }
  }
}
