package io.github.tracecast.platform.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.topology.Topologies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tables of keys in docs/machines.md are those of the code: every key, its values, its default, its algorithms. */
class MachinesPageTest {
  /** One row of a table of keys. */
  private record Row(String heading, String key, String value, String fallback, String meaning) {}

  private static final String FIELD = "node_names.NAME";
  private static final String MODE = "node.modes.NAME";

  /** Keys of which others exist. */
  private static final List<Set<String>> PRESENT = List.of(
      Set.of(
          "node_names.name",
          "node.sockets",
          "packets.payload",
          "tree.arity",
          "interrupt.round_trip"),
      Set.of(MODE.toLowerCase(java.util.Locale.ROOT)));

  private static final Map<Kind<?>, String> WORDS = words();
  private static final List<Row> ROWS = new ArrayList<>();

  private static Map<Kind<?>, String> words() {
    Map<Kind<?>, String> words = new LinkedHashMap<>();
    words.put(Kind.BANDWIDTH, "bandwidth");
    words.put(Kind.BANDWIDTH_OR_NONE, "bandwidth or `none`");
    words.put(Kind.TIME, "time");
    words.put(Kind.BYTES, "size");
    words.put(Kind.BYTES_OR_NONE, "size or `none`");
    words.put(Kind.PACKET_BYTES, "size");
    words.put(Kind.PACKET_BYTES_POSITIVE, "size above 0");
    words.put(Kind.SPEED, "speed");
    words.put(Kind.INSTRUCTION_RATE, "instruction rate");
    words.put(Kind.CORES, "count");
    words.put(Kind.NODES, "count");
    words.put(Kind.NODES_OR_AUTO, "count or `auto`");
    words.put(Kind.ARITY, "count");
    words.put(Kind.PASSES, "count");
    words.put(Kind.GROUPS, "count");
    words.put(Kind.ENDPOINTS, "count");
    words.put(Kind.CABLES, "count");
    words.put(Kind.RAILS, "count");
    words.put(Kind.TEXT, "text");
    words.put(Kind.TIMES, "times");
    words.put(NameField.KIND, "numbers");
    words.put(Kind.CANDIDATES, "count");
    words.put(Kind.SHAPE, "shape");
    words.put(Kind.BANDWIDTHS, "bandwidths");
    words.put(Kind.YES_OR_NO, "`yes` or `no`");
    words.put(Kind.SHAPE_OR_AUTO, "shape or `auto`");
    words.put(Kind.SHAPE_OR_NONE, "shape or `none`");
    words.put(Kind.SHAPES_OR_NONE, "shapes or `none`");
    words.put(Kind.COUNTS, "counts");
    words.put(Kind.OVERHEAD, "time by size");
    words.put(Kind.FACTOR, "factor by size");
    return words;
  }

  @BeforeAll
  static void readThePage() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/machines.md"))) {
      folder = folder.getParent();
    }
    String heading = "";
    for (String line : Files.readAllLines(folder.resolve("docs/machines.md"))) {
      if (line.startsWith("#")) {
        heading = line.replaceFirst("#+ ", "");
      } else if (line.matches("\\| `[a-z_]+\\..*")) {
        List<String> cells = List.of(line.split("\\s*\\|\\s*", -1));
        ROWS.add(new Row(
            heading, cells.get(1).replace("`", ""), cells.get(2), cells.get(3), cells.get(4)));
      }
    }
  }

  /** Keys of the network that have one row, whatever the topology. */
  private static final Set<String> OF_ALL_TOPOLOGIES =
      Set.of("network.topology", "network.sharing");

  private static Map<String, Schema.Key> keys(String topology) {
    Map<String, Schema.Key> keys = new LinkedHashMap<>();
    PRESENT.forEach(present -> new Schema(Topologies.ALL, topology, present)
        .keys()
        .forEach((name, key) -> keys.put(
            name.equals("node.modes.name") ? MODE : name.equals("node_names.name") ? FIELD : name,
            key)));
    return keys;
  }

  @Test
  void everyTopologyHasATableOfItsKeys() {
    for (String topology : TopologyType.names(Topologies.ALL)) {
      assertThat(ROWS)
          .filteredOn(row -> row.heading().equalsIgnoreCase(topology.replace('-', ' ')))
          .extracting(Row::key)
          .containsExactlyElementsOf(keys(topology).keySet().stream()
              .filter(key -> key.startsWith("network.") && !OF_ALL_TOPOLOGIES.contains(key))
              .toList());
    }
  }

  @Test
  void everyOtherKeyHasOneRowAndNoRowIsAboutAKeyThatDoesNotExist() {
    Set<String> others = new LinkedHashSet<>();
    TopologyType.names(Topologies.ALL)
        .forEach(topology -> others.addAll(keys(topology).keySet()));
    others.removeIf(key -> key.startsWith("network.") && !OF_ALL_TOPOLOGIES.contains(key));

    assertThat(ROWS)
        .filteredOn(
            row -> !row.key().startsWith("network.") || OF_ALL_TOPOLOGIES.contains(row.key()))
        .extracting(Row::key)
        .containsExactlyInAnyOrderElementsOf(others);
  }

  @Test
  void everyRowHasTheDefaultAndTheValuesOfTheCode() {
    for (String topology : TopologyType.names(Topologies.ALL)) {
      Map<String, Schema.Key> keys = keys(topology);
      for (Row row : ROWS) {
        boolean ofAnother = row.key().startsWith("network.")
            && !row.heading().equalsIgnoreCase(topology.replace('-', ' '));
        if (ofAnother) {
          continue;
        }
        Schema.Key key = keys.get(row.key());
        assertThat(row.fallback()).as(row.key()).isEqualTo(fallback(key));
        if (WORDS.containsKey(key.kind())) {
          assertThat(row.value()).as(row.key()).isEqualTo(WORDS.get(key.kind()));
        }
      }
    }
  }

  private static String fallback(Schema.Key key) {
    if (key.fallback() == null) {
      return "required";
    }
    return key.fallback().startsWith("=")
        ? "as `" + key.fallback().substring(1) + "`"
        : "`" + key.fallback() + "`";
  }

  @Test
  void everyCollectiveNamesItsAlgorithms() {
    CollectiveRules.legalAlgorithms()
        .forEach((operation, algorithms) -> assertThat(ROWS)
            .filteredOn(row -> row.key().equals("collectives." + operation))
            .extracting(Row::meaning)
            .containsExactly(algorithms.stream()
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "))));
  }
}
