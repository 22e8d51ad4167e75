package io.github.tracecast.tools.topology;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Names ranks by position, such as the neighbour to the east or the parent. Ranks that are not
 * neighbours keep their numbers. Immutable.
 *
 * <p>{@link LogicalTopology#direction} defines the names.
 */
public final class LogicalTerms {
  private final TopologyMatch match;
  private final RankGraph graph;

  private LogicalTerms(TopologyMatch match) {
    this.match = match;
    this.graph = match.topology().graph();
  }

  /** Returns the names of ranks in the topology that explains the most messages; empty if none is found. */
  public static Optional<LogicalTerms> of(MessagePattern pattern) throws IOException {
    return TopologyFindings.of(pattern, null).best().map(LogicalTerms::new);
  }

  /** Returns the name of the topology. */
  public String topology() {
    return match.topology().name();
  }

  /** Returns the names that a rank uses for its neighbours; the rank may be its own neighbour. */
  public Set<String> directions(int rank) {
    int from = match.positionOf()[rank];
    Set<String> names = IntStream.range(0, graph.degree(from))
        .mapToObj(i -> match.topology().direction(from, graph.neighbour(from, i)))
        .collect(Collectors.toSet());
    if (!self(rank).equals(LogicalTopology.SELF)) {
      names.add(self(rank));
    }
    return Set.copyOf(names);
  }

  /** Returns the name that a rank uses for itself. */
  String self(int rank) {
    return match.topology().self(match.positionOf()[rank]);
  }

  /**
   * Returns the name that one rank uses for another rank, such as {@code EAST}; null if they are
   * not neighbours.
   */
  public @Nullable String name(int rank, int other) {
    int from = match.positionOf()[rank];
    int to = match.positionOf()[other];
    return from != to && graph.has(from, to) ? match.topology().direction(from, to) : null;
  }
}
