package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.compress.CompressOptions.RadixTree;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option that prints the trees along which ranks merge their programs. A rank stands below the
 * rank that merges its program, here of 4 ranks in the order msb:
 *
 * <pre>
 *   0
 *   |- 1
 *   |  `- 3
 *   `- 2
 * </pre>
 */
final class MergeTreeOption {
  /** The largest number of ranks of a printed tree, which has a line for each rank. */
  private static final int MOST_RANKS = 4096;

  @Option(
      names = "--radix-tree",
      paramLabel = "RANKS",
      help = true, // allows the required trace to be missing
      description =
          "Prints the tree in which compression merges the traces of this number of ranks. No trace is needed.")
  private @Nullable Integer ranks;

  /** Whether to print only the trees. */
  public boolean isRequested() {
    return ranks != null;
  }

  /**
   * Prints the trees of both orders.
   *
   * @throws UsageException if the number of ranks is not 1 to 4,096
   */
  public void print(PrintWriter out) {
    int count = Objects.requireNonNull(ranks);
    if (count < 1 || count > MOST_RANKS) {
      throw new UsageException("--radix-tree: found " + Numbers.count(count)
          + " ranks; expected 1 to " + Numbers.count(MOST_RANKS));
    }
    for (RadixTree tree : RadixTree.values()) {
      out.println("--radix-tree " + tree.name().toLowerCase(Locale.ROOT));
      printRank(out, tree, count, 0, "  ", "  ");
    }
  }

  /**
   * Prints a rank and all ranks below it.
   *
   * @param edge the text before the rank in its line
   * @param margin the text before the edges of the ranks below it
   */
  private static void printRank(
      PrintWriter out, RadixTree tree, int count, int rank, String edge, String margin) {
    out.println(edge + rank);
    int[] children = IntStream.range(rank + 1, count)
        .filter(child -> tree.parent(child) == rank)
        .toArray();
    for (int i = 0; i < children.length; i++) {
      boolean last = i == children.length - 1;
      printRank(
          out,
          tree,
          count,
          children[i],
          margin + (last ? "`- " : "|- "),
          margin + (last ? "   " : "|  "));
    }
  }
}
