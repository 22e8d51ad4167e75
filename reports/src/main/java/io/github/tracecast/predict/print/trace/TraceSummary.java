package io.github.tracecast.predict.print.trace;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.model.RecordingNoise;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.tools.topology.TopologyFindings;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Printable;
import io.github.tracecast.trace.times.Distribution;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** A summary of a trace, computed without expansion. */
public final class TraceSummary {
  private static final int COMMUNICATORS = 10;
  private static final String INDENT = "  ";
  private static final String NO_TIMES = "no times";
  private static final int MOST_RANKS_RECOGNISED = 1024;

  private final String name;
  private final long fileBytes;
  private final PreparedTrace prepared;
  private final Trace trace;
  private final Programs programs;
  private final EventCounts counts;
  private final Recorded recorded;
  private final Map<DeltaKind, Long> deltas;
  private final Optional<AddedUpCalls> added;
  private final int depth;
  private @Nullable MessagePattern pattern;

  /** How a delta, which is a set of recorded times, keeps its values. */
  private enum Form {
    HISTOGRAM("_histogram", ", histograms"),
    MEAN_STDDEV("_mean_stddev", ", mean and standard deviation"),
    MIN_AVG_MAX("_min_avg_max", ", min/avg/max");

    private final String suffix;
    private final String words;

    Form(String suffix, String words) {
      this.suffix = suffix;
      this.words = words;
    }

    /** Returns the most detailed form of a delta's values. */
    static Form of(Delta delta) {
      if (delta.byExecution().stream().anyMatch(Distribution.Histogram.class::isInstance)) {
        return HISTOGRAM;
      }
      return delta.byExecution().stream().anyMatch(Distribution.MeanStdDev.class::isInstance)
          ? MEAN_STDDEV
          : MIN_AVG_MAX;
    }
  }

  /**
   * Deltas of one kind. The name contains all properties of the kind, as in {@code
   * compute_microseconds_histogram}.
   */
  private record DeltaKind(Delta.Kind kind, Unit unit, Form form) implements Comparable<DeltaKind> {
    @Override
    public int compareTo(DeltaKind other) {
      return name().compareTo(other.name());
    }

    String name() {
      return (kind.name() + "_" + unit.name()).toLowerCase(Locale.ROOT) + form.suffix;
    }

    String text() {
      return (kind == Delta.Kind.COMPUTE ? "computation" : "time inside calls") + " in "
          + unit.name().toLowerCase(Locale.ROOT) + form.words;
    }
  }

  /**
   * Computes the summary.
   *
   * @param fileBytes size of the trace's file
   */
  public TraceSummary(long fileBytes, PreparedTrace prepared) {
    this.name = prepared.name();
    this.fileBytes = fileBytes;
    this.prepared = prepared;
    this.trace = prepared.trace();
    this.programs = prepared.programs();
    this.counts = prepared.counts();
    this.recorded = Recorded.of(trace, counts, Double.POSITIVE_INFINITY);
    this.added = AddedUpCalls.of(trace);
    this.deltas = deltas(trace);
    this.depth = programs.depth();
  }

  public MessagePattern pattern() {
    if (pattern == null) {
      pattern = MessagePattern.of(programs, prepared.table());
    }
    return pattern;
  }

  /**
   * Returns the topology in one line. For very many ranks the topology is not searched, because the
   * search would take longer than the rest of the summary.
   */
  private String topology() {
    return findings().map(TopologyReport::headline).orElse("not searched; run tracecast topology");
  }

  /** Returns the topology of the messages; empty for very many ranks. */
  public Optional<TopologyFindings> findings() {
    return programs.ranks() > MOST_RANKS_RECOGNISED
        ? Optional.empty()
        : Optional.of(TopologyFindings.quick(pattern()));
  }

