package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the structures of a task: leaves, and loops by the content of their bodies. Not
 * thread-safe.
 */
final class Shapes {
  /** The numbers of loops by the numbers of the entries of their bodies. */
  private final Map<IntBuffer, Integer> loops = new HashMap<>();

  private Leaf[] leavesBySite = new Leaf[8];
  private int count;

  /**
   * Returns the leaf of an event. Events with the same call, call site and set of parameters have
   * the same leaf.
   */
  Leaf leaf(MpiCall call, int site, long mask) {
    if (site >= leavesBySite.length) {
      leavesBySite = Arrays.copyOf(leavesBySite, Math.max(site + 1, 2 * leavesBySite.length));
    }
    for (Leaf leaf = leavesBySite[site]; leaf != null; leaf = leaf.next) {
      if (leaf.mask == mask && leaf.call == call) {
        return leaf;
      }
    }
    return leavesBySite[site] = new Leaf(count++, call, site, mask, leavesBySite[site]);
  }

  int loop(TaskEntry... body) {
    int[] ids = new int[body.length];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = body[i].id;
    }
    return loops.computeIfAbsent(IntBuffer.wrap(ids), key -> count++);
  }
}
