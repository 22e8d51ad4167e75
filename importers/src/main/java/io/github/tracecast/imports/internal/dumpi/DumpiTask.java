package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.NamedCalls;
import io.github.tracecast.imports.internal.dumpi.LocalCommunicators.Local;
import io.github.tracecast.imports.internal.series.AddedCalls;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.MpiCall.Family;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.Reduction;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Turns one rank's records into events. Each instance is used once. Not thread-safe. */
final class DumpiTask {
  private static final int REPORT = 1 << 16;

  private static final Reduction[] REDUCTIONS = {
    Reduction.USER, Reduction.MAX, Reduction.MIN, Reduction.SUM, Reduction.PROD, Reduction.LAND,
    Reduction.BAND, Reduction.LOR, Reduction.BOR, Reduction.LXOR, Reduction.BXOR, Reduction.MINLOC,
    Reduction.MAXLOC, Reduction.REPLACE
  };

  private final DumpiFile file;
  private final AddedCalls sink;
  private final CallReader calls;
  private final LocalCommunicators communicators;
  private final LocalRequests requests;
  private final TypeSizes types;
  private final RankSites sites;
  private final RunNotes notes;
  private final @Nullable Completeness balance;
  private @Nullable Outcomes outcomes;
  private final long[] recorded = new long[DumpiCalls.count()];
  private long lastStop;
  private boolean hasLastStop;

  // The call of the current record.
  private MpiCall call = MpiCall.OTHER;

  /** The communicator of the current call; null if the call has none. */
  private @Nullable Local local;

  /** Whether the trace lacks the members of the communicator of the current collective. */
  private boolean lacksMembers;

  private long match;

  /**
   * @param balance counts the messages and collectives of the rank; null if they are not counted
   */
  DumpiTask(
      DumpiFile file,
      EventSink events,
      Completions completions,
      LocalCommunicators communicators,
      RunNotes notes,
      @Nullable Completeness balance)
      throws IOException {
    this.file = file;
    this.sink = AddedCalls.ofOutcomes(events, completions);
    this.calls = new CallReader(file);
    this.communicators = communicators;
    this.requests = new LocalRequests(sink);
    this.types = new TypeSizes(file, sink);
    this.sites = new RankSites(file, sink);
    this.notes = notes;
    this.balance = balance;
  }

  /**
   * Turns all records into events.
   *
   * @param progress receives the number of records since its last call from time to time
   */
  void run(LongConsumer progress) throws IOException {
    try {
      int taken = 0;
      while (calls.next()) {
        if (calls.function() >= DumpiCalls.count()) {
          sites.walk(calls);
          continue;
        }
        recorded[calls.function()]++;
        try {
          take(DumpiCalls.of(calls.function()));
        } catch (TraceException e) {
          throw e.in(calls.place());
        }
        if (++taken == REPORT) {
          progress.accept(taken);
          taken = 0;
        }
      }
      sink.endSeries();
      progress.accept(taken);
      notes.add(file, recorded, communicators, requests, types);
    } finally {
      calls.close();
      if (outcomes != null) {
        outcomes.close();
      }
    }
  }

  private void take(DumpiCalls function) throws IOException {
    call = function.call;
    local = null;
    lacksMembers = false;
    match = Outcomes.UNKNOWN;
    if (function.communicator >= 0) {
      int handle = calls.number(function.communicator);
      local = handle == DumpiHandles.COMM_NULL ? null : communicators.get(handle);
      lacksMembers = lacksMembers();
    }
    Local made = null;
    if (FirstPass.makes(function.call)) {
      made = communicators.make(calls.number(calls.numbers() - 1));
    }
    findMatch();
    sink.begin(call, sites.site(function, calls));
    times();
    if (lacksMembers) {
      NamedCalls.write(sink, call);
    } else if (call != MpiCall.OTHER) {
      fields(function, made);
      outcomes();
    }
    sink.end();
    types.noteSize(function.call, calls);
    if (call == MpiCall.REQUEST_FREE) {
      requests.free();
    } else if (call.role() == MpiCall.Role.COMPLETE) {
      calls.completed(call, (place, status) -> requests.complete(place));
    }
  }

