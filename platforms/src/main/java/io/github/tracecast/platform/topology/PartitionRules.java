package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.internal.Wrap;
import java.util.List;

/**
 * The partitions that a torus machine offers.
 *
 * @param smallBlocks shapes smaller than {@code block}; empty if there are none
 * @param block larger partitions are multiples of this unit (Blue Gene's midplane); empty if the
 *     shape must be given
 * @param maxShape the whole machine; empty if unlimited
 * @param torusFromNodes the fewest nodes of a partition with closed rings under {@link Wrap#AUTO}
 */
public record PartitionRules(
    List<List<Integer>> smallBlocks,
    List<Integer> block,
    List<Integer> maxShape,
    int torusFromNodes) {

  /** No rules: any shape, always a torus. */
  public static final PartitionRules NONE = new PartitionRules(List.of(), List.of(), List.of(), 1);

  /** Copies the lists. */
  public PartitionRules {
    smallBlocks = smallBlocks.stream().map(List::copyOf).toList();
    block = List.copyOf(block);
    maxShape = List.copyOf(maxShape);
  }
}
