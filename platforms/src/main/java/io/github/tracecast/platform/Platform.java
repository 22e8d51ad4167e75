package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.Figures;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One machine as its YAML file describes it, with the user's overrides applied. Not yet fitted to
 * a run: see {@link Machine#fit}.
 *
 * @param name the machine's name, as in {@code tracecast platforms}
 * @param description one sentence for people
 * @param node what one node can do
 * @param topology how the nodes are wired
 * @param mpi what MPI's software costs
 * @param packets how a message is cut into packets on the wire; empty where links carry bytes as
 *     they are
 * @param tree the network of its own for collectives, where there is one
 * @param interrupt the network of its own for barriers, where there is one
 * @param collectives which algorithm serves which collective
 * @param provenance dotted key to where that figure comes from; the same keys as {@code figures}
 * @param figures dotted key to value, with its unit, as written in the file, as set by the user, or
 *     as defaulted; each value can be given back to {@code --set}
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
    Map<String, String> provenance,
    SortedMap<String, String> figures) {

  /** Copies both maps, sorted by key, so that reports list them in one order. */
  public Platform {
    provenance = Collections.unmodifiableSortedMap(new TreeMap<>(provenance));
    figures = Collections.unmodifiableSortedMap(new TreeMap<>(figures));
  }

  private static final String RANKS_PER_NODE = "node.ranks_per_node";

  /** Whether a node may host more ranks than by default: nobody has said how many, and it has the cores. */
  boolean canHost(int ranks) {
    return ranks <= node.physicalCores()
        && figures.containsKey(RANKS_PER_NODE)
        && !Figures.BY_USER.equals(provenance.get(RANKS_PER_NODE));
  }

  /** This with other ranks a node. */
  Platform hosting(int ranks) {
    Map<String, String> sources = new TreeMap<>(provenance);
    sources.put(RANKS_PER_NODE, "as many as the run needs");
    SortedMap<String, String> changed = new TreeMap<>(figures);
    changed.put(RANKS_PER_NODE, Integer.toString(ranks));
    Node more = new Node(
        ranks,
        node.flopsPerSecond(),
        node.instructionsPerSecond(),
        node.memoryBytesPerSecond(),
        node.memoryLatency(),
        node.copy(),
        node.physicalCores());
    return new Platform(
        name,
        description,
        more,
        topology,
        mpi,
        packets,
        tree,
        interrupt,
        collectives,
        sources,
        changed);
  }

  /** Bytes that a message of this size puts on a link of the main network. */
  public long wireBytes(long messageBytes) {
    return packets.isPresent() ? packets.get().wireBytes(messageBytes) : messageBytes;
  }
}
