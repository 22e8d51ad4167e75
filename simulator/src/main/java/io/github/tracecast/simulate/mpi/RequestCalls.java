package io.github.tracecast.simulate.mpi;

import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Arrays;

/**
 * Executes the parts of calls that create, complete, start and free requests. A request is encoded
 * as a slot and the rank's role in it: {@code slot << 2 | role}. One thread.
 */
public final class RequestCalls {
  public static final int RECEIVER = 0;
  static final int SENDER = 1;
  public static final int PERSISTENT = 2;

  /** Role of a request that ended at its creation, or whose receive was cancelled. The slot holds the time at which the request ended. */
  static final int FINISHED = 3;

  private final RankStates ranks;
  private final Waits waits;

  /** For each rank, the requests to which the program can refer, and the persistent requests. */
  private final RequestRing[] rings;

  private final RequestRing[] persistent;

  private final Slots slots;
  private final Transport transport;
  private final Accounts accounts;
  private final Network network;

  /** Whether a test may find requests that ended at their creation, so that they have to be kept. */
  private final boolean keepsFinished;

  private final Receptions receptions;
  private final OpenCompletions completions;

  RequestCalls(
      LaneProgram program,
      RankStates ranks,
      Slots slots,
      Accounts accounts,
      Transport transport,
      Network network) {
    this.accounts = accounts;
    this.network = network;
    this.keepsFinished = program.demands().undecided() != null;
    this.ranks = ranks;
    this.waits = ranks.waits();
    int ring = program.programs().trace().header().requestRing();
    rings = new RequestRing[ranks.count()];
    Arrays.setAll(rings, rank -> new RequestRing(ring));
    boolean makesPersistent = program.programs().trace().events().stream()
        .anyMatch(event -> event.call().makesPersistentRequest());
    RequestRing none = new RequestRing(ring);
    persistent = new RequestRing[ranks.count()];
    Arrays.setAll(persistent, rank -> makesPersistent ? new RequestRing(ring) : none);
    this.slots = slots;
    this.transport = transport;
    this.receptions = new Receptions(program.lanes(), ranks, slots, program.costs());
    this.completions = new OpenCompletions(program.code(), ranks, slots, this, network);
  }

  /** The request with an offset: 1 is the latest request, 2 the request before it. Offsets of persistent requests are negative. */
  int request(int rank, int offset) {
    return offset > 0 ? rings[rank].get(offset) : persistent[rank].get(-offset);
  }

  OpenCompletions completions() {
    return completions;
  }

  /** Adds a request that the program can name. {@link Slots#NONE} stands for a request that has ended. */
  void add(int rank, int request) {
    int displaced = rings[rank].add(request);
    if (displaced != Slots.NONE && (displaced & 3) != PERSISTENT) {
      free(rank, displaced);
    }
  }

  /** Advances the offsets by {@code count} requests that the next wait completes, and that no instruction names. */
  void pass(int rank, int count) {
    for (int i = 0; i < count; i++) {
      add(rank, Slots.NONE);
    }
  }

  /** The request with an offset, or the active communication of a persistent request; NONE if it is not in progress. */
  int inProgress(int rank, int offset) {
    int request = request(rank, offset);
    return request == Slots.NONE || (request & 3) != PERSISTENT
        ? request
        : slots.active(request >> 2);
  }

  /**
   * Removes and returns the request with an offset, or the active communication of a persistent
   * request, so that the program can no longer name it. Returns NONE if it is not in progress.
   */
  int takeOut(int rank, int offset) {
    int request = request(rank, offset);
    if (request == Slots.NONE) {
      return Slots.NONE;
    }
    if ((request & 3) != PERSISTENT) {
      rings[rank].remove(offset);
      return request;
    }
    int slot = request >> 2;
    int active = slots.active(slot);
    slots.setActive(slot, Slots.NONE);
    return active;
  }

  /** Makes the next wait of a rank or strand wait for a request, unless it is {@link Slots#NONE}. */
  void expect(int row, int request) {
    if (request == Slots.NONE) {
      return;
    }
    boolean over = slots.state(request >> 2) == Slots.ARRIVED;
    waits.expect(row, request, over);
    if (!over) {
      setWaiting(request, row);
    }
  }

  /** Sets what waits for a request: a rank or strand, {@link Slots#NONE} or {@link Slots#ORPHAN}. */
  void setWaiting(int request, int row) {
    if ((request & 3) == SENDER) {
      slots.setWaitingSender(request >> 2, row);
    } else {
      slots.setWaitingReceiver(request >> 2, row);
    }
  }

  /** The latest end, in ps, of those expected requests that a rank notices only when it checks for messages; -1 if there are none. */
  long latestNoticed(int rank) {
    long latest = -1;
    for (int i = 0; i < waits.count(rank); i++) {
      int request = waits.expected(rank, i);
      if ((request & 3) != FINISHED) {
        latest = Math.max(latest, slots.since().first(request >> 2));
      }
    }
    return latest;
  }

  /** Creates a request that has ended at the rank's own time. */
  int finished(int rank) {
    return finish(slots.create(Slots.ARRIVED, 1), rank);
  }

  private int finish(int slot, int rank) {
    slots.setState(slot, Slots.ARRIVED);
    slots.setCost(slot, 0);
    slots.since().put(slot, ranks.clock(), rank);
    return slot << 2 | FINISHED;
  }

  /** Sends a message. Returns the request for which the sender has to wait, or {@link Slots#NONE}. */
  int send(int row, int channel, int cost, int protocol) {
    accounts.message(channel, cost);
    int slot = transport.send(row, channel, cost, protocol);
    return switch (protocol) {
      case Op.RENDEZVOUS -> slot << 2 | SENDER;
      case Op.WATCHED, Op.FETCHED -> watch(slot);
      default -> Slots.NONE;
    };
  }

