package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Passes events on, and writes the text that an expansion must give. */
final class RecordingSink implements EventSink {
  private final EventSink to;
  private final List<String> events = new ArrayList<>();
  private final Map<Integer, String> sites = new HashMap<>();
  private final Map<Integer, String> datatypes = new HashMap<>();
  private final Map<Integer, String> communicators = new HashMap<>();
  private final Map<Parameter, List<String>> values = new EnumMap<>(Parameter.class);
  private List<String> list;
  private Parameter listed;
  private String call;
  private int alone;

  RecordingSink(EventSink to) {
    this.to = to;
    communicators.put(0, "MPI_COMM_WORLD");
    communicators.put(1, "MPI_COMM_SELF");
  }

  List<String> events() {
    return events;
  }

  @Override
  public int site(String name) {
    int id = to.site(name);
    sites.put(id, name);
    return id;
  }

  @Override
  public int datatype(String name, long bytes) {
    int id = to.datatype(name, bytes);
    datatypes.put(id, name + ":" + bytes);
    return id;
  }

  @Override
  public int group(int... worldRanks) {
    return to.group(worldRanks);
  }

  @Override
  public int communicator(
      String name, int root, int number, int localRank, int size, int firstGroup) {
    String known = size == 1 ? "alone" + alone++ : name; // one definition serves all ranks
    int id = to.communicator(known, root, number, localRank, size, firstGroup);
    communicators.put(id, known);
    return id;
  }

  @Override
  public EventSink begin(MpiCall mpiCall, int site) {
    to.begin(mpiCall, site);
    call = mpiCall.mpiName() + "@" + sites.get(site);
    values.clear();
    return this;
  }

  @Override
  public long requests() {
    return to.requests();
  }

  @Override
  public EventSink compute(Unit unit, double amount) {
    to.compute(unit, amount);
    return this;
  }

  @Override
  public EventSink inside(Unit unit, double amount) {
    to.inside(unit, amount);
    return this;
  }

  @Override
  public EventSink calls(double number) {
    to.calls(number);
    return this;
  }

  private String text(Parameter parameter, long number) {
    return switch (parameter) {
      case COMMUNICATOR, NEW_COMMUNICATOR -> communicators.get((int) number);
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES -> datatypes.get((int) number);
      case REQUEST, REQUESTS -> "#" + number;
      default -> Long.toString(number);
    };
  }

  @Override
  public EventSink number(Parameter parameter, long number) {
    to.number(parameter, number);
    values.put(parameter, List.of(text(parameter, number)));
    return this;
  }

  @Override
  public EventSink any(Parameter parameter) {
    to.any(parameter);
    values.put(parameter, List.of("any"));
    return this;
  }

  @Override
  public EventSink none(Parameter parameter) {
    to.none(parameter);
    values.put(parameter, List.of("none"));
    return this;
  }

  @Override
  public EventSink list(Parameter parameter) {
    to.list(parameter);
    listed = parameter;
    list = new ArrayList<>();
    values.put(parameter, list);
    return this;
  }

  @Override
  public EventSink add(long number) {
    to.add(number);
    list.add(text(listed, number));
    return this;
  }

  @Override
  public EventSink addNone() {
    to.addNone();
    list.add("none");
    return this;
  }

  @Override
  public void end() {
    to.end();
    StringBuilder text = new StringBuilder(call);
    new TreeMap<>(values)
        .forEach((parameter, terms) ->
            text.append(' ').append(parameter.textName()).append('=').append(terms));
    events.add(text.toString());
  }
}
