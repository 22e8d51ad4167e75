package io.github.tracecast.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.result.LinkUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traffic on topologies takes what closed forms say, on engine flows. */
class TopologyTrafficTest {
  private static final long BYTES = 10_000_000;
  private static final double BANDWIDTH = 1e9;

  /** The number of messages of a node that are under way at the same time. */
  private static final int WINDOW = 16;

  /** A balanced dragonfly: 4 switches a group, 2 nodes and 2 global links a switch, 9 groups. */
  private static final String DRAGONFLY =
      "topology: dragonfly, groups: 9, group_shape: 4, endpoints: 2, global_links: 1, link_bandwidth: 1GBps,"
          + " link_latency: 100ns, local_bandwidth: 1GBps, local_latency: 100ns,"
          + " global_bandwidth: 1GBps, global_latency: 100ns";

  @TempDir
  Path folder;

  private record Message(int from, int to, long bytes) {}

  private Machine machine(String network, String node, int ranks) throws IOException {
    Path file = Files.writeString(
        folder.resolve("machine.yaml"),
        "extends: cluster\nnode: {" + node + "}\nnetwork: {" + network + "}\n");
    return Machine.fit(
        PlatformCatalogue.load(file.toString(), Map.of()), ranks, new MappingSpec.Default());
  }

  private Machine machine(String network) throws IOException {
    return machine(network, "cores: 1, ranks_per_node: 1", 1);
  }

  /** The seconds until the last of some messages arrives that are all sent at once. */
  private static double seconds(Machine machine, List<Message> messages) {
    return seconds(new FlowEngine(machine), messages, messages.size());
  }

