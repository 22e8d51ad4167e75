package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.internal.families.CommunicatorRun;
import io.github.tracecast.trace.internal.families.GroupRun;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes traces in the text form. Each instance is used once. */
public final class TextWriter {
  /** The version of texts without the newer forms of terms. */
  static final int VERSION = 7;

  /** The version of texts with sources of matches, progressions relative to the rank, or growing rows. */
  static final int RULES = 8;

  private static final String HEAD = "tracecast-trace ";

  private final StringBuilder out = new StringBuilder();
  private final Trace trace;
  private final List<GroupRun> groups;
  private final List<CommunicatorRun> communicators;
  private final List<OwnCommunicators.Family> families;
  private final Shorthand shorthand;
  private final ValueWriter values;

  private TextWriter(Trace trace) {
    this.trace = trace;
    this.groups = GroupRun.of(trace.groups());
    this.communicators = CommunicatorRun.of(trace.communicators());
    OwnCommunicators own = OwnCommunicators.of(trace);
    this.families = own.families();
    this.shorthand = new Shorthand(trace, own);
    this.values = new ValueWriter(out, shorthand, trace.loops());
  }

  public static byte[] write(Trace trace) {
    TextWriter writer = new TextWriter(trace);
    writer.trace();
    return writer.out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void trace() {
    out.append(HEAD).append(VERSION).append('\n');
    out.append("ranks ").append(trace.header().ranks());
    if (trace.header().threads() > 1) {
      out.append(" threads ").append(trace.header().threads());
    }
    out.append(trace.header().flops() ? " flops\n" : "\n");
    out.append("requests ").append(trace.header().requestRing()).append('\n');
    if (!trace.header().origin().isEmpty()) {
      out.append("origin " + quoted(trace.header().origin()) + "\n");
    }
    trace.header().notes().forEach(note -> out.append("note " + quoted(note) + "\n"));
    trace
        .header()
        .provenance()
        .ifPresent(known -> ProvenanceText.write(known, shorthand.allRanks(), out));
    out.append('\n');
    definitions();
    names();
    out.append('\n');
    List<Loop> loops = trace.loops();
    int nextLoop = 0;
    for (int i = 0; i < trace.events().size(); i++) {
      for (; nextLoop < loops.size() && loops.get(nextLoop).first() == i; nextLoop++) {
        loop(loops.get(nextLoop));
      }
      event(i, trace.events().get(i));
    }
    out.append("end ").append(trace.events().size()).append(" events\n");
    if (values.hasNewForms()) {
      out.replace(HEAD.length(), HEAD.length() + 1, String.valueOf(RULES));
    }
  }

  private void definitions() {
    for (int i = 0; i < trace.callSites().size(); i++) {
      out.append("site " + i + " " + quoted(trace.callSites().get(i).name()) + "\n");
    }
    for (int i = 0; i < trace.datatypes().size(); i++) {
      Datatype datatype = trace.datatypes().get(i);
      String bytes = datatype.known() ? Long.toString(datatype.bytes()) : "unknown";
      out.append("datatype " + i + " " + quoted(datatype.name()) + " bytes " + bytes + "\n");
    }
    if (trace.groups().equals(List.of(Group.world(trace.header().ranks())))
        && trace.communicators().equals(Communicator.PREDEFINED)) {
      return;
    }
    int id = 0;
    for (GroupRun run : groups) {
      group(id, run);
      id += run.count();
    }
    id = 0;
    for (CommunicatorRun run : communicators) {
      communicator(id, run);
      id += run.count();
    }
  }

  /** Returns one number, or the first and the last number of a range. */
  private static String numbers(int first, int count) {
    return first + (count > 1 ? ".." + (first + count - 1) : "");
  }

  private void communicator(int id, CommunicatorRun run) {
    Communicator first = run.first();
    out.append("communicator " + numbers(id, run.count()) + " " + quoted(run.name()));
    if (run.step() != 0) {
      long last = run.number() + (run.count() - 1L) * run.step();
      out.append(" " + run.number() + ".." + last);
      out.append(Math.abs(run.step()) > 1 ? ":" + Math.abs(run.step()) : "");
      out.append(" " + quoted(run.rest()));
    }
    out.append(first.isSelf() ? " self" : " group " + first.group());
    out.append(first.isInter() ? " first " + first.firstGroup() + "\n" : "\n");
  }

  private void group(int id, GroupRun groups) {
    out.append("group " + numbers(id, groups.count()));
    for (Run run : groups.first().runs()) {
      out.append(" (" + run.start() + " " + run.stride() + " " + run.count() + ")");
    }
    out.append(groups.count() > 1 ? " step " + groups.step() + "\n" : "\n");
  }

  private void names() {
    shorthand.listNames().forEach((ranks, name) -> out.append(name + " = " + ranks + "\n"));
    for (int i = 0; i < families.size(); i++) {
      out.append(ValueReader.FAMILY).append(i).append(" =");
      OwnCommunicators.Family family = families.get(i);
      values.family(family.numbers());
      if (family.of() >= 0) {
        out.append(" of ").append(ValueReader.FAMILY).append(family.of());
      }
      out.append('\n');
    }
    for (Values known : shorthand.namedValues()) {
      out.append(shorthand.name(known)).append(" =");
      values.definition(known);
      out.append('\n');
    }
  }

  private void loop(Loop loop) {
    out.append("loop ").append(loop.first()).append(" to ").append(loop.last());
    if (!loop.ranks().equals(shorthand.allRanks())) {
      out.append(" ranks ").append(shorthand.text(loop.ranks()));
    }
    values.values("iterations", loop.iterations(), loop.ranks(), false);
    out.append('\n');
  }

  private void event(int id, Event event) {
    out.append("event ").append(id);
    int like = shorthand.similarEvent(id);
    if (like < 0) {
      out.append(' ').append(event.call().mpiName()).append(" site ").append(event.callSite());
      participants(event, shorthand.allRanks());
    } else {
      Event same = trace.events().get(like);
      out.append(" as ").append(like);
      if (event.callSite() != same.callSite()) {
        out.append(" site ").append(event.callSite());
      }
      participants(event, same.ranks());
    }
    event.parameters().forEach((parameter, all) -> {
      if (!shorthand.inherits(id, parameter)) {
        values.values(parameter.textName(), all, event.ranks(), parameter.isList());
      }
    });
    out.append('\n');
    for (Delta delta : event.deltas()) {
      delta(delta, event.ranks());
    }
  }

  /**
   * @param usual the ranks of an event that states no ranks; if the event has a parameter named
   *     {@code ranks}, its ranks are always stated, so that the parameter is not mistaken for them
   */
  private void participants(Event event, RankList usual) {
    if (!event.ranks().equals(usual) || event.parameter(Parameter.RANKS) != null) {
      out.append(" ranks ").append(shorthand.text(event.ranks()));
    }
  }

  private void delta(Delta delta, RankList all) {
    out.append("  ").append(delta.kind().name().toLowerCase(Locale.ROOT));
    if (delta.kind() != Delta.Kind.CALLS) {
      out.append(' ').append(delta.unit().name().toLowerCase(Locale.ROOT));
    }
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
        case Distribution.MinAvgMax d -> totals(d);
        case Distribution.MeanStdDev d -> {
          totals(d);
          out.append(" stddev ").append(d.deviation());
        }
        case Distribution.Histogram d -> {
          out.append("bins");
          d.bins().forEach(this::bin);
          d.extremes()
              .ifPresent(
                  ranks -> out.append(" extremes " + ranks.minRank() + " " + ranks.maxRank()));
        }
      }
    }
    if (!delta.ranks().equals(all)) {
      out.append(" for ").append(shorthand.text(delta.ranks()));
    }
    out.append('\n');
  }

  private void totals(Distribution values) {
    out.append("count " + values.count() + " min " + values.min());
    out.append(" avg " + values.mean() + " max " + values.max());
  }

  private void bin(Bin bin) {
    out.append(" (" + bin.lower() + " " + bin.upper() + " " + bin.count());
    if (!bin.equals(Bin.ofEdges(bin.lower(), bin.upper(), bin.count()))) {
      out.append(" " + bin.min() + " " + bin.mean() + " " + bin.max());
    }
    out.append(')');
  }

  /** Returns a text in double quotes. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
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
    return out.append('"').toString();
  }
}
