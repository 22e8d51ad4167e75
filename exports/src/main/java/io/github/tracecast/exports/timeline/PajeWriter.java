package io.github.tracecast.exports.timeline;

import io.github.tracecast.simulate.result.RankOrder;
import io.github.tracecast.simulate.result.Timeline;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Writes Paje's trace format in the order of time. Each rank is a container with a stack of states:
 * a call, and waiting inside it. Messages are links. Times are seconds with picosecond precision.
 */
public final class PajeWriter {
  /** The kinds of lines: the name and number of a kind, then its fields with their types. */
  private static final List<String> HEADER = List.of(
      "PajeDefineContainerType 0, Alias string, Type string, Name string",
      "PajeDefineStateType 1, Alias string, Type string, Name string",
      "PajeDefineLinkType 2, Alias string, Type string, StartContainerType string,"
          + " EndContainerType string, Name string",
      "PajeDefineEntityValue 3, Alias string, Type string, Name string, Color color",
      "PajeCreateContainer 4, Time date, Alias string, Type string, Container string, Name string",
      "PajeDestroyContainer 5, Time date, Type string, Name string",
      "PajePushState 6, Time date, Type string, Container string, Value string",
      "PajePopState 7, Time date, Type string, Container string",
      "PajeStartLink 8, Time date, Type string, Container string, StartContainer string,"
          + " Value string, Key string",
      "PajeEndLink 9, Time date, Type string, Container string, EndContainer string,"
          + " Value string, Key string");

  /**
   * The first of the kinds of lines. A line's number is the index of its state or message times
   * {@link #KINDS}, plus its kind.
   */
  private static final int PUSH = 0;

  private static final int POP = 1;
  private static final int START = 2;
  private static final int END = 3;
  private static final int KINDS = 4;

  private final Timeline timeline;
  private final Trace trace;
  private final String name;
  private final Writer out;

  private final LongArrayList times = new LongArrayList();

  private final LongArrayList lines = new LongArrayList();

  public PajeWriter(PredictedRun run, Writer out) {
    this.timeline = run.timeline();
    this.trace = run.trace();
    this.name = run.name();
    this.out = out;
  }

  public void write() throws IOException {
    for (String kind : HEADER) {
      line("%EventDef " + kind.replace(", ", "\n%  ") + "\n%EndEventDef");
    }
    line("0 RUN 0 \"run\"");
    line("0 RANK RUN \"rank\"");
    line("1 STATE RANK \"state\"");
    line("2 MESSAGE RUN RANK RANK \"message\"");
    line("3 " + alias(Timeline.COMPUTATION) + " STATE \"computation\" \"0.35 0.65 0.35\"");
    line("3 " + alias(Timeline.WAITING) + " STATE \"waiting\" \"0.80 0.25 0.25\"");
    Set<String> calls = new TreeSet<>();
    for (int state = 0; state < timeline.states(); state++) {
      if (timeline.kind(state) >= 0) {
        calls.add(alias(timeline.kind(state)));
      }
    }
    for (String call : calls) {
      line("3 " + call + " STATE \"" + call + "\" \"0.30 0.45 0.80\"");
    }
    line("3 P2P MESSAGE \"message\" \"0.20 0.20 0.20\"");
    line("4 0 RUN0 RUN 0 \"" + name.replace('"', '\'') + "\"");
    int[] order = RankOrder.of(timeline, trace.header().ranks()).states();
    int rank = -1;
    for (int state : order) {
      if (timeline.rank(state) != rank) {
        rank = timeline.rank(state);
        line("4 0 R" + rank + " RANK RUN0 \"rank " + rank + "\"");
      }
    }
    collect(order);
    body();
  }

  /**
   * Collects the lines in an order that keeps the stack of states even if a call and the waiting
   * inside it end at the same time.
   */
  private void collect(int[] order) {
    int open = -1;
    for (int state : order) {
      boolean inner = timeline.kind(state) == Timeline.WAITING;
      if (open >= 0 && !inner) {
        add(timeline.end(open), POP, open);
        open = -1;
      }
      add(timeline.begin(state), PUSH, state);
      if (inner || timeline.kind(state) == Timeline.COMPUTATION) {
        add(timeline.end(state), POP, state);
      } else {
        open = state;
      }
    }
    if (open >= 0) {
      add(timeline.end(open), POP, open);
    }
    int[] messages = MessageOrder.of(timeline);
    for (int id = 0; id < messages.length; id++) {
      add(timeline.sent(messages[id]), START, messages[id]);
      add(timeline.arrived(messages[id]), END, messages[id]);
    }
  }

  private void add(long picos, int what, int row) {
    times.add(picos);
    lines.add((long) row * KINDS + what);
  }

  private void body() throws IOException {
    int[] sorted = IntStream.range(0, times.size()).toArray();
    IntArrays.mergeSort(sorted, (a, b) -> {
      int byTime = Long.compare(times.getLong(a), times.getLong(b));
      return byTime != 0 ? byTime : Integer.compare(a, b);
    });
    long last = 0;
    for (int i : sorted) {
      last = times.getLong(i);
      int row = (int) (lines.getLong(i) / KINDS);
      String time = seconds(last);
      switch ((int) (lines.getLong(i) % KINDS)) {
        case PUSH ->
          line("6 " + time + " STATE R" + timeline.rank(row) + " " + alias(timeline.kind(row)));
        case POP -> line("7 " + time + " STATE R" + timeline.rank(row));
        case START -> line("8 " + time + " MESSAGE RUN0 R" + timeline.source(row) + " P2P m" + row);
        case END ->
          line("9 " + time + " MESSAGE RUN0 R" + timeline.destination(row) + " P2P m" + row);
        default -> throw new AssertionError(i);
      }
    }
    line("5 " + seconds(last) + " RUN RUN0");
  }

  private String alias(int kind) {
    return switch (kind) {
      case Timeline.COMPUTATION -> "computation";
      case Timeline.WAITING -> "waiting";
      default -> trace.events().get(kind).call().mpiName();
    };
  }

  private static String seconds(long picos) {
    long whole = picos / 1_000_000_000_000L;
    return whole + "."
        + Long.toString(1_000_000_000_000L + picos % 1_000_000_000_000L).substring(1);
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }
}