  /**
   * The seconds until the last of some messages arrives.
   *
   * @param window of the messages in their order, as many are under way at a time; when one
   *     arrives, the next one of its sender starts
   */
  private static double seconds(TimingEngine engine, List<Message> messages, int window) {
    int count = messages.size();
    Map<Integer, ArrayDeque<Integer>> waiting = new HashMap<>();
    for (int i = 0; i < count; i++) {
      if (i < window) {
        engine.alarm(i, 0);
      } else {
        waiting
            .computeIfAbsent(messages.get(i).from(), from -> new ArrayDeque<>())
            .add(i);
      }
    }
    long[] last = new long[1];
    engine.run(new TimingEngine.Listener() {
      @Override
      public void alarm(int token) {
        Message message = messages.get(token % count);
        long leaves = token < count
            ? engine.leaveNode(message.from(), message.to(), message.bytes())
            : engine.nowPicos();
        if (leaves > engine.nowPicos()) {
          engine.alarmLast(count + token, leaves, message.from(), token);
        } else {
          engine.transfer(token % count, message.from(), message.to(), message.bytes());
        }
      }

      @Override
      public void transferred(int token) {
        last[0] = engine.nowPicos();
        ArrayDeque<Integer> next = waiting.get(messages.get(token).from());
        if (next != null && !next.isEmpty()) {
          engine.alarm(next.remove(), engine.nowPicos());
        }
      }
    });
    return last[0] / 1e12;
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        // sum of all bytes over the most loaded kind of link, by hand
        "dragonfly | 64",
        "hyperx    | 8",
        "plus      | 36",
        "tree      | 15",
        "torus     | 6"
      })
  void anAllToAllTakesWhatItsBusiestLinksCarry(String topology, int messages) throws IOException {
    Machine machine = machine(slowest(topology));
    List<Message> all = new ArrayList<>();
    for (int shift = 1; shift < machine.nodes(); shift++) {
      for (int from = 0; from < machine.nodes(); from++) {
        all.add(new Message(from, (from + shift) % machine.nodes(), BYTES));
      }
    }
    double least = messages * BYTES / BANDWIDTH;
    double taken = seconds(machine, all);
    assertThat(taken).isGreaterThanOrEqualTo(least * 0.999999);
    assertThat(taken).isCloseTo(least, within(0.01 * least));
  }

  @ParameterizedTest(name = "{0}: {1} and {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        // messages one after another on the busiest link, by hand: each node to the next; the lower
        // half to the upper
        "dragonfly | 1   | 4",
        "hyperx    | 0.5 | 2",
        "plus      | 1   | 3",
        "tree      | 1   | 1",
        "torus     | 1   | 3"
      })
  void nextNodesAndTheOtherHalfTakeWhatTheirBusiestLinkCarries(
      String topology, double next, double other) throws IOException {
    Machine machine = machine(slowest(topology));
    int nodes = machine.nodes();
    List<Message> neighbours = new ArrayList<>();
    List<Message> halves = new ArrayList<>();
    for (int from = 0; from < nodes; from++) {
      neighbours.add(new Message(from, (from + 1) % nodes, BYTES));
      if (from < nodes / 2) {
        halves.add(new Message(from, from + nodes / 2, BYTES));
      }
    }
    double one = BYTES / BANDWIDTH;
    assertThat(seconds(machine, neighbours) / one).isCloseTo(next, within(0.01 * next));
    assertThat(seconds(machine, halves) / one).isCloseTo(other, within(0.01 * other));
  }

  /** A machine of each topology whose links of one kind are the slowest. */
  private static String slowest(String topology) {
    return switch (topology) {
      // 8 x 8 pairs of nodes between two groups share one cable
      case "dragonfly" ->
        DRAGONFLY
            .replace("local_bandwidth: 1GBps", "local_bandwidth: 9GBps")
            .replace("link_bandwidth: 1GBps", "link_bandwidth: 9GBps");
      // 4 x 4 pairs of nodes share the link of their two switches
      case "hyperx" ->
        "topology: hyperx, switch_shape: 2, endpoints: 4, link_bandwidth: 9GBps, link_latency: 100ns,"
            + " switch_bandwidth: 2GBps, switch_latency: 100ns";
      // 6 x 6 pairs between two groups over one cable
      case "plus" ->
        "topology: dragonfly-plus, groups: 3, leaves: 2, spines: 2, endpoints: 3, link_bandwidth: 99GBps,"
            + " link_latency: 100ns, local_bandwidth: 99GBps, local_latency: 100ns, global_links: 1,"
            + " global_bandwidth: 1GBps, global_latency: 100ns";
      // each of 16 nodes sends and receives 15 messages
      case "tree" ->
        "topology: fat-tree, down: '4, 4', up: '1, 4', parallel: '1, 1', link_bandwidth: 1GBps, link_latency: 100ns";
      // on a ring of 7, a link carries the messages of 1 + 2 + 3 hops that cross it
      default ->
        "topology: torus, shape: 7, wrap: torus, link_bandwidth: 1GBps, hop_latency: 100ns";
    };
  }

  /** The share of its interface's bandwidth that each node gets on the balanced dragonfly. */
  private double throughput(String routing, boolean adversarial, int each) throws IOException {
    Machine machine = machine(DRAGONFLY + ", routing: " + routing);
    Random random = new Random(1);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      for (int from = 0; from < machine.nodes(); from++) {
        int to = adversarial
            ? (from / 8 + 1) % 9 * 8 + random.nextInt(8)
            : (from + 1 + random.nextInt(machine.nodes() - 1)) % machine.nodes();
        messages.add(new Message(from, to, BYTES / 100));
      }
    }
    double seconds = seconds(new FlowEngine(machine), messages, WINDOW * machine.nodes());
    return each * (BYTES / 100) / BANDWIDTH / seconds;
  }

  /**
   * Traffic of each group to the next. Its 8 nodes share one cable, so minimal routing reaches an
   * eighth, 1 / (switches times cables of a switch); a detour crosses two cables, so Valiant's
   * reaches one half. Secondary sources of both: CODES' README_synthetic.txt (traffic to the
   * nearest group goes to the single cable between two groups under minimal routing, and does
   * better under others) and the documentation of caminos-lib's Valiant (as uniform traffic, at
   * twice the length). The figures of Kim, Dally, Scott, Abts (ISCA 2008), who posed the question,
   * were not at hand.
   */
  @Test
  void onAdversarialTrafficUgalReachesWhatValiantDoesAndMinimalRoutingAnEighth()
      throws IOException {
    double minimal = throughput("minimal", true, 20);
    double valiant = throughput("valiant", true, 80);
    double ugal = throughput("ugal", true, 80);

    assertThat(minimal).isCloseTo(1.0 / 8, within(0.01 / 8));
    assertThat(valiant).isCloseTo(0.5, within(0.05));
    assertThat(ugal).isGreaterThan(0.9 * valiant);
  }

  @Test
  void onUniformTrafficUgalIsWithinATenthOfMinimalRouting() throws IOException {
    double minimal = throughput("minimal", false, 40);
    double valiant = throughput("valiant", false, 40);
    double ugal = throughput("ugal", false, 40);

    assertThat(valiant).isLessThan(0.75 * minimal);
    assertThat(ugal).isGreaterThan(0.9 * minimal);
  }

  /** Traffic of each node of a ring of 8 to the third next: one way, 3 messages share each link. */
  @Test
  void onARingUgalReachesTheBetterOfMinimalRoutingAndValiants() throws IOException {
    double minimal = tornado("minimal");
    double valiant = tornado("valiant");
    double ugal = tornado("ugal");

    assertThat(minimal).isCloseTo(1.0 / 3, within(0.01));
    assertThat(valiant).isGreaterThan(1.1 * minimal);
    assertThat(ugal).isGreaterThan(0.9 * valiant);
  }

  private double tornado(String routing) throws IOException {
    Machine ring = machine(
        "topology: torus, shape: 8, wrap: torus, link_bandwidth: 1GBps, hop_latency: 100ns, routing: "
            + routing);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      for (int from = 0; from < 8; from++) {
        messages.add(new Message(from, (from + 3) % 8, BYTES / 100));
      }
    }
    return 200 * (BYTES / 100) / BANDWIDTH / seconds(new FlowEngine(ring), messages, WINDOW * 8);
  }

  /** On a torus, a node's limit counts what it sends and what it receives; a link has its own limit. */
  @Test
  void anInterfaceLimitsWhatANodeSendsAndReceivesTogether() throws IOException {
    String torus =
        "topology: torus, shape: 4x4, wrap: torus, link_bandwidth: 1GBps, hop_latency: 100ns";
    Machine free = machine(torus);
    Machine limited = machine(torus + ", interface_bandwidth: 1GBps");
    Message there = new Message(0, 1, BYTES);
    Message back = new Message(1, 0, BYTES);
    Message beside = new Message(0, 4, BYTES);
    double alone = seconds(free, List.of(there));

    assertThat(alone).isCloseTo(BYTES / BANDWIDTH, within(1e-5));
    assertThat(seconds(limited, List.of(there))).isCloseTo(alone, within(1e-5));
    assertThat(seconds(free, List.of(there, back, beside))).isCloseTo(alone, within(1e-5));
    assertThat(seconds(limited, List.of(there, back))).isCloseTo(2 * alone, within(1e-5));
    assertThat(seconds(limited, List.of(there, back, beside))).isCloseTo(3 * alone, within(1e-5));
  }

  private static final String RAILS =
      "topology: dragonfly, groups: 2, group_shape: 4, endpoints: 4, global_links: 16, link_bandwidth: 1GBps,"
          + " link_latency: 100ns, local_bandwidth: 9GBps, local_latency: 100ns,"
          + " global_bandwidth: 9GBps, global_latency: 100ns, rails: 4, rail_binding: in-turn";

  @Test
  void fourInterfacesCarryFourTimesAsMuchForFourRanksOrOneLargeMessage() throws IOException {
    Machine plain = machine(RAILS, "cores: 4, ranks_per_node: 4", 32);
    Machine striped = machine(RAILS + ", stripe_from: 1MB", "cores: 4, ranks_per_node: 4", 32);
    List<Message> one = List.of(new Message(plain.addressOf(0), plain.addressOf(16), BYTES));
    List<Message> four = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      four.add(new Message(plain.addressOf(rank), plain.addressOf(16 + rank), BYTES));
    }
    double single = seconds(plain, one);

    assertThat(single).isCloseTo(BYTES / BANDWIDTH, within(1e-5));
    assertThat(seconds(plain, four)).isCloseTo(single, within(1e-5));
    assertThat(seconds(striped, one)).isCloseTo(single / 4, within(1e-5));
    List<Message> small = List.of(new Message(plain.addressOf(0), plain.addressOf(16), 100_000));
    assertThat(seconds(striped, small)).isEqualTo(seconds(plain, small));
  }

  /**
   * Routes that adapt see the messages under way. So the order of arrivals at one time decides
   * routes, and must not depend on the numbers of the links.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void messagesThatEndTogetherArriveInTheOrderOfTheirStarts(int onTheSameLinks) throws IOException {
    TimingEngine engine = new FlowEngine(machine(DRAGONFLY + ", routing: ugal"));
    List<Integer> starts = new ArrayList<>();
    for (int node = 70; node >= 0; node -= 2) {
      for (int i = 0; i < onTheSameLinks; i++) {
        starts.add(node * onTheSameLinks + i);
      }
    }
    List<Integer> arrivals = new ArrayList<>();
    starts.forEach(token -> engine.alarm(token, 0));
    engine.run(new TimingEngine.Listener() {
      @Override
      public void alarm(int token) {
        int node = token / onTheSameLinks;
        engine.transfer(token, node, node + 1, BYTES);
      }

      @Override
      public void transferred(int token) {
        arrivals.add(token);
      }
    });

    assertThat(arrivals).isEqualTo(starts);
  }

  /** The load of each used link, by its level. */
  private static Map<String, List<Long>> loads(Machine machine, List<Message> all) {
    LinkUse use = LinkUse.total(machine.routes().linkCount());
    TimingEngine running = new FlowEngine(machine);
    running.report(use);
    seconds(running, all, all.size());
    Map<String, List<Long>> loads = new HashMap<>();
    for (int link = 0; link < machine.routes().linkCount(); link++) {
      if (use.messages(link) > 0) {
        loads
            .computeIfAbsent(machine.routes().linkLevel(link), level -> new ArrayList<>())
            .add(use.bytes(link));
      }
    }
    return loads;
  }

  private static long sum(List<Long> bytes) {
    return bytes.stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void loadsOfLinksAreThoseOfTheDetoursThatMessagesTake() throws IOException {
    List<Message> toTheNextGroup = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      toTheNextGroup.add(new Message(i % 8, 8 + i % 8, BYTES));
    }

    List<Long> minimal =
        loads(machine(DRAGONFLY + ", routing: minimal"), toTheNextGroup).get("global");
    List<Long> detours =
        loads(machine(DRAGONFLY + ", routing: valiant"), toTheNextGroup).get("global");

    assertThat(minimal).containsExactly(70 * BYTES);
    // Through each of the 7 other groups: one link to the group and one link from it.
    assertThat(detours).hasSizeGreaterThan(10).hasSizeLessThanOrEqualTo(16);
    assertThat(sum(detours)).isGreaterThan(120 * BYTES).isLessThanOrEqualTo(140 * BYTES);
  }

  @Test
  void eachInterfaceCarriesItsPartOfAMessageThatIsCut() throws IOException {
    Machine machine = machine(RAILS + ", stripe_from: 1MB", "cores: 4, ranks_per_node: 4", 32);
    Message one = new Message(machine.addressOf(0), machine.addressOf(16), BYTES);

    List<Long> interfaces = loads(machine, List.of(one)).get("node");

    assertThat(interfaces).hasSize(8).allMatch(bytes -> bytes == BYTES / 4);
  }
}