  /**
   * Whether the current call is a collective on an inter-communicator or on unknown members. Then
   * only the name of the call is written.
   */
  private boolean lacksMembers() {
    boolean collective = call.family() == Family.COLLECTIVE;
    return local != null && collective && (local.isUnknown() || local.isInter());
  }

  private void times() {
    if (!calls.timed()) {
      return;
    }
    if (hasLastStop) {
      long compute = calls.startNanos() - lastStop;
      sink.compute(Unit.MICROSECONDS, Math.max(0, compute) * 1e-3);
      notes.addGap(calls, compute);
    }
    sink.inside(Unit.MICROSECONDS, Math.max(0, calls.stopNanos() - calls.startNanos()) * 1e-3);
    hasLastStop = true;
    lastStop = Math.max(lastStop, calls.stopNanos());
  }

  private void findMatch() throws IOException {
    switch (call) {
      case IRECV -> {
        if (Outcomes.hasWildcard(calls)) {
          if (outcomes == null) {
            outcomes = new Outcomes(file);
          }
          match = outcomes.next();
        }
      }
      case RECV, PROBE, IPROBE, SENDRECV, SENDRECV_REPLACE -> {
        if (calls.statuses() > 0) {
          match = (long) calls.statusSource(0) << 32 | calls.statusTag(0) & 0xffffffffL;
        }
      }
      default -> {
        // other calls receive no message
      }
    }
  }

  private void fields(DumpiCalls function, @Nullable Local made) {
    byte[] layout = function.layout;
    byte[] roles = function.roles;
    int number = 0;
    int list = 0;
    int field = 0;
    for (int i = 0; i < layout.length && field < roles.length; i++) {
      byte kind = layout[i];
      if (kind == '[') {
        while (!calls.hasRootFields() && layout[i + 1] != ']') {
          i++;
          field++;
        }
        continue;
      }
      if (kind == ']') {
        continue;
      }
      byte role = roles[field++];
      if (DumpiCalls.isList(kind)) {
        list(role, list++);
      } else if (DumpiCalls.isNumber(kind)) {
        number(role, calls.number(number++), made);
      }
    }
    if (balance != null) {
      balance.take(call, local, function, calls, match);
    }
  }

  private void number(byte role, int value, @Nullable Local made) {
    switch (role) {
      case 'n' -> sink.number(Parameter.COUNT, Math.max(0, value));
      case 'N' -> sink.number(Parameter.RECEIVE_COUNT, Math.max(0, value));
      case 't' -> sink.number(Parameter.DATATYPE, types.handle(value));
      case 'T' -> sink.number(Parameter.RECEIVE_DATATYPE, types.handle(value));
      case 'o' ->
        sink.number(
            Parameter.REDUCTION,
            (value < REDUCTIONS.length ? REDUCTIONS[value] : Reduction.USER).code());
      case 'c' -> communicator();
      case 'C' ->
        sink.numberOrNone(
            Parameter.NEW_COMMUNICATOR,
            made == null ? 0 : made.handle(),
            made == null || made.isInter());
      case 'd' -> peer(Parameter.DESTINATION, value);
      case 's' -> source(value);
      case 'R' -> peer(Parameter.ROOT, value);
      case 'g' -> tag(Parameter.TAG, value);
      case 'G' -> tag(Parameter.RECEIVE_TAG, value);
      case 'l' -> sink.numberOrNone(Parameter.COLOR, value, value < 0 || made == null);
      case 'K' -> sink.number(Parameter.KEY, value);
      case 'q' -> requests.make(call, value);
      case 'Q' -> requests.writeOne(value);
      default -> {
        // a trace has no parameter for this field
      }
    }
  }

