package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.internal.TopologyType;
import java.util.List;

/** The list of topologies that machine files can have. A new topology needs one line here. */
public final class Topologies {
  public static final List<TopologyType> ALL = List.of(
      Torus.TYPE,
      Cabinets.TYPE,
      Star.TYPE,
      FatTree.TYPE,
      Dragonfly.TYPE,
      DragonflyPlus.TYPE,
      HyperX.TYPE,
      Graph.TYPE);

  private Topologies() {}
}
