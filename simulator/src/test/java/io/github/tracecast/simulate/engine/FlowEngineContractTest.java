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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowEngineContractTest extends TimingEngineContract {
  private static final int RANKS = 48;
  private static final int MESSAGES = 3_000;

  @Override
  TimingEngine engine(Machine machine) {
    return new FlowEngine(machine);
  }

  /** Flows of equal links and size are solved together, except if the use of links in slices of time is reported. */
  @ParameterizedTest
  @ValueSource(strings = {"cluster", "fat-tree", "lumi-g", "fugaku", "leonardo", "bluegene-q"})
  void equalFlowsEndAsIfEachWereSolvedByItself(String platform) {
    Machine machine = Machine.fit(
        Replays.platform(platform, Map.of("node.ranks_per_node", "8")),
        RANKS,
        MappingSpec.parse("blocked"));
    int links = machine.routes().linkCount();

    for (int seed = 0; seed < 3; seed++) {
      LinkUse together = LinkUse.total(links);
      LinkUse apart = new LinkUse(links, 1_000_000_000_000L);
      List<String> ends = ends(machine, seed, apart);

      assertThat(ends(machine, seed, together)).isEqualTo(ends);
      assertThat(endsWithoutUse(machine, seed)).isEqualTo(ends);
      for (int link = 0; link < links; link++) {
        assertThat(together.messages(link)).isEqualTo(apart.messages(link));
        assertThat(together.bytes(link)).isEqualTo(apart.bytes(link));
        assertThat(together.busyPicos(link)).isEqualTo(apart.busyPicos(link));
      }
    }
  }

  private static List<String> ends(Machine machine, int seed, LinkUse use) {
    FlowEngine engine = new FlowEngine(machine);
    engine.report(use);
    return ends(engine, machine, seed);
  }

  private static List<String> endsWithoutUse(Machine machine, int seed) {
    return ends(new FlowEngine(machine), machine, seed);
  }

  /** Sends messages between random ranks, many of them at the same times, and every eighth after an arrival. */
  private static List<String> ends(FlowEngine engine, Machine machine, int seed) {
    Random random = new Random(seed);
    List<String> ends = new ArrayList<>();
    for (int token = 0; token < MESSAGES; token++) {
      engine.alarm(token, random.nextInt(MESSAGES / 30) * 1_000_000L);
    }
    engine.run(new TimingEngine.Listener() {
      @Override
      public void alarm(int token) {
        Random own = new Random(31L * seed + token % (MESSAGES / 4));
        long bytes = new long[] {400, 20_000, 20_000, 300_000}[own.nextInt(4)];
        engine.transfer(
            token,
            machine.addressOf(own.nextInt(RANKS)),
            machine.addressOf(own.nextInt(RANKS)),
            bytes);
      }

      @Override
      public void transferred(int token) {
        ends.add(token + " at " + engine.nowPicos());
        if (token % 8 == 0 && token < MESSAGES) {
          alarm(token + MESSAGES);
        }
      }
    });
    return ends;
  }
}
