package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.internal.Wrap;
import java.util.List;

/**
 * The rules for the partitions of a torus machine.
 *
 * @param smallBlocks the shapes of partitions smaller than {@code block}; empty if there are none
 * @param block the unit of larger partitions (Blue Gene's midplane), which are multiples of this
 *     block; empty if the user must give the shape
 * @param maxShape the shape of the whole machine; empty if unlimited
 * @param torusFromNodes the least number of nodes of a partition with closed rings under
 *     {@link Wrap#AUTO}
 */
public record PartitionRules(
    List<List<Integer>> smallBlocks,
    List<Integer> block,
    List<Integer> maxShape,
    int torusFromNodes) {

  /** Rules that allow any shape, and under which every partition is a torus. */
  public static final PartitionRules NONE = new PartitionRules(List.of(), List.of(), List.of(), 1);

  public PartitionRules {
    smallBlocks = smallBlocks.stream().map(List::copyOf).toList();
    block = List.copyOf(block);
    maxShape = List.copyOf(maxShape);
  }
}
