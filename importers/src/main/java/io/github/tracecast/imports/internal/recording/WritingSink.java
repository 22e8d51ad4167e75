package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.Reduction;
import io.github.tracecast.trace.calls.RequestNumbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the calls of a log as lines of a listing, but without times, sizes in bytes and numbers of
 * new requests.
 */
public final class WritingSink implements EventSink {
  /** The common name of all communicators of one process, because a trace does not distinguish these communicators. */
  public static final String ALONE = "alone";

  private final Consumer<String> lines;
  private final List<String> sites = new ArrayList<>();
  private final List<String> datatypes = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();
  private final List<String> communicators = new ArrayList<>(List.of("MPI_COMM_WORLD", ALONE));
  private final Map<Parameter, List<String>> values = new TreeMap<>();
  private @Nullable Parameter list;
  private List<String> terms = new ArrayList<>();
  private final RequestNumbers requests = new RequestNumbers();
  private String call = "";
  private String site = "";

  WritingSink(Consumer<String> lines) {
    this.lines = lines;
  }

  private static int noted(List<String> names, String name) {
    names.add(name);
    return names.size() - 1;
  }

  @Override
  public int site(String name) {
    return noted(sites, name);
  }

  @Override
  public int datatype(String name, long bytes) {
    return noted(datatypes, name);
  }

  @Override
  public int group(int... worldRanks) {
    return noted(groups, Arrays.toString(worldRanks));
  }

  @Override
  public int communicator(
      String name, int root, int number, int localRank, int size, int firstGroup) {
    return noted(communicators, size == 1 ? ALONE : name);
  }

  @Override
  public EventSink begin(MpiCall mpiCall, int callSite) {
    call = mpiCall.mpiName();
    requests.called(mpiCall);
    site = sites.get(callSite);
    values.clear();
    return this;
  }

  @Override
  public long requests() {
    return requests.last();
  }

  @Override
  public EventSink compute(Unit unit, double amount) {
    return this;
  }

  @Override
  public EventSink inside(Unit unit, double amount) {
    return this;
  }

  @Override
  public EventSink calls(double number) {
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
    return word(parameter, words(parameter, number));
  }

  @Override
  public EventSink any(Parameter parameter) {
    return word(parameter, "any");
  }

  @Override
  public EventSink none(Parameter parameter) {
    return word(parameter, "none");
  }

  @Override
  public EventSink list(Parameter parameter) {
    list = parameter;
    terms = new ArrayList<>();
    values.put(parameter, terms);
    return this;
  }

  @Override
  public EventSink add(long number) {
    terms.add(words(Objects.requireNonNull(list, "add without list"), number));
    return this;
  }

  @Override
  public EventSink addNone() {
    terms.add("none");
    return this;
  }

  @Override
  public void end() {
    StringBuilder line = new StringBuilder(call);
    values.forEach((parameter, words) -> line.append(' ')
        .append(parameter.textName())
        .append('=')
        .append(words.isEmpty() ? "nothing" : String.join(",", words)));
    lines.accept(line + " site=" + site);
  }
}
