package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.calls.RequestNumbers;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Stores a task's events in memory, and replays them to other sinks at the speed of reading an
 * array. Not thread-safe.
 */
final class EventLog implements EventSink {
  private static final MpiCall[] CALLS = MpiCall.values();
  private static final Parameter[] PARAMETERS = Parameter.values();
  private static final Unit[] UNITS = Unit.values();

  private enum Entry {
    BEGIN,
    COMPUTE,
    INSIDE,
    CALLS,
    NUMBER,
    ANY,
    NONE,
    LIST,
    ADD,
    ADD_NONE,
    END
  }

  private static final Entry[] ENTRIES = Entry.values();

  private final List<Consumer<EventSink>> definitions = new ArrayList<>();

  /** For each entry, its kind in the lowest 8 bits and the index of its object in the others. */
  private int[] heads = new int[1024];

  private long[] numbers = new long[1024];
  private int length;
  private int sites;
  private int datatypes;
  private long events;
  private final RequestNumbers requests = new RequestNumbers();

  long events() {
    return events;
  }

  /**
   * Gives all events to a sink whose task has no events yet. The sink must assign the same handles
   * as this log, in order of definition.
   */
  void replay(EventSink to) {
    definitions.forEach(definition -> definition.accept(to));
    int[] head = heads;
    long[] number = numbers;
    for (int i = 0; i < length; i++) {
      int ordinal = head[i] >>> 8;
      switch (ENTRIES[head[i] & 0xFF]) {
        case BEGIN -> to.begin(CALLS[ordinal], (int) number[i]);
        case COMPUTE -> to.compute(UNITS[ordinal], Double.longBitsToDouble(number[i]));
        case INSIDE -> to.inside(UNITS[ordinal], Double.longBitsToDouble(number[i]));
        case CALLS -> to.calls(Double.longBitsToDouble(number[i]));
        case NUMBER -> to.number(PARAMETERS[ordinal], number[i]);
        case ANY -> to.any(PARAMETERS[ordinal]);
        case NONE -> to.none(PARAMETERS[ordinal]);
        case LIST -> to.list(PARAMETERS[ordinal]);
        case ADD -> to.add(number[i]);
        case ADD_NONE -> to.addNone();
        case END -> to.end();
      }
    }
  }

  private EventLog put(Entry entry, int ordinal, long number) {
    if (length == heads.length) {
      heads = Arrays.copyOf(heads, 2 * length);
      numbers = Arrays.copyOf(numbers, 2 * length);
    }
    heads[length] = entry.ordinal() | ordinal << 8;
    numbers[length++] = number;
    return this;
  }

  @Override
  public int site(String name) {
    definitions.add(sink -> sink.site(name));
    return sites++;
  }

  @Override
  public int datatype(String name, long bytes) {
    definitions.add(sink -> sink.datatype(name, bytes));
    return datatypes++;
  }

  @Override
  public int group(int... worldRanks) {
    throw new UnsupportedOperationException("groups");
  }

  @Override
  public int communicator(
      String name, int root, int number, int localRank, int size, int firstGroup) {
    throw new UnsupportedOperationException("communicators");
  }

  @Override
  public EventSink begin(MpiCall call, int site) {
    requests.called(call);
    return put(Entry.BEGIN, call.ordinal(), site);
  }

  @Override
  public long requests() {
    return requests.last();
  }

  @Override
  public EventSink compute(Unit unit, double amount) {
    return put(Entry.COMPUTE, unit.ordinal(), Double.doubleToRawLongBits(amount));
  }

  @Override
  public EventSink inside(Unit unit, double amount) {
    return put(Entry.INSIDE, unit.ordinal(), Double.doubleToRawLongBits(amount));
  }

  @Override
  public EventSink calls(double count) {
    return put(Entry.CALLS, 0, Double.doubleToRawLongBits(count));
  }

  @Override
  public EventSink number(Parameter parameter, long number) {
    return put(Entry.NUMBER, parameter.ordinal(), number);
  }

  @Override
  public EventSink any(Parameter parameter) {
    return put(Entry.ANY, parameter.ordinal(), 0);
  }

  @Override
  public EventSink none(Parameter parameter) {
    return put(Entry.NONE, parameter.ordinal(), 0);
  }

  @Override
  public EventSink list(Parameter parameter) {
    return put(Entry.LIST, parameter.ordinal(), 0);
  }

  @Override
  public EventSink add(long number) {
    return put(Entry.ADD, 0, number);
  }

  @Override
  public EventSink addNone() {
    return put(Entry.ADD_NONE, 0, 0);
  }

  @Override
  public void end() {
    put(Entry.END, 0, 0);
    events++;
  }
}
