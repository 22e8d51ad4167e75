package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.internal.families.CommunicatorRun;
import io.github.tracecast.trace.internal.families.GroupRun;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import io.github.tracecast.trace.times.Distribution;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Writes traces in the binary form. Each instance is used once. */
public final class BinaryWriter {
  /** The kind of a delta that counts calls. Smaller numbers stand for times, by kind and unit. */
  static final int CALLS = 4;

  private final Dictionary<RankList> rankLists = new Dictionary<>();
  private final Dictionary<Sequence> sequences = new Dictionary<>();
  private final Dictionary<Distribution> distributions = new Dictionary<>();
  private final Dictionary<MpiCall> calls = new Dictionary<>();
  private final Dictionary<Parameter> parameters = new Dictionary<>();

  private final OrderedTimes orderedTimes = new OrderedTimes();
  private final TransposedCounts transposed;
  private int version = Container.VERSION;

  private final Successors nextRankList = new Successors();
  private final Successors nextSequence = new Successors();
  private final Successors nextDistribution = new Successors();
  private final Successors nextSite = new Successors();

  /** Finds values that give each rank its own communicator, such as its row of a grid. */
  private final OwnCommunicators own;

  private BinaryWriter(Trace trace) {
    own = OwnCommunicators.of(trace);
    transposed = new TransposedCounts(trace.groups(), trace.communicators());
  }

  /** Returns the first bytes of every binary trace. */
  public static byte[] magic() {
    return Container.MAGIC.clone();
  }

  public static void write(Trace trace, OutputStream out) throws IOException {
    new BinaryWriter(trace).writeTo(out, trace);
  }

  private void writeTo(OutputStream to, Trace trace) throws IOException {
    Map<SectionId, TableWriter> tables = new EnumMap<>(SectionId.class);
    tables.put(SectionId.HEADER, DefinitionTables.header(trace.header()));
    tables.put(SectionId.CALL_SITES, CallPathTable.write(trace.callSites()));
    tables.put(SectionId.DATATYPES, DefinitionTables.datatypes(trace.datatypes()));
    List<GroupRun> groups = GroupRun.of(trace.groups());
    List<CommunicatorRun> communicators = CommunicatorRun.of(trace.communicators());
    tables.put(
        SectionId.GROUPS,
        DefinitionTables.groups(groups.stream().map(GroupRun::first).toList()));
    tables.put(
        SectionId.COMMUNICATORS,
        DefinitionTables.communicators(
            communicators.stream().map(CommunicatorRun::first).toList()));
    tables.put(SectionId.EVENTS, events(trace));
    tables.put(SectionId.LOOPS, loops(trace));
    tables.put(SectionId.PROVENANCE, ProvenanceTable.write(trace.header().provenance(), rankLists));
    tables.put(SectionId.FAMILIES, FamilyTable.write(groups, communicators, own.families()));
    tables.put(SectionId.RANK_LISTS, RankListTable.write(rankLists.things()));
    SequenceTable sequenceTable = SequenceTable.of(sequences.things(), trace.loops());
    tables.put(SectionId.SEQUENCES, sequenceTable.table());
    tables.put(SectionId.DISTRIBUTIONS, DistributionTable.write(distributions.things()));
    tables.put(SectionId.NAMES, names());
    TableWriter ordered = orderedTimes.table();
    version = Math.max(version, sequenceTable.version());
    version = ordered.size() > 0 ? Math.max(version, Container.ORDERED_TIMES) : version;
    if (version >= SectionId.ORDERED_TIMES.since()) {
      tables.put(SectionId.ORDERED_TIMES, ordered);
    }
    DeflatedTables deflated = DeflatedTables.of(tables);
    CheckedOutputStream out = new CheckedOutputStream(to, new CRC32C());
    out.write(Container.MAGIC);
    out.write(version);
    out.write(ByteBuffer.allocate(Integer.BYTES).putInt(deflated.size()).array());
    deflated.writeTo(out);
    to.write(ByteBuffer.allocate(Container.CHECKSUM)
        .putInt((int) out.getChecksum().getValue())
        .array());
  }

  private TableWriter events(Trace trace) {
    TableWriter table = new TableWriter(trace.events().size(), SectionId.EVENTS.columns().length);
    int siteBefore = Delta.AFTER_NOTHING;
    for (Event event : trace.events()) {
      table.column(0).varint(calls.number(event.call()));
      table.column(1).varint(nextSite.code(event.callSite()));
      table.column(2).varint(nextRankList.code(rankLists.number(event.ranks())));
      table.column(3).varint(event.parameters().size());
      own.find(event);
      event.parameters().forEach((parameter, values) -> {
        table.column(4).varint(parameters.number(parameter));
        if (parameter == Parameter.RECEIVE_COUNTS
            && transposed.give(values, event.parameters(), event.ranks())) {
          table.column(5).varint(0);
          version = Container.RULES;
        } else {
          values(values, event.ranks(), table, 5);
        }
      });
      table.column(8).varint(event.deltas().size());
      for (Delta delta : event.deltas()) {
        table
            .column(9)
            .varint(
                delta.kind() == Delta.Kind.CALLS
                    ? CALLS
                    : 2L * delta.kind().ordinal() + delta.unit().ordinal());
        table.column(10).varint(SitesBefore.code(delta.after(), siteBefore));
        table.column(11).varint(someOrAll(delta.ranks(), event.ranks()));
        times(delta, table);
      }
      siteBefore = event.callSite();
    }
    return table;
  }

  private void times(Delta delta, TableWriter table) {
    if (orderedTimes.write(delta, table.column(12))) {
      return;
    }
    table.column(12).varint(delta.byExecution().size());
    delta
        .byExecution()
        .forEach(distribution ->
            table.column(13).varint(nextDistribution.code(distributions.number(distribution))));
  }

  private TableWriter loops(Trace trace) {
    TableWriter table = new TableWriter(trace.loops().size(), SectionId.LOOPS.columns().length);
    int before = 0;
    for (Loop loop : trace.loops()) {
      table.column(0).varint(loop.first() - before);
      before = loop.first();
      table.column(1).varint(loop.last() - loop.first());
      table.column(2).varint(nextRankList.code(rankLists.number(loop.ranks())));
      values(loop.iterations(), loop.ranks(), table, 3);
    }
    return table;
  }

  /**
   * Writes the values of a parameter. If they follow from families of communicators, writes 0 and
   * the template of the values. Otherwise, writes the number of pieces, their ranks and their
   * sequences. These fill three columns, of which {@code column} is the first.
   */
  private void values(Values values, RankList all, TableWriter table, int column) {
    Sequence template = own.template(values);
    if (template != null) {
      table.column(column).varint(0);
      table.column(column + 2).varint(nextSequence.code(sequences.number(template)));
      return;
    }
    table.column(column).varint(values.pieces().size());
    for (Piece piece : values.pieces()) {
      table.column(column + 1).varint(someOrAll(piece.ranks(), all));
      table.column(column + 2).varint(nextSequence.code(sequences.number(piece.sequence())));
    }
  }

  /** Returns 0 for the list of all ranks, otherwise the reference to the list plus 1. */
  private int someOrAll(RankList ranks, RankList all) {
    return ranks.equals(all) ? 0 : nextRankList.code(rankLists.number(ranks)) + 1;
  }

  private TableWriter names() {
    TableWriter table = new TableWriter(calls.things().size(), SectionId.NAMES.columns().length);
    calls.things().forEach(call -> table.column(0).text(call.mpiName()));
    table.column(1).varint(parameters.things().size());
    parameters.things().forEach(parameter -> table.column(1).text(parameter.textName()));
    return table;
  }
}
