package io.github.tracecast.decompress;

import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.calls.MatchedReceives;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The receives whose matches are the partners of later calls ({@link
 * io.github.tracecast.trace.Term.Kind#MATCHED}). {@link EventTable} fills this object; later it
 * does not change.
 */
public final class FollowedReceives {
  /** Result if the partner of a call does not follow a match. */
  public static final int NONE = MatchedReceives.NONE;

  /** The ranks on which a parameter of an event is the source of a receive's match. */
  private record Follower(Parameter parameter, RankList ranks, int receive) {}

  private final MatchedReceives search;
  private final Map<Integer, List<Follower>> followers = new HashMap<>();
  private final BitSet receives = new BitSet();

  FollowedReceives(Trace trace) {
    search = new MatchedReceives(trace);
  }

  /**
   * Returns the parameters of an event with recorded values in place of matches, and records which
   * partners follow matches.
   */
  Map<Parameter, Values> recorded(int id, Event event) {
    Map<Parameter, Values> recorded = search.recorded(id, event);
    if (recorded != event.parameters()) {
      for (Parameter parameter : Parameter.FOLLOWING) {
        note(id, parameter, event.parameter(parameter));
      }
    }
    return recorded;
  }

  private void note(int id, Parameter parameter, @Nullable Values values) {
    for (Piece piece : values == null ? List.<Piece>of() : values.pieces()) {
      if (MatchedReceives.follows(piece)) {
        int receive = search.receive(id, piece);
        followers
            .computeIfAbsent(id, of -> new ArrayList<>())
            .add(new Follower(parameter, piece.ranks(), receive));
        receives.set(receive);
      }
    }
  }

  /** Whether no partner follows a match. */
  public boolean isEmpty() {
    return followers.isEmpty();
  }

  /** Whether the partner of some later call follows the matches of an event. */
  public boolean isFollowed(int event) {
    return receives.get(event);
  }

  /** Returns the receive whose match is a partner of an event on a rank, or {@link #NONE}. */
  public int receive(int event, int rank) {
    if (followers.isEmpty()) {
      return NONE;
    }
    for (Follower follower : followers.getOrDefault(event, List.of())) {
      if (follower.ranks.contains(rank)) {
        return follower.receive;
      }
    }
    return NONE;
  }

  /** Whether a parameter of an event follows a match on a rank. */
  public boolean follows(int event, Parameter parameter, int rank) {
    return followers.getOrDefault(event, List.of()).stream()
        .anyMatch(follower -> follower.parameter == parameter && follower.ranks.contains(rank));
  }
}
