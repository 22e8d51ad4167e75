package io.github.tracecast.predict.usage;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.result.ReplayResult;
import java.util.List;

/**
 * The energy of a node with ranks, without the network.
 *
 * @param node the node's number
 */
public record NodeEnergy(int node, Energy energy) {
  /** The node and the parts of its energy. */
  public static final List<Column<NodeEnergy>> COLUMNS = Column.joined(
      List.of(Column.number("node", "", NodeEnergy::node)), Energy.parts(NodeEnergy::energy));

  /**
   * Computes the energy of each node with ranks, in the order of nodes; empty if the machine has no
   * power figures.
   */
  public static List<NodeEnergy> of(ReplayResult replay, Machine machine, int threads) {
    return machine
        .platform()
        .power()
        .map(power -> new PowerMeter(replay, machine, power, threads).nodes())
        .orElse(List.of());
  }
}
