package io.github.tracecast.predict.print.trace;

import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Node;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JsonGenerator;

/** Where and how a trace was recorded, as text and as JSON. */
final class RecordedOn {
  private static final int NODES_SHOWN = 10;
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private RecordedOn() {}

  /** Prints the provenance as a table under a heading. */
  static void print(Header header, Provenance provenance, PrintWriter out) {
    int threads = header.threads();
    out.println();
    out.println("Recorded on");
    TextTable table = new TextTable("lw");
    table.row("date", DATE.format(provenance.startedAt()));
    row(table, "command", provenance.command());
    row(table, "MPI", provenance.mpi());
    boolean oneOfThem = threads > 1 && provenance.counter() != Provenance.Counter.TIME;
    table.row(
        "counter",
        provenance.counter().textName()
            + (oneOfThem
                ? " of the thread that calls MPI, including its spinning at OpenMP barriers"
                : "")
            + header
                .counterOfTimes()
                .map(counter -> ", before retime measured the times with " + counter)
                .orElse(""));
    row(table, "recorder", provenance.recorder());
    List<Node> nodes = provenance.nodes();
    nodes.stream()
        .limit(NODES_SHOWN)
        .forEach(node ->
            table.row(nodes.size() == 1 ? "node" : "nodes", text(node, header.isTimedAlone())));
    if (nodes.size() > NODES_SHOWN) {
      table.row("", "and " + Numbers.count(nodes.size() - NODES_SHOWN) + " more");
    }
    table.print(out, "  ");
  }

  private static void row(TextTable table, String key, String value) {
    if (!value.isEmpty()) {
      table.row(key, value);
    }
  }

  /**
   * Describes a node; {@code alone} states that the times do not include the waits of the recorded
   * run.
   */
  private static String text(Node node, boolean alone) {
    List<String> facts = new ArrayList<>();
    if (!node.cpu().isEmpty()) {
      facts.add(node.cpu());
    }
    if (node.cores() > 0) {
      facts.add(Numbers.counted(node.cores(), "core"));
    }
    if (node.processors() > 0 && node.processors() != node.cores()) {
      facts.add(Numbers.counted(node.processors(), "processor"));
    }
    if (node.usableProcessors() > 0 && node.usableProcessors() != node.processors()) {
      facts.add(node.usableProcessors() + " of them usable");
    }
    facts.add(Numbers.counted(node.ranks().size(), "rank"));
    node.load()
        .ifPresent(load -> facts.add(String.format(Locale.ROOT, "load %.1f before the run", load)));
    node.waitedShare()
        .ifPresent(share -> facts.add(
            String.format(Locale.ROOT, "%.0f%% of the run waiting for a processor", 100 * share)
                + (alone ? " before retime measured the times" : "")));
    return node.host() + ": " + String.join(", ", facts);
  }

  /** Writes the provenance as a JSON object named {@code provenance}. */
  static void write(Provenance provenance, JsonGenerator json) {
    json.writeObjectPropertyStart("provenance");
    json.writeStringProperty("recorded_at", provenance.startedAt().toString());
    json.writeStringProperty("command", provenance.command());
    json.writeStringProperty("mpi", provenance.mpi());
    json.writeStringProperty("counter", provenance.counter().textName());
    json.writeStringProperty("recorder", provenance.recorder());
    JsonOutput.objects(json, "nodes", provenance.nodes(), node -> {
      json.writeStringProperty("host", node.host());
      json.writeStringProperty("cpu", node.cpu());
      json.writeNumberProperty("cores", node.cores());
      json.writeNumberProperty("processors", node.processors());
      json.writeNumberProperty("usable_processors", node.usableProcessors());
      JsonOutput.optional(json, "load", node.load());
      JsonOutput.optional(json, "waited_share", node.waitedShare());
      json.writeStringProperty("ranks", node.ranks().toString());
    });
    json.writeEndObject();
  }
}
