package io.github.tracecast.predict.fit;

/**
 * One measured collective or message.
 *
 * @param machine the machine's name in the file; empty if the file names no machine
 * @param run the name of the job; measurements of a run share their nodes
 * @param nodes the number of nodes, or the shape of the torus that the job got, such as {@code
 *     4x4x4}
 * @param ranksPerNode ranks on each node, at least 1
 * @param collective the operation, such as {@code allreduce}, or {@code pt2pt} for half a round
 *     trip between two nodes
 * @param algorithm the algorithm's name in the file; empty if unknown
 * @param bytes the whole buffer of one rank, or the size of a message
 * @param seconds measured time, above 0
 * @param line number of the line in the file, from 1
 */
public record MeasuredTime(
    String machine,
    String run,
    String nodes,
    int ranksPerNode,
    String collective,
    String algorithm,
    long bytes,
    double seconds,
    long line) {
  /** Whether each rank exchanges a block with every other rank in this collective. */
  static boolean hasBlocks(String collective) {
    return switch (collective) {
      case "gather", "scatter", "allgather", "alltoall", "reduce_scatter" -> true;
      default -> false;
    };
  }

  /** The collective, and its algorithm if the file names one. */
  public String collectiveAndAlgorithm() {
    return (collective + " " + algorithm).strip();
  }

  /** Whether this is half a round trip of a message between two nodes. */
  boolean isMessage() {
    return collective.equals("pt2pt");
  }

  /**
   * Whether the library chose the algorithm or its parts, so that a prediction uses the machine's
   * rules. Then the file names no algorithm, or has a name that means the library's choice.
   */
  public boolean isLibrarysChoice() {
    return algorithm.isEmpty()
        || MeasuredAlgorithms.of(this).map(MeasuredAlgorithms.Choice::librarys).orElse(false);
  }

  /** The number of ranks; {@link Integer#MAX_VALUE} if there are more. */
  public int ranks() {
    long count = ranksPerNode;
    for (String extent : nodes.split("x")) {
      count = Math.min(Integer.MAX_VALUE, count * Integer.parseInt(extent));
    }
    return (int) count;
  }

  /** Whether the job got a torus of a known shape. */
  public boolean hasShape() {
    return nodes.contains("x");
  }
}
