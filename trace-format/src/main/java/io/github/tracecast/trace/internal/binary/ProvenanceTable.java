package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Counter;
import io.github.tracecast.trace.Provenance.Node;
import io.github.tracecast.trace.RankList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Writes and reads the provenance of a trace as a table with a row for each node. If the provenance
 * is unknown, the table is empty.
 */
final class ProvenanceTable {
  private static final int SECOND = 0;
  private static final int RUN = 1;
  private static final int HOSTS = 2;
  private static final int CPUS = 3;
  private static final int COUNTS = 4;
  private static final int MEASURED = 5;
  private static final int RANKS = 6;

  private ProvenanceTable() {}

  static TableWriter write(Optional<Provenance> known, Dictionary<RankList> rankLists) {
    int rows = known.map(Provenance::nodes).map(List::size).orElse(0);
    TableWriter table = new TableWriter(rows, SectionId.PROVENANCE.columns().length);
    known.ifPresent(provenance -> write(provenance, rankLists, table));
    return table;
  }

  private static void write(
      Provenance provenance, Dictionary<RankList> rankLists, TableWriter table) {
    table.column(SECOND).varint(provenance.startedAt().getEpochSecond());
    table
        .column(RUN)
        .text(provenance.command())
        .text(provenance.mpi())
        .text(provenance.counter().textName())
        .text(provenance.recorder());
    for (Node node : provenance.nodes()) {
      table.column(HOSTS).text(node.host());
      table.column(CPUS).text(node.cpu());
      table
          .column(COUNTS)
          .varint(node.cores())
          .varint(node.processors())
          .varint(node.usableProcessors());
      measured(table.column(MEASURED), node.load());
      measured(table.column(MEASURED), node.waitedShare());
      table.column(RANKS).varint(rankLists.number(node.ranks()));
    }
  }

  private static void measured(ByteColumn column, OptionalDouble value) {
    column.octet(value.isPresent() ? 1 : 0);
    value.ifPresent(column::real);
  }

  static Optional<Provenance> read(TableReader table, List<RankList> rankLists) {
    return table.isEmpty() ? Optional.empty() : Optional.of(provenance(table, rankLists));
  }

  private static Provenance provenance(TableReader table, List<RankList> rankLists) {
    ColumnReader second = table.column(SECOND);
    long epochSecond = second.varint();
    if (epochSecond < 0 || epochSecond > Provenance.MAX_SECOND) {
      throw second.fail("second " + epochSecond, "0 to " + Provenance.MAX_SECOND);
    }
    ColumnReader run = table.column(RUN);
    String command = run.text();
    String mpi = run.text();
    String name = run.text();
    Counter counter = Counter.byTextName(name)
        .orElseThrow(() -> run.fail("counter \"" + name + "\"", "time, cpu-time or instructions"));
    String recorder = run.text();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < table.rows(); i++) {
      nodes.add(node(table, rankLists));
    }
    table.expectEnd();
    return second.placed(() ->
        new Provenance(Instant.ofEpochSecond(epochSecond), command, mpi, counter, recorder, nodes));
  }

  private static Node node(TableReader table, List<RankList> rankLists) {
    String host = table.column(HOSTS).text();
    String cpu = table.column(CPUS).text();
    int cores = table.column(COUNTS).number("cores");
    int processors = table.column(COUNTS).number("processors");
    int usable = table.column(COUNTS).number("usable processors");
    OptionalDouble load = measured(table.column(MEASURED));
    OptionalDouble waited = measured(table.column(MEASURED));
    RankList ranks = rankLists.get(table.column(RANKS).index(rankLists.size(), "rank list"));
    return table
        .column(COUNTS)
        .placed(() -> new Node(host, cpu, cores, processors, usable, load, waited, ranks));
  }

  private static OptionalDouble measured(ColumnReader column) {
    int present = column.octet();
    if (present > 1) {
      throw column.fail("the number " + present, "0 (not measured) or 1 (measured)");
    }
    return present == 1 ? OptionalDouble.of(column.real()) : OptionalDouble.empty();
  }
}
