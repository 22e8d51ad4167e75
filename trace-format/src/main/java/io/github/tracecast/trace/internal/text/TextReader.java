package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.internal.families.CommunicatorRun;
import io.github.tracecast.trace.internal.families.GroupRun;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import io.github.tracecast.trace.validation.TraceValidator;
import io.github.tracecast.trace.validation.TraceValidator.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads traces in the text form: header, definitions, loops and events, and the last line. Each
 * instance is used once.
 */
public final class TextReader {
  private static final Pattern PROGRESSION =
      Pattern.compile("([0-9]{1,9})\\.\\.([0-9]{1,9})(?::([0-9]{1,9}))?");

  private final LineCursor line;
  private final List<String> notes = new ArrayList<>();
  private final List<CallSite> callSites = new ArrayList<>();
  private final List<Datatype> datatypes = new ArrayList<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Loop> loops = new ArrayList<>();
  private final Map<Part, List<Integer>> lines = new EnumMap<>(Part.class);
  private final OwnCommunicators own = new OwnCommunicators(groups, communicators);

  @SuppressWarnings("NullAway.Init") // the header is read before any value
  private ValueReader values;

  private int ranks;
  private int threads = 1;
  private boolean flops;
  private int requestRing;
  private String origin = "";
  private Optional<Provenance> provenance = Optional.empty();

  private TextReader(byte[] bytes, String file) {
    this.line = new LineCursor(bytes, file);
  }

  public static Trace read(byte[] bytes, String file) {
    TextReader reader = new TextReader(bytes, file);
    return reader.trace();
  }

  private Trace trace() {
    line.next();
    line.expect("tracecast-trace");
    version();
    line.nextLine();
    header();
    int headerLine = line.number();
    definitions();
    if (groups.isEmpty() && communicators.isEmpty()) {
      groups.add(Group.world(ranks));
      communicators.addAll(Communicator.PREDEFINED);
    }
    values = new ValueReader(line, ranks, own);
    values.definitions();
    EventReader body = new EventReader(line, values);
    while (!line.isNext("end")) {
      if (line.isNext("loop")) {
        loop(body);
      } else if (line.isNext("event")) {
        event(body);
      } else {
        throw line.unexpected("loop, event or end");
      }
    }
    line.expect("end");
    line.intNumber("number of events", events.size(), events.size());
    line.expect("events");
    line.expectEnd();
    if (line.next()) {
      throw line.unexpected("nothing after the line that ends the trace");
    }
    Trace trace = new Trace(
        new Header(ranks, threads, flops, requestRing, origin, notes, provenance),
        callSites,
        datatypes,
        groups,
        communicators,
        events,
        loops);
    TraceValidator.check(trace, new Places(headerLine));
    return trace;
  }

  private void version() {
    int version = line.intNumber("version", 1, Integer.MAX_VALUE);
    if (version < TextWriter.VERSION || version > TextWriter.RULES) {
      throw line.fail(
          "version " + version,
          TextWriter.VERSION + " or " + TextWriter.RULES
              + (version < TextWriter.VERSION
                  ? "; write one of these versions in this line, because no other line has changed"
                  : "; a newer Tracecast reads it"));
    }
  }

  private void header() {
    line.expect("ranks");
    ranks = line.intNumber("ranks", 1, RankList.MAX_RANKS);
    if (line.takes("threads")) {
      threads = line.intNumber("threads", 1, Provenance.MAX_PROCESSORS);
    }
    flops = line.takes("flops");
    line.nextLine();
    line.expect("requests");
    requestRing = line.intNumber("requests", 1, Integer.MAX_VALUE);
    line.nextLine();
    if (line.takes("origin")) {
      origin = line.string("origin");
      line.nextLine();
    }
    while (line.takes("note")) {
      notes.add(line.string("note"));
      line.nextLine();
    }
    provenance = ProvenanceText.read(line, ranks);
  }

  private void definitions() {
    while (line.takes("site")) {
      id("site", callSites.size());
      callSites.add(new CallSite(line.string("name")));
      line.nextLine();
    }
    while (line.takes("datatype")) {
      id("datatype", datatypes.size());
      lines(Part.DATATYPE).add(line.number());
      String name = line.string("name");
      line.expect("bytes");
      datatypes.add(new Datatype(name, line.takes("unknown") ? Datatype.UNKNOWN : bytes()));
      line.nextLine();
    }
    while (line.takes("group")) {
      groups(ids(Part.GROUP, groups.size()));
      line.nextLine();
    }
    while (line.takes("communicator")) {
      communicators(ids(Part.COMMUNICATOR, communicators.size()));
      line.nextLine();
    }
  }

  private void communicators(int count) {
    String name = line.string("name");
    long[] numbers = count > 1 && line.beginsWithDigit() ? numbersOfNames(count) : new long[2];
    String rest = numbers[1] == 0 ? "" : line.string("rest of the names");
    boolean self = count == 1 && line.takes("self");
    if (!self) {
      line.expect("group");
    }
    int group = self ? Communicator.SELF_GROUP : line.intNumber("group", 0, groups.size() - count);
    int first = line.takes("first") ? line.intNumber("first", 1, RankList.MAX_RANKS) : 0;
    if (self && first > 0) {
      throw line.fail(
          "a first group", "no first group, because each rank is alone in this communicator");
    }
    Communicator head = new Communicator(name, group, first);
    communicators.addAll(
        new CommunicatorRun(head, count, name, (int) numbers[0], (int) numbers[1], rest)
            .communicators());
  }

