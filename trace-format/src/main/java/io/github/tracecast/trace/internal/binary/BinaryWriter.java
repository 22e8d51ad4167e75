package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Distribution;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Writes the binary form. Each instance is used once. */
public final class BinaryWriter {
  /** Traces of more events are written in the older, faster form. */
  private static final int MODELLED_EVENTS = 100_000;

  /** Sections of more bytes are deflated, which takes less time. */
  private static final int MODELLED_BYTES = 1 << 18;

  /** Files of at most so many bytes in an older version stay in that version. */
  private static final int TINY = 600;

  /** Sections below this many bytes are stored as they are in older versions. */
  private static final int WORTH_DEFLATING = 128;

  /** The kind of a delta that counts calls. Smaller numbers are times by kind and unit. */
  static final int CALLS = 4;

  private final Dictionary<RankList> rankLists = new Dictionary<>();
  private final Dictionary<Sequence> sequences = new Dictionary<>();
  private final Dictionary<Distribution> distributions = new Dictionary<>();
  private final Dictionary<MpiCall> calls = new Dictionary<>();
  private final Dictionary<Parameter> parameters = new Dictionary<>();

  private final Successors nextRankList;
  private final Successors nextSequence;
  private final Successors nextDistribution;
  private final Successors nextSite;

  /** Version of the layout; the oldest one with the same layout may be written. */
  private final int layout;

  private BinaryWriter(int layout) {
    this.layout = layout;
    nextRankList = new Successors(layout);
    nextSequence = new Successors(layout);
    nextDistribution = new Successors(layout);
    nextSite = new Successors(layout);
  }

  /** The first bytes of every binary trace. */
  public static byte[] magic() {
    return Container.MAGIC.clone();
  }

