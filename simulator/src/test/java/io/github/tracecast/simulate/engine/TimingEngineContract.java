package io.github.tracecast.simulate.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.simulate.replay.Replays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What each timing engine promises. SimGrid can have one engine in a process only, so whole predictions test it. */
abstract class TimingEngineContract {
  private static final int NODES = 4;

  private final Machine machine =
      Machine.fit(Replays.platform("loggp-default", Map.of()), NODES, MappingSpec.parse("blocked"));
  private final TimingEngine engine = engine(machine);
  private final List<String> calls = new ArrayList<>();

  abstract TimingEngine engine(Machine machine);

  /** Notes the calls of the engine with their times. */
  private class Noting implements TimingEngine.Listener {
    @Override
    public void alarm(int token) {
      calls.add("alarm " + token + " at " + engine.nowPicos());
    }

    @Override
    public void transferred(int token) {
      calls.add("transfer " + token + " at " + engine.nowPicos());
    }
  }

  private static long time(String call) {
    return Long.parseLong(call.substring(call.lastIndexOf(' ') + 1));
  }

  @Test
  void alarmsGoOffByTimeAndThenInTheOrderOfInsertion() {
    engine.alarm(1, 2_000);
    engine.alarm(2, 1_000);
    engine.alarm(3, 2_000);

    engine.run(new Noting());

    assertThat(calls).containsExactly("alarm 2 at 1000", "alarm 1 at 2000", "alarm 3 at 2000");
  }

  @Test
  void callsAboutMessagesFollowTheAlarmsOfTheirTimeByRankAndNumber() {
    engine.alarmLast(1, 1_000, 1, 0);
    engine.alarmLast(2, 1_000, 0, 1);
    engine.alarmLast(3, 1_000, 0, 0);
    engine.alarm(4, 1_000);

    engine.run(new Noting());

    assertThat(calls)
        .containsExactly(
            "alarm 4 at 1000", "alarm 3 at 1000", "alarm 2 at 1000", "alarm 1 at 1000");
  }

  @Test
  void aPostponedAlarmGoesOffAtItsLaterTime() {
    engine.alarm(1, 1_000);
    engine.run(new Noting() {
      @Override
      public void alarm(int token) {
        if (engine.nowPicos() < 3_000) {
          engine.postpone(token, 3_000);
        } else {
          super.alarm(token);
        }
      }
    });

    assertThat(calls).containsExactly("alarm 1 at 3000");
  }

  @Test
  void eachTransferArrivesOnceAndLaterThanItStartsAndTimeNeverRunsBack() {
    for (int seed = 0; seed < 20; seed++) {
      calls.clear();
      Random random = new Random(seed);
      int messages = 1 + seed;
      for (int token = 0; token < messages; token++) {
        engine.alarm(token, engine.nowPicos() + random.nextInt(1_000_000));
      }
      long begin = engine.nowPicos();
      engine.run(new Noting() {
        @Override
        public void alarm(int token) {
          int from = random.nextInt(NODES);
          engine.transfer(token, from, (from + 1) % NODES, random.nextInt(100_000));
        }
      });

      assertThat(calls.stream().map(call -> call.split(" ")[1]).distinct()).hasSize(messages);
      assertThat(calls)
          .hasSize(messages)
          .isSortedAccordingTo((a, b) -> Long.compare(time(a), time(b)));
      assertThat(calls).allSatisfy(call -> assertThat(time(call)).isGreaterThan(begin));
    }
  }

  @Test
  void aLargerMessageOnTheSameRouteTakesLonger() {
    engine.transfer(1, 0, 1, 1_000);
    engine.run(new Noting());
    long start = engine.nowPicos();
    engine.transfer(2, 0, 1, 1_000_000);
    engine.run(new Noting());

    assertThat(time(calls.get(1)) - start).isGreaterThan(time(calls.get(0)));
  }

  @Test
  void anEngineWithoutEventsReturnsAtOnce() {
    engine.run(new Noting());
    assertThat(calls).isEmpty();
    assertThat(engine.nowPicos()).isZero();
  }
}
