package io.github.tracecast.tools.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TopologyFileTest {
  @TempDir
  private Path folder;

  @Test
  void patternsOfAUserAreRecognised() throws IOException {
    Path file = write("""
        patterns:
          - name: knight
            dimensions: 2
            offsets: [[1, 2], [2, 1]]
          - name: two pairs
            ranks: 4
            edges: [[0, 1], [2, 3]]
        """);
    GridTopology board = new GridTopology(
        List.of(5, 6),
        List.of(false, false),
        new Neighbourhood("knight", 2, List.of(List.of(1, 2), List.of(2, 1))));
    int[] order = Patterns.shuffled(30, new Random(3));
    MessagePattern moves = Patterns.over(board.graph(), order).pattern();
    assertThat(TopologyFindings.of(moves, file).best().orElseThrow().topology().name())
        .endsWith("grid, knight");
    MessagePattern pairs = new Patterns(4).both(0, 2).both(1, 3).pattern();
    assertThat(TopologyFindings.of(pairs, file).best().orElseThrow().topology().name())
        .isEqualTo("two pairs");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      patterns: []                                                              | : found no pattern; expected the key "patterns" with at least one pattern
      patterns: [{dimensions: 2}]                                               | : pattern 1: found no name; expected name: TEXT
      patterns: [{name: a, dimensions: 2}]                                      | : pattern 1: found keys that do not form a pattern; expected either dimensions and offsets, or ranks and edges
      patterns: [{name: a, dimensions: 9, offsets: [[1]]}]                      | : pattern 1: found 9 dimensions; expected 1 to 4
      patterns: [{name: a, dimensions: 2, offsets: [[1]]}]                      | : pattern 1: found offset [1]; expected 2 steps, not all 0
      patterns: [{name: a, ranks: 3, edges: [[0, 3]]}]                          | : pattern 1: found edge [0, 3]; expected two different ranks from 0 to 2
      patterns: [{name: a, ranks: 3, edges: [[0]]}]                             | : pattern 1: found edge [0]; expected two different ranks from 0 to 2
      """)
  void aPatternThatCannotBeUsedIsRefusedWithItsPlace(String text, String complaint)
      throws IOException {
    Path file = write(text);
    assertThatThrownBy(() -> TopologyFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessage(file + complaint);
  }

  @Test
  void anUnknownKeyIsNamedWithItsPattern() throws IOException {
    Path file = write("patterns:\n  - name: a\n    shape: 3\n");
    assertThatThrownBy(() -> TopologyFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            file + ": pattern 1: Unrecognized property \"shape\"; expected patterns, each with"
                + " name, dimensions and offsets, or name, ranks and edges");
  }

  @Test
  void textThatIsNoYamlIsNamedWithItsLine() throws IOException {
    Path file = write("patterns:\n  - name: a\n  ranks\n");
    assertThatThrownBy(() -> TopologyFile.read(file))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching("(?s)" + Pattern.quote(file.toString()) + ":[23]: .*");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("patterns.yaml"), text);
  }
}