  private void communicator() {
    if (local == null) {
      sink.none(Parameter.COMMUNICATOR);
    } else if (local.isInter()) {
      sink.number(Parameter.COMMUNICATOR, Communicator.WORLD);
    } else if (!local.isUnknown()) {
      sink.number(Parameter.COMMUNICATOR, local.handle());
    }
  }

  /**
   * Returns the rank that an event has for a peer: the world rank if the peer is in the other group
   * of an inter-communicator.
   */
  private int peerInEvent(int peer) {
    return local != null && local.isInter() && peer < local.size() ? local.peers()[peer] : peer;
  }

  private void peer(Parameter parameter, int peer) {
    if (peer < 0) {
      sink.none(parameter);
    } else if (local == null || !local.isUnknown()) {
      sink.number(parameter, peerInEvent(peer));
    }
  }

  private void source(int source) {
    int matched = (int) (match >> 32);
    boolean known = match != Outcomes.UNKNOWN;
    if (source != DumpiHandles.ANY || known && matched < 0 && hasEnded()) {
      peer(Parameter.SOURCE, source);
      return;
    }
    sink.any(Parameter.SOURCE);
    if (known && matched >= 0 && local != null && matched < local.size()) {
      sink.number(Parameter.MATCHED_SOURCE, peerInEvent(matched));
    }
  }

  /**
   * Whether the status describes a message. The status of an MPI_Iprobe that found no message is
   * undefined.
   */
  private boolean hasEnded() {
    return call != MpiCall.IPROBE || calls.number(3) != 0;
  }

  private void tag(Parameter parameter, int tag) {
    if (tag >= 0) {
      sink.number(parameter, tag);
      return;
    }
    boolean receives = parameter == Parameter.RECEIVE_TAG
        || call.has(CallArgument.SOURCE) && !call.has(CallArgument.DESTINATION);
    if (!receives) {
      sink.number(parameter, 0);
      return;
    }
    sink.any(parameter);
    if (match != Outcomes.UNKNOWN && (int) match >= 0) {
      sink.number(Parameter.MATCHED_TAG, (int) match);
    }
  }

  private void list(byte role, int place) {
    int[] values = calls.list(place);
    int length = calls.length(place);
    switch (role) {
      case 'v' -> sink.list(Parameter.COUNTS, length, i -> Math.max(0, values[i]));
      case 'V' -> sink.list(Parameter.RECEIVE_COUNTS, length, i -> Math.max(0, values[i]));
      case 'w' -> sink.list(Parameter.DATATYPES, length, i -> types.handle(values[i]));
      case 'W' -> sink.list(Parameter.RECEIVE_DATATYPES, length, i -> types.handle(values[i]));
      case 'A' -> requests.writeAll(values, length);
      case 'E' -> sink.list(Parameter.DIMENSIONS, length, i -> values[i]);
      case 'P' -> sink.list(Parameter.PERIODS, length, i -> values[i] == 0 ? 0 : 1);
      default -> {
        // a trace has no parameter for this list
      }
    }
  }

  private void outcomes() {
    switch (call) {
      case TEST, TESTALL -> sink.number(Parameter.OUTCOMES, calls.number(1) == 0 ? 0 : 1);
      case IPROBE -> sink.number(Parameter.OUTCOMES, calls.number(3) == 0 ? 0 : 1);
      case WAITANY -> outcome(calls.number(1), true);
      case TESTANY -> outcome(calls.number(1), calls.number(2) != 0);
      case WAITSOME, TESTSOME -> {
        sink.list(Parameter.OUTCOMES);
        for (int i = 0; i < calls.length(1); i++) {
          int index = calls.list(1)[i];
          if (index >= 0 && index < calls.length(0)) {
            sink.add(index);
          }
        }
      }
      default -> {
        // other calls have no outcome
      }
    }
  }

  private void outcome(int index, boolean completed) {
    if (!completed) {
      sink.list(Parameter.OUTCOMES);
    } else if (index >= 0 && index < calls.length(0)) {
      sink.number(Parameter.OUTCOMES, index);
    } else {
      sink.none(Parameter.OUTCOMES);
    }
  }
}
