package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.imports.internal.scalatrace.RawEvent.RawStat;
import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.times.Bin;
import io.github.tracecast.trace.times.Distribution;
import io.github.tracecast.trace.validation.TraceValidator;
import io.github.tracecast.trace.validation.TraceValidator.Part;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Converts a text file of ScalaTrace 2 to a trace. Each instance reads one file, in one thread. */
public final class ScalaTraceImporter {
  private static final String FIRST_WORD = "RANKS:";

  private final String file;
  private final Notes notes = new Notes();
  private final List<RawEvent> raw;
  private final int ranks;
  private final Map<String, Integer> callSites = new LinkedHashMap<>();
  private final List<CallSite> callSiteTable = new ArrayList<>();
  private final ScalaTraceDatatypes datatypes = new ScalaTraceDatatypes(notes);

  private ScalaTraceImporter(String file, List<RawEvent> raw) {
    this.file = file;
    this.raw = raw;
    this.ranks = worldSize();
  }

  /** Whether a file with these first bytes is a trace of ScalaTrace 2. */
  public static boolean recognises(String head) {
    return head.stripLeading().startsWith(FIRST_WORD);
  }

  /**
   * Reads a whole file.
   *
   * @param in the uncompressed text of the file; stays open
   * @param file the name for messages and for the trace's origin
   * @throws TraceException if the text is not in the recorder's format
   */
  public static Trace read(InputStream in, String file) {
    List<RawEvent> raw =
        new ScalaTraceReader(new TextLines(in, file, StandardCharsets.ISO_8859_1), file).read();
    return new ScalaTraceImporter(file, raw).build();
  }

  /** Returns the number of ranks. The file shows it only as the number of ranks that call MPI_Init. */
  private int worldSize() {
    RawEvent init = raw.getFirst();
    RankList world = init.ranks();
    if (init.call() != MpiCall.INIT || world.min() != 0 || world.max() != world.size() - 1) {
      throw init.fault(
          init.callName() + " of ranks " + world,
          "MPI_Init of ranks 0 to P - 1 as the first event, which defines the number of ranks");
    }
    int finished = 0;
    for (RawEvent event : raw) {
      if (event.ranks().max() >= world.size()) {
        throw event.fault(
            "rank " + event.ranks().max(),
            "0 to " + (world.size() - 1) + ", the ranks of MPI_Init");
      }
      if (event.call() == MpiCall.FINALIZE) {
        finished += event.ranks().size();
      }
    }
    if (finished < world.size()) {
      throw raw.getLast()
          .fault(
              "the end of the file after MPI_Finalize by " + finished + " of " + world.size()
                  + " ranks",
              "MPI_Finalize by all ranks; the file is probably incomplete");
    }
    return world.size();
  }

  private Trace build() {
    LoopSpans spans = new LoopSpans(raw, ranks);
    List<Loop> loops = spans.loops();
    CommunicatorHistory communicators = new CommunicatorHistory(raw, ranks, spans);
    EventParameters parameters = new EventParameters(ranks, communicators, datatypes, notes);
    for (RawEvent event : raw) {
      callSite(event);
    }
    List<Event> events = new ArrayList<>(raw.size());
    for (int index = 0; index < raw.size(); index++) {
      RawEvent event = raw.get(index);
      events.add(new Event(
          event.call(),
          Objects.requireNonNull(
              callSites.get(event.signature())), // the loop above entered each call site
          event.ranks(),
          parameters.of(event, index),
          deltas(event)));
    }
    if (!parameters.tagged()) {
      leaveOutTags(events);
    }
    noteWhatTheRecorderLeavesOut(events);
    Trace trace = new Trace(
        new Header(
            ranks,
            RecordedRequests.RING,
            "ScalaTrace 2: " + Path.of(file).getFileName(),
            notes.lines()),
        callSiteTable,
        datatypes.table(),
        communicators.groups(),
        communicators.communicators(),
        events,
        loops);
    TraceValidator.check(trace, places(loops));
    return trace;
  }

