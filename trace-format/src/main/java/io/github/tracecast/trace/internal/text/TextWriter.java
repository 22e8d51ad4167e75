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
      out.append("origin ");
      string(trace.header().origin());
      out.append('\n');
    }
    for (String note : trace.header().notes()) {
      out.append("note ");
      string(note);
      out.append('\n');
    }
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

  /** Appends one number, or the first and the last number of a range. */
  private void numbers(int first, int count) {
    out.append(first);
    if (count > 1) {
      out.append("..").append(first + count - 1);
    }
  }

  private void communicator(int id, CommunicatorRun run) {
    Communicator first = run.first();
    out.append("communicator ");
    numbers(id, run.count());
    out.append(' ');
    string(run.name());
    if (run.step() != 0) {
      long last = run.number() + (run.count() - 1L) * run.step();
      out.append(' ').append(run.number()).append("..").append(last);
      if (Math.abs(run.step()) > 1) {
        out.append(':').append(Math.abs(run.step()));
      }
      out.append(' ');
      string(run.rest());
    }
    out.append(first.isSelf() ? " self" : " group " + first.group())
        .append(first.isInter() ? " first " + first.firstGroup() : "")
        .append('\n');
  }

  private void group(int id, GroupRun groups) {
    out.append("group ");
    numbers(id, groups.count());
    for (Run run : groups.first().runs()) {
      out.append(" (")
          .append(run.start())
          .append(' ')
          .append(run.stride())
          .append(' ')
          .append(run.count())
          .append(')');
    }
    if (groups.count() > 1) {
      out.append(" step ").append(groups.step());
    }
    out.append('\n');
  }

  private void names() {
    shorthand
        .listNames()
        .forEach((ranks, name) -> out.append(name).append(" = ").append(ranks).append('\n'));
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
              .ifPresent(extremes -> out.append(" extremes ")
                  .append(extremes.minRank())
                  .append(' ')
                  .append(extremes.maxRank()));
        }
      }
    }
    if (!delta.ranks().equals(all)) {
      out.append(" for ").append(shorthand.text(delta.ranks()));
    }
    out.append('\n');
  }

  private void totals(Distribution values) {
    out.append("count ")
        .append(values.count())
        .append(" min ")
        .append(values.min())
        .append(" avg ")
        .append(values.mean())
        .append(" max ")
        .append(values.max());
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

  private void string(String text) {
    string(text, out);
  }

  /** Appends a text in double quotes. */
  static void string(String text, StringBuilder out) {
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
