package io.github.tracecast.tools.topology;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Topologies that a user defines, in YAML. A pattern is either a grid with neighbours at given
 * offsets, for any number of ranks, or a list of edges between a given number of ranks:
 *
 * <pre>
 * patterns:
 *   - name: knight
 *     dimensions: 2
 *     offsets: [[1, 2], [2, 1]]
 *   - name: two pairs
 *     ranks: 4
 *     edges: [[0, 1], [2, 3]]
 * </pre>
 */
final class TopologyFile {
  private static final int MOST_DIMENSIONS = 4;
  private static final int MOST_OFFSETS = 100;
  private static final int MOST_RANKS = 65_536;
  private static final long MOST_BYTES = 16 << 20;

  private TopologyFile() {}

  private record Content(List<Pattern> patterns) {}

  /**
   * One pattern: either {@code dimensions} and {@code offsets} are set, or {@code ranks} and {@code
   * edges}.
   *
   * @param dimensions number of dimensions of the grid, 1 to 4
   * @param offsets steps to neighbours
   * @param ranks number of ranks that the edges join
   * @param edges pairs of ranks
   */
  record Pattern(
      String name,
      Integer dimensions,
      List<List<Integer>> offsets,
      Integer ranks,
      List<List<Integer>> edges) {

    /** Returns the topologies of the file for a number of ranks. */
    Collection<? extends LogicalTopology> candidates(int size) {
      if (edges != null) {
        return ranks == size ? List.of(new ListedTopology(name, size, edges)) : List.of();
      }
      List<LogicalTopology> grids = new ArrayList<>();
      Neighbourhood neighbourhood = new Neighbourhood(name, dimensions, offsets);
      for (GridTopology grid : Candidates.grids(size, neighbourhood)) {
        grids.addAll(Candidates.orders(grid));
      }
      return grids;
    }

    private @Nullable String complaint() {
      if (name == null || name.isBlank()) {
        return "no name; expected name: TEXT";
      }
      boolean grid = dimensions != null && offsets != null && ranks == null && edges == null;
      boolean listed = dimensions == null && offsets == null && ranks != null && edges != null;
      if (!grid && !listed) {
        return "keys that do not form a pattern; expected either dimensions and offsets, or ranks and edges";
      }
      return grid ? complaintOfGrid() : complaintOfEdges();
    }

    private @Nullable String complaintOfGrid() {
      if (dimensions < 1 || dimensions > MOST_DIMENSIONS) {
        return dimensions + " dimensions; expected 1 to " + MOST_DIMENSIONS;
      }
      if (offsets.isEmpty() || offsets.size() > MOST_OFFSETS) {
        return offsets.size() + " offsets; expected 1 to " + MOST_OFFSETS;
      }
      for (List<Integer> offset : offsets) {
        if (offset == null
            || offset.size() != dimensions
            || offset.contains(null)
            || offset.stream().allMatch(step -> step == 0)) {
          return "offset " + offset + "; expected "
              + (dimensions == 1 ? "1 step other than 0" : dimensions + " steps, not all 0");
        }
      }
      return null;
    }

    private @Nullable String complaintOfEdges() {
      if (ranks < 2 || ranks > MOST_RANKS) {
        return ranks + " ranks; expected 2 to " + MOST_RANKS;
      }
      for (List<Integer> edge : edges) {
        if (edge == null
            || edge.size() != 2
            || edge.contains(null)
            || edge.stream().anyMatch(rank -> rank < 0 || rank >= ranks)
            || edge.get(0).equals(edge.get(1))) {
          return "edge " + edge + "; expected two different ranks from 0 to " + (ranks - 1);
        }
      }
      return null;
    }
  }

  /**
   * Reads a file.
   *
   * @throws UsageException if the file is malformed; the message names the line or the pattern,
   *     what was found and what was expected
   */
  static List<Pattern> read(Path file) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new UsageException(file + ": found a "
          + (Files.isDirectory(file) ? "folder" : "pipe or a device") + "; expected a YAML file");
    }
    if (Files.size(file) > MOST_BYTES) {
      throw new UsageException(
          file + ": found " + Files.size(file) + " bytes; expected at most " + MOST_BYTES);
    }
    Content content;
    try (Reader reader = Files.newBufferedReader(file)) {
      content = YAMLMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .build()
          .readValue(reader, Content.class);
    } catch (JacksonException e) {
      throw new UsageException(
          file + place(e) + ": "
              + e.getOriginalMessage()
                  .lines()
                  .findFirst()
                  .orElse("")
                  .replaceFirst(" \\(class .*", "")
              + "; expected patterns, each with name, dimensions and offsets, or name, ranks and edges");
    }
    if (content == null || content.patterns() == null || content.patterns().isEmpty()) {
      throw new UsageException(
          file + ": found no pattern; expected the key \"patterns\" with at least one pattern");
    }
    HashSet<String> names = new HashSet<>();
    for (int i = 0; i < content.patterns().size(); i++) {
      Pattern pattern = content.patterns().get(i);
      String complaint = pattern == null ? "nothing; expected a pattern" : pattern.complaint();
      if (complaint == null && !names.add(pattern.name())) {
        complaint = "name " + pattern.name() + " twice; expected a different name for each pattern";
      }
      if (complaint != null) {
        throw new UsageException(file + ": pattern " + (i + 1) + ": found " + complaint);
      }
    }
    return content.patterns();
  }

  /** Returns the place in the file: the line if the parser knows it, otherwise the pattern. */
  private static String place(JacksonException e) {
    if (e.getLocation() != null && e.getLocation().getLineNr() > 0) {
      return ":" + e.getLocation().getLineNr();
    }
    return e.getPath().stream()
        .filter(step -> step.getIndex() >= 0)
        .map(step -> ": pattern " + (step.getIndex() + 1))
        .findFirst()
        .orElse("");
  }
}