  /** Returns the places in the file to which errors of the validator refer. */
  private TraceValidator.Places places(List<Loop> loops) {
    return new TraceValidator.Places() {
      @Override
      public String header() {
        return file;
      }

      @Override
      public String of(Part part, int id) {
        return switch (part) {
          case EVENT -> file + ":" + raw.get(id).place().line();
          case LOOP -> of(Part.EVENT, loops.get(id).first());
          default -> file + ": " + TraceValidator.Places.super.of(part, id);
        };
      }
    };
  }

  private void callSite(RawEvent event) {
    String name = event.signature();
    if (event.call() == MpiCall.OTHER) {
      String call = Opcodes.name(event.opcode()).orElse("opcode " + event.opcode());
      notes.add(
          Opcodes.name(event.opcode()).isPresent()
              ? call + " is kept only by name"
              : call + " is not a call of ScalaTrace 2; it is kept as an unknown call");
      name = call + " " + name;
    }
    enter(event.signature(), name);
  }

  private int enter(String signature, String name) {
    return callSites.computeIfAbsent(signature, s -> {
      callSiteTable.add(new CallSite(name));
      return callSiteTable.size() - 1;
    });
  }

  private List<Delta> deltas(RawEvent event) {
    List<Delta> deltas = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    for (RawStat stat : event.stats()) {
      if (stat.tag() != ParameterTags.TIME && stat.tag() != ParameterTags.INSTRUCTIONS) {
        notes.count(
            "statistics of kind " + Integer.toHexString(stat.tag()) + " are unknown and ignored");
        continue;
      }
      if (!paths.add(stat.inside() + " " + stat.tag() + " " + stat.predecessor())) {
        throw stat.fault("a second statistic for the same predecessor", "one statistic for each");
      }
      List<Bin> bins = stat.values().bins();
      if (bins.isEmpty()) {
        notes.count("a histogram without values is ignored");
        continue;
      }
      boolean time = stat.tag() == ParameterTags.TIME;
      deltas.add(new Delta(
          stat.inside() ? Delta.Kind.INSIDE : Delta.Kind.COMPUTE,
          time ? Unit.MICROSECONDS : Unit.INSTRUCTIONS,
          stat.predecessor().isEmpty()
              ? Delta.AFTER_NOTHING
              : enter(stat.predecessor(), stat.predecessor()),
          event.ranks(),
          List.of(new Distribution.Histogram(
              time ? bins : bins.stream().map(ScalaTraceImporter::thousands).toList(),
              extremes(stat, event.ranks())))));
    }
    return deltas;
  }

  /**
   * Returns the ranks with the shortest and the longest computation, from which the ranks of each
   * mode of a histogram are inferred.
   */
  private static Optional<Distribution.Extremes> extremes(RawStat stat, RankList ranks) {
    int minRank = (int) stat.values().minRank();
    int maxRank = (int) stat.values().maxRank();
    return stat.inside() || !ranks.contains(minRank) || !ranks.contains(maxRank)
        ? Optional.empty()
        : Optional.of(new Distribution.Extremes(minRank, maxRank));
  }

  private static Bin thousands(Bin bin) {
    return new Bin(
        1e3 * bin.lower(),
        1e3 * bin.upper(),
        bin.count(),
        1e3 * bin.min(),
        1e3 * bin.mean(),
        1e3 * bin.max());
  }

  /** Removes tags, because a recorder that is not built to keep tags writes 0 for each of them. */
  private void leaveOutTags(List<Event> events) {
    boolean any = false;
    for (int index = 0; index < events.size(); index++) {
      Event event = events.get(index);
      Map<Parameter, Values> kept = new EnumMap<>(Parameter.class);
      kept.putAll(event.parameters());
      if (kept.keySet().removeAll(Set.of(Parameter.TAG, Parameter.RECEIVE_TAG))) {
        any = true;
        events.set(
            index, new Event(event.call(), event.callSite(), event.ranks(), kept, event.deltas()));
      }
    }
    if (any) {
      notes.add(
          "the trace has no message tags, because the recorder was built without them; messages between two ranks match in order");
    }
  }

  private void noteWhatTheRecorderLeavesOut(List<Event> events) {
    if (events.stream().anyMatch(event -> event.call().family() == MpiCall.Family.PERSISTENT)) {
      notes.add(
          "ScalaTrace 2 does not record MPI_Start and MPI_Startall, so communication by persistent requests is missing");
    }
  }
}
