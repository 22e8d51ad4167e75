package io.github.tracecast.record.calibrate;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.noise.MeasuredNoise;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A measured machine as a platform file. */
public final class PlatformText {
  private static final String UNUSED =
      "not measured; recorded times do not need this key; set it for traces that count instructions";
  private static final String ONE_NODE = "not used on a single node";
  private static final String ONE_RANK = "not used with one rank per node";
  private static final String SEARCHES = "median of up to 5 searches with up to 9 tries per size";
  private static final List<String> MESSAGES =
      List.of("round_trip", "send_call", "receive_call", "stream", "exchange");
  private static final List<String> COLLECTIVES =
      List.of("copy", "barrier", "allreduce", "allgather", "alltoall");

  private final Measurements measured;
  private final LogGpFigures figures;
  private final Optional<String> noiseFile;
  private final StringBuilder text = new StringBuilder();

  private PlatformText(Measurements measured, Optional<String> noiseFile) {
    this.measured = measured;
    this.noiseFile = noiseFile;
    this.figures = LogGpFigures.of(measured);
  }

  /**
   * Writes the file.
   *
   * @param name the machine's name
   * @param by the tool that measured the machine, and the date
   * @param noiseFile the file beside the platform file with the {@link #noise}, if there is one
   */
  public static String of(
      String name, String by, Measurements measured, Optional<String> noiseFile) {
    return new PlatformText(measured, noiseFile).write(name, by);
  }

  private String write(String name, String by) {
    String where = measured.oneNode() ? "inside a node" : "between two nodes";
    line("# Cost of messages between two ranks, measured by " + by + ".");
    line("# " + measured.mpi() + "; " + where + "; " + measured.rounds()
        + " rounds through all sizes.");
    line("name: " + quoted(name));
    line("description: " + quoted(measured.host() + ", measured " + where));
    node();
    network();
    mpi();
    noiseFile.ifPresent(this::noise);
    table("Messages", MESSAGES);
    table(
        "Time per call of collectives of two ranks. No key uses these times; compare them with predictions to"
            + " check the rules of collectives",
        COLLECTIVES);
    return text.toString();
  }

  private void node() {
    line("");
    line("node:");
    figure("cores", "" + measured.cores(), "number of processors on " + measured.host());
    if (measured.oneNode()) {
      figure("ranks_per_node", "" + measured.cores(), "one rank per processor");
    } else {
      figure("ranks_per_node", "1", "measured only between nodes, with one rank per node");
    }
    figure("speed", "1Gf", UNUSED);
    figure("instruction_rate", "1Gips", UNUSED);
    if (measured.oneNode()) {
      figure("memory_bandwidth", "none", "included in memory_latency");
      figure(
          "memory_latency",
          split(figures.flight()),
          "half a round trip minus o_s, o_r and handshake; " + spread("round_trip"));
    } else {
      figure("memory_bandwidth", "none", ONE_RANK);
      figure("memory_latency", "0s", ONE_RANK);
    }
    figure(
        "copy",
        Segments.fit(figures.copy(), 0),
        "copy of a block within a rank's memory; " + spread("copy"));
    slowdown("triad", "a triad, as an example of a program that waits for memory,");
    slowdown(
        "registers",
        "a loop in registers, as an example of a program that does not wait for memory,");
  }

  /** Writes slowdowns as a comment in the file, because programs differ in their use of memory bandwidth. */
  private void slowdown(String quantity, String whose) {
    List<SizeMeasurements> byProcesses = measured.quantities().getOrDefault(quantity, List.of());
    if (!byProcesses.isEmpty()) {
      line("  # slowdown: " + Slowdowns.text(byProcesses) + " # " + whose + " in 1 to "
          + byProcesses.getLast().bytes() + " processes at a time");
    }
  }

  /** Writes the noise as a comment in the file, because recorded times already contain noise. */
  private void noise(String file) {
    double[] seconds =
        measured.repetitionNanos().stream().mapToDouble(nanos -> 1e-9 * nanos).toArray();
    MeasuredNoise noise = new MeasuredNoise(seconds);
    line("");
    line(String.format(
        Locale.ROOT,
        "# noise: {file: %s} # %d repetitions of %s of work lost %s%% of a processor to noise; use this line for computation that was recorded on a quieter machine",
        file,
        noise.repetitions(),
        Numbers.time(noise.quantumSeconds()),
        Numbers.percent(noise.share())));
  }

