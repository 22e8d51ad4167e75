package io.github.tracecast.exports.requests;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.ExecutedCall;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.trace.MpiCall.Role;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.RequestNumbers;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The receives that MPI_Cancel withdraws. A trace has the calls of MPI_Cancel, but not their
 * results. In a format without MPI_Cancel, a withdrawn receive would wait for a message that no
 * rank sends. The search therefore counts messages. For example, four receives from rank 1 have tag
 * 7, two of them are cancelled, and rank 1 sends three messages. Then one receive is withdrawn: the
 * cancelled receive that was posted last. If receives from any source or with any tag compete for
 * the messages, all cancelled receives without a recorded match are withdrawn. Immutable.
 */
public final class CancelledReceives {
  private static final CancelledReceives NONE = new CancelledReceives(0);

  /** The key of messages and receives that match each other in order. */
  private record Place(int receiver, int source, int context, int tag) {}

  /** The counts of messages and receives with one key. */
  private static final class Balance {
    long sent;
    long received;
    final LongArrayList cancelled = new LongArrayList();
  }

  /**
   * The counts to which a send or receive is added, and whether the trace has the match of the
   * receive.
   */
  private record Counted(Balance balance, boolean matched) {}

  /** A receive in progress. */
  private record Posted(long number, Counted counted) {}

  /** For each rank, the numbers of the withdrawn receives. Receives are numbered from 1 in the order of posting. */
  private final LongOpenHashSet[] withdrawn;

  private CancelledReceives(int ranks) {
    withdrawn = new LongOpenHashSet[ranks];
    Arrays.setAll(withdrawn, rank -> new LongOpenHashSet());
  }

  /** Finds the withdrawn receives of a trace, in O(calls) time if the trace has MPI_Cancel. */
  public static CancelledReceives of(Programs programs, CallArguments arguments) {
    boolean cancels =
        programs.trace().events().stream().anyMatch(event -> event.call().role() == Role.CANCEL);
    return cancels ? new Search(programs, arguments).found() : NONE;
  }

  /** Returns the receives of a rank, in the order of posting. */
  public OfRank ofRank(int rank) {
    return new OfRank(withdrawn.length == 0 ? new LongOpenHashSet() : withdrawn[rank]);
  }

  /** Counts the receives that one rank posts. Not thread-safe. */
  public static final class OfRank {
    private final LongOpenHashSet withdrawn;
    private long posted;

    private OfRank(LongOpenHashSet withdrawn) {
      this.withdrawn = withdrawn;
    }

    /** Counts a receive that the rank posts. Returns whether the program later withdraws it. */
    boolean post() {
      return withdrawn.contains(++posted);
    }
  }

  /** A search in one trace. Each instance is used once. */
  private static final class Search {
    private final Programs programs;
    private final EventTable table;
    private final CallArguments arguments;
    private final CancelledReceives result;
    private final Map<Place, Balance> places = new HashMap<>();

    // the state of the current rank
    private RequestNumbers numbers = new RequestNumbers();
    private long posted;
    private OpenRequests<Counted, Posted> open;

    Search(Programs programs, CallArguments arguments) {
      this.programs = programs;
      this.table = programs.table();
      this.arguments = arguments;
      this.result = new CancelledReceives(programs.ranks());
      this.open = new OpenRequests<>(numbers, NONE.ofRank(0));
    }

    CancelledReceives found() {
      for (int rank = 0; rank < programs.ranks(); rank++) {
        walk(rank);
      }
      places.forEach((place, balance) -> {
        LongArrayList cancelled = balance.cancelled;
        cancelled.sort(null);
        boolean counts = !places.containsKey(choice(place));
        long surplus = counts ? Math.max(0, balance.received - balance.sent) : cancelled.size();
        long first = Math.max(0, cancelled.size() - surplus);
        for (long i = first; i < cancelled.size(); i++) {
          result.withdrawn[place.receiver].add(cancelled.getLong((int) i));
        }
      });
      return result;
    }

    /** Returns the key of the wildcard receives that compete for the messages of a given key. */
    private static Place choice(Place place) {
      return new Place(place.receiver, EventTable.ANY, place.context, EventTable.ANY);
    }

    private void walk(int rank) {
      numbers = new RequestNumbers();
      posted = 0;
      open = new OpenRequests<>(numbers, NONE.ofRank(rank));
      TaskCursor cursor = programs.cursor(rank);
      while (cursor.next()) {
        ExecutedCall call = table.at(cursor);
        numbers.called(call.call());
        take(call);
      }
    }

    private void take(ExecutedCall call) {
      switch (call.call().role()) {
        case SEND, START_SEND -> send(call).balance.sent++;
        case PREPARE_SEND -> open.prepare(send(call), true);
        case RECEIVE -> receive(call).balance.received++;
        case EXCHANGE -> {
          send(call).balance.sent++;
          receive(call).balance.received++;
        }
        case START_RECEIVE -> open.start(receive(call), false, this::count);
        case PREPARE_RECEIVE -> open.prepare(receive(call), false);
        case START -> open.startPrepared(call, this::count);
        case CANCEL -> cancel(call);
        case COMPLETE -> open.complete(call, (number, receive) -> {});
        default -> {
          // other calls neither send nor receive
        }
      }
    }

    private @Nullable Posted count(long number, Counted counted, boolean sends, boolean withdrawn) {
      if (sends) {
        counted.balance.sent++;
        return null;
      }
      counted.balance.received++;
      return new Posted(++posted, counted);
    }

    private void cancel(ExecutedCall call) {
      for (int i = 0, n = call.requests(); i < n; i++) {
        Posted receive = open.get(call.request(i, numbers));
        if (receive != null && !receive.counted.matched) {
          receive.counted.balance.cancelled.add(receive.number);
        }
      }
    }

    private Counted send(ExecutedCall call) {
      int destination = arguments.destination(call);
      return new Counted(
          destination == EventTable.NONE
              ? new Balance()
              : at(destination, call.rank(), call, arguments.sendTag(call)),
          false);
    }

    private Counted receive(ExecutedCall call) {
      return new Counted(received(call), call.value(Parameter.MATCHED_SOURCE, EventTable.ANY) >= 0);
    }

    private Balance received(ExecutedCall call) {
      int source = arguments.source(call);
      int tag = source == EventTable.NONE ? 0 : arguments.receiveTag(call);
      if (source == EventTable.NONE) {
        return new Balance();
      }
      return source == EventTable.ANY || tag == EventTable.ANY
          ? at(call.rank(), EventTable.ANY, call, EventTable.ANY)
          : at(call.rank(), source, call, tag);
    }

    private Balance at(int receiver, int source, ExecutedCall call, int tag) {
      Place place = new Place(receiver, source, CallArguments.context(call), tag);
      return places.computeIfAbsent(place, key -> new Balance());
    }
  }
}
