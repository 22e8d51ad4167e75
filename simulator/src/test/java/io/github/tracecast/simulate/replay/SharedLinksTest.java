package io.github.tracecast.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.Routes;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.FlowEngine;
import io.github.tracecast.simulate.engine.LogGpEngine;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that share links, in engine flows: their times alone and together, computed by hand. */
class SharedLinksTest {
  /** Cases of a random family: 20, and more at night ({@code -Dseeds=100}). */
  private static final int SEEDS = Integer.getInteger("seeds", 20);

  /** The change that rounding to whole picoseconds may cause. */
  private static final long ROUNDING = 10;

  private static final Map<String, String> TORUS =
      Map.of("network.shape", "8x4x4", "network.wrap", "torus");

  /** A message between nodes that starts at a time. */
  private record Flow(long startPicos, int from, int to, long bytes) {}

  private static Machine machine(String platform, int ranks, Map<String, String> figures) {
    return Machine.fit(Replays.platform(platform, figures), ranks, MappingSpec.parse("blocked"));
  }

  /** One rank on each of at least this number of nodes. */
  private static Machine machine(String platform) {
    return switch (platform) {
      case "torus" -> machine("bluegene-l", 128, TORUS);
      case "slow injection" ->
        machine(
            "bluegene-l",
            128,
            Map.of("network.shape", "8x4x4", "network.injection_bandwidth", "100MBps"));
      case "shared backbone" ->
        machine("loggp-default", 20, Map.of("network.backbone_bandwidth", "10ns/B"));
      case "loggp-default" -> machine(platform, 20, Map.of());
      default -> machine(platform, 128, Map.of("node.ranks_per_node", "1"));
    };
  }

  /** The arrival of each flow in ps, in the order of their starts. */
  private static long[] arrivals(Machine machine, List<Flow> flows) {
    FlowEngine engine = new FlowEngine(machine);
    long[] arrivals = new long[flows.size()];
    for (int i = 0; i < arrivals.length; i++) {
      engine.alarm(i, flows.get(i).startPicos());
    }
    engine.run(new TimingEngine.Listener() {
      @Override
      public void alarm(int token) {
        Flow flow = flows.get(token);
        engine.transfer(token, flow.from(), flow.to(), flow.bytes());
      }

      @Override
      public void transferred(int token) {
        arrivals[token] = engine.nowPicos();
      }
    });
    return arrivals;
  }

  /** The arrival of a flow without other flows, in ps. */
  private static long alone(Machine machine, Flow flow) {
    return arrivals(machine, List.of(flow))[0];
  }

  private static List<Flow> randomFlows(Machine machine, int seed) {
    Random random = new Random(seed);
    int nodes = Math.min(machine.nodes(), 2 + seed);
    return IntStream.range(0, 2 + 10 * seed)
        .mapToObj(i -> new Flow(
            random.nextInt(1 + seed) * 10_000_000L,
            random.nextInt(nodes),
            random.nextInt(nodes),
            random.nextInt(100_000)))
        .sorted(Comparator.comparingLong(Flow::startPicos))
        .toList();
  }

  @Test
  void twoMessagesOverOneLinkHaveHalfOfItEach() {
    Machine star = machine("loggp-default");
    long latency = 2_500_000;
    long gap = 6_000;

    // 500 B of each go at half speed. Then the first has the link, until the third comes, when both
    // have 100 B left. The last one is alone.
    assertThat(arrivals(
            star,
            List.of(
                new Flow(0, 0, 2, 1000),
                new Flow(0, 1, 2, 500),
                new Flow(1400 * gap, 3, 2, 100),
                new Flow(900_000_000, 4, 2, 1))))
        .containsExactly(
            latency + 1600 * gap,
            latency + 1000 * gap,
            latency + 1600 * gap,
            900_000_000 + latency + gap);
  }