  /** Posts a receive, or receives a message that was sent before. Returns the request. */
  int receive(int row, int channel) {
    return transport.receive(row, channel) << 2 | RECEIVER;
  }

  /**
   * Handles a new request, which may have ended.
   *
   * @param request the request, or {@link Slots#NONE} if it has ended
   * @param then {@link Op#MADE} if the program can name the request; otherwise the next wait waits
   *     for it
   */
  void keep(int row, int request, int then) {
    if (then == Op.MADE) {
      add(row, request == Slots.NONE && keepsFinished ? finished(row) : request);
    } else {
      expect(row, request);
    }
  }

  /** Creates the request of a sender that waits until its receiver checks for messages, see {@link Network.Deliveries#unseen}. */
  int watch(int message) {
    int slot = slots.create(Slots.RUNNING, 1);
    slots.setCost(slot, 0);
    network.watch(message, slot);
    return slot << 2 | SENDER;
  }

  /** Cancels the receive of a request, if no message has matched it. */
  void cancel(int rank, int offset) {
    int receive = inProgress(rank, offset);
    if (receive == Slots.NONE
        || (receive & 3) != RECEIVER
        || slots.state(receive >> 2) != Slots.POSTED
        || !transport.withdraw(receive >> 2)) {
      return;
    }
    int finished = finish(receive >> 2, rank);
    int request = request(rank, offset);
    if ((request & 3) == PERSISTENT) {
      slots.setActive(request >> 2, finished);
    } else {
      rings[rank].replace(request, finished);
    }
  }

  /** Completes the requests of the rank's wait, which have all ended. */
  void absorb(int rank) {
    int count = waits.count(rank);
    if (count > 0) {
      receptions.absorb(rank, waits.all(rank), count);
      waits.keepFirst(rank, 0);
    }
  }

  /** Frees the request with an offset, so that the program can no longer name it. */
  void freeAt(int rank, int offset) {
    int request = request(rank, offset);
    if (request == Slots.NONE) {
      return;
    }
    if ((request & 3) != PERSISTENT) {
      rings[rank].remove(offset);
    }
    free(rank, request);
  }

  private void free(int rank, int request) {
    int slot = request >> 2;
    if ((request & 3) == PERSISTENT) {
      rings[rank].replace(request, Slots.NONE);
      persistent[rank].replace(request, Slots.NONE);
      if (slots.active(slot) >= 0) {
        free(rank, slots.active(slot));
      }
      slots.release(slot);
    } else if (slots.state(slot) == Slots.ARRIVED) {
      slots.release(slot);
    } else {
      setWaiting(request, Slots.ORPHAN);
    }
  }

  /** Creates a persistent request for the instruction at a position. */
  void prepare(int rank, int position) {
    int slot = slots.create(Slots.PERSISTENT, 1);
    slots.setCost(slot, position);
    slots.setActive(slot, Slots.NONE);
    int request = slot << 2 | PERSISTENT;
    add(rank, request);
    int displaced = persistent[rank].add(request);
    if (displaced != Slots.NONE) {
      free(rank, displaced);
    }
  }

  /** Describes the requests that a rank can name. */
  void describe(int rank, StateSink sink) {
    boolean idle = sink.isIdle(rank);
    rings[rank].describe(this, rank, idle, sink);
    persistent[rank].describe(this, rank, idle, sink);
    describeExpected(rank, rank, idle, sink);
    completions.describe(rank, idle, sink);
  }

  /** Describes the requests for which a rank or strand waits. */
  void describeExpected(int row, int rank, boolean idle, StateSink sink) {
    sink.number(waits.count(row));
    for (int i = 0; i < waits.count(row); i++) {
      describe(waits.expected(row, i), rank, idle, sink);
    }
  }

  void describe(int request, int rank, boolean idle, StateSink sink) {
    int slot = request >> 2;
    int role = request & 3;
    sink.number(role);
    boolean first = slots.describe(slot, idle, sink);
    if (role == PERSISTENT) {
      if (first && slots.active(slot) >= 0) {
        describe(slots.active(slot), rank, idle, sink);
      }
    } else if (network.hasTime()) {
      describeEnd(role, slot, rank, sink);
    }
  }

  /** Describes the end of a request; only for a run in order of simulated time. */
  private void describeEnd(int role, int slot, int rank, StateSink sink) {
    if (slots.state(slot) == Slots.ARRIVED) {
      sink.done(rank, slots.since().first(slot));
    }
    if (role == RECEIVER && slots.state(slot) != Slots.POSTED) {
      sink.done(rank, Math.max(slots.since().first(slot), network.postedPicos(slot)));
    }
  }

  /** The position of the instruction that created a persistent request. The request must be inactive. */
  int prepared(int rank, int offset) {
    int request = request(rank, offset);
    if (request == Slots.NONE || (request & 3) != PERSISTENT) {
      throw new CallException(
          "found a start of a request that is not persistent; expected a request"
              + " of MPI_*_init");
    }
    if (slots.active(request >> 2) != Slots.NONE) {
      throw new CallException("found a start of an active request; expected an earlier wait or test"
          + " that completed it");
    }
    return slots.cost(request >> 2);
  }

  /** Stores the communication that a persistent request has started; {@link Slots#NONE} if it ended immediately. */
  void started(int rank, int offset, int active) {
    slots.setActive(request(rank, offset) >> 2, active == Slots.NONE ? finished(rank) : active);
  }
}
