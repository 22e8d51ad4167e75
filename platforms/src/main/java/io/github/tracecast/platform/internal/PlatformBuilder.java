package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.InterruptNetwork;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Node;
import io.github.tracecast.platform.NodeNames;
import io.github.tracecast.platform.Packets;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.TreeNetwork;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.noise.CoreSharing;
import io.github.tracecast.platform.noise.WaitMode;
import io.github.tracecast.platform.power.LinkPower;
import io.github.tracecast.platform.power.Power;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Creates a platform from checked keys, and checks rules that involve several keys. */
final class PlatformBuilder {
  private static final double LEAST_SLICE_SECONDS = 1e-6;

  private final Figures figures;

  private PlatformBuilder(Figures figures) {
    this.figures = figures;
  }

  static Platform build(String name, String description, Figures figures) {
    return new PlatformBuilder(figures).platform(name, description);
  }

  private Platform platform(String name, String description) {
    Optional<TreeNetwork> tree =
        figures.has("tree.link_bandwidth") ? Optional.of(tree()) : Optional.empty();
    Optional<InterruptNetwork> interrupt = figures.has("interrupt.round_trip")
        ? Optional.of(new InterruptNetwork(figures.number("interrupt.round_trip")))
        : Optional.empty();
    Optional<Packets> packets = figures.has("packets.payload")
        ? Optional.of(new Packets(
            figures.count("packets.payload"),
            figures.count("packets.header"),
            figures.count("packets.chunk"),
            figures.count("packets.trailer")))
        : Optional.empty();
    Topology topology = topology();
    Node node = node();
    return new Platform(
        name,
        description,
        node,
        topology,
        MpiCosts.of(figures),
        packets,
        tree,
        interrupt,
        collectives(tree.isPresent(), interrupt.isPresent(), node.cores()),
        figures.has(Schema.NAMES + "pattern") ? names(topology) : NodeNames.NUMBERS,
        figures.has(Schema.BUSY_POWER) ? Optional.of(power()) : Optional.empty(),
        figures.sources(),
        figures.texts());
  }

  private Node node() {
    int cores = figures.count("node.cores");
    String key = Platform.RANKS_PER_NODE;
    for (String mode : figures.keys("node.modes.")) {
      requireCores(mode, cores);
    }
    if (figures.has("node.mode")) {
      key = "node.modes." + figures.get("node.mode", String.class);
    }
    if (!figures.isGiven(Schema.WAITING)) {
      requireCores(key, cores);
    }
    if (figures.has(Schema.SOCKETS)) {
      requireCores(Schema.SOCKETS, cores);
    }
    return Node.of(
        figures,
        figures.count(key),
        figures.has(NoiseReader.PERIOD) ? NoiseReader.read(figures) : Optional.empty(),
        sharing());
  }

  private CoreSharing sharing() {
    if (figures.number(Schema.TIME_SLICE) < LEAST_SLICE_SECONDS) {
      throw figures.refuse(Schema.TIME_SLICE, "at least 1us");
    }
    return new CoreSharing(
        figures.list(Schema.LOAD),
        figures.get(Schema.BINDING, String.class).equals(Schema.BOUND),
        figures.number(Schema.TIME_SLICE),
        WaitMode.valueOf(figures.get(Schema.WAITING, String.class).toUpperCase(Locale.ROOT)),
        figures.number(Schema.WAKE_UP));
  }

  private Power power() {
    double idle = figures.number(Schema.IDLE_POWER);
    for (String key : List.of(Schema.BUSY_POWER, Schema.WAITING_POWER)) {
      if (figures.number(key) < idle) {
        throw figures.refuse(
            key, "at least " + Schema.IDLE_POWER + " (" + figures.text(Schema.IDLE_POWER) + ")");
      }
    }
    return new Power(
        idle,
        figures.number(Schema.BUSY_POWER),
        figures.number(Schema.WAITING_POWER),
        figures.has(Schema.SWITCH_POWER) ? figures.number(Schema.SWITCH_POWER) : 0,
        figures.has(Schema.LINK_POWER)
            ? figures.get(Schema.LINK_POWER, LinkPower.class)
            : LinkPower.NONE);
  }

  private void requireCores(String key, int cores) {
    if (figures.count(key) > cores) {
      throw figures.refuse(
          key,
          "at most " + cores + ", as in node.cores"
              + (key.equals(Platform.RANKS_PER_NODE)
                  ? ", or the key " + Schema.WAITING + ", which lets ranks share cores"
                  : ""));
    }
  }

  private Topology topology() {
    return figures.type().reader().apply(figures);
  }

  private NodeNames names(Topology topology) {
    String table = figures.get(Schema.NAMES + "table", String.class);
    if (!table.equals("none")) {
      return NameTable.read(table, figures, topology.slots());
    }
    List<NodeNames> patterns = new ArrayList<>();
    for (String pattern : Fields.of(figures.get(Schema.NAMES + "pattern", String.class), ";")) {
      patterns.add(NamePattern.read(pattern, figures));
    }
    return new Patterns(patterns);
  }

  /** Node names that match one of several patterns. */
  private record Patterns(List<NodeNames> patterns) implements NodeNames {
    @Override
    public long place(String name) {
      for (NodeNames names : patterns) {
        long place = names.place(name);
        if (place >= 0) {
          return place;
        }
      }
      return UNKNOWN;
    }
  }

  private TreeNetwork tree() {
    int payload = figures.count("tree.packet_payload");
    int header = figures.count("tree.packet_header");
    return new TreeNetwork(
        figures.number("tree.link_bandwidth"),
        figures.number("tree.hop_latency"),
        figures.count("tree.arity"),
        new Packets(payload, header, payload + header, 0),
        figures.count("tree.reduce_passes"),
        figures.count("tree.integer_reduce_passes"));
  }

  private CollectiveRules collectives(boolean hasTree, boolean hasInterrupt, int perNode) {
    List<CollectiveRule> rules = new ArrayList<>();
    for (String key : figures.keys("collectives.")) {
      List<CollectiveRule> of = figures.list(key);
      for (CollectiveRule rule : of) {
        if (rule.algorithm().equals(Algorithms.TREE) && !hasTree) {
          throw figures.refuse(
              key, "an algorithm that needs no tree network, or a section tree in the file");
        }
        if (rule.algorithm().equals(Algorithms.INTERRUPT) && !hasInterrupt) {
          throw figures.refuse(
              key,
              "an algorithm that needs no interrupt network, or a section interrupt in the file");
        }
        rules.add(withNodes(rule, perNode));
      }
    }
    return new CollectiveRules(rules);
  }

  /** Adds the machine's number of ranks per node to a rule for a two-level algorithm, unless the rule has a number. */
  private static CollectiveRule withNodes(CollectiveRule rule, int perNode) {
    return rule.algorithm().equals(Algorithms.TWO_LEVEL)
        ? new CollectiveRule(
            rule.operation(), rule.condition(), Algorithms.TWO_LEVEL + ":" + perNode)
        : rule;
  }
}