  @Test
  void routesThatShareNothingDoNotTouchEachOther() {
    Machine torus = machine("torus");
    // There and back, along the same ring, and along another one.
    List<Flow> flows = List.of(
        new Flow(0, 0, 2, 5_000),
        new Flow(0, 2, 0, 5_000),
        new Flow(0, 3, 4, 5_000),
        new Flow(0, 8, 10, 5_000));

    assertThat(arrivals(torus, flows))
        .containsExactly(flows.stream().mapToLong(flow -> alone(torus, flow)).toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus",
        "slow injection",
        "graphene",
        "cluster",
        "fat-tree",
        "loggp-default",
        "shared backbone"
      })
  void aMessageOnFreeLinksTakesWhatItTakesAlone(String platform) {
    Machine machine = machine(platform);
    List<Flow> flows = new ArrayList<>();
    for (Flow flow : randomFlows(machine, 30)) {
      flows.add(new Flow(flows.size() * 1_000_000_000_000L, flow.from(), flow.to(), flow.bytes()));
    }

    assertThat(arrivals(machine, flows))
        .containsExactly(flows.stream().mapToLong(flow -> alone(machine, flow)).toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus",
        "slow injection",
        "graphene",
        "cluster",
        "fat-tree",
        "loggp-default",
        "shared backbone"
      })
  void noMessageArrivesEarlierThanAlone(String platform) {
    Machine machine = machine(platform);
    for (int seed = 1; seed <= SEEDS; seed++) {
      List<Flow> flows = randomFlows(machine, seed);
      long[] all = arrivals(machine, flows);
      for (int i = 0; i < all.length; i++) {
        assertThat(all[i])
            .as("seed %d, flow %d", seed, i)
            .isGreaterThanOrEqualTo(alone(machine, flows.get(i)) - ROUNDING);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "torus",
        "slow injection",
        "graphene",
        "cluster",
        "fat-tree",
        "loggp-default",
        "shared backbone"
      })
  void noLinkCarriesMoreThanItsBandwidthAllows(String platform) {
    Machine machine = machine(platform);
    Routes routes = machine.routes();
    int[] route = new int[routes.longestRoute()];
    for (int seed = 1; seed <= SEEDS; seed++) {
      double[] seconds = new double[routes.linkCount()];
      List<Flow> flows = randomFlows(machine, seed);
      long last = 0;
      for (long arrival : arrivals(machine, flows)) {
        last = Math.max(last, arrival);
      }
      for (Flow flow : flows) {
        double factor = machine.platform().mpi().bandwidthFactor().at(flow.bytes());
        int links = routes.route(flow.from(), flow.to(), route);
        for (int i = 0; i < links; i++) {
          seconds[route[i]] += machine.platform().wireBytes(flow.bytes())
              / (routes.linkBytesPerSecond(route[i]) * factor);
        }
      }
      for (double busy : seconds) {
        assertThat(last * 1e-12).as("seed %d", seed).isGreaterThan(busy - 1e-7); // one byte
      }
    }
  }

  @Test
  void bothDirectionsShareWhatTheMachineSaysTheyShare() {
    Machine graphene = machine("graphene");
    List<Flow> flows = List.of(new Flow(0, 0, 1, 300_000), new Flow(0, 1, 0, 300_000));
    double factor = graphene.platform().mpi().bandwidthFactor().at(300_000);
    // Alone a message has its cable, 125 MB/s. Both limiters have 187.5 MB/s for both ways.
    long late = Math.round(300_000 / factor * (2 / 187.5e6 - 1 / 125e6) * 1e12);

    for (long arrival : arrivals(graphene, flows)) {
      assertThat(arrival).isCloseTo(alone(graphene, flows.getFirst()) + late, within(ROUNDING));
    }
  }

  @Test
  void aFasterLinkIsSharedOnlyWhenItsFlowsCouldFillIt() {
    Machine graphene = machine("graphene");
    // Nine hosts of the first cabinet to nine of the second: 9 * 125 MB/s < 1162.5 MB/s.
    List<Flow> nine = new ArrayList<>();
    for (int host = 0; host < 9; host++) {
      nine.add(new Flow(0, host, 39 + host, 100_000));
    }
    List<Flow> ten = new ArrayList<>(nine);
    ten.add(new Flow(0, 9, 48, 100_000));

    assertThat(arrivals(graphene, nine)).containsOnly(alone(graphene, nine.getFirst()));
    long late = arrivals(graphene, ten)[9] - alone(graphene, ten.get(9));
    double factor = graphene.platform().mpi().bandwidthFactor().at(100_000);
    assertThat(late * 1e-12)
        .isCloseTo(100_000 / factor * (10 / 1162.5e6 - 1 / 125e6), within(1e-8));
  }

  @ParameterizedTest(name = "{0} B on {1}, {2}: {3} P m M / (8 B)")
  @CsvSource({
    "2400, 4x4x4, torus, 1",
    "7200, 8x4x4, torus, 1",
    "7200, 8x8x1, torus, 1",
    "7200, 4x4x4, mesh, 2",
    "7200, 8x4x2, mesh, 2"
  })
  void allToAllTakesAtLeastWhatItsBusiestRingNeeds(
      long bytes, String shape, String wrap, int factor) {
    int ranks =
        shape.chars().filter(Character::isDigit).map(c -> c - '0').reduce(1, (a, b) -> a * b);
    int longest = shape.charAt(0) - '0';
    TraceSketch sketch = new TraceSketch(ranks);
    sketch.call(
        MpiCall.ALLTOALL, sketch.all(), Parameter.COUNT, bytes, Parameter.RECEIVE_COUNT, bytes);
    Machine torus =
        machine("bluegene-l", ranks, Map.of("network.shape", shape, "network.wrap", wrap));

    double seconds = replay(sketch.trace(), new FlowEngine(torus), torus).predictedSeconds();

    double payloadBytesPerSecond = 175e6 * 240 / 270;
    double bound = factor * ranks * (double) bytes * longest / (8 * payloadBytesPerSecond);
    assertThat(seconds).isBetween(bound - 1e-8, 1.4 * bound + ranks * 3e-6);
  }

  @Test
  void theBusiestLinkIsTheOneThatEverybodyWaitsFor() {
    int senders = 15;
    long bytes = 10_000;
    TraceSketch sketch = new TraceSketch(senders + 1);
    RankList all = RankList.of(IntStream.rangeClosed(1, senders).toArray());
    sketch.call(MpiCall.SEND, all, Parameter.DESTINATION, 0, Parameter.COUNT, bytes);
    for (int sender = 1; sender <= senders; sender++) {
      sketch.call(MpiCall.RECV, 0, Parameter.SOURCE, sender, Parameter.COUNT, bytes);
    }

    Machine star = machine("loggp-default", senders + 1, Map.of());
    ReplayResult result = replay(sketch.trace(), new FlowEngine(star), star);

    ReplayResult.LinkLoad busiest = result.links().getFirst();
    assertThat(busiest.link()).isEqualTo("down (0)");
    assertThat(busiest.messages()).isEqualTo(senders);
    assertThat(busiest.bytes()).isEqualTo(senders * bytes);
    double served = senders * bytes * Replays.G;
    double rest = 2 * Replays.O + Replays.L;
    // All end at once; the receiver then takes one after another.
    double received = (senders - 1) * Replays.O;
    assertThat(Replays.end(result, 0)).isEqualTo(served + rest + received);
    assertThat(busiest.utilization()).isCloseTo(served / (served + rest + received), within(1e-9));
  }

  @Test
  void aMessageOfNothingWaitsForNobody() {
    Machine graphene = machine("graphene");
    List<Flow> flows = List.of(new Flow(0, 0, 1, 1_000_000), new Flow(1, 0, 1, 0));

    assertThat(arrivals(graphene, flows)[1]).isEqualTo(alone(graphene, flows.get(1)));
  }

  @Test
  void contentionNeverMakesAProgramEndEarlier() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Trace trace = new RandomProgram(seed, 0, false).sketch().trace();
      Machine machine = machine("loggp-default", trace.header().ranks(), Map.of());
      ReplayResult alone = replay(trace, new LogGpEngine(machine), machine);
      ReplayResult shared = replay(trace, new FlowEngine(machine), machine);
      for (int rank = 0; rank < alone.ranks().size(); rank++) {
        assertThat(shared.ranks().get(rank).endSeconds())
            .as("seed %d, rank %d", seed, rank)
            .isGreaterThanOrEqualTo(alone.ranks().get(rank).endSeconds());
      }
      assertThat(shared).isEqualTo(replay(trace, new FlowEngine(machine), machine));
    }
  }

  private static ReplayResult replay(Trace trace, TimingEngine engine, Machine machine) {
    Lane lane = new Lane(machine, ReplayOptions.defaults());
    return new Replay(Programs.of(trace), lane, engine, n -> {}).run();
  }
}
