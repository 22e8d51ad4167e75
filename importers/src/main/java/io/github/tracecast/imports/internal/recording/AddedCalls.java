package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.EnumMap;
import java.util.Map;

/**
 * Adds up the single calls of a log to the events of a trace, as the recorder does while the
 * program runs. Calls that do not depend on time pass unchanged. Not thread-safe.
 *
 * <p>A call that depends on time has {@link Parameter#COMPLETIONS}. Successive calls at one call
 * site are one event while they name requests of the first one, or look for messages in vain. Other
 * polls that find nothing are added to them, and all of them to the poll that finds something.
 */
final class AddedCalls implements EventSink {
  private static final long ANY = Long.MIN_VALUE;
  private static final long NONE = Long.MIN_VALUE + 1;

  /** A call, or several that were added up. */
  private static final class Call {
    MpiCall call = MpiCall.OTHER;
    int site;
    final Map<Parameter, LongArrayList> values = new EnumMap<>(Parameter.class);
    Unit computeUnit = Unit.MICROSECONDS;
    Unit insideUnit = Unit.MICROSECONDS;
    double compute;
    double inside;
    long calls = 1;
    boolean found;
    boolean dependedOnTime;

    boolean dependsOnTime() {
      return values.containsKey(Parameter.COMPLETIONS);
    }

    boolean probes() {
      return call.family() == MpiCall.Family.PROBE;
    }

    boolean polls() {
      return probes() || call.name().startsWith("TEST");
    }

    /** Whether a call of the log completed a request or found a message. */
    boolean foundNow() {
      LongArrayList outcomes = values.get(Parameter.OUTCOMES);
      boolean flag = call == MpiCall.TEST || call == MpiCall.TESTALL || probes();
      return !outcomes.isEmpty()
          && outcomes.getLong(0) != NONE
          && (!flag || outcomes.getLong(0) != 0);
    }

    LongArrayList requests() {
      return values.getOrDefault(
          Parameter.REQUESTS, values.getOrDefault(Parameter.REQUEST, new LongArrayList()));
    }

    boolean isContinuedBy(Call next) {
      if (call != next.call || site != next.site) {
        return false;
      }
      return probes() ? !found : names(next.requests());
    }

    /** Whether it names these requests in this order. */
    private boolean names(LongArrayList others) {
      int at = 0;
      for (long request : others) {
        if (request == NONE) {
          continue;
        }
        while (at < requests().size() && requests().getLong(at) != request) {
          at++;
        }
        if (at++ == requests().size()) {
          return false;
        }
      }
      return true;
    }

    void add(Call other) {
      compute += other.compute;
      inside += other.inside;
      calls += other.calls;
    }
  }

  private final EventSink sink;
  private Call next = new Call();

  /** The calls that were added up so far, or null. */
  private Call held;

  private LongArrayList list = new LongArrayList();

  AddedCalls(EventSink sink) {
    this.sink = sink;
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
    next = new Call();
    next.call = call;
    next.site = site;
    return this;
  }

  @Override
  public EventSink compute(Unit unit, double amount) {
    next.computeUnit = unit;
    next.compute = amount;
    return this;
  }

  @Override
  public EventSink inside(Unit unit, double amount) {
    next.insideUnit = unit;
    next.inside = amount;
    return this;
  }

  @Override
  public EventSink calls(long number) {
    next.calls = number;
    return this;
  }

  @Override
  public EventSink number(Parameter parameter, long number) {
    next.values.put(parameter, LongArrayList.of(number));
    return this;
  }

  @Override
  public EventSink any(Parameter parameter) {
    return number(parameter, ANY);
  }

  @Override
  public EventSink none(Parameter parameter) {
    return number(parameter, NONE);
  }

  @Override
  public EventSink list(Parameter parameter) {
    list = new LongArrayList();
    next.values.put(parameter, list);
    return this;
  }

  @Override
  public EventSink add(long number) {
    list.add(number);
    return this;
  }

  @Override
  public EventSink addNone() {
    return add(NONE);
  }

  @Override
  public void end() {
    Call call = next;
    if (!call.dependsOnTime()) {
      endSeries();
      pass(call);
      return;
    }
    call.dependedOnTime = true;
    call.found = call.foundNow();
    boolean idle = held != null && held.polls() && !held.found;
    if (held != null && held.isContinuedBy(call)) {
      held.add(call);
      held.found |= call.found;
      if (call.probes()) {
        held.values.putAll(call.values);
      } else {
        held.values.put(Parameter.COMPLETIONS, call.values.get(Parameter.COMPLETIONS));
      }
    } else if (idle && call.polls() && !call.found) {
      held.add(call);
    } else if (idle && call.polls()) {
      call.add(held);
      held = call;
    } else {
      endSeries();
      held = call;
    }
  }

  /** Passes what was added up on. */
  void endSeries() {
    if (held != null) {
      held.values.remove(held.probes() ? Parameter.COMPLETIONS : Parameter.OUTCOMES);
      pass(held);
      held = null;
    }
  }

  private void pass(Call call) {
    sink.begin(call.call, call.site)
        .compute(call.computeUnit, call.compute)
        .inside(call.insideUnit, call.inside);
    if (call.dependedOnTime) {
      sink.calls(call.calls);
    }
    call.values.forEach(this::pass);
    sink.end();
  }

  private void pass(Parameter parameter, LongArrayList terms) {
    if (parameter.isList()) {
      sink.list(parameter);
      for (long term : terms) {
        if (term == NONE) {
          sink.addNone();
        } else {
          sink.add(term);
        }
      }
      return;
    }
    long term = terms.getLong(0);
    if (term == ANY) {
      sink.any(parameter);
    } else if (term == NONE) {
      sink.none(parameter);
    } else {
      sink.number(parameter, term);
    }
  }
}