  /** Reads numbers in names, {@code FIRST..LAST:STEP}. Returns the first number and the step. */
  private long[] numbersOfNames(int count) {
    String word = line.word("the numbers in the names");
    Matcher numbers = PROGRESSION.matcher(word);
    if (numbers.matches()) {
      long first = Long.parseLong(numbers.group(1));
      long last = Long.parseLong(numbers.group(2));
      long step = numbers.group(3) == null ? 1 : Long.parseLong(numbers.group(3));
      if (step > 0 && Math.abs(last - first) == step * (count - 1L)) {
        return new long[] {first, last < first ? -step : step};
      }
    }
    throw line.fail(
        LineCursor.quote(word), "FIRST..LAST:STEP with a number for each of " + count + " names");
  }

  /**
   * Reads the number of a definition, or the first and the last number of several definitions.
   * Returns how many definitions there are.
   */
  private int ids(Part part, int next) {
    int count = count(part.toString(), next);
    lines(part).addAll(Collections.nCopies(count, line.number()));
    return count;
  }

  private int count(String what, int next) {
    if (!line.begins(next + "..")) {
      id(what, next);
      return 1;
    }
    String word = line.word(what);
    Matcher numbers = PROGRESSION.matcher(word);
    if (!numbers.matches() || numbers.group(3) != null || Long.parseLong(numbers.group(2)) < next) {
      throw line.fail(LineCursor.quote(word), "numbers from " + next + " on, FIRST..LAST");
    }
    long count = Long.parseLong(numbers.group(2)) - next + 1;
    line.placed(() -> own.spend(count));
    return (int) count;
  }

  private long bytes() {
    long bytes = line.number("a size in bytes, or unknown");
    if (bytes < 0) {
      throw line.fail("size " + bytes, "at least 0 bytes, or unknown");
    }
    return bytes;
  }

  private void groups(int count) {
    List<Run> runs = new ArrayList<>();
    while (line.takes("(")) {
      int start = line.intNumber("start", 0, RankList.MAX_RANKS - 1);
      int stride = line.intNumber("stride", -RankList.MAX_RANKS, RankList.MAX_RANKS);
      int members = line.intNumber("count", 1, RankList.MAX_RANKS);
      runs.add(line.placed(() -> new Run(start, stride, members)));
      line.expect(")");
    }
    if (count > 1) {
      line.expect("step");
    }
    int step = count > 1 ? line.intNumber("step", -RankList.MAX_RANKS, RankList.MAX_RANKS) : 0;
    groups.addAll(line.placed(() -> new GroupRun(new Group(runs), count, step).groups()));
  }

  private void id(String what, int next) {
    long id = line.number(what);
    if (id != next) {
      throw line.fail(
          what + " " + id, what + " " + next + ", because numbers ascend from 0 without gaps");
    }
  }

  /** Returns the line numbers of all parts of a kind. */
  private List<Integer> lines(Part part) {
    return lines.computeIfAbsent(part, kind -> new ArrayList<>());
  }

  private void loop(EventReader body) {
    int at = line.number();
    line.expect("loop");
    int first = line.intNumber("first event", events.size(), events.size());
    line.expect("to");
    int last = line.intNumber("last event", first, Integer.MAX_VALUE);
    RankList ranks = participants(RankList.range(0, this.ranks));
    Loop loop = new Loop(first, last, ranks, body.iterations(ranks));
    // line numbers are in the order of the trace's loops, longer loops before shorter loops
    int index = loops.size();
    while (index > 0
        && loops.get(index - 1).first() == first
        && loops.get(index - 1).last() < last) {
      index--;
    }
    loops.add(index, loop);
    lines(Part.LOOP).add(index, at);
  }

  private void event(EventReader body) {
    lines(Part.EVENT).add(line.number());
    line.expect("event");
    id("event", events.size());
    if (line.takes("as")) {
      likeAnother(body);
      return;
    }
    MpiCall call = body.call();
    int site = site();
    RankList ranks = participants(RankList.range(0, this.ranks));
    List<Delta> deltas = new ArrayList<>();
    events.add(new Event(call, site, ranks, body.parameters(ranks, deltas), deltas));
  }

  private void likeAnother(EventReader body) {
    Event like = events.get(line.intNumber("event", 0, events.size() - 1));
    int site = line.isNext("site") ? site() : like.callSite();
    RankList ranks = participants(like.ranks());
    List<Delta> deltas = new ArrayList<>();
    Map<Parameter, Values> parameters = body.parameters(ranks, deltas);
    like.parameters().forEach((parameter, values) -> {
      boolean same =
          values.pieces().size() == 1 && values.pieces().getFirst().ranks().equals(like.ranks());
      parameters.putIfAbsent(
          parameter, same ? Values.uniform(ranks, values.pieces().getFirst().sequence()) : values);
    });
    events.add(new Event(like.call(), site, ranks, parameters, deltas));
  }

  private int site() {
    line.expect("site");
    return line.intNumber("site", 0, callSites.size() - 1);
  }

  private RankList participants(RankList usual) {
    return line.takes("ranks") ? values.ranks() : usual;
  }

  /**
   * The lines of the parts of a trace. Loops have the order that {@link #loop} keeps, as in the
   * model.
   */
  private final class Places implements TraceValidator.Places {
    private final int headerLine;

    Places(int headerLine) {
      this.headerLine = headerLine;
    }

    @Override
    public String header() {
      return line.file() + ":" + headerLine;
    }

    @Override
    public String of(Part part, int id) {
      return line.file() + ":" + lines(part).get(id) + ": "
          + TraceValidator.Places.super.of(part, id);
    }

    @Override
    public String parameter(int event, Parameter parameter) {
      List<Integer> starts = lines(Part.EVENT);
      int from = starts.get(event);
      int to = event + 1 < starts.size() ? starts.get(event + 1) : Integer.MAX_VALUE;
      int at = line.lineOf(parameter.textName(), from, to);
      return line.file() + ":" + at + ": event " + event + ": " + parameter.textName();
    }
  }
}
