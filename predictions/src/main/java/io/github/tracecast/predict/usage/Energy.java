package io.github.tracecast.predict.usage;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.text.Numbers;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The energy of a run or of one of its nodes, from its start until the last rank ends. Only nodes
 * with ranks count.
 *
 * @param computeJoules energy of the cores that compute
 * @param communicationJoules energy of the cores inside MPI calls
 * @param waitingJoules the part of {@code communicationJoules} that is used while ranks wait
 * @param idleJoules energy of the cores without a rank, and of the cores whose rank has ended
 * @param networkJoules energy of links and switches; 0 for a node
 */
public record Energy(
    double computeJoules,
    double communicationJoules,
    double waitingJoules,
    double idleJoules,
    double networkJoules) {
  /** The parts of the energy. */
  public static final List<Column<Energy>> COLUMNS = Column.joined(
      parts(energy -> energy), List.of(Column.ratio("network_joules", "", Energy::networkJoules)));

  /**
   * Computes the energy of a run; empty if the machine has no power figures.
   *
   * @param threads threads of each rank; each thread keeps a core busy during computation
   */
  public static Optional<Energy> of(ReplayResult replay, Machine machine, int threads) {
    return machine.platform().power().map(power -> {
      PowerMeter meter = new PowerMeter(replay, machine, power, threads);
      double[] sums = new double[4];
      for (NodeEnergy node : meter.nodes()) {
        sums[0] += node.energy().computeJoules();
        sums[1] += node.energy().communicationJoules();
        sums[2] += node.energy().waitingJoules();
        sums[3] += node.energy().idleJoules();
      }
      return new Energy(sums[0], sums[1], sums[2], sums[3], meter.networkJoules());
    });
  }

  /** The whole energy in joules. */
  public double joules() {
    return computeJoules + communicationJoules + idleJoules + networkJoules;
  }

  /** Text such as {@code 41.2 kJ, 38.0% while waiting, 4.1% in the network}. */
  public String words() {
    double whole = joules();
    return Numbers.energy(whole) + ", " + Numbers.percent(waitingJoules / whole)
        + "% while waiting"
        + (networkJoules == 0
            ? ""
            : ", " + Numbers.percent(networkJoules / whole) + "% in the network");
  }

  /** The columns of the parts of the energy of a row, without the network. */
  static <R> List<Column<R>> parts(Function<R, Energy> of) {
    return List.of(
        Column.ratio("energy_joules", "", row -> of.apply(row).joules()),
        Column.ratio("compute_joules", "", row -> of.apply(row).computeJoules()),
        Column.ratio("communication_joules", "", row -> of.apply(row).communicationJoules()),
        Column.ratio("waiting_joules", "", row -> of.apply(row).waitingJoules()),
        Column.ratio("idle_joules", "", row -> of.apply(row).idleJoules()));
  }
}
