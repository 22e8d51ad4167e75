package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import io.github.tracecast.trace.validation.TraceValidator.Part;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Reads traces in the binary form. Each instance is used once. */
public final class BinaryReader {
  private final Container container;
  private final List<RankList> rankLists;
  private final Header header;
  private final List<CallSite> callSites;
  private final List<Datatype> datatypes;
  private final List<Sequence> sequences;
  private final List<Distribution> distributions;
  private final List<Group> groups;
  private final List<Communicator> communicators;
  private final OwnCommunicators own;
  private final boolean hasFamilies;
  private final TableReader ordered;
  private final OrderedTimes orderedTimes = new OrderedTimes();
  private final TransposedCounts transposed;
  private final Successors nextRankList = new Successors();
  private final Successors nextSequence = new Successors();
  private final Successors nextDistribution = new Successors();
  private final Successors nextSite = new Successors();
  private final List<MpiCall> calls = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();

  private BinaryReader(Container container) {
    this.container = container;
    this.rankLists = RankListTable.read(container.next(SectionId.RANK_LISTS));
    Header plain = DefinitionTables.header(container.next(SectionId.HEADER));
    this.header = ProvenanceTable.read(container.next(SectionId.PROVENANCE), rankLists)
        .map(plain::withProvenance)
        .orElse(plain);
    this.datatypes = DefinitionTables.datatypes(container.next(SectionId.DATATYPES));
    this.communicators = DefinitionTables.communicators(container.next(SectionId.COMMUNICATORS));
    names(container.next(SectionId.NAMES));
    this.callSites = CallPathTable.read(container.next(SectionId.CALL_SITES));
    this.groups = DefinitionTables.groups(container.next(SectionId.GROUPS));
    this.own = new OwnCommunicators(groups, communicators);
    TableReader families = container.next(SectionId.FAMILIES);
    this.hasFamilies = !families.isEmpty();
    if (hasFamilies) {
      FamilyTable.read(families, groups, communicators, own);
    }
    this.transposed = new TransposedCounts(groups, communicators);
    this.sequences = SequenceTable.read(container.next(SectionId.SEQUENCES));
    this.distributions = DistributionTable.read(container.next(SectionId.DISTRIBUTIONS));
    this.ordered = container.next(SectionId.ORDERED_TIMES);
  }

  public static Trace read(byte[] bytes, String file) {
    try (Container container = new Container(bytes, file)) {
      BinaryReader reader = new BinaryReader(container);
      Trace trace = reader.trace();
      container.expectEnd();
      TraceValidator.check(trace, reader.new Places());
      return trace;
    }
  }

  private Trace trace() {
    return new Trace(
        header,
        callSites,
        datatypes,
        groups,
        communicators,
        events(container.next(SectionId.EVENTS)),
        loops(container.next(SectionId.LOOPS)));
  }

  private void names(TableReader table) {
    for (int i = 0; i < table.rows(); i++) {
      String name = table.column(0).text();
      calls.add(MpiCall.byName(name)
          .orElseThrow(
              () -> table.column(0).fail("call \"" + name + "\"", "the name of an MPI call")));
    }
    ColumnReader column = table.column(1);
    int count = column.count(column.left(), "parameters");
    for (int i = 0; i < count; i++) {
      String name = column.text();
      parameters.add(Parameter.byTextName(name)
          .orElseThrow(() -> column.fail("parameter \"" + name + "\"", "the name of a parameter")));
    }
    table.expectEnd();
  }

  private List<Event> events(TableReader table) {
    List<Event> events = new ArrayList<>();
    int siteBefore = Delta.AFTER_NOTHING;
    for (int i = 0; i < table.rows(); i++) {
      MpiCall call = calls.get(table.column(0).index(calls.size(), "call"));
      int site = nextSite.read(table.column(1), Integer.MAX_VALUE, "call site");
      RankList ranks =
          rankLists.get(nextRankList.read(table.column(2), rankLists.size(), "rank list"));
      int parameterCount = table.column(3).count(table.column(4).left(), "parameters");
      Map<Parameter, Values> values = new EnumMap<>(Parameter.class);
      for (int p = 0; p < parameterCount; p++) {
        Parameter parameter = parameters.get(table.column(4).index(parameters.size(), "parameter"));
        if (values.put(parameter, values(parameter, values, table, ranks)) != null) {
          throw table
              .column(4)
              .fail(parameter.textName() + " twice", "each parameter once per event");
        }
      }
      int deltaCount = table.column(8).count(table.column(9).left(), "deltas");
      List<Delta> deltas = new ArrayList<>();
      for (int d = 0; d < deltaCount; d++) {
        deltas.add(delta(table, ranks, siteBefore));
      }
      siteBefore = site;
      events.add(table.column(2).placed(() -> new Event(call, site, ranks, values, deltas)));
    }
    table.expectEnd();
    ordered.expectEnd();
    return events;
  }

