package io.github.tracecast.predict.print.trace;

import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.tools.topology.LeftOver;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.tools.topology.TopologyMatch;
import io.github.tracecast.trace.text.Numbers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;

/** The result of {@code tracecast topology} as text, JSON and CSV. */
public record TopologyReport(String trace, TopologyFindings findings) {
  private static final String INDENT = "  ";
  private static final int LEFT_OVER = 10;

  /** The result in one line, as {@code info} prints it too. */
  static String headline(TopologyFindings findings) {
    if (findings.messages() == 0) {
      return "none (no point-to-point messages)";
    }
    return findings
        .best()
        .map(match -> match.topology().name() + ", " + shares(findings, match))
        .orElse("not recognised");
  }

  private static String shares(TopologyFindings findings, TopologyMatch match) {
    return Numbers.percent(findings.messageShare(match)) + "% of the messages, "
        + Numbers.percent(findings.byteShare(match)) + "% of the bytes";
  }

  public void print(PrintWriter out, boolean headlineOnly) {
    String headline = "Topology: " + headline(findings);
    if (headlineOnly) {
      out.println(headline);
      return;
    }
    TerminalWriter.of(out).paragraph("", headline);
    MessagePattern pattern = findings.pattern();
    out.println();
    new TextTable("lw")
        .row("trace", trace)
        .row(
            "run",
            Numbers.counted(pattern.ranks(), "rank") + ", "
                + Numbers.counted(pattern.messages(), "message") + " with "
                + Numbers.bytes(pattern.bytes()) + " in total")
        .print(out, INDENT);
    if (!findings.matches().isEmpty()) {
      printMatches(out);
    }
    if (!findings.narrowing().isEmpty()) {
      printNarrowing(out);
    }
    findings.best().ifPresent(match -> printLeftOver(out, match));
  }

  private void printMatches(PrintWriter out) {
    out.println();
    out.println("Matches");
    TextTable table = new TextTable("lrrrl");
    table.heading("topology", "messages %", "bytes %", "unused edges", "ranks");
    for (TopologyMatch match : findings.matches()) {
      table.row(
          match.topology().name(),
          Numbers.percent(findings.messageShare(match)),
          Numbers.percent(findings.byteShare(match)),
          Numbers.count(match.unused()),
          match.inOrder() ? "in their own order" : "in another order");
    }
    table.print(out, INDENT);
  }

  private void printNarrowing(PrintWriter out) {
    out.println();
    out.println("Topologies that still fit after each test of the whole graph");
    TextTable table = new TextTable("lr");
    findings.narrowing().forEach((test, left) -> table.row(test, Numbers.count(left)));
    table.print(out, INDENT);
  }

  private void printLeftOver(PrintWriter out, TopologyMatch match) {
    LeftOver rest = LeftOver.of(findings.pattern(), match);
    if (rest.pairs() == 0) {
      return;
    }
    out.println();
    out.println("Messages outside the first match: " + Numbers.count(rest.messages()) + " with "
        + Numbers.bytes(rest.bytes()) + " in total, between "
        + Numbers.counted(rest.pairs(), "pair") + " of ranks"
        + (rest.pairs() > LEFT_OVER
            ? " (the " + LEFT_OVER + " pairs with the most messages follow)"
            : ""));
    TextTable table = new TextTable("rrrr");
    table.heading("from", "to", "messages", "bytes");
    for (LeftOver.Pair pair : rest.most(LEFT_OVER)) {
      table.row(
          Integer.toString(pair.sender()),
          Integer.toString(pair.receiver()),
          Numbers.count(pair.messages()),
          Numbers.count(pair.bytes()));
    }
    table.print(out, INDENT);
  }

  /** Writes one line for each rank: its position and its coordinates. */
  public void writePositions(Writer writer) throws IOException {
    List<TopologyMatch> matches = findings.matches();
    if (matches.isEmpty()) {
      writer.write("rank,position\n");
      return;
    }
    TopologyMatch match = matches.getFirst();
    int dimensions = match.topology().coordinates(0).length;
    StringBuilder line = new StringBuilder("rank,position");
    for (int dimension = 1; dimension <= dimensions; dimension++) {
      line.append(",coordinate_").append(dimension);
    }
    writer.write(line.append('\n').toString());
    for (int rank = 0; rank < match.positionOf().length; rank++) {
      int position = match.positionOf()[rank];
      writer.write(rank + "," + position + ","
          + Arrays.stream(match.topology().coordinates(position))
              .mapToObj(Integer::toString)
              .collect(Collectors.joining(","))
          + "\n");
    }
  }

  /** Writes the findings as members of the result's JSON object. */
  public void write(JsonGenerator json) {
    json.writeStringProperty("trace", trace);
    json.writeNumberProperty("ranks", findings.pattern().ranks());
    json.writeNumberProperty("messages", findings.pattern().messages());
    json.writeNumberProperty("bytes", findings.pattern().bytes());
    JsonOutput.objects(json, "matches", findings.matches(), match -> {
      json.writeStringProperty("topology", match.topology().name());
      json.writeNumberProperty("message_share", findings.messageShare(match));
      json.writeNumberProperty("byte_share", findings.byteShare(match));
      json.writeNumberProperty("unused_edges", match.unused());
      JsonOutput.numbers(json, "position_of_rank", match.positionOf());
    });
    json.writeObjectPropertyStart("candidates_after_test");
    findings
        .narrowing()
        .forEach((test, left) -> json.writeNumberProperty(test.replace(' ', '_'), left));
    json.writeEndObject();
  }
}
