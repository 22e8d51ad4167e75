package io.github.tracecast.predict.mapping;

import io.github.tracecast.platform.Machine;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** A mapping found from the traffic: by halving ranks and machine, and by swaps from there and from the best mapping that is known. */
public final class GraphMapping {
  private GraphMapping() {}

  /**
   * Finds a mapping whose bytes x hops are no more than those of any that is known; the same each time.
   *
   * @param known the machine with ranks laid onto it in ways that are known, at least one
   * @return the slot (node x ranks a node + core) of each rank
   */
  public static int[] find(TrafficGraph graph, List<Machine> known) {
    Machine machine = known.getFirst();
    Machine shortest = machine;
    for (Machine other : known) {
      if (graph.bytesTimesHops(other) < graph.bytesTimesHops(shortest)) {
        shortest = other;
      }
    }
    int perNode = machine.ranksPerNode();
    int[] bisected = SwapSearch.improved(graph, machine, Bisection.slots(graph, machine));
    int[] swapped = SwapSearch.improved(graph, machine, slots(shortest));
    double byBisection = graph.bytesTimesHops(machine, rank -> bisected[rank] / perNode);
    double bySwaps = graph.bytesTimesHops(machine, rank -> swapped[rank] / perNode);
    return byBisection < bySwaps ? bisected : swapped;
  }

  /** The slots of a machine's own mapping. */
  public static int[] slots(Machine machine) {
    int[] slots = new int[machine.ranks()];
    for (int rank = 0; rank < slots.length; rank++) {
      slots[rank] = machine.nodeOf(rank) * machine.ranksPerNode() + machine.coreOf(rank);
    }
    return slots;
  }

  /** Writes a mapping as a file that {@code --mapping file:PATH} reads: node and core, a line a rank. */
  public static void write(int[] slots, Machine machine, Writer out) throws IOException {
    for (int rank = 0; rank < slots.length; rank++) {
      int node = slots[rank] / machine.ranksPerNode();
      out.write(node + " " + slots[rank] % machine.ranksPerNode() + "  # rank " + rank + " on "
          + machine.nodeName(node) + "\n");
    }
  }
}
