package io.github.tracecast.predict.usage;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.platform.power.Power;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.ReplayResult.LinkLoad;
import io.github.tracecast.simulate.result.ReplayResult.RankTimes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Integrates the power of a machine over a run. A node's power is linear in the number of its
 * active cores, so the energy follows from the sums of the cores' active times.
 */
final class PowerMeter {
  private final ReplayResult replay;
  private final Machine machine;
  private final Power power;
  private final int threads;
  private final double seconds;

  PowerMeter(ReplayResult replay, Machine machine, Power power, int threads) {
    this.replay = replay;
    this.machine = machine;
    this.power = power;
    this.threads = threads;
    this.seconds = replay.predictedSeconds();
  }

  /** The energy of each node with ranks, in the order of nodes. */
  List<NodeEnergy> nodes() {
    int cores = machine.platform().node().physicalCores();
    int[] ranks = new int[machine.nodes()];
    replay.ranks().forEach(times -> ranks[machine.nodeOf(times.rank())]++);
    double[] computing = new double[machine.nodes()];
    double[] calling = new double[machine.nodes()];
    double[] waiting = new double[machine.nodes()];
    for (RankTimes times : replay.ranks()) {
      int node = machine.nodeOf(times.rank());
      double coresOfRank = Math.min(threads, (double) cores / ranks[node]);
      double coresInCalls = Math.min(1, coresOfRank);
      computing[node] += coresOfRank * times.computeSeconds();
      calling[node] += coresInCalls * (times.callSeconds() - times.waitSeconds());
      waiting[node] += coresInCalls * times.waitSeconds();
    }
    double busyWatts = power.busyWatts() / cores;
    double waitingWatts = power.waitingWatts() / cores;
    double idleWatts = power.idleWatts() / cores;
    List<NodeEnergy> nodes = new ArrayList<>();
    for (int node = 0; node < ranks.length; node++) {
      if (ranks[node] > 0) {
        double used = computing[node] + calling[node] + waiting[node];
        double waitingJoules = waitingWatts * waiting[node];
        nodes.add(new NodeEnergy(
            node,
            new Energy(
                busyWatts * computing[node],
                busyWatts * calling[node] + waitingJoules,
                waitingJoules,
                idleWatts * Math.max(0, cores * seconds - used),
                0)));
      }
    }
    return nodes;
  }

  /**
   * The energy of links and switches, J. The constant part of their power is divided among all
   * nodes of the machine.
   */
  double networkJoules() {
    if (power.switchWatts() == 0 && power.link().isNone()) {
      return 0; // skips the loop over the links, which are many on a large machine
    }
    Routes routes = machine.routes();
    Set<String> levels = new HashSet<>();
    int cables = 0;
    for (int link = 0; link < routes.linkCount(); link++) {
      if (routes.isCable(link)) {
        cables++;
        levels.add(routes.linkLevel(link));
      }
    }
    double busySeconds = 0;
    double bytes = 0;
    for (LinkLoad link : replay.links()) {
      if (levels.contains(link.level())) {
        busySeconds += link.utilization() * seconds;
        bytes += link.bytes();
      }
    }
    double constantWatts =
        cables * power.link().idleWatts() + routes.switches() * power.switchWatts();
    long nodes = replay.ranks().stream()
        .mapToInt(times -> machine.nodeOf(times.rank()))
        .distinct()
        .count();
    return constantWatts * seconds * nodes / machine.nodes()
        + (power.link().busyWatts() - power.link().idleWatts()) * busySeconds
        + power.link().joulesPerByte() * bytes;
  }
}
