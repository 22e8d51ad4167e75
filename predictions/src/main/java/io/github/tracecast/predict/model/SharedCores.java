package io.github.tracecast.predict.model;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.noise.CoreSharing;
import io.github.tracecast.trace.text.Numbers;
import java.util.Comparator;
import java.util.stream.IntStream;

/** States how ranks share the cores of a machine. */
final class SharedCores {
  private SharedCores() {}

  /**
   * Returns a text such as {@code 2 ranks and 1 competing process a core}, for the node with the
   * most processes per core.
   */
  static String words(Machine machine) {
    CoreSharing sharing = machine.platform().node().sharing();
    int cores = machine.platform().node().physicalCores();
    int node = IntStream.range(0, machine.nodes())
        .filter(each -> machine.ranksOn(each) > 0)
        .boxed()
        .max(Comparator.comparingInt(
            each -> machine.ranksOn(each) + sharing.competingOnNode(each, cores)))
        .orElseThrow();
    int ranks = machine.ranksOn(node);
    int load = sharing.competingOnNode(node, cores);
    int groups = sharing.groups(cores);
    boolean even = ranks % cores == 0
        && IntStream.range(0, groups)
            .allMatch(each -> sharing.competing(node * groups + each, cores) * groups == load);
    int processes = even ? load / cores : load;
    return Numbers.counted(even ? ranks / cores : ranks, "rank")
        + (load == 0
            ? ""
            : " and " + processes + " competing process" + (processes == 1 ? "" : "es"))
        + (even ? " a core" : " on " + Numbers.counted(cores, "core"))
        + (sharing.bound() ? ", to which ranks are bound" : "")
        + ", in slices of " + Numbers.time(sharing.sliceSeconds())
        + "; a waiting rank " + sharing.waiting().text() + " (node.load, mpi.waiting)";
  }
}
