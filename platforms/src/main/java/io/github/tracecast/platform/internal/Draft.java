package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.MachineWish;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.Topology;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Writes a draft of a machine file. It has the values that follow from a {@link MachineWish}, and
 * explains each key.
 */
public final class Draft {
  /** The share of a small message's time that the software at each end is assumed to take. */
  private static final double SOFTWARE = 0.2;

  private final MachineWish wish;
  private final double seconds;
  private final double bytesPerSecond;
  private final Map<String, Figure> figures = new LinkedHashMap<>();

  private record Figure(String value, String source) {}

  private Draft(MachineWish wish) {
    this.wish = wish;
    this.seconds = Kind.TIME.read("latency", wish.latency());
    this.bytesPerSecond = Kind.BANDWIDTH.read("bandwidth", wish.bandwidth());
  }

  /**
   * Returns the text of a machine file.
   *
   * @param types all topologies
   * @throws PlatformException if the topology is unknown or a figure is not valid
   */
  public static String text(String name, MachineWish wish, List<TopologyType> types) {
    List<String> topologies = TopologyType.names(types);
    if (!topologies.contains(wish.topology())) {
      throw refused("topology", wish.topology(), "one of " + String.join(", ", topologies));
    }
    if (wish.nodes() < 1 || wish.nodes() > Topology.MAX_NODES) {
      throw refused("nodes", "" + wish.nodes(), "a number from 1 to " + Topology.MAX_NODES);
    }
    if (wish.rails() < 1 || wish.rails() > 16) {
      throw refused("rails", "" + wish.rails(), "a number from 1 to 16");
    }
    TopologyType type = TopologyType.named(wish.topology(), types);
    Draft draft = new Draft(wish);
    draft.node();
    draft.put("network.topology", type.name(), "stated");
    type.draft()
        .orElseThrow(() -> refused(
            "topology",
            type.name(),
            "another topology, because a " + type.name() + " needs a file beside the machine file"))
        .accept(draft);
    draft.software();
    return draft.write(name, new Schema(types, type.name(), Set.of("node.cores")).keys());
  }

  /** Creates the error for a value from which no file can be drafted. */
  private static PlatformException refused(String what, String found, String expected) {
    return new PlatformException(what + ": found " + found + "; expected " + expected);
  }

  /** The least number of nodes of the machine. */
  public int nodes() {
    return wish.nodes();
  }

  /** Number of network interfaces of all nodes. */
  public long interfaces() {
    return (long) wish.nodes() * wish.rails();
  }

  /** Number of network interfaces of a node. */
  public int rails() {
    return wish.rails();
  }

  /** Throws an error if nodes have several network interfaces. */
  public void requireOneRail() {
    if (wish.rails() > 1) {
      throw refused(
          "rails",
          "" + wish.rails(),
          "1, because nodes of a " + wish.topology() + " have one interface");
    }
  }

  /** The bandwidth of a network interface, as the user wrote it. */
  public String bandwidth() {
    return wish.bandwidth();
  }

  /** The bandwidth of a network interface, multiplied by a factor, as text. */
  public String bandwidth(double factor) {
    return String.format(Locale.ROOT, "%.6g", bytesPerSecond * factor / 1e9)
            .replaceFirst("[.]?0+$", "")
        + "GBps";
  }

  /** Adds a key with its value and source. */
  public void put(String key, String value, String source) {
    figures.put(key, new Figure(value, source));
  }

  public void put(String key, long value, String source) {
    put(key, Long.toString(value), source);
  }

  /**
   * Adds a key whose value is the latency of a link.
   *
   * @param links number of links of a longest route, among which the latency is divided after the
   *     time of the software is subtracted
   */
  public void putLatency(String key, int links) {
    double nanos = seconds * (1 - 2 * SOFTWARE) / links * 1e9;
    put(
        key,
        String.format(Locale.ROOT, nanos < 10 ? "%.2fns" : "%.0fns", nanos),
        "assumption: " + wish.latency() + " minus the overheads of software, shared by the " + links
            + " links of the longest route");
  }

  private void node() {
    put("node.cores", wish.cores(), "stated");
    put(
        "node.speed",
        "10Gf",
        "assumption; used only if the trace counts flops, or if --compute-scale is a speed");
    put(
        "node.instruction_rate",
        "5Gips",
        "assumption: two instructions a cycle at 2.5 GHz; used only if the trace counts instructions");
    put(
        "node.memory_bandwidth",
        "10GBps",
        "assumption: bandwidth of one core that copies through shared memory; tracecast calibrate measures this bandwidth");
    put(
        "node.memory_latency",
        "500ns",
        "assumption: two cache misses served by another core; tracecast calibrate measures this latency");
  }

  private void software() {
    String overhead = String.format(Locale.ROOT, "%.0fns", seconds * SOFTWARE * 1e9);
    String source =
        "assumption: a fifth of " + wish.latency() + "; tracecast calibrate measures this overhead";
    put("mpi.send_overhead", overhead, source);
    put("mpi.receive_overhead", overhead, source);
    put(
        "mpi.eager_limit",
        "8KiB",
        "assumption: a common limit of MPI libraries; tracecast calibrate measures this limit");
  }

  private String write(String name, Map<String, Schema.Key> keys) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "# A machine for Tracecast. Replace each assumption by a known value, and name the source of the value.");
    lines.add(
        "# tracecast platforms FILE --verbose shows the machine that this file describes; docs/machines.md explains machine files.");
    lines.add("# Lines with a # before the key show defaults.");
    lines.add("name: " + quoted(name));
    lines.add("description: "
        + quoted(wish.topology() + " of at least " + wish.nodes()
            + (wish.nodes() == 1 ? " node" : " nodes")));
    String section = "";
    for (Map.Entry<String, Schema.Key> key : keys.entrySet()) {
      int dot = key.getKey().indexOf('.');
      if (key.getKey().startsWith("collectives.")) {
        continue;
      }
      if (!section.equals(key.getKey().substring(0, dot))) {
        section = key.getKey().substring(0, dot);
        lines.add("");
        lines.add(section + ":");
      }
      line(lines, key.getKey(), key.getKey().substring(dot + 1), key.getValue());
    }
    return String.join("\n", lines) + "\n";
  }

  private void line(List<String> lines, String key, String shown, Schema.Key rule) {
    lines.add("  # " + Schema.plain(rule.meaning()));
    Figure figure = figures.get(key);
    String fallback = rule.fallback();
    if (figure != null) {
      lines.add("  " + shown + ": {value: " + quoted(figure.value()) + ", source: "
          + quoted(figure.source()) + "}");
    } else if (fallback == null) {
      throw new IllegalStateException("the draft has no " + key);
    } else {
      lines.add("  # " + shown + ": "
          + (fallback.startsWith("=") ? "as " + fallback.substring(1) : quoted(fallback)));
    }
  }

  /** Quotes a text for YAML. */
  private static String quoted(String value) {
    return '"'
        + value.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ")
        + '"';
  }
}
