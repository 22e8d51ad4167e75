package io.github.tracecast.predict.fit;

import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;

/**
 * The nodes and ranks of a measured job, for benchmark outputs that do not state them.
 *
 * @param nodes the number of nodes; 0 if unknown
 * @param ranksPerNode ranks on each node, at least 1
 */
public record Job(int nodes, int ranksPerNode) {

  /** Returns the number of nodes, for a file that does not state the number. */
  String nodesOf(Path file) {
    if (nodes == 0) {
      throw new UsageException(
          file + ": found no number of nodes; expected `nodes` with a number or a file");
    }
    return Integer.toString(nodes);
  }

  /**
   * Returns a measurement of this job. For a collective that exchanges blocks, {@code size} is the
   * size of a block.
   */
  MeasuredTime measured(
      Path file, int ranks, String collective, long size, double microseconds, long line) {
    boolean message = collective.equals("pt2pt");
    int nodeCount = ranks > 0 ? Math.max(1, ranks / ranksPerNode) : Integer.parseInt(nodesOf(file));
    long all = (long) nodeCount * ranksPerNode;
    long bytes = !MeasuredTime.hasBlocks(collective)
        ? size
        : size > Long.MAX_VALUE / all ? Long.MAX_VALUE : size * all;
    return new MeasuredTime(
        "",
        file.getFileName().toString(),
        Integer.toString(message ? 2 : nodeCount),
        message ? 1 : ranksPerNode,
        collective,
        "",
        bytes,
        microseconds / 1e6,
        line);
  }
}
