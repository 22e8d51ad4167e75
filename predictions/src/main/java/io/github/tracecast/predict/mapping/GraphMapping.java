package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.tools.topology.TopologyMatch;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds a mapping of ranks to nodes from the traffic. A recognised grid is placed by its positions.
 * Otherwise the ranks and the machine are bisected recursively. Swaps improve the resulting mapping
 * and the best known mapping.
 */
public final class GraphMapping {
  private GraphMapping() {}

  /**
   * Finds a mapping with at most as many bytes x hops as each known mapping. The result is
   * deterministic.
   *
   * @param known the machine with known mappings, at least one
   * @return the slot (node x ranks per node + core) of each rank
   */
  public static int[] find(TrafficGraph graph, List<Machine> known) {
    Machine machine = known.getFirst();
    Machine shortest = Collections.min(known, Comparator.comparingDouble(graph::bytesTimesHops));
    int[] bisected = SwapSearch.improved(graph, machine, Bisection.slots(graph, machine));
    int[] swapped = SwapSearch.improved(graph, machine, slots(shortest));
    return graph.bytesTimesHops(machine, bisected) < graph.bytesTimesHops(machine, swapped)
        ? bisected
        : swapped;
  }

  /**
   * Places a recognised grid by its positions, and improves the result by swaps.
   *
   * @param matches the grids that the messages follow
   * @param known the machine with known mappings, at least one
   * @return the slot of each rank; empty if a known mapping has fewer bytes x hops
   */
  public static Optional<int[]> place(
      TrafficGraph graph, List<TopologyMatch> matches, List<Machine> known) {
    Machine machine = known.getFirst();
    double least = known.stream().mapToDouble(graph::bytesTimesHops).min().orElseThrow();
    int[] best = null;
    for (TopologyMatch match : matches) {
      Optional<int[]> placed = GridPlacement.slots(graph, machine, match);
      if (placed.isPresent()) {
        int[] slots = SwapSearch.improved(graph, machine, placed.get());
        double hops = graph.bytesTimesHops(machine, slots);
        if (hops <= least) {
          least = hops;
          best = slots;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /** Returns the slot of each rank under the mapping of a machine. */
  public static int[] slots(Machine machine) {
    int[] slots = new int[machine.ranks()];
    Arrays.setAll(
        slots, rank -> machine.nodeOf(rank) * machine.ranksPerNode() + machine.coreOf(rank));
    return slots;
  }

  /**
   * Writes a mapping in the form of {@code --mapping file:PATH}: node and core, one line per rank.
   */
  public static void write(int[] slots, Machine machine, Writer out) throws IOException {
    for (int rank = 0; rank < slots.length; rank++) {
      int node = slots[rank] / machine.ranksPerNode();
      out.write(node + " " + slots[rank] % machine.ranksPerNode() + "  # rank " + rank + " on "
          + machine.nodeName(node) + "\n");
    }
  }
}
