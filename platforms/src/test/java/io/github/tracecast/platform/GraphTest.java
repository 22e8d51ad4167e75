package io.github.tracecast.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphTest {
  private static final String CABLES = """
      from,to,bandwidth,latency
      0,left,10GBps,100ns
      1,left,10GBps,100ns
      2,right,10GBps,100ns
      left,right,5GBps,300ns
      left,right,4GBps,300ns
      """;

  @TempDir
  Path folder;

  private Machine machine(String cables) throws IOException {
    Files.writeString(folder.resolve("cables.csv"), cables);
    Path file = Files.writeString(
        folder.resolve("graph.yaml"),
        "extends: cluster\nnode.cores: 1\nnode.ranks_per_node: 1\nnetwork: {topology: graph, edges: cables.csv}\n");
    return Machine.fit(
        PlatformCatalogue.load(file.toString(), Map.of()), 3, new MappingSpec.Default());
  }

  @Test
  void messagesTakeTheFewestCablesAndTheReceiverChoosesAmongParallelOnes() throws IOException {
    Routes routes = machine(CABLES).routes();
    int[] links = new int[routes.longestRoute()];

    assertThat(routes.hops(0, 1)).isEqualTo(2);
    assertThat(routes.hops(0, 2)).isEqualTo(3);
    assertThat(routes.latencySeconds(0, 2)).isCloseTo(500e-9, within(1e-18));
    assertThat(routes.bandwidthBytesPerSecond(0, 2)).isEqualTo(5e9); // receiver 2 of two cables
    assertThat(routes.bandwidthBytesPerSecond(2, 1)).isEqualTo(4e9);
    assertThat(routes.route(2, 1, links)).isEqualTo(3);
    assertThat(routes.linkName(links[1])).isEqualTo("right to left, cable 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from,to,bandwidth,latency | from,to,speed | cables.csv:1: found other columns; expected from,to,bandwidth,latency",
        "0,left,10GBps,100ns | 0,left,10,100ns | cables.csv:2: found 10; expected a bandwidth with its unit",
        "0,left,10GBps,100ns | 0,0,10GBps,100ns | cables.csv:2: found a cable from 0 to itself; expected two ends",
        "0,left,10GBps,100ns | 0,left | cables.csv:2: found 0,left; expected four cells, as in the header",
        "0,left,10GBps,100ns | 7,left,1GBps,1ns | cables.csv: found node 7; expected the nodes 0, 1, 2 and so on",
        "0,left,10GBps,100ns | 0,up,1GBps,1ns | cables.csv: found no route from node"
      })
  void aFileThatIsNoNetworkIsRefused(String from, String to, String message) {
    assertThatThrownBy(() -> machine(CABLES.replace(from, to)))
        .isInstanceOf(PlatformException.class)
        .hasMessageContaining(message);
  }
}
