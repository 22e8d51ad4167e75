package io.github.tracecast.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.replay.Replays;
import io.github.tracecast.simulate.result.LinkUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On machines with one rank a node, equal flows are solved together, and end as if each were solved by itself. */
class EqualFlowsTest {
  private static final int NODES = 16;
  private static final int FLOWS = 2_000;

  /** Starts a flow; flows of the same burst start at the same time. */
  private interface Start {
    void flow(FlowEngine engine, int token, Random burst);
  }

  private static Machine machine(String platform, Map<String, String> figures) {
    return Machine.fit(Replays.platform(platform, figures), NODES, MappingSpec.parse("blocked"));
  }

  private static void requireEqualEnds(Machine machine, Start start) {
    FlowEngine together = new FlowEngine(machine);
    FlowEngine apart = new FlowEngine(machine);
    apart.report(new LinkUse(machine.routes().linkCount(), 1_000_000_000_000L));

    assertThat(ends(together, start)).hasSize(FLOWS).isEqualTo(ends(apart, start));
  }

  private static List<String> ends(FlowEngine engine, Start start) {
    List<String> ends = new ArrayList<>();
    for (int token = 0; token < FLOWS; token++) {
      engine.alarm(token, burst(token).nextInt(100) * 1_000_000L);
    }
    engine.run(new TimingEngine.Listener() {
      @Override
      public void alarm(int token) {
        Random burst = burst(token);
        burst.nextInt();
        start.flow(engine, token, burst);
      }

      @Override
      public void transferred(int token) {
        ends.add(token + " at " + engine.nowPicos());
      }
    });
    return ends;
  }

  private static Random burst(int token) {
    return new Random(token / 5);
  }

  private static void message(Machine machine, FlowEngine engine, int token, Random burst) {
    int from = burst.nextInt(NODES);
    int to = (from + 1 + burst.nextInt(NODES - 1)) % NODES;
    long bytes = burst.nextBoolean() ? 20_000 : 300_000;
    engine.transfer(token, machine.addressOf(from), machine.addressOf(to), bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cluster", "fat-tree", "lumi-g", "fugaku", "leonardo", "bluegene-q"})
  void messagesOfAPairOfNodes(String platform) {
    Machine machine = machine(platform, Map.of("node.ranks_per_node", "1"));
    requireEqualEnds(machine, (engine, token, burst) -> message(machine, engine, token, burst));
  }

  @Test
  void collectivesOnTheCollectiveNetwork() {
    Machine machine = machine("bluegene-l", Map.of());
    requireEqualEnds(machine, (engine, token, burst) -> {
      if (burst.nextBoolean()) {
        engine.collective(token, burst.nextBoolean() ? 1_000 : 50_000, 2_000_000);
      } else {
        message(machine, engine, token, burst);
      }
    });
  }

  /** A flow without the sender's link joins the receiver's link one link's latency earlier. */
  @Test
  void messagesOfAPairOfNodesWithAndWithoutTheSendersLink() {
    Machine machine =
        machine("cluster", Map.of("node.ranks_per_node", "1", "network.link_latency", "1us"));
    requireEqualEnds(machine, (engine, token, burst) -> {
      int from = burst.nextInt(3);
      engine.flow(token, from, 3, 20_000, token % 2);
    });
  }
}