  /** Returns the repeated times of one piece of work as the content of a {@code noise.file}. */
  public static String noise(Measurements measured) {
    return measured.repetitionNanos().stream()
        .map(nanos -> String.format(Locale.ROOT, "%.0fns\n", nanos))
        .collect(Collectors.joining());
  }

  private void network() {
    line("");
    line("network:");
    if (measured.oneNode()) {
      figure("topology", "star", ONE_NODE);
      figure("nodes", "1", "measured only inside a node");
      figure("link_bandwidth", "none", ONE_NODE);
      figure("link_latency", "0s", ONE_NODE);
      return;
    }
    figure(
        "topology",
        "star",
        "assumption: all pairs of nodes have the distance of the measured pair");
    figure("nodes", "auto", "as many nodes as the ranks need");
    figure(
        "link_bandwidth",
        String.format(Locale.ROOT, "%.6fns/B", figures.perByte()),
        "from the flight time of the largest message; " + spread("round_trip"));
    figure(
        "link_latency",
        String.format(Locale.ROOT, "%.1fns", figures.latency() / 2),
        "half of L, because a message crosses two links; L is half a round trip minus o_s and o_r; "
            + spread("round_trip"));
  }

  private void mpi() {
    line("");
    line("mpi:");
    figure(
        "send_overhead",
        split(figures.send()),
        "o_s: duration of the call that starts a send while the receiver is outside MPI; "
            + spread("send_call"));
    figure(
        "receive_overhead",
        split(figures.receive()),
        "o_r: duration of the receive of an eager message that has arrived, at most half a round trip minus o_s"
            + (measured.oneNode() ? "; " : ", L and the time of the bytes on a link; ")
            + spread("receive_call"));
    figure(
        "gap",
        split(figures.gap()),
        "g of eager messages, at sizes where g exceeds the overheads"
            + (measured.oneNode() ? "; " : " and the time of the bytes on a link; ")
            + spread("stream"));
    if (measured.eagerLimit() == 0) {
      figure(
          "eager_limit",
          "8192TiB",
          "no sender waited for its receive at any tested size up to " + measured.largestEager()
              + "B");
    } else {
      figure(
          "eager_limit",
          measured.eagerLimit() + "B",
          "smallest message whose sender waits for its receive while the receiver is inside MPI, by bisection: "
              + SEARCHES + untested());
    }
    if (measured.oneNode() && measured.eagerWaitsFrom() > 0) {
      figure(
          "eager_waits_from",
          measured.eagerWaitsFrom() + "B",
          "smallest eager message whose sender waits while the receiver is outside MPI, by bisection: "
              + SEARCHES);
    }
    figure("rendezvous_handshake", "yes", "included in memory_latency or link_bandwidth");
    figure(
        "collectives",
        CollectiveRules.setOfMpi(measured.mpi()),
        "the rules of the measured MPI, " + measured.mpi());
    if (!measured.oneNode()) {
      betweenNodes();
    } else {
      LogGpFigures.communicatorAgreements(measured.mpi())
          .ifPresent(count -> figure(
              "communicator_agreements",
              "" + count,
              "not measured on a single node; counted with Open MPI 4.1 (6) and MPICH 4.0 (2)"));
    }
  }

  /**
   * Returns a note on what the search for the eager limit left open, if the time for this search
   * was too short.
   */
  private String untested() {
    long above = measured.largestEager() + 1;
    return above < measured.eagerLimit()
        ? "; for lack of time, sizes from " + above + "B on below this size were not tested"
        : "";
  }

