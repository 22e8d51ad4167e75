package io.github.tracecast.decompress;

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
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds small traces: call sites are numbered like the events, datatype 0 has 8 bytes, datatype 1 no known size. */
final class Traces {
  final int ranks;
  final List<Event> events = new ArrayList<>();
  final List<Loop> loops = new ArrayList<>();
  final List<Group> groups = new ArrayList<>();
  final List<Communicator> communicators = new ArrayList<>();

  Traces(int ranks) {
    this.ranks = ranks;
    groups.add(Group.world(ranks));
    communicators.add(new Communicator("MPI_COMM_WORLD", 0));
    communicators.add(new Communicator("MPI_COMM_SELF", Communicator.SELF_GROUP));
  }

  RankList all() {
    return RankList.range(0, ranks);
  }

  Traces event(MpiCall call, RankList who, Map<Parameter, Values> parameters, Delta... deltas) {
    events.add(new Event(call, events.size(), who, parameters, List.of(deltas)));
    return this;
  }

  Traces send(RankList who, Term to, long count) {
    return event(
        MpiCall.SEND,
        who,
        Map.of(
            Parameter.DESTINATION,
            uniform(who, to),
            Parameter.COUNT,
            Values.constant(who, count),
            Parameter.DATATYPE,
            Values.constant(who, 0),
            Parameter.TAG,
            Values.constant(who, 3)));
  }

  Traces loop(int first, int last, RankList who, long... iterations) {
    loops.add(new Loop(first, last, who, Values.uniform(who, Sequence.scalars(iterations))));
    return this;
  }

  /** A communicator of these world ranks in this order; returns its id. */
  int communicator(int... worldRanks) {
    groups.add(Group.of(worldRanks));
    communicators.add(new Communicator("user", groups.size() - 1));
    return communicators.size() - 1;
  }

  Trace build() {
    List<CallSite> sites = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      sites.add(new CallSite("site" + i));
    }
    return new Trace(
        new Header(ranks, 100, "test", List.of()),
        sites,
        List.of(new Datatype("MPI_DOUBLE", 8), new Datatype("mystery", Datatype.UNKNOWN)),
        groups,
        communicators,
        events,
        loops);
  }

  static Values uniform(RankList ranks, Term... terms) {
    return Values.uniform(ranks, Sequence.scalars(terms));
  }

  static Values pieces(Piece... pieces) {
    return new Values(List.of(pieces));
  }
}
