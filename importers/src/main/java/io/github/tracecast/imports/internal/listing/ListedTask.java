package io.github.tracecast.imports.internal.listing;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.calls.Reduction;
import io.github.tracecast.trace.times.RatnTimes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the lines of one rank into events. Not thread-safe. */
final class ListedTask {
  private static final Pattern FIELD =
      Pattern.compile(" (compute|inside|calls|bytes|receive_bytes|site|"
          + String.join(
              "|", Arrays.stream(Parameter.values()).map(Parameter::textName).toList())
          + ")=");
  private static final Pattern WORLD_RANK = Pattern.compile(" \\(world \\d+\\)");

  private final EventSink sink;
  private final ListedDefinitions.Handles handles;
  private final ListedDefinitions.Fault fault;
  private final ListedTimes.Share share;

  /** The times by the text of their line {@code TIME:}, then by call site. */
  private final Map<String, Map<String, ListedTimes>> times = new HashMap<>();

  private final Map<String, Integer> sites = new HashMap<>();
  private long next;
  private @Nullable MpiCall last;

  /** The line {@code TIME:} before the next call; empty if there is none. */
  private String timeLine = "";

  ListedTask(
      EventSink sink,
      ListedDefinitions.Handles handles,
      ListedTimes.Share share,
      ListedDefinitions.Fault fault) {
    this.sink = sink;
    this.handles = handles;
    this.share = share;
    this.fault = fault;
  }

  /** Ends the rank's events. Returns whether the last call was MPI_Finalize. */
  boolean finish() {
    if (!timeLine.isEmpty()) {
      throw fault.of(
          "the end of the rank after \"" + timeLine + "\"", "the call after these times");
    }
    return last == MpiCall.FINALIZE;
  }

  /**
   * Reads a line: the number of the event, the call, and its fields. The last field is the call
   * site. The previous line may have the times of the computation before the call.
   */
  void takeLine(String line) {
    if (line.startsWith(RatnTimes.PREFIX) && timeLine.isEmpty()) {
      times.computeIfAbsent(line, text -> {
        ListedTimes.of(text, share, fault);
        return new HashMap<>();
      });
      timeLine = line;
      return;
    }
    int site = line.indexOf(" site=");
    String[] words = line.split(" ", 3);
    if (site < 0 || words.length < 3 || !words[0].equals(Long.toString(next))) {
      throw fault.of("\"" + line + "\"", "event " + next + " with its call and site");
    }
    next++;
    MpiCall call = MpiCall.byName(words[1])
        .orElseThrow(() -> fault.of("call " + words[1], "a call of MPI, such as MPI_Send"));
    String siteName = line.substring(site + 6);
    sink.begin(call, sites.computeIfAbsent(siteName, sink::site));
    if (!timeLine.isEmpty()) {
      String text = timeLine;
      ListedTimes shared = Objects.requireNonNull(times.get(text))
          .computeIfAbsent(siteName, name -> ListedTimes.of(text, share, fault));
      sink.compute(Unit.MICROSECONDS, shared.next());
    }
    Matcher field = FIELD.matcher(line).region(words[0].length() + 1 + words[1].length(), site);
    String name = null;
    int from = 0;
    while (field.find()) {
      takeField(call, name, line.substring(from, field.start()));
      name = field.group(1);
      from = field.end();
    }
    takeField(call, name, line.substring(from, site));
    sink.end();
    last = call;
    timeLine = "";
  }

  private void takeField(MpiCall call, @Nullable String name, String value) {
    if (name == null || name.endsWith("bytes")) {
      return;
    }
    if (name.equals("compute") || name.equals("inside")) {
      time(name, value);
      return;
    }
    if (name.equals("calls")) {
      sink.calls(amount(name, value, value, "a number of at least 1"));
      return;
    }
    Parameter parameter = Parameter.byTextName(name).orElseThrow();
    if (parameter == Parameter.REQUEST && call.makesRequest()) {
      return;
    }
    String plain = WORLD_RANK.matcher(value).replaceAll("");
    if (!parameter.isList()) {
      switch (plain) {
        case "any" -> sink.any(parameter);
        case "none" -> sink.none(parameter);
        default -> sink.number(parameter, number(parameter, plain));
      }
      return;
    }
    sink.list(parameter);
    for (String term : plain.equals("nothing") ? new String[0] : plain.split(",")) {
      if (term.equals("none")) {
        sink.addNone();
      } else {
        sink.add(number(parameter, term));
      }
    }
  }

  private void time(String name, String value) {
    boolean micros = value.endsWith("us");
    String figure = value.replaceFirst(micros ? "us$" : " instructions$", "");
    Unit unit = micros ? Unit.MICROSECONDS : Unit.INSTRUCTIONS;
    double amount = amount(name, value, figure, "a time in us or instructions");
    if (name.equals("compute")) {
      if (!timeLine.isEmpty()) {
        throw fault.of("compute=" + value + " after \"" + timeLine + "\"", "only one of them");
      }
      sink.compute(unit, amount);
    } else {
      sink.inside(unit, amount);
    }
  }

  private double amount(String name, String value, String figure, String expected) {
    try {
      return Double.parseDouble(figure);
    } catch (NumberFormatException e) {
      throw (RuntimeException) fault.of(name + " " + value, expected).initCause(e);
    }
  }

  private long number(Parameter parameter, String text) {
    Integer handle = switch (parameter) {
      case DATATYPE, RECEIVE_DATATYPE, DATATYPES, RECEIVE_DATATYPES ->
        handles.datatypes().get(text);
      case COMMUNICATOR, NEW_COMMUNICATOR ->
        handles.communicators().get(definition(parameter, text));
      case GROUP, NEW_GROUP -> handles.groups().apply(definition(parameter, text));
      case REDUCTION -> reduction(text);
      default -> -1;
    };
    if (handle == null) {
      throw fault.of(
          parameter.textName() + " " + text,
          "a value that the start of the listing defines for this rank");
    }
    return handle >= 0 ? handle : plain(parameter, text.startsWith("#") ? text.substring(1) : text);
  }

  private @Nullable Integer reduction(String text) {
    return Arrays.stream(Reduction.values())
        .filter(reduction -> reduction.name().equals(text))
        .map(Reduction::code)
        .findFirst()
        .orElse(null);
  }

  /** Returns the number of a definition; -1 if the number is too large. */
  private int definition(Parameter parameter, String text) {
    long number = plain(parameter, text);
    return number == (int) number ? (int) number : -1;
  }

  private long plain(Parameter parameter, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw (RuntimeException)
          fault.of(parameter.textName() + " \"" + text + "\"", "a number").initCause(e);
    }
  }
}
