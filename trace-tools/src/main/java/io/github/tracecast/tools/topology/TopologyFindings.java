package io.github.tracecast.tools.topology;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for topologies.
 *
 * @param messages number of messages between different ranks
 * @param bytes bytes of these messages
 * @param narrowing for each test, in the order of the tests, the number of candidates for the whole
 *     graph that remained after it
 * @param matches the matches; the match that explains the most messages comes first, and among
 *     equal matches, a match with ranks in order
 */
public record TopologyFindings(
    MessagePattern pattern,
    long messages,
    long bytes,
    Map<String, Integer> narrowing,
    List<TopologyMatch> matches) {

  /**
   * Searches for topologies with all tests.
   *
   * @param file a file with the user's patterns, or null
   */
  public static TopologyFindings of(MessagePattern pattern, @Nullable Path file)
      throws IOException {
    return TopologySearch.search(pattern, file == null ? List.of() : TopologyFile.read(file), true);
  }

  /**
   * Searches for topologies without the test of eigenvalues, which takes longer than all other
   * tests.
   */
  public static TopologyFindings quick(MessagePattern pattern) {
    return TopologySearch.search(pattern, List.of(), false);
  }

  /** Returns the match that explains the most messages. */
  public Optional<TopologyMatch> best() {
    return matches.stream().findFirst();
  }

  /** Share of the messages between different ranks that a match explains, 0 to 1. */
  public double messageShare(TopologyMatch match) {
    return share(match.messages(), messages);
  }

  /** Share of the bytes between different ranks that a match explains, 0 to 1. */
  public double byteShare(TopologyMatch match) {
    return share(match.bytes(), bytes);
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 1 : (double) part / whole;
  }
}
