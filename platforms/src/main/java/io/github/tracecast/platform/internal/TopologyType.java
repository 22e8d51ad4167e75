package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Topology;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A kind of topology that machine files can name.
 *
 * @param name the value of {@code network.topology}
 * @param summary one sentence about the topology, in Markdown
 * @param keys adds the topology's keys of machine files
 * @param reader creates the topology from checked figures, and checks rules that involve several
 *     figures
 * @param draft writes the topology's figures for a {@link
 *     io.github.tracecast.platform.MachineWish}; empty if the topology needs a file beside the
 *     machine file
 */
public record TopologyType(
    String name,
    String summary,
    Consumer<Keys> keys,
    Function<Figures, Topology> reader,
    Optional<Consumer<Draft>> draft) {
  /** A topology that a machine file can describe without further files. */
  public TopologyType(
      String name,
      String summary,
      Consumer<Keys> keys,
      Function<Figures, Topology> reader,
      Consumer<Draft> draft) {
    this(name, summary, keys, reader, Optional.of(draft));
  }

  /** The legal values of {@code network.topology}. */
  static List<String> names(List<TopologyType> types) {
    return types.stream().map(TopologyType::name).toList();
  }

  /** Returns the topology with a legal name. */
  static TopologyType named(String name, List<TopologyType> types) {
    return types.stream().filter(type -> type.name().equals(name)).findFirst().orElseThrow();
  }
}