  private Delta delta(TableReader table, RankList all, int siteBefore) {
    int kindAndUnit = table.column(9).index(BinaryWriter.CALLS + 1, "kind of delta");
    Delta.Kind kind = Delta.Kind.values()[kindAndUnit / 2];
    Unit unit = kind == Delta.Kind.CALLS ? Unit.CALLS : Unit.values()[kindAndUnit % 2];
    int after = SitesBefore.read(table.column(10), siteBefore);
    RankList ranks = someOrAll(table.column(11), all);
    List<Distribution> byExecution = times(table, ranks.size());
    return table.column(12).placed(() -> new Delta(kind, unit, after, ranks, byExecution));
  }

  private List<Distribution> times(TableReader table, int ranks) {
    int executions = table.column(12).count(table.column(13).left(), "distributions");
    if (executions == OrderedTimes.MARK && ordered.rows() > 0) {
      return orderedTimes.read(table.column(12), ordered, ranks);
    }
    List<Distribution> byExecution = new ArrayList<>();
    for (int i = 0; i < executions; i++) {
      byExecution.add(distributions.get(
          nextDistribution.read(table.column(13), distributions.size(), "distribution")));
    }
    return byExecution;
  }

  private List<Loop> loops(TableReader table) {
    List<Loop> loops = new ArrayList<>();
    int before = 0;
    for (int i = 0; i < table.rows(); i++) {
      int first =
          before + table.column(0).index(Integer.MAX_VALUE - before, "distance of first events");
      before = first;
      int last = first + table.column(1).index(Integer.MAX_VALUE - first, "length");
      RankList ranks =
          rankLists.get(nextRankList.read(table.column(2), rankLists.size(), "rank list"));
      Values iterations = values(table, 3, ranks);
      loops.add(table.column(2).placed(() -> new Loop(first, last, ranks, iterations)));
    }
    table.expectEnd();
    return loops;
  }

  /** Reads the values of a parameter of an event. */
  private Values values(
      Parameter parameter, Map<Parameter, Values> before, TableReader table, RankList ranks) {
    ColumnReader pieces = table.column(5);
    int count = pieces.count(table.column(6).left(), "pieces");
    if (count > 0
        || parameter != Parameter.RECEIVE_COUNTS
        || container.version() < Container.RULES) {
      return values(count, table, 5, ranks);
    }
    Values received = transposed.of(before, ranks);
    if (received == null) {
      throw pieces.fail(
          "received counts that follow from sent counts",
          "before the received counts, sent counts of all members of one communicator that has few members");
    }
    return received;
  }

  /** Reads values as {@link BinaryWriter} writes them. */
  private Values values(TableReader table, int column, RankList all) {
    return values(
        table.column(column).count(table.column(column + 1).left(), "pieces"), table, column, all);
  }

  private Values values(int count, TableReader table, int column, RankList all) {
    if (count == 0 && hasFamilies) {
      return ownCommunicators(table.column(column + 2), all);
    }
    List<Piece> pieces = new ArrayList<>(Math.min(count, 16));
    for (int i = 0; i < count; i++) {
      RankList ranks = someOrAll(table.column(column + 1), all);
      Sequence sequence =
          sequences.get(nextSequence.read(table.column(column + 2), sequences.size(), "sequence"));
      pieces.add(table.column(column + 1).placed(() -> new Piece(ranks, sequence)));
    }
    return table.column(column).placed(() -> new Values(pieces));
  }

  private Values ownCommunicators(ColumnReader column, RankList all) {
    Sequence template = sequences.get(nextSequence.read(column, sequences.size(), "sequence"));
    if (!template.isScalar() || !template.isConstant()) {
      throw column.fail("values other than plain numbers", "numbers of communicators and families");
    }
    return column.placed(() -> own.values(template, all));
  }

  private RankList someOrAll(ColumnReader column, RankList all) {
    int code = column.index(rankLists.size() + 2L, "rank list");
    return code == 0
        ? all
        : rankLists.get(nextRankList.number(code - 1, column, rankLists.size(), "rank list"));
  }

  /** Names a part of a trace in errors by the section of the file that contains the part. */
  private final class Places implements TraceValidator.Places {
    @Override
    public String header() {
      return container.place(SectionId.HEADER);
    }

    @Override
    public String provenance() {
      return container.place(SectionId.PROVENANCE);
    }

    @Override
    public String of(Part part, int id) {
      return container.place(SectionId.valueOf(part.name() + "S")) + ": "
          + TraceValidator.Places.super.of(part, id);
    }
  }
}
