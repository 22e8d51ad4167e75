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
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.zip.Deflater;

/** Writes the binary form. One use. */
public final class BinaryWriter {
  /** Sections below this many bytes are stored as they are. */
  private static final int WORTH_DEFLATING = 128;

  private final Dictionary<RankList> rankLists = new Dictionary<>();
  private final Dictionary<Sequence> sequences = new Dictionary<>();
  private final Dictionary<Distribution> distributions = new Dictionary<>();
  private final Dictionary<MpiCall> calls = new Dictionary<>();
  private final Dictionary<Parameter> parameters = new Dictionary<>();

  private BinaryWriter() {}

  /** The first bytes of every binary trace. */
  public static byte[] magic() {
    return Container.MAGIC.clone();
  }

  public static byte[] write(Trace trace) {
    return new BinaryWriter().bytes(trace);
  }

  private byte[] bytes(Trace trace) {
    Map<SectionId, byte[]> raw = new EnumMap<>(SectionId.class);
    raw.put(SectionId.HEADER, DefinitionTables.header(trace.header()).bytes());
    raw.put(SectionId.CALL_SITES, DefinitionTables.callSites(trace.callSites()).bytes());
    raw.put(SectionId.DATATYPES, DefinitionTables.datatypes(trace.datatypes()).bytes());
    raw.put(SectionId.GROUPS, DefinitionTables.groups(trace.groups()).bytes());
    raw.put(
        SectionId.COMMUNICATORS,
        DefinitionTables.communicators(trace.communicators()).bytes());
    raw.put(SectionId.EVENTS, events(trace).bytes());
    raw.put(SectionId.LOOPS, loops(trace).bytes());
    raw.put(SectionId.RANK_LISTS, ValueTables.rankLists(rankLists.things()).bytes());
    raw.put(SectionId.SEQUENCES, ValueTables.sequences(sequences.things()).bytes());
    raw.put(
        SectionId.DISTRIBUTIONS,
        ValueTables.distributions(distributions.things()).bytes());
    raw.put(SectionId.NAMES, names().bytes());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Container.MAGIC);
    out.write(Container.NEWEST);
    out.write(Container.OLDEST);
    raw.forEach((id, bytes) -> section(id, bytes, out));
    out.write(0);
    out.writeBytes(
        ByteBuffer.allocate(8).putLong(out.size() + Container.FOOTER - 1).array());
    byte[] all = out.toByteArray();
    out.writeBytes(
        ByteBuffer.allocate(4).putInt(Container.checksum(all, 0, all.length)).array());
    return out.toByteArray();
  }

  private static void section(SectionId id, byte[] raw, ByteArrayOutputStream out) {
    byte[] payload = raw.length < WORTH_DEFLATING ? raw : deflated(raw);
    boolean smaller = payload.length < raw.length;
    if (!smaller) {
      payload = raw;
    }
    ByteBuffer section =
        ByteBuffer.allocate(Container.SECTION_HEADER + payload.length + Container.CHECKSUM);
    section
        .put((byte) id.number())
        .put((byte) (smaller ? Container.DEFLATED : Container.STORED))
        .putInt(raw.length)
        .putInt(payload.length)
        .put(payload);
    section.putInt(Container.checksum(section.array(), 0, section.position()));
    out.writeBytes(section.array());
  }

  private static byte[] deflated(byte[] raw) {
    try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION)) {
      deflater.setInput(raw);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length / 2);
      byte[] chunk = new byte[8192];
      while (!deflater.finished()) {
        out.write(chunk, 0, deflater.deflate(chunk));
      }
      return out.toByteArray();
    }
  }

  private TableWriter events(Trace trace) {
    TableWriter table = new TableWriter(trace.events().size(), SectionId.EVENTS.columns().length);
    for (Event event : trace.events()) {
      table.column(0).varint(calls.number(event.call()));
      table.column(1).varint(event.callSite());
      table.column(2).varint(rankLists.number(event.ranks()));
      table.column(3).varint(event.parameters().size());
      event.parameters().forEach((parameter, values) -> {
        table.column(4).varint(parameters.number(parameter));
        values(values, event.ranks(), table, 5);
      });
      table.column(8).varint(event.deltas().size());
      for (Delta delta : event.deltas()) {
        table.column(9).varint(2L * delta.kind().ordinal() + delta.unit().ordinal());
        table.column(10).varint(delta.after() - (long) Delta.AFTER_NOTHING);
        table.column(11).varint(someOrAll(delta.ranks(), event.ranks()));
        table.column(12).varint(delta.byExecution().size());
        delta
            .byExecution()
            .forEach(distribution -> table.column(13).varint(distributions.number(distribution)));
      }
    }
    return table;
  }

  private TableWriter loops(Trace trace) {
    TableWriter table = new TableWriter(trace.loops().size(), SectionId.LOOPS.columns().length);
    int before = 0;
    for (Loop loop : trace.loops()) {
      table.column(0).varint(loop.first() - before);
      before = loop.first();
      table.column(1).varint(loop.last() - loop.first());
      table.column(2).varint(rankLists.number(loop.ranks()));
      values(loop.iterations(), loop.ranks(), table, 3);
    }
    return table;
  }

  /** Number of pieces, their ranks and their sequences in three columns from {@code column} on. */
  private void values(Values values, RankList all, TableWriter table, int column) {
    table.column(column).varint(values.pieces().size());
    for (Piece piece : values.pieces()) {
      table.column(column + 1).varint(someOrAll(piece.ranks(), all));
      table.column(column + 2).varint(sequences.number(piece.sequence()));
    }
  }

  /** 0 for all ranks, else the list's number plus 1. */
  private int someOrAll(RankList ranks, RankList all) {
    return ranks.equals(all) ? 0 : rankLists.number(ranks) + 1;
  }

  private TableWriter names() {
    TableWriter table = new TableWriter(calls.things().size(), SectionId.NAMES.columns().length);
    calls.things().forEach(call -> table.column(0).text(call.mpiName()));
    table.column(1).varint(parameters.things().size());
    parameters.things().forEach(parameter -> table.column(1).text(parameter.textName()));
    return table;
  }
}
