package io.github.tracecast.platform;

import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.RuleSets;
import io.github.tracecast.platform.power.Power;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A machine as described by its YAML file and the user's overrides. {@link Machine#fit} fits it to
 * a run.
 *
 * @param name the machine's name, as in {@code tracecast platforms}
 * @param description one sentence about the machine
 * @param node the properties of one node
 * @param topology the network that connects the nodes
 * @param mpi the costs of the MPI software
 * @param packets the division of messages into packets; empty if links carry plain bytes
 * @param tree the separate network for collectives, if there is one
 * @param interrupt the separate network for barriers, if there is one
 * @param collectives the rules that select the algorithms of collectives
 * @param names converts a node's name to its number
 * @param power the power of nodes and network, if the file or the user states it
 * @param provenance the origin of each figure by its dotted key; the same keys as {@code figures}
 * @param figures the value of each figure with its unit by its dotted key, from the file, the user
 *     or the default; {@code --set} accepts each value
 */
public record Platform(
    String name,
    String description,
    Node node,
    Topology topology,
    MpiCosts mpi,
    Optional<Packets> packets,
    Optional<TreeNetwork> tree,
    Optional<InterruptNetwork> interrupt,
    CollectiveRules collectives,
    NodeNames names,
    Optional<Power> power,
    Map<String, String> provenance,
    SortedMap<String, String> figures) {

  /** Copies both maps and sorts them by key, so that reports list their entries in a fixed order. */
  public Platform {
    provenance = Collections.unmodifiableSortedMap(new TreeMap<>(provenance));
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  /** The key of the price of a node per hour. */
  public static final String PRICE = "node.price_per_hour";

  /** The key of the number of ranks on a node. A machine with node modes does not have it. */
  public static final String RANKS_PER_NODE = "node.ranks_per_node";

  private static final String OF_TRACE = "the MPI of the trace, ";

  /**
   * Returns the machine with the collective rules of an MPI library, such as
   * {@code Open MPI 4.1.4}. Returns the same machine if its file or the user selected a set of
   * rules, or if there is no set for the library.
   */
  public Platform withCollectivesOf(String mpi) {
    String set = RuleSets.ofMpi(mpi);
    if (set.equals(RuleSets.USUAL) || !RuleSets.UNCHOSEN.equals(provenance.get(RuleSets.KEY))) {
      return this;
    }
    SortedMap<String, String> values = new TreeMap<>(figures);
    Map<String, String> sources = new TreeMap<>(provenance);
    values.put(RuleSets.KEY, set);
    sources.put(RuleSets.KEY, OF_TRACE + mpi);
    List<CollectiveRule> rules = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      String key = "collectives." + operation.key();
      if (RuleSets.BY_SET.equals(provenance.get(key))) {
        values.put(key, set);
        rules.addAll(RuleSets.rules(set, operation));
      } else {
        collectives.rules().stream()
            .filter(rule -> rule.operation() == operation)
            .forEach(rules::add);
      }
    }
    return with(node, new CollectiveRules(rules, Optional.of(mpi)), sources, values);
  }

  /**
   * Returns the MPI library whose set of collective rules the trace selected; empty if the machine
   * selected the set.
   */
  public Optional<String> collectivesOfTrace() {
    return collectives.mpiOfTrace().map(mpi -> figures.get(RuleSets.KEY) + ", " + OF_TRACE + mpi);
  }

  /**
   * Whether a node may host a number of ranks: it has enough cores, and the user set no other
   * number of ranks per node.
   */
  boolean canHost(int ranks) {
    return ranks <= node.physicalCores() && mayChangeRanksPerNode();
  }

  private boolean mayChangeRanksPerNode() {
    return figures.containsKey(RANKS_PER_NODE)
        && !Figures.BY_USER.equals(provenance.get(RANKS_PER_NODE));
  }

  /** Creates the error for a run with more ranks than the machine can host. */
  public PlatformException tooManyRanks(int ranks, int nodes, String key) {
    int perNode = node.cores();
    String modes =
        node.physicalCores() > perNode ? " or more ranks per node (" + moreRanks() + ")" : "";
    return new PlatformException(
        name + ": " + key + ": found " + nodes + (nodes == 1 ? " node with " : " nodes with ")
            + perNode + (perNode == 1 ? " rank" : " ranks")
            + (nodes == 1 ? "" : " each, which hold " + (long) nodes * perNode + " ranks")
            + "; expected room for " + ranks + ". Use fewer ranks"
            + (modes.isEmpty() ? " or" : ",") + " more nodes (`set " + key + "=...`)" + modes);
  }

  private String moreRanks() {
    return figures.containsKey("node.mode")
        ? "`set node.mode=...`"
        : "`set " + RANKS_PER_NODE + "=" + node.physicalCores() + "`";
  }

  /**
   * Returns the price of a node per hour, in the currency of the machine's file; empty if the
   * machine has no price.
   */
  public OptionalDouble nodePricePerHour() {
    return pricePerHour(figures.getOrDefault(PRICE, "none"));
  }

  /** Returns the price that a valid value of {@link #PRICE} states. */
  public static OptionalDouble pricePerHour(String text) {
    return text.strip().equals("none")
        ? OptionalDouble.empty()
        : OptionalDouble.of(Double.parseDouble(text));
  }

  /**
   * Returns the machine for ranks with several threads. Each thread gets a core, unless the user
   * set the number of ranks per node.
   */
  public Platform withThreads(int threads) {
    int ranks = Math.max(1, node.physicalCores() / threads);
    return threads == 1 || ranks >= node.cores() || !mayChangeRanksPerNode()
        ? this
        : hosting(ranks, "a core for each of " + threads + " threads of a rank");
  }

  /** Returns this platform with another number of ranks per node, and the source of that number. */
  Platform hosting(int ranks, String source) {
    Map<String, String> sources = new TreeMap<>(provenance);
    sources.put(RANKS_PER_NODE, source);
    SortedMap<String, String> changed = new TreeMap<>(figures);
    changed.put(RANKS_PER_NODE, Integer.toString(ranks));
    CollectiveRules rules = collectives.onNodesOf(node.cores(), ranks);
    return with(node.hosting(ranks), rules, sources, changed);
  }

  private Platform with(
      Node other,
      CollectiveRules rules,
      Map<String, String> sources,
      SortedMap<String, String> values) {
    return new Platform(
        name,
        description,
        other,
        topology,
        mpi,
        packets,
        tree,
        interrupt,
        rules,
        names,
        power,
        sources,
        values);
  }

  /** Returns the bytes on the wire of a message on the main network. */
  public long wireBytes(long messageBytes) {
    return packets.isPresent() ? packets.get().wireBytes(messageBytes) : messageBytes;
  }
}
