package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.noise.CoreSharing;
import io.github.tracecast.platform.noise.WaitMode;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.cores.NodeCores;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The processors of ranks that share the cores of their nodes, see {@link NodeCores}. A rank's own
 * work puts its clock ahead of the network's time. Before its next action, the rank therefore
 * claims a core for the time of this work, and continues when it has had a core for this time. A
 * rank that continues after a wait claims a core even without work. Strands need no core. The run
 * must be in order of simulated time, on one lane. One thread.
 */
final class SharedProcessors implements Processors {
  private final RankStates ranks;
  private final Accounts accounts;
  private final Network network;
  private final long wakeUp;

  /** For each node, its cores, its ranks, and the time of the alarm for its cores, ps. */
  private final NodeCores[] cores;

  private final int[][] members;
  private final long[] alarm;

  /** For each rank, its node, its index among the node's ranks, and whether it was served. */
  private final int[] node;

  private final int[] index;
  private final boolean[] served;

  SharedProcessors(Machine machine, RankStates ranks, Accounts accounts, Network network) {
    this.ranks = ranks;
    this.accounts = accounts;
    this.network = network;
    CoreSharing sharing = machine.platform().node().sharing();
    wakeUp = sharing.waiting() == WaitMode.SLEEPS ? Picos.ofSeconds(sharing.wakeUpSeconds()) : 0;
    members = new int[machine.nodes()][];
    alarm = new long[machine.nodes()];
    Arrays.fill(alarm, NodeCores.NEVER);
    cores = new NodeCores[machine.nodes()];
    int each = machine.platform().node().physicalCores();
    for (int at = 0; at < cores.length; at++) {
      members[at] = new int[machine.ranksOn(at)];
      cores[at] = new NodeCores(
          each,
          members[at].length,
          each * sharing.load(at),
          Picos.ofSeconds(sharing.sliceSeconds()),
          sharing.waiting());
    }
    node = IntStream.range(0, ranks.count()).map(machine::nodeOf).toArray();
    index = new int[node.length];
    served = new boolean[node.length];
    int[] known = new int[cores.length];
    for (int rank = 0; rank < node.length; rank++) {
      index[rank] = known[node[rank]]++;
      members[node[rank]][index[rank]] = rank;
    }
  }

  @Override
  public boolean seize(int row, int use) {
    long now = network.now();
    long work = Math.max(0, ranks.clock().first(row) - now);
    if (row >= ranks.count()) {
      if (work > 0) {
        network.resumeAt(row, now + work);
      }
      return work == 0;
    }
    NodeCores own = cores[node[row]];
    if (!served[row] && (work > 0 || !own.holds(index[row], now))) {
      own.claim(index[row], work, now == 0 ? 0 : wakeUp, now); // at 0, the process starts
      setAlarm(node[row]);
      return false;
    }
    served[row] = false;
    if (use >= Op.COMPUTED) {
      accounts.shared(row, use - Op.COMPUTED, now - ranks.clock().first(row));
    }
    ranks.clock().set(row, 0, now);
    if (use == Op.ENDS) {
      own.leave(index[row], now);
      setAlarm(node[row]);
    }
    return true;
  }

  @Override
  public void pass(int at, IntConsumer resumed) {
    long now = network.now();
    if (alarm[at] != now) {
      return; // a later claim has changed the time
    }
    alarm[at] = NodeCores.NEVER;
    cores[at].releaseWaiting(now);
    boolean[] any = {false};
    cores[at].run(now, each -> {
      any[0] = true;
      served[members[at][each]] = true;
      resumed.accept(members[at][each]);
    });
    if (any[0]) {
      alarm[at] = now; // when the ranks have acted, those that wait release their cores
      network.passCoresAt(at, now);
    } else {
      setAlarm(at);
    }
  }

  private void setAlarm(int at) {
    long next = cores[at].nextEvent();
    if (next != NodeCores.NEVER && next != alarm[at]) {
      alarm[at] = next;
      network.passCoresAt(at, next);
    }
  }
}