  private void betweenNodes() {
    figure(
        "flight_overhead",
        split(figures.flightOverhead()),
        "flight time beyond latency and bytes; " + spread("round_trip"));
    List<String> factors = factors();
    if (factors.size() > 1) {
      figure(
          "bandwidth_factor",
          factors,
          "sizes with a higher bandwidth than the largest message; " + spread("round_trip"));
    }
    if (measured.overTcp()) {
      figure(
          "in_turn_limit",
          "64KiB",
          "messages go over TCP; Linux accepts up to about this many bytes of a message at a time, and sends them in order");
    }
    LogGpFigures.communicatorAgreements(measured)
        .ifPresent(count -> figure(
            "communicator_agreements",
            "" + count,
            "duration of MPI_Comm_dup, divided by half an empty round trip; "
                + spread("communicator")));
  }

  /**
   * Returns for each message size the factor by which a message is faster than the link. A size's
   * factor applies from halfway between the next smaller size and this size.
   */
  private List<String> factors() {
    List<String> factors = new ArrayList<>();
    long from = 0;
    double last = 0;
    for (long bytes : figures.flight().tailMap(1L).keySet()) {
      double factor = figures.factor(bytes);
      if (factor != last) {
        factors.add(String.format(Locale.ROOT, "%dB: %.6f", from, factor));
      }
      last = factor;
      Long next = figures.flight().higherKey(bytes);
      if (next != null) {
        boolean protocolChanges = measured.eager(bytes) && !measured.eager(next);
        from = protocolChanges ? measured.eagerLimit() : (bytes + next) / 2;
      }
    }
    return factors;
  }

  /** Fits a cost by message size. Sizes below and above the eager limit are fitted separately. */
  private List<String> split(NavigableMap<Long, Double> bySize) {
    if (bySize.values().stream().allMatch(cost -> cost == 0)) {
      return List.of("0s");
    }
    long limit = measured.eagerLimit();
    if (limit == 0) {
      return Segments.fit(bySize, 0);
    }
    List<String> texts = new ArrayList<>(Segments.fit(bySize.headMap(limit, false), 0));
    texts.addAll(Segments.fit(bySize.tailMap(limit, true), limit));
    return texts;
  }

  private String spread(String quantity) {
    double[] spreads = measured.of(quantity).values().stream()
        .mapToDouble(SizeMeasurements::spread)
        .sorted()
        .toArray();
    long samples = measured.of(quantity).values().stream()
        .mapToLong(SizeMeasurements::count)
        .sum();
    return String.format(
        Locale.ROOT,
        "medians of %d samples; their 10%% and 90%% quantiles differ by %.0f%% of the median (median over sizes; at most %.0f%%)",
        samples,
        100 * spreads[spreads.length / 2],
        100 * spreads[spreads.length - 1]);
  }

  private void table(String what, List<String> quantities) {
    line("");
    line("# " + what + "; medians [10%, 90%], ns");
    line("#     bytes"
        + quantities.stream()
            .map(quantity -> String.format(Locale.ROOT, "  %32s", quantity))
            .collect(Collectors.joining()));
    List<NavigableMap<Long, SizeMeasurements>> columns =
        quantities.stream().map(measured::of).toList();
    TreeSet<Long> sizes = new TreeSet<>();
    columns.forEach(column -> sizes.addAll(column.keySet()));
    for (long bytes : sizes) {
      StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "# %9d", bytes));
      for (NavigableMap<Long, SizeMeasurements> column : columns) {
        SizeMeasurements s = column.get(bytes);
        String cell = s == null
            ? "-"
            : String.format(Locale.ROOT, "%.0f [%.0f, %.0f]", s.median(), s.low(), s.high());
        row.append(String.format(Locale.ROOT, "  %32s", cell));
      }
      line(row.toString());
    }
  }

  private void figure(String key, String value, String source) {
    line("  " + key + ": {value: " + value + ", source: " + quoted(source) + "}");
  }

  private void figure(String key, List<String> pieces, String source) {
    if (pieces.size() == 1) {
      figure(key, quoted(pieces.getFirst()), source);
      return;
    }
    line("  " + key + ":");
    line("    value:");
    pieces.forEach(piece -> line("      - " + quoted(piece)));
    line("    source: " + quoted(source));
  }

  /** Returns a text in YAML's double quotes. */
  private static String quoted(String value) {
    return '"'
        + value.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ")
        + '"';
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
