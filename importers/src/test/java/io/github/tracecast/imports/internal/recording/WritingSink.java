package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Reduction;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Passes events on and writes down, as the words of a listing but for times, what a log says. */
final class WritingSink implements EventSink {
  private final EventSink to;
  private final List<String> lines;
  private final Map<Integer, String> sites = new HashMap<>();
  private final Map<Integer, String> datatypes = new HashMap<>();
  private final Map<Integer, String> groups = new HashMap<>();
  private final Map<Integer, String> communicators =
      new HashMap<>(Map.of(0, "MPI_COMM_WORLD", 1, "alone"));
  private final Map<Parameter, List<String>> values = new TreeMap<>();
  private Parameter list;
  private String call;
  private String site;

  WritingSink(EventSink to, List<String> lines) {
    this.to = to;
    this.lines = lines;
  }

  private static int noted(Map<Integer, String> names, int handle, String name) {
    names.put(handle, name);
    return handle;
  }

  @Override
  public int site(String name) {
    return noted(sites, to.site(name), name);
  }

  @Override
  public int datatype(String name, long bytes) {
    return noted(datatypes, to.datatype(name, bytes), name);
  }

  @Override
  public int group(int... worldRanks) {
    return noted(groups, to.group(worldRanks), Arrays.toString(worldRanks));
  }

  @Override
  public int communicator(String name, int root, int number, int localRank, int size) {
    return noted(
        communicators,
        to.communicator(name, root, number, localRank, size),
        size == 1 ? "alone" : name);
  }

  @Override
  public EventSink begin(MpiCall mpiCall, int callSite) {
    to.begin(mpiCall, callSite);
    call = mpiCall.mpiName();
    site = sites.get(callSite);
    values.clear();
    return this;
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

  private String words(Parameter parameter, long number) {
    return switch (parameter) {
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES -> datatypes.get((int) number);
      case COMMUNICATOR, NEW_COMMUNICATOR -> communicators.get((int) number);
      case GROUP, NEW_GROUP -> groups.get((int) number);
      case REDUCTION -> Reduction.ofCode(number).name();
      case REQUEST, REQUESTS -> "#" + number;
      default -> Long.toString(number);
    };
  }

  private EventSink word(Parameter parameter, String word) {
    values.put(parameter, List.of(word));
    return this;
  }

  @Override
  public EventSink number(Parameter parameter, long number) {
    to.number(parameter, number);
    return word(parameter, words(parameter, number));
  }

  @Override
  public EventSink any(Parameter parameter) {
    to.any(parameter);
    return word(parameter, "any");
  }

  @Override
  public EventSink none(Parameter parameter) {
    to.none(parameter);
    return word(parameter, "none");
  }

  @Override
  public EventSink list(Parameter parameter) {
    to.list(parameter);
    list = parameter;
    values.put(parameter, new ArrayList<>());
    return this;
  }

  @Override
  public EventSink add(long number) {
    to.add(number);
    values.get(list).add(words(list, number));
    return this;
  }

  @Override
  public EventSink addNone() {
    to.addNone();
    values.get(list).add("none");
    return this;
  }

  @Override
  public void end() {
    to.end();
    StringBuilder line = new StringBuilder(call);
    values.forEach((parameter, words) -> line.append(' ')
        .append(parameter.textName())
        .append('=')
        .append(words.isEmpty() ? "nothing" : String.join(",", words)));
    lines.add(line + " site=" + site);
  }
}
