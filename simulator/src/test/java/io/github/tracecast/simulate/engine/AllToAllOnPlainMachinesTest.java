package io.github.tracecast.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An all-to-all on a star, on cabinets, on a graph and on tori of more dimensions, in engine flows. */
class AllToAllOnPlainMachinesTest {
  private static final long BYTES = 10_000_000;
  private static final double BANDWIDTH = 1e9;

  @TempDir
  Path folder;

  @ParameterizedTest(name = "{1} messages: {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        // messages on the busiest link, by hand: each of 6 nodes sends to 5 others
        "topology: star, nodes: 6, link_bandwidth: 1GBps, link_latency: 100ns | 5",
        // all 6 x 5 messages cross the backbone
        "topology: star, nodes: 6, link_bandwidth: 9GBps, link_latency: 100ns, backbone_bandwidth: 1GBps, backbone_latency: 100ns | 30",
        // 3 x 3 pairs between two cabinets, or halves of the graph, share a link each way
        "topology: cabinets, hosts_per_cabinet: '3, 3', host_link_bandwidth: 99GBps, host_link_latency: 100ns, uplink_bandwidth: 1GBps, uplink_latency: 100ns | 9",
        "topology: graph, edges: cables.csv | 9",
        // on rings of 3, in any dimension, 3 x 3 or 3 x 3 x 3 pairs share a link
        "topology: torus, shape: 3x3x3, wrap: torus, link_bandwidth: 1GBps, hop_latency: 100ns | 9",
        "topology: torus, shape: 3x3x3x3, wrap: torus, link_bandwidth: 1GBps, hop_latency: 100ns | 27"
      })
  void takesWhatItsBusiestLinkCarries(String network, int messages) throws IOException {
    Files.writeString(folder.resolve("cables.csv"), """
        from,to,bandwidth,latency
        0,left,99GBps,100ns
        1,left,99GBps,100ns
        2,left,99GBps,100ns
        3,right,99GBps,100ns
        4,right,99GBps,100ns
        5,right,99GBps,100ns
        left,right,1GBps,100ns
        """);
    Path file = Files.writeString(
        folder.resolve("machine.yaml"),
        "extends: cluster\nnode: {cores: 1, ranks_per_node: 1}\nnetwork: {" + network + "}\n");
    Machine machine = Machine.fit(
        PlatformCatalogue.load(file.toString(), Map.of()), 6, new MappingSpec.Default());

    double least = messages * BYTES / BANDWIDTH;
    assertThat(seconds(machine)).isCloseTo(least, within(0.01 * least));
  }

  private static double seconds(Machine machine) {
    int nodes = machine.nodes();
    FlowEngine engine = new FlowEngine(machine);
    engine.alarm(0, 0);
    long[] last = new long[1];
    engine.run(new TimingEngine.Listener() {
      @Override
      public void alarm(int token) {
        for (int from = 0; from < nodes; from++) {
          for (int to = 0; to < nodes; to++) {
            if (from != to) {
              engine.transfer(from * nodes + to, from, to, BYTES);
            }
          }
        }
      }

      @Override
      public void transferred(int token) {
        last[0] = engine.nowPicos();
      }
    });
    return last[0] / 1e12;
  }
}
