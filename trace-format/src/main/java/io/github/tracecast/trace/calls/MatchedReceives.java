package io.github.tracecast.trace.calls;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the receives to which terms of {@link Term.Kind#MATCHED} refer. A receive is an event with
 * {@link Parameter#MATCHED_SOURCE}. It is in the same loops as the later event, so that the two
 * events have the same number of executions. Not thread-safe.
 */
public final class MatchedReceives {
  /** Result if there is no such receive, or if ranks have different receives. */
  public static final int NONE = -1;

  /** The largest number in a term of {@link Term.Kind#MATCHED}. */
  public static final int MOST_BACK = 64;

  private final Trace trace;

  /**
   * The loops that begin at each event, and the loops that end at each event; empty until the first
   * search.
   */
  private final Map<Integer, List<Loop>> beginnings = new HashMap<>();

  private final Map<Integer, List<Loop>> ends = new HashMap<>();

  public MatchedReceives(Trace trace) {
    this.trace = trace;
  }

  /** Whether all values of a sequence are the sources of one receive's matches. */
  public static boolean follows(Sequence sequence) {
    return sequence.terms() == 1 && sequence.kindAt(0) == Term.Kind.MATCHED;
  }

  /** Whether all values of a piece are the sources of one receive's matches. */
  public static boolean follows(Piece piece) {
    return follows(piece.sequence());
  }

  /** Returns the receive whose matches are the values of a piece of an event, or {@link #NONE}. */
  public int receive(int event, Piece piece) {
    return receive(event, piece.ranks(), piece.sequence().numberAt(0));
  }

  /**
   * Returns the event to whose matches a term refers, or {@link #NONE}. Takes time in proportion to
   * the number of events between the two events.
   *
   * @param ranks ranks that execute the event; the result is the same for all of them
   * @param back the number of the term, at least 1
   */
  private int receive(int event, RankList ranks, long back) {
    if (beginnings.isEmpty()) {
      for (Loop loop : trace.loops()) {
        beginnings.computeIfAbsent(loop.first(), first -> new ArrayList<>()).add(loop);
        ends.computeIfAbsent(loop.last(), last -> new ArrayList<>()).add(loop);
      }
    }
    RankList apart = RankList.EMPTY; // ranks whose loop around the event began after the receive
    List<Loop> ended = new ArrayList<>();
    long left = back;
    for (int at = event - 1; at >= 0; at--) {
      for (Loop loop : beginnings.getOrDefault(at + 1, List.of())) {
        apart = loop.last() < event ? apart : apart.union(loop.ranks());
      }
      if (apart.containsAll(ranks)) {
        return NONE;
      }
      ended.addAll(ends.getOrDefault(at, List.of()));
      RankList alike = alike(at, ranks.minus(apart), ended);
      if (!alike.isEmpty() && alike.size() < ranks.size()) {
        return NONE;
      }
      if (!alike.isEmpty() && --left == 0) {
        return sharesCommunicators(at, event, ranks) ? at : NONE;
      }
    }
    return NONE;
  }

  /** Returns the ranks for which an event is a receive outside the given loops. */
  private RankList alike(int at, RankList ranks, List<Loop> loops) {
    Event event = trace.events().get(at);
    if (event.parameter(Parameter.MATCHED_SOURCE) == null) {
      return RankList.EMPTY;
    }
    RankList alike = ranks.intersection(event.ranks());
    for (Loop loop : loops) {
      alike = loop.first() <= at ? alike.minus(loop.ranks()) : alike;
    }
    return alike;
  }

  private boolean sharesCommunicators(int receive, int event, RankList ranks) {
    Values ofReceive = trace.events().get(receive).parameter(Parameter.COMMUNICATOR);
    Values ofEvent = trace.events().get(event).parameter(Parameter.COMMUNICATOR);
    if (ofReceive == null || ofEvent == null) {
      return ofReceive == ofEvent;
    }
    for (Piece one : ofReceive.pieces()) {
      RankList its = one.ranks().intersection(ranks);
      for (Piece other : ofEvent.pieces()) {
        if (!one.sequence().equals(other.sequence()) && its.intersects(other.ranks())) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * Returns a trace in which the recorded sources of matches replace terms of {@link
   * Term.Kind#MATCHED}.
   */
  public static Trace recorded(Trace trace) {
    MatchedReceives receives = new MatchedReceives(trace);
    List<Event> events = new ArrayList<>(trace.events());
    boolean changed = false;
    for (int id = 0; id < events.size(); id++) {
      Event event = events.get(id);
      Map<Parameter, Values> recorded = receives.recorded(id, event);
      if (recorded != event.parameters()) {
        changed = true;
        events.set(
            id, new Event(event.call(), event.callSite(), event.ranks(), recorded, event.deltas()));
      }
    }
    return changed ? trace.with(events, trace.header()) : trace;
  }

  /**
   * Returns the parameters of an event, with the recorded sources of matches in place of terms of
   * {@link Term.Kind#MATCHED}; the same object if there is no such term.
   */
  public Map<Parameter, Values> recorded(int id, Event event) {
    Map<Parameter, Values> recorded = event.parameters();
    for (Parameter parameter : Parameter.FOLLOWING) {
      Values values = event.parameter(parameter);
      if (values != null && values.pieces().stream().anyMatch(MatchedReceives::follows)) {
        recorded = recorded == event.parameters() ? new EnumMap<>(recorded) : recorded;
        recorded.put(parameter, recorded(id, values));
      }
    }
    return recorded;
  }

  private Values recorded(int event, Values values) {
    List<Piece> pieces = new ArrayList<>();
    for (Piece piece : values.pieces()) {
      if (!follows(piece)) {
        pieces.add(piece);
        continue;
      }
      for (Piece match : matches(event, piece).pieces()) {
        RankList ranks = match.ranks().intersection(piece.ranks());
        if (!ranks.isEmpty()) {
          pieces.add(new Piece(ranks, match.sequence()));
        }
      }
    }
    return new Values(pieces);
  }

  private Values matches(int event, Piece piece) {
    int receive = receive(event, piece);
    @Nullable Values matches =
        receive == NONE ? null : trace.events().get(receive).parameter(Parameter.MATCHED_SOURCE);
    if (matches == null) {
      throw TraceException.at(
          "event " + event, "matched:" + piece.sequence().numberAt(0), "a receive before it");
    }
    return matches;
  }
}
