package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Bin;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.nio.charset.StandardCharsets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the text form. One use. */
public final class TextWriter {
  private final StringBuilder out = new StringBuilder();

  /** Only looked up, never walked. */
  private final Map<RankList, String> rankLists = new IdentityHashMap<>();

  public static byte[] write(Trace trace) {
    TextWriter writer = new TextWriter();
    writer.trace(trace);
    return writer.out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void trace(Trace trace) {
    out.append("tracecast-trace 1\n");
    out.append("ranks ").append(trace.header().ranks()).append('\n');
    out.append("requests ").append(trace.header().requestRing()).append('\n');
    if (!trace.header().origin().isEmpty()) {
      out.append("origin ");
      string(trace.header().origin());
      out.append('\n');
    }
    for (String note : trace.header().notes()) {
      out.append("note ");
      string(note);
      out.append('\n');
    }
    out.append('\n');
    definitions(trace);
    List<Loop> loops = trace.loops();
    int nextLoop = 0;
    for (int i = 0; i < trace.events().size(); i++) {
      out.append('\n');
      for (; nextLoop < loops.size() && loops.get(nextLoop).first() == i; nextLoop++) {
        loop(loops.get(nextLoop));
      }
      event(i, trace.events().get(i));
    }
    out.append("\nend ").append(trace.events().size()).append(" events\n");
  }

  private void definitions(Trace trace) {
    for (int i = 0; i < trace.callSites().size(); i++) {
      out.append("site ").append(i).append(' ');
      string(trace.callSites().get(i).name());
      out.append('\n');
    }
    for (int i = 0; i < trace.datatypes().size(); i++) {
      Datatype datatype = trace.datatypes().get(i);
      out.append("datatype ").append(i).append(' ');
      string(datatype.name());
      out.append(datatype.known() ? " bytes " + datatype.bytes() : " bytes unknown")
          .append('\n');
    }
    for (int i = 0; i < trace.groups().size(); i++) {
      group(i, trace.groups().get(i));
    }
    for (int i = 0; i < trace.communicators().size(); i++) {
      Communicator communicator = trace.communicators().get(i);
      out.append("communicator ").append(i).append(' ');
      string(communicator.name());
      out.append(communicator.isSelf() ? " self" : " group " + communicator.group())
          .append('\n');
    }
  }

  private void group(int id, Group group) {
    out.append("group ").append(id);
    for (Run run : group.runs()) {
      out.append(" (")
          .append(run.start())
          .append(' ')
          .append(run.stride())
          .append(' ')
          .append(run.count())
          .append(')');
    }
    out.append('\n');
  }

  private void loop(Loop loop) {
    out.append("loop ")
        .append(loop.first())
        .append(" to ")
        .append(loop.last())
        .append(" ranks ")
        .append(text(loop.ranks()))
        .append('\n');
    values("iterations", loop.iterations(), loop.ranks(), false);
  }

  private void event(int id, Event event) {
    out.append("event ")
        .append(id)
        .append(' ')
        .append(event.call().mpiName())
        .append(" site ")
        .append(event.callSite());
    out.append(" ranks ").append(text(event.ranks())).append('\n');
    event
        .parameters()
        .forEach((parameter, values) ->
            values(parameter.textName(), values, event.ranks(), parameter.isList()));
    for (Delta delta : event.deltas()) {
      delta(delta, event.ranks());
    }
  }

  private void values(String name, Values values, RankList all, boolean list) {
    for (Piece piece : values.pieces()) {
      out.append("  ").append(name);
      sequence(piece.sequence(), list);
      ranks(piece.ranks(), all);
    }
  }

  /** Ends a line that holds for some or for all ranks of an event or a loop. */
  private void ranks(RankList ranks, RankList all) {
    if (!ranks.equals(all)) {
      out.append(" for ").append(text(ranks));
    }
    out.append('\n');
  }

  private void sequence(Sequence sequence, boolean list) {
    for (int e = 0; e < sequence.period(); e++) {
      boolean bracket = list || sequence.length(e) != 1;
      out.append(bracket ? " [" : " ");
      for (int i = 0; i < sequence.length(e); i++) {
        out.append(i == 0 ? "" : " ");
        term(sequence, e, i);
      }
      out.append(bracket ? "]" : "");
    }
  }

  private void term(Sequence sequence, int e, int i) {
    long number = sequence.number(e, i);
    switch (sequence.kind(e, i)) {
      case CONSTANT -> out.append(number);
      case RANK_PLUS -> out.append(number < 0 ? "rank" : "rank+").append(number);
      case RANK_PLUS_MOD ->
        out.append(number < 0 ? "rank" : "rank+").append(number).append("%size");
      case ANY -> out.append("any");
      case NONE -> out.append("none");
    }
  }

  private void delta(Delta delta, RankList all) {
    out.append("  ")
        .append(delta.kind().name().toLowerCase(Locale.ROOT))
        .append(' ')
        .append(delta.unit().name().toLowerCase(Locale.ROOT));
    switch (delta.after()) {
      case Delta.AFTER_ANY -> {}
      case Delta.AFTER_NOTHING -> out.append(" first");
      default -> out.append(" after ").append(delta.after());
    }
    String separator = " ";
    for (Distribution distribution : delta.byExecution()) {
      out.append(separator);
      separator = " | ";
      switch (distribution) {
        case Distribution.MinAvgMax d ->
          out.append("count ")
              .append(d.count())
              .append(" min ")
              .append(d.min())
              .append(" avg ")
              .append(d.avg())
              .append(" max ")
              .append(d.max());
        case Distribution.Histogram d -> {
          out.append("bins");
          d.bins().forEach(this::bin);
        }
      }
    }
    ranks(delta.ranks(), all);
  }

  private void bin(Bin bin) {
    out.append(" (")
        .append(bin.lower())
        .append(' ')
        .append(bin.upper())
        .append(' ')
        .append(bin.count());
    if (!bin.equals(Bin.ofEdges(bin.lower(), bin.upper(), bin.count()))) {
      out.append(' ')
          .append(bin.min())
          .append(' ')
          .append(bin.mean())
          .append(' ')
          .append(bin.max());
    }
    out.append(')');
  }

  private String text(RankList ranks) {
    return rankLists.computeIfAbsent(ranks, RankList::toString);
  }

  private void string(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        default -> {
          if (c < ' '
              || c == 0x7f
              || c == 0x85
              || c == 0x2028
              || c == 0x2029
              || Character.isSurrogate(c)) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
