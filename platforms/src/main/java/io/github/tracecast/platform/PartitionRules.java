package io.github.tracecast.platform;

import java.util.List;

/**
 * The blocks that a torus machine hands out.
 *
 * @param smallBlocks shapes smaller than {@code block}; empty where there are none
 * @param block the unit that larger partitions are multiples of (Blue Gene's midplane); empty where
 *     the shape must be given
 * @param maxShape the whole machine; empty where nothing bounds it
 * @param torusFromNodes fewest nodes whose rings are closed under {@link Wrap#AUTO}
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
