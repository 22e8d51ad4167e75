package io.github.tracecast.predict;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.internal.UsageException;
import io.github.tracecast.simulate.Contention;
import io.github.tracecast.simulate.Engines;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.simulate.lanes.CriticalPath;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.simulate.lanes.Tolerance;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Trace;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import tools.jackson.core.JsonGenerator;

/**
 * What a predicted time consists of and how much worse the machine may become, for people and as JSON.
 *
 * @param name the trace, as the user named it
 * @param trace the trace itself
 * @param machine the platform fitted to the run
 * @param path what the time consists of
 * @param tolerances by share, then by part
 */
record Sensitivity(
    String name, Trace trace, Machine machine, CriticalPath path, List<Tolerance> tolerances) {
  private static final int CALL_SITES = 20;
  private static final int GROUPS = 8;
  private static final String INDENT = "  ";

  private record Part(String name, double seconds) {}

  /**
   * Refuses requests whose predictions do not follow from one fixed chain of computation and messages.
   *
   * @param option what to call it in the refusal
   */
  static void requireExact(String option, PredictionRequest request) {
    if (!request.engine().equals(Engines.LOGGP)) {
      throw new UsageException(option + ": found engine " + request.engine()
          + ", which does not say what its times consist of; expected --engine loggp");
    }
    if (request.contention() != Contention.NONE) {
      throw new UsageException(
          option + ": found --contention " + request.contention().text()
              + ", under which a message's time depends on all others; expected none");
    }
    if (request.deltas() == DeltaMode.HISTOGRAM && request.fastForward().enabled()) {
      throw new UsageException(option
          + ": found --deltas histogram with long loops sampled, whose iterations are not all replayed;"
          + " expected --fast-forward off, or another --deltas");
    }
  }

  /**
   * Finds it.
   *
   * @param name the trace, as the user named it
   * @param slower parts by which the run may become slower, each above 0
   * @param progress told from time to time how many MPI calls the replay under way has done
   * @throws ReplayException where no chain can be followed
   */
  static Sensitivity of(
      String name, Programs programs, Lane lane, List<Double> slower, LongConsumer progress) {
    CriticalPath path = CriticalPath.of(programs, lane, progress).orElseThrow(() -> unsuited(name));
    List<Tolerance> tolerances =
        Tolerance.of(programs, lane, slower, progress).orElseThrow(() -> unsuited(name));
    return new Sensitivity(name, programs.trace(), lane.machine(), path, tolerances);
  }

  private static ReplayException unsuited(String name) {
    return new ReplayException(
        name + ": found a program in which messages may match differently on different machines"
            + " (receives of any source with a choice, probes, tests without outcomes), non-blocking collectives, or"
            + " one that does not run to its end; expected one whose messages are fixed: sensitivity follows these."
            + " tracecast predict says what is wrong, or predicts two machines to compare");
  }

  /** The report. */
  void print(PrintWriter out) {
    Numbers.TimeUnit unit = Numbers.TimeUnit.of(path.seconds());
    out.println("Critical path: " + unit.text(path.seconds()) + " on "
        + machine.platform().name() + ", " + machine.ranks() + " ranks, engine loggp");
    out.println();
    out.println(
        "What it consists of, and how many times as long each may take before the run is slower");
    shares(unit).print(out, INDENT);
    out.println();
    out.println("By call site: computation before the calls, and what their messages take");
    table(bySite(), unit, CALL_SITES).print(out, INDENT);
    out.println();
    out.println("By rank");
    table(byRanks(), unit, GROUPS).print(out, INDENT);
  }

  private TextTable shares(Numbers.TimeUnit unit) {
    List<Double> parts = tolerances.stream().map(Tolerance::slower).distinct().toList();
    TextTable table = new TextTable("lrr" + "r".repeat(parts.size()));
    List<String> head = new ArrayList<>(List.of("share", unit.symbol(), "of the run"));
    parts.forEach(part ->
        head.add(BigDecimal.valueOf(100 * part).stripTrailingZeros().toPlainString() + "% slower"));
    table.row(head.toArray(String[]::new));
    for (Share share : Share.values()) {
      double seconds = path.byShare().get(share);
      List<String> row = new ArrayList<>(List.of(
          name(share), unit.number(seconds), Numbers.percent(seconds / path.seconds()) + "%"));
      tolerances.stream().filter(t -> t.share() == share).forEach(t -> row.add(factor(t)));
      table.row(row.toArray(String[]::new));
    }
    return table;
  }

  private static String name(Share share) {
    return share.name().toLowerCase(Locale.ROOT);
  }

  private static String factor(Tolerance tolerance) {
    return tolerance.factor().isPresent()
        ? String.format(Locale.ROOT, "%.4f x", tolerance.factor().getAsDouble())
        : "any";
  }

  private TextTable table(List<Part> parts, Numbers.TimeUnit unit, int most) {
    TextTable table = new TextTable("lrr");
    parts.stream()
        .filter(part -> part.seconds() > 0)
        .limit(most)
        .forEach(part -> table.row(
            part.name(),
            unit.text(part.seconds()),
            Numbers.percent(part.seconds() / path.seconds()) + "%"));
    return table;
  }

  /** Call sites with their calls, those with most time on the path first. */
  private List<Part> bySite() {
    Map<String, Double> sites = new LinkedHashMap<>();
    for (int event = 0; event < trace.events().size(); event++) {
      Event e = trace.events().get(event);
      String site = trace.callSites().get(e.callSite()).name() + " " + e.call().mpiName();
      sites.merge(site, path.byEvent().get(event), Double::sum);
    }
    return sites.entrySet().stream()
        .map(site -> new Part(site.getKey(), site.getValue()))
        .sorted(Comparator.comparingDouble(Part::seconds).reversed())
        .toList();
  }

  private List<Part> byRanks() {
    return IntStream.range(0, path.byRanks().size())
        .mapToObj(group -> new Part(ranks(group), path.byRanks().get(group)))
        .sorted(Comparator.comparingDouble(Part::seconds).reversed())
        .toList();
  }

  private String ranks(int group) {
    int first = group * path.ranksOfGroup();
    int last = Math.min(first + path.ranksOfGroup(), machine.ranks()) - 1;
    return first == last ? "rank " + first : "ranks " + first + " to " + last;
  }

  /** Members of the JSON object. {@code factor} is null where no factor makes the run so much slower. */
  void write(JsonGenerator json) {
    json.writeStringProperty("trace", name);
    json.writeStringProperty("tracecast_version", Version.number());
    json.writeStringProperty("platform", machine.platform().name());
    json.writeNumberProperty("ranks", machine.ranks());
    json.writeNumberProperty("predicted_seconds", path.seconds());
    json.writeObjectPropertyStart("critical_path_seconds");
    path.byShare().forEach((share, seconds) -> json.writeNumberProperty(name(share), seconds));
    json.writeEndObject();
    json.writeArrayPropertyStart("tolerances");
    for (Tolerance tolerance : tolerances) {
      json.writeStartObject();
      json.writeStringProperty("share", name(tolerance.share()));
      json.writeNumberProperty("slower", tolerance.slower());
      JsonOutput.optional(json, "factor", tolerance.factor());
      json.writeEndObject();
    }
    json.writeEndArray();
    write(json, "critical_path_by_call_site", "call_site", bySite());
    write(json, "critical_path_by_ranks", "ranks", byRanks());
  }

  private static void write(JsonGenerator json, String array, String key, List<Part> parts) {
    json.writeArrayPropertyStart(array);
    for (Part part : parts) {
      json.writeStartObject();
      json.writeStringProperty(key, part.name());
      json.writeNumberProperty("seconds", part.seconds());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
