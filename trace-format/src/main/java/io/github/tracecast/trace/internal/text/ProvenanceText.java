package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Counter;
import io.github.tracecast.trace.Provenance.Node;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Writes and reads the lines of a text trace about where and how the run was recorded. */
final class ProvenanceText {
  private ProvenanceText() {}

  /** @param all the ranks of the run */
  static void write(Provenance provenance, RankList all, StringBuilder out) {
    out.append("recorded " + TextWriter.quoted(provenance.startedAt().toString()));
    out.append(" counter ").append(provenance.counter().textName());
    string(" mpi ", provenance.mpi(), out);
    string(" by ", provenance.recorder(), out);
    string(" command ", provenance.command(), out);
    out.append('\n');
    for (Node node : provenance.nodes()) {
      out.append("node " + TextWriter.quoted(node.host()));
      string(" cpu ", node.cpu(), out);
      out.append(" cores " + node.cores() + " processors " + node.processors());
      out.append(" usable " + node.usableProcessors());
      node.load().ifPresent(load -> out.append(" load ").append(load));
      node.waitedShare().ifPresent(share -> out.append(" waited ").append(share));
      if (!node.ranks().equals(all)) {
        out.append(" ranks ").append(node.ranks());
      }
      out.append('\n');
    }
  }

  private static void string(String key, String value, StringBuilder out) {
    if (!value.isEmpty()) {
      out.append(key + TextWriter.quoted(value));
    }
  }

  /**
   * Reads the lines about where and how the run was recorded. Returns empty if the next line is not
   * the first of these lines.
   */
  static Optional<Provenance> read(LineCursor line, int ranks) {
    if (!line.takes("recorded")) {
      return Optional.empty();
    }
    Instant startedAt = date(line);
    line.expect("counter");
    String name = line.word("a counter");
    Counter counter = Counter.byTextName(name)
        .orElseThrow(() -> line.fail(LineCursor.quote(name), "time, cpu-time or instructions"));
    String mpi = string(line, "mpi");
    String recorder = string(line, "by");
    String command = string(line, "command");
    line.expectEnd();
    Provenance run =
        line.placed(() -> new Provenance(startedAt, command, mpi, counter, recorder, List.of()));
    line.next();
    List<Node> nodes = new ArrayList<>();
    while (line.takes("node")) {
      nodes.add(node(line, ranks));
      line.nextLine();
    }
    return Optional.of(new Provenance(run.startedAt(), command, mpi, counter, recorder, nodes));
  }

  private static Instant date(LineCursor line) {
    String text = line.string("a date");
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new TraceException(
          line.fail(LineCursor.quote(text), "a date such as \"2026-11-22T08:30:00Z\"")
              .getMessage(),
          e);
    }
  }

  private static String string(LineCursor line, String key) {
    return line.takes(key) ? line.string(key) : "";
  }

  private static Node node(LineCursor line, int ranks) {
    String host = line.string("the name of a host");
    String cpu = string(line, "cpu");
    int cores = count(line, "cores");
    int processors = count(line, "processors");
    int usable = count(line, "usable");
    OptionalDouble load = measured(line, "load");
    OptionalDouble waited = measured(line, "waited");
    RankList where = line.takes("ranks")
        ? new ValueReader(line, ranks, new OwnCommunicators(List.of(), List.of())).ranks()
        : RankList.range(0, ranks);
    return line.placed(() -> new Node(host, cpu, cores, processors, usable, load, waited, where));
  }

  private static int count(LineCursor line, String key) {
    line.expect(key);
    return line.intNumber(key, 0, Provenance.MAX_PROCESSORS);
  }

  private static OptionalDouble measured(LineCursor line, String key) {
    return line.takes(key) ? OptionalDouble.of(line.real(key)) : OptionalDouble.empty();
  }
}