  private static SortedMap<DeltaKind, Long> deltas(Trace trace) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() != Delta.Kind.CALLS)
        .collect(Collectors.groupingBy(
            delta -> new DeltaKind(delta.kind(), delta.unit(), Form.of(delta)),
            TreeMap::new,
            Collectors.counting()));
  }

  /** Returns the most important content as a sentence, then the file, and warnings about the recording. */
  public List<String> answer() {
    List<String> sentences = new ArrayList<>();
    sentences.add(Numbers.counted(programs.ranks(), "rank") + " with "
        + Numbers.counted(counts.total(), "MPI call") + " in total"
        + (recordedText().equals(NO_TIMES) ? ", without recorded times." : averageRank()));
    sentences.add(file());
    sentences.addAll(Arguments.asOptions(RecordingNoise.of(trace.header())));
    return sentences;
  }

  /** Describes the recorded times of an average rank, and whether its time in MPI calls applies elsewhere. */
  private String averageRank() {
    List<String> work = new ArrayList<>();
    if (recorded.instructions().isPresent()) {
      work.add("executed " + counted());
    }
    timedSeconds().ifPresent(seconds -> work.add("computed for " + Numbers.time(seconds)));
    OptionalInt cores = RecordedComputation.of(trace).crowdedCores();
    OptionalDouble calls = recorded.communicationSeconds();
    if (calls.isPresent() && (cores.isEmpty() || work.isEmpty())) {
      work.add("spent " + Numbers.time(calls.getAsDouble()) + " in MPI calls");
    }
    return "; an average rank " + String.join(" and ", work) + "."
        + (calls.isEmpty() || cores.isEmpty()
            ? ""
            : " Its " + Numbers.time(calls.getAsDouble())
                + " in MPI calls do not apply to other machines, because "
                + (trace.header().extrapolation().isPresent()
                    ? "ranks of the recorded runs"
                    : Numbers.ranks(programs.ranks(), trace.header().threads()))
                + " shared "
                + Numbers.counted(cores.getAsInt(), "core") + ".");
  }

  /** The recorded instructions or flops of an average rank. */
  private String counted() {
    double mean = recorded.instructions().orElse(0) / programs.ranks();
    return Numbers.approximate(mean) + (trace.header().flops() ? " flops" : " instructions");
  }

  private String file() {
    String origin = trace.header().origin();
    return Printable.line(
        name + ": " + Numbers.bytes(fileBytes) + (origin.isEmpty() ? "" : ", " + origin));
  }

  public void print(PrintWriter out) {
    Header header = trace.header();
    out.println(file());
    out.println();
    TextTable table = new TextTable("lw");
    table.row(
        "ranks",
        (header.threads() == 1
                ? Numbers.count(programs.ranks())
                : Numbers.ranks(programs.ranks(), header.threads()))
            + " in " + Numbers.counted(programs.classCount(), "class"));
    table.row(
        "events",
        Numbers.count(trace.events().size()) + " at "
            + Numbers.counted(trace.callSites().size(), "call site"));
    table.row(
        "loops",
        Numbers.count(trace.loops().size()) + (depth == 0 ? "" : ", at most " + depth + " deep"));
    table.row("MPI calls", Numbers.count(counts.total()));
    added.ifPresent(calls -> table.row("", calls.text()));
    table.row(
        "messages",
        Numbers.count(counts.messages()) + " point to point with "
            + Numbers.bytes(counts.bytesSent()));
    table.row("topology", topology());
    String label = "deltas";
    for (Map.Entry<DeltaKind, Long> one : deltas.entrySet()) {
      table.row(label, Numbers.count(one.getValue()) + " of " + one.getKey().text());
      label = "";
    }
    if (deltas.isEmpty()) {
      table.row(label, "none");
    }
    header.times().ifPresent(form -> table.row("times", form));
    table.row("recorded", recordedText());
    table.print(out, INDENT);
    calls(out);
    communicators(out);
    header.provenance().ifPresent(known -> RecordedOn.print(header, known, out));
    if (!header.warnings().isEmpty()) {
      out.println();
      out.println("Notes of the recorder or importer");
      Arguments.asOptions(header.warnings())
          .forEach(note -> TerminalWriter.of(out).paragraph(INDENT, FittingText.message(note)));
    }
    List<String> noise = Arguments.asOptions(RecordingNoise.of(header));
    if (!noise.isEmpty()) {
      out.println();
      noise.forEach(warning -> TerminalWriter.of(out).paragraph("", "warning: " + warning));
    }
  }

  private String recordedText() {
    List<String> parts = new ArrayList<>();
    if (recorded.instructions().isPresent()) {
      parts.add(counted());
    }
    timedSeconds().ifPresent(seconds -> parts.add(Numbers.time(seconds) + " of computation"));
    recorded
        .communicationSeconds()
        .ifPresent(seconds -> parts.add(Numbers.time(seconds) + " inside MPI calls"));
    return parts.isEmpty() ? NO_TIMES : String.join(" and ", parts) + ", average per rank";
  }

  /**
   * Returns the computation that was recorded as time. Computation that was recorded as
   * instructions adds no time, because its rate is infinite here.
   */
  private OptionalDouble timedSeconds() {
    boolean none =
        recorded.instructions().isPresent() && recorded.computeSeconds().orElse(0) == 0;
    return none ? OptionalDouble.empty() : recorded.computeSeconds();
  }

  private void calls(PrintWriter out) {
    out.println();
    out.println("Calls, sum over all ranks");
    TextTable table = new TextTable("lr");
    for (MpiCall call : MpiCall.values()) {
      if (counts.of(call) > 0) {
        table.row(call.mpiName(), Numbers.count(counts.of(call)));
      }
    }
    table.print(out, INDENT);
  }

  private void communicators(PrintWriter out) {
    out.println();
    out.println("Communicators");
    TextTable table = new TextTable("rlr");
    int shown = Math.min(COMMUNICATORS, trace.communicators().size());
    for (int id = 0; id < shown; id++) {
      Communicator communicator = trace.communicators().get(id);
      table.row(
          Integer.toString(id), communicator.name(), Numbers.counted(size(communicator), "rank"));
    }
    table.print(out, INDENT);
    if (shown < trace.communicators().size()) {
      out.println(INDENT + "and " + Numbers.count(trace.communicators().size() - shown) + " more");
    }
  }

  private int size(Communicator communicator) {
    return communicator.isSelf() ? 1 : trace.groups().get(communicator.group()).size();
  }

  /**
   * Writes the summary as a JSON object. Names of members are stable; names of quantities end in
   * their unit.
   */
  public void write(JsonGenerator json) {
    json.writeStringProperty("trace", name);
    json.writeNumberProperty("trace_bytes", fileBytes);
    json.writeStringProperty("origin", trace.header().origin());
    json.writeNumberProperty("ranks", programs.ranks());
    JsonOutput.threads(json, trace.header().threads());
    json.writeNumberProperty("rank_classes", programs.classCount());
    json.writeNumberProperty("events", trace.events().size());
    json.writeNumberProperty("loops", trace.loops().size());
    json.writeNumberProperty("nesting_depth", depth);
    json.writeNumberProperty("call_sites", trace.callSites().size());
    json.writeNumberProperty("datatypes", trace.datatypes().size());
    json.writeNumberProperty("groups", trace.groups().size());
    json.writeNumberProperty("communicators", trace.communicators().size());
    json.writeNumberProperty("request_ring", trace.header().requestRing());
    json.writeNumberProperty("mpi_calls", counts.total());
    added.ifPresent(calls -> calls.write(json));
    json.writeObjectPropertyStart("calls");
    Arrays.stream(MpiCall.values())
        .filter(call -> counts.of(call) > 0)
        .forEach(call -> json.writeNumberProperty(call.mpiName(), counts.of(call)));
    json.writeEndObject();
    json.writeNumberProperty("messages", counts.messages());
    json.writeNumberProperty("receives", counts.receives());
    json.writeNumberProperty("bytes", counts.bytesSent());
    new MessagePatternText(pattern()).write(json);
    json.writeObjectPropertyStart("deltas");
    deltas.forEach((kind, number) -> json.writeNumberProperty(kind.name(), number.longValue()));
    json.writeEndObject();
    JsonOutput.optional(json, "recorded_compute_seconds", timedSeconds());
    JsonOutput.optional(json, "recorded_communication_seconds", recorded.communicationSeconds());
    JsonOutput.optional(json, "recorded_instructions", recorded.instructions());
    trace.header().times().ifPresent(form -> json.writeStringProperty("times", form));
    JsonOutput.texts(json, "notes", Arguments.asOptions(trace.header().warnings()));
    trace.header().provenance().ifPresent(known -> RecordedOn.write(known, json));
    JsonOutput.texts(json, "warnings", Arguments.asOptions(RecordingNoise.of(trace.header())));
  }
}
