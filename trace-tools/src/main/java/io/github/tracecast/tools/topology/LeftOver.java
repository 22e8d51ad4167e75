package io.github.tracecast.tools.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The messages that a match does not explain: messages between different ranks that are not
 * neighbours in the match.
 */
public final class LeftOver {
  /** The messages from one rank to another. */
  public record Pair(int sender, int receiver, long messages, long bytes) {}

  private final List<Pair> pairs;

  private LeftOver(List<Pair> pairs) {
    this.pairs = pairs;
  }

  public static LeftOver of(MessagePattern pattern, TopologyMatch match) {
    RankGraph graph = match.topology().graph();
    List<Pair> pairs = new ArrayList<>();
    for (int row = 0; row < pattern.rows(); row++) {
      int sender = pattern.sender(row);
      int receiver = pattern.receiver(row);
      if (sender == receiver
          || graph.has(match.positionOf()[sender], match.positionOf()[receiver])) {
        continue;
      }
      Pair last = pairs.isEmpty() ? null : pairs.getLast();
      if (last != null && last.sender() == sender && last.receiver() == receiver) {
        pairs.removeLast();
        pairs.add(new Pair(
            sender,
            receiver,
            last.messages() + pattern.messages(row),
            last.bytes() + pattern.bytes(row)));
      } else {
        pairs.add(new Pair(sender, receiver, pattern.messages(row), pattern.bytes(row)));
      }
    }
    pairs.sort(Comparator.comparingLong(Pair::messages)
        .reversed()
        .thenComparingInt(Pair::sender)
        .thenComparingInt(Pair::receiver));
    return new LeftOver(pairs);
  }

  /** Number of pairs of a sender and a receiver. */
  public int pairs() {
    return pairs.size();
  }

  public long messages() {
    return pairs.stream().mapToLong(Pair::messages).sum();
  }

  public long bytes() {
    return pairs.stream().mapToLong(Pair::bytes).sum();
  }

  /** Returns the pairs with the most messages. */
  public List<Pair> most(int number) {
    return pairs.subList(0, Math.min(number, pairs.size()));
  }
}
