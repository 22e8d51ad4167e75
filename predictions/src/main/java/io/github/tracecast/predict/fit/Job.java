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

  /** Returns the number of nodes of a number of ranks, which is 0 if the file does not state it. */
  private int nodesOf(Path file, int ranks) {
    if (ranks > 0) {
      return Math.max(1, ranks / ranksPerNode);
    }
    if (nodes == 0) {
      throw new UsageException(
          file + ": found no number of nodes; expected `nodes` with a number or a file");
    }
    return nodes;
  }

  /**
   * Returns a measurement of this job. For a collective that exchanges blocks, {@code size} is the
   * size of a block.
   */
  MeasuredTime measured(
      Path file, int ranks, String collective, long size, double microseconds, long line) {
    long all = (long) nodesOf(file, ranks) * ranksPerNode;
    long bytes = !MeasuredTime.hasBlocks(collective)
        ? size
        : size > Long.MAX_VALUE / all ? Long.MAX_VALUE : size * all;
    return ofBuffer(file, ranks, collective, bytes, microseconds, line);
  }

  /** Returns a measurement of this job, given the bytes of the whole buffer. */
  MeasuredTime ofBuffer(
      Path file, int ranks, String collective, long bytes, double microseconds, long line) {
    boolean message = collective.equals("pt2pt");
    return new MeasuredTime(
        "",
        file.getFileName().toString(),
        Integer.toString(message ? 2 : nodesOf(file, ranks)),
        message ? 1 : ranksPerNode,
        collective,
        "",
        bytes,
        microseconds / 1e6,
        line);
  }
}
