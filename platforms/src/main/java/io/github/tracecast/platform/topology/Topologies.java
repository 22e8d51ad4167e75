package io.github.tracecast.platform.topology;

import java.util.List;

/** The topologies that a machine file may name. A new one is one more line here. */
public final class Topologies {
  public static final List<TopologyType> ALL = List.of(
      Torus.TYPE,
      Cabinets.TYPE,
      Star.TYPE,
      FatTree.TYPE,
      Dragonfly.TYPE,
      DragonflyPlus.TYPE,
      HyperX.TYPE);

  private Topologies() {}

  /** The legal values of {@code network.topology}. */
  public static List<String> names() {
    return ALL.stream().map(TopologyType::name).toList();
  }

  /** The topology of a legal name. */
  public static TopologyType named(String name) {
    return ALL.stream().filter(type -> type.name().equals(name)).findFirst().orElseThrow();
  }
}
