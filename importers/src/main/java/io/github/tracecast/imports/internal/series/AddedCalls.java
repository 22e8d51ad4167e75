package io.github.tracecast.imports.internal.series;

import io.github.tracecast.compress.CompressOptions.Completions;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Combines successive polls and waits whose number depends on time into one event, as the recorder
 * does while the program runs. All other calls pass through unchanged and without allocation. Not
 * thread-safe.
 *
 * <p>In a log of the recorder, a call that depends on time has {@link Parameter#COMPLETIONS}. In
 * other traces, the {@link Parameter#OUTCOMES} give the number of completed requests. Successive
 * calls at one call site become one event as long as their requests are among those of the first
 * call, or as long as they are probes that find no message. Vain polls, which find nothing, are
 * added to this event even from other call sites. The event is added to the next poll that finds
 * something. Time between polls can be waiting or computation. The recorder distinguishes waiting
 * and computation in its logs; {@link PollingTimes} does so for other traces.
 *
 * <p>A call that completes some of its requests keeps its outcomes if persistent requests are among
 * them, because the program then starts the completed requests again.
 */
public final class AddedCalls implements EventSink {
  /** Which data a trace has about calls whose number depends on time. */
  private enum Source {
    /** The trace has all data: the recorder counted the completions, or kept single calls. */
    LOG,
    /** The trace has the requests in the arguments of a call, and the outcomes. */
    OUTCOMES,
    /** The trace has only the requests that a call completed. */
    COMPLETED,
    /** The user wants single calls, so no calls are combined. */
    EXACT
  }

  private final EventSink sink;
  private final Source source;
  private final InactiveRequests inactive = new InactiveRequests();
  private final PollingTimes polling = new PollingTimes();

  /** The call that the caller is describing; null if the call passes through directly. */
  private @Nullable SeriesCall describedCall;

  /** The event of the calls that were combined so far; null if there are none. */
  private @Nullable SeriesCall pendingSeries;

  /** The list of {@link #describedCall} that the caller is filling. */
  private LongArrayList list = new LongArrayList();

  private boolean listsRequests;

  private AddedCalls(EventSink sink, Source source) {
    this.sink = sink;
    this.source = source;
  }

  /** Creates a sink for the calls in a log of the recorder. */
  public static AddedCalls ofLog(EventSink sink) {
    return new AddedCalls(sink, Source.LOG);
  }

  /** Creates a sink for calls with all their requests and outcomes. */
  public static AddedCalls ofOutcomes(EventSink sink, Completions kept) {
    return new AddedCalls(sink, kept == Completions.EXACT ? Source.EXACT : Source.OUTCOMES);
  }

  /**
   * Creates a sink for calls with completed requests only. Successive MPI_Waitany or MPI_Waitsome
   * at one call site become one event that completes all requests that these waits completed.
   */
  public static AddedCalls ofCompleted(EventSink sink, Completions kept) {
    return new AddedCalls(sink, kept == Completions.EXACT ? Source.EXACT : Source.COMPLETED);
  }

  /** Whether successive calls are combined instead of kept one by one. */
  public boolean addsUp() {
    return source != Source.EXACT;
  }

  @Override
  public int site(String name) {
    return sink.site(name);
  }

  @Override
  public int datatype(String name, long bytes) {
    return sink.datatype(name, bytes);
  }

  @Override
  public int group(int... worldRanks) {
    return sink.group(worldRanks);
  }

  @Override
  public int communicator(
      String name, int root, int number, int localRank, int size, int firstGroup) {
    return sink.communicator(name, root, number, localRank, size, firstGroup);
  }

  @Override
  public EventSink begin(MpiCall call, int site) {
    boolean byTime = call.tests() || call.role() == MpiCall.Role.COMPLETE && !call.waitsForAll();
    if (byTime && (source != Source.EXACT || call.tests())) {
      describedCall = new SeriesCall(call, site);
    } else {
      endSeries();
      polling.noPoll();
      listsRequests = false;
      sink.begin(call, site);
      inactive.begin(call, sink.requests());
    }
    return this;
  }

  /**
   * Begins a poll whose arguments and result are not recorded.
   *
   * @param named the call of the event
   */
  public EventSink beginInVain(MpiCall named, int site) {
    SeriesCall call = new SeriesCall(named, site);
    call.inVain = true;
    describedCall = call;
    return this;
  }

  @Override
  public long requests() {
    return sink.requests();
  }

  @Override
  public EventSink compute(Unit unit, double amount) {
    if (describedCall == null) {
      sink.compute(unit, amount);
    } else {
      describedCall.compute(unit, amount);
    }
    return this;
  }

  @Override
  public EventSink inside(Unit unit, double amount) {
    if (describedCall == null) {
      sink.inside(unit, amount);
    } else {
      describedCall.inside(unit, amount);
    }
    return this;
  }

  @Override
  public EventSink calls(double number) {
    if (describedCall == null) {
      sink.calls(number);
    } else {
      describedCall.calls(number);
    }
    return this;
  }

  @Override
  public EventSink number(Parameter parameter, long number) {
    if (describedCall != null) {
      describedCall.values.put(parameter, LongArrayList.of(number));
      return this;
    }
    if (parameter == Parameter.REQUEST || parameter == Parameter.REQUESTS) {
      inactive.use(number);
    }
    sink.number(parameter, number);
    return this;
  }

  @Override
  public EventSink any(Parameter parameter) {
    if (describedCall == null) {
      sink.any(parameter);
    } else {
      describedCall.values.put(parameter, LongArrayList.of(SeriesCall.ANY));
    }
    return this;
  }

  @Override
  public EventSink none(Parameter parameter) {
    if (describedCall == null) {
      sink.none(parameter);
    } else {
      describedCall.values.put(parameter, LongArrayList.of(SeriesCall.NONE));
    }
    return this;
  }

  @Override
  public EventSink list(Parameter parameter) {
    if (describedCall == null) {
      listsRequests = parameter == Parameter.REQUESTS;
      sink.list(parameter);
    } else {
      list = new LongArrayList();
      describedCall.values.put(parameter, list);
    }
    return this;
  }

  @Override
  public EventSink add(long number) {
    if (describedCall != null) {
      list.add(number);
      return this;
    }
    if (listsRequests) {
      inactive.use(number);
    }
    sink.add(number);
    return this;
  }

  @Override
  public EventSink addNone() {
    if (describedCall == null) {
      sink.addNone();
    } else {
      list.add(SeriesCall.NONE);
    }
    return this;
  }

  @Override
  public void end() {
    if (describedCall == null) {
      sink.end();
      return;
    }
    SeriesCall call = describedCall;
    describedCall = null;
    if (source != Source.LOG && call.polls()) {
      polling.poll(call);
    } else {
      polling.noPoll();
    }
    if (source == Source.EXACT) {
      call.pass(sink);
      return;
    }
    if (source != Source.LOG) {
      countCompletions(call);
    }
    if (!call.inVain && !call.values.containsKey(Parameter.COMPLETIONS)) {
      passExact(call);
      return;
    }
    call.dependsOnTime = true;
    call.found = call.foundNow();
    addToSeries(call);
  }

  /** Passes a call to the sink with its outcomes, together with earlier polls that found nothing. */
  private void passExact(SeriesCall call) {
    SeriesCall idle = call.dependsOnTime ? vainPolls() : null;
    if (idle != null) {
      call.add(idle);
      pendingSeries = null;
    }
    endSeries();
    call.pass(sink);
  }

  /** Returns the event of the polls so far if all of them found nothing; otherwise null. */
  private @Nullable SeriesCall vainPolls() {
    return pendingSeries != null && pendingSeries.polls() && !pendingSeries.found
        ? pendingSeries
        : null;
  }

  private void addToSeries(SeriesCall call) {
    SeriesCall series = continuedBy(call);
    SeriesCall idle = vainPolls();
    if (series != null) {
      series.add(call);
      series.found |= call.found;
      if (call.probes()) {
        series.values.putAll(call.values);
      } else if (!call.inVain) {
        unite(series, call);
        series.values.put(Parameter.COMPLETIONS, call.values.get(Parameter.COMPLETIONS));
      }
    } else if (idle != null && call.polls() && !call.found) {
      idle.add(call);
    } else if (idle != null && call.polls()) {
      call.add(idle);
      pendingSeries = call;
    } else {
      endSeries();
      pendingSeries = call;
    }
  }

  /** Returns the event so far if a call can be added to it; otherwise null. */
  private @Nullable SeriesCall continuedBy(SeriesCall call) {
    if (pendingSeries == null
        || pendingSeries.call != call.call
        || pendingSeries.site != call.site) {
      return null;
    }
    boolean continues = call.probes()
        ? !pendingSeries.found
        : namesCompletedOnly(call) || pendingSeries.names(call.requests());
    return continues ? pendingSeries : null;
  }

  private boolean namesCompletedOnly(SeriesCall call) {
    return source == Source.COMPLETED && call.values.containsKey(Parameter.REQUESTS);
  }

  private void unite(SeriesCall series, SeriesCall call) {
    if (namesCompletedOnly(call)) {
      LongArrayList all = series.requests();
      all.addAll(call.requests());
      all.sort(null);
    }
  }

  /** Derives from the outcomes how many requests are complete after a call. */
  private void countCompletions(SeriesCall call) {
    LongArrayList outcomes = call.values.get(Parameter.OUTCOMES);
    if (outcomes == null) {
      return;
    }
    if (call.probes()) {
      setCompletions(call, call.foundNow() ? 1 : 0);
      return;
    }
    SeriesCall series = continuedBy(call);
    long complete = series == null ? 0 : series.completions();
    LongArrayList requests = call.requests();
    boolean exact = call.completesSome() && requests.longStream().anyMatch(inactive::isPersistent);
    for (int place = 0; place < requests.size(); place++) {
      long request = requests.getLong(place);
      if (request == SeriesCall.NONE) {
        continue;
      }
      boolean before = inactive.has(request);
      boolean now = call.hasFlag() ? call.foundNow() : outcomes.contains(place);
      if (before ? series == null : now) {
        complete++;
      }
      if (now) {
        inactive.deactivate(request);
      }
    }
    if (exact && call.foundNow()) {
      call.dependsOnTime = call.polls();
      return;
    }
    if (namesCompletedOnly(call)) {
      requests.sort(null);
    }
    setCompletions(call, complete);
  }

  private static void setCompletions(SeriesCall call, long number) {
    call.values.put(Parameter.COMPLETIONS, LongArrayList.of(number));
  }

  /** Passes the last event on. Must be called after the last call. */
  public void endSeries() {
    if (pendingSeries != null) {
      pendingSeries.values.remove(
          pendingSeries.probes() ? Parameter.COMPLETIONS : Parameter.OUTCOMES);
      pendingSeries.pass(sink);
      pendingSeries = null;
    }
  }
}