  /** Writes a trace in the newest version, or in the oldest one that can hold it if it is tiny or very long. */
  public static void write(Trace trace, OutputStream out) throws IOException {
    int events = trace.events().size();
    if (events > MODELLED_EVENTS) {
      new BinaryWriter(Container.OLDEST).writeTo(out, trace);
      return;
    }
    if (events <= TINY) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      new BinaryWriter(Container.OLDEST).writeTo(bytes, trace);
      if (bytes.size() <= TINY) {
        bytes.writeTo(out);
        return;
      }
    }
    new BinaryWriter(RoundedTable.VERSION).writeTo(out, trace);
  }

  private void writeTo(OutputStream to, Trace trace) throws IOException {
    Map<SectionId, TableWriter> tables = new EnumMap<>(SectionId.class);
    tables.put(SectionId.HEADER, DefinitionTables.header(trace.header()));
    tables.put(
        SectionId.CALL_SITES,
        layout < RoundedTable.VERSION
            ? DefinitionTables.callSites(trace.callSites())
            : CallPathTable.write(trace.callSites()));
    tables.put(SectionId.DATATYPES, DefinitionTables.datatypes(trace.datatypes()));
    tables.put(SectionId.GROUPS, DefinitionTables.groups(trace.groups()));
    tables.put(SectionId.COMMUNICATORS, DefinitionTables.communicators(trace.communicators()));
    tables.put(SectionId.EVENTS, events(trace));
    tables.put(SectionId.LOOPS, loops(trace));
    trace
        .header()
        .provenance()
        .ifPresent(
            known -> tables.put(SectionId.PROVENANCE, ProvenanceTable.write(known, rankLists)));
    int version = version(trace);
    tables.put(SectionId.RANK_LISTS, ValueTables.rankLists(rankLists.things()));
    tables.put(SectionId.SEQUENCES, ValueTables.sequences(sequences.things()));
    tables.put(SectionId.DISTRIBUTIONS, DistributionTable.write(distributions.things(), version));
    tables.put(SectionId.NAMES, names());
    CheckedOutputStream out = new CheckedOutputStream(to, new CRC32C());
    out.write(Container.MAGIC);
    out.write(version);
    out.write(version);
    long length = Container.MAGIC.length + 2L;
    for (Map.Entry<SectionId, TableWriter> table : tables.entrySet()) {
      length += writeSection(table.getKey(), table.getValue(), out);
    }
    out.write(0);
    out.write(ByteBuffer.allocate(8).putLong(length + Container.FOOTER).array());
    out.write(checksum(out));
  }

  /** Returns the oldest version that can hold the trace. */
  private int version(Trace trace) {
    if (layout >= RoundedTable.VERSION) {
      return layout;
    }
    if (trace.events().stream().anyMatch(BinaryWriter::countsCalls)) {
      return Container.CALLS_VERSION;
    }
    if (DistributionTable.haveDeviations(distributions.things())) {
      return DistributionTable.DEVIATIONS_VERSION;
    }
    if (ValueTables.hasProgressions(sequences.things())
        || trace.loops().stream().anyMatch(Loop::mayBeSkipped)) {
      return Progressions.VERSION;
    }
    if (DistributionTable.nameExtremes(distributions.things())) {
      return DistributionTable.EXTREMES_VERSION;
    }
    if (trace.header().provenance().isPresent()) {
      return ProvenanceTable.VERSION;
    }
    if (!distributions.things().isEmpty()) {
      return DistributionTable.VERSION;
    }
    return sequences.things().stream().anyMatch(BinaryWriter::hasNewKind)
        ? Container.NEW_KINDS
        : Container.OLDEST;
  }

  private static boolean countsCalls(Event event) {
    return event.deltas().stream().anyMatch(delta -> delta.kind() == Delta.Kind.CALLS);
  }

  private static boolean hasNewKind(Sequence sequence) {
    for (int e = 0; !sequence.isConstant() && e < sequence.period(); e++) {
      for (int i = 0; i < sequence.length(e); i++) {
        if (sequence.kind(e, i).compareTo(Term.Kind.PERSISTENT) >= 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** Writes a section and returns its length in bytes. */
  private long writeSection(SectionId id, TableWriter table, OutputStream to) throws IOException {
    int raw = table.size();
    int method = Container.STORED;
    byte[] modelled = null;
    DeflatedTable deflated = null;
    int stored = raw;
    if (layout >= RoundedTable.VERSION && raw <= MODELLED_BYTES) {
      modelled = table.modelled();
      if (modelled.length < raw) {
        method = Container.MODELLED;
        stored = modelled.length;
      }
    } else if (raw >= WORTH_DEFLATING) {
      deflated = DeflatedTable.of(table, raw);
      if (deflated.size() < raw) {
        method = Container.DEFLATED;
        stored = deflated.size();
      }
    }
    CheckedOutputStream out = new CheckedOutputStream(to, new CRC32C());
    out.write(ByteBuffer.allocate(Container.SECTION_HEADER)
        .put((byte) id.number())
        .put((byte) method)
        .putInt(raw)
        .putInt(stored)
        .array());
    switch (method) {
      case Container.MODELLED -> out.write(modelled);
      case Container.DEFLATED -> deflated.writeTo(out);
      default -> table.writeTo(out);
    }
    to.write(checksum(out));
    return Container.SECTION_HEADER + (long) stored + Container.CHECKSUM;
  }

  private static byte[] checksum(CheckedOutputStream out) {
    return ByteBuffer.allocate(Container.CHECKSUM)
        .putInt((int) out.getChecksum().getValue())
        .array();
  }

  private TableWriter events(Trace trace) {
    TableWriter table =
        new TableWriter(trace.events().size(), SectionId.EVENTS.columns(layout).length);
    int siteBefore = Delta.AFTER_NOTHING;
    for (Event event : trace.events()) {
      table.column(0).varint(calls.number(event.call()));
      table.column(1).varint(nextSite.code(event.callSite()));
      table.column(2).varint(nextRankList.code(rankLists.number(event.ranks())));
      table.column(3).varint(event.parameters().size());
      event.parameters().forEach((parameter, values) -> {
        table.column(4).varint(parameters.number(parameter));
        values(values, event.ranks(), table, 5);
      });
      table.column(8).varint(event.deltas().size());
      for (Delta delta : event.deltas()) {
        table
            .column(9)
            .varint(
                delta.kind() == Delta.Kind.CALLS
                    ? CALLS
                    : 2L * delta.kind().ordinal() + delta.unit().ordinal());
        table.column(10).varint(Predecessors.code(delta.after(), siteBefore, layout));
        table.column(11).varint(someOrAll(delta.ranks(), event.ranks()));
        table.column(12).varint(delta.byExecution().size());
        delta
            .byExecution()
            .forEach(distribution ->
                table.column(13).varint(nextDistribution.code(distributions.number(distribution))));
      }
      siteBefore = event.callSite();
    }
    return table;
  }

  private TableWriter loops(Trace trace) {
    TableWriter table =
        new TableWriter(trace.loops().size(), SectionId.LOOPS.columns(layout).length);
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
   * Writes the number of pieces, their ranks and their sequences into three columns from {@code
   * column} on.
   */
  private void values(Values values, RankList all, TableWriter table, int column) {
    table.column(column).varint(values.pieces().size());
    for (Piece piece : values.pieces()) {
      table.column(column + 1).varint(someOrAll(piece.ranks(), all));
      table.column(column + 2).varint(nextSequence.code(sequences.number(piece.sequence())));
    }
  }

  /** 0 for all ranks, else the list's number plus 1. */
  private int someOrAll(RankList ranks, RankList all) {
    return ranks.equals(all) ? 0 : nextRankList.code(rankLists.number(ranks)) + 1;
  }

  private TableWriter names() {
    TableWriter table =
        new TableWriter(calls.things().size(), SectionId.NAMES.columns(layout).length);
    calls.things().forEach(call -> table.column(0).text(call.mpiName()));
    table.column(1).varint(parameters.things().size());
    parameters.things().forEach(parameter -> table.column(1).text(parameter.textName()));
    return table;
  }
}
