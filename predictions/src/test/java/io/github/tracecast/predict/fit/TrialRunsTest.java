package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.collective.CollectiveRule;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrialRunsTest {
  private static final List<String> COLLECTIVES =
      List.of("allgather", "allreduce", "alltoall", "bcast", "gather", "reduce", "scatter");

  private static final long MOST_BYTES = 1 << 24;

  private static PredictionRequest request(String platform, Map<String, String> figures) {
    return PredictionRequest.on(platform, Engines.LOGGP).with(draft -> draft.figures = figures);
  }

  private static List<Trial> trials(PredictionRequest base, List<MeasuredTime> measurements) {
    Platform machine = PlatformCatalogue.load(base.platform(), base.figures());
    TrialRuns runs = TrialRuns.of(measurements, machine, base, Allocations.none(), done -> {});
    assertThat(runs.unpredicted()).isEmpty();
    return runs.trials();
  }

  private static MeasuredTime measured(
      String nodes, String collective, String algorithm, long bytes) {
    return new MeasuredTime("m", "r", nodes, 1, collective, algorithm, bytes, 1e-6, 2);
  }

  private static double seconds(PredictionRequest base, Trial trial, Map<String, String> figures) {
    Trial.Setting setting = new Trial.Setting(
        figures,
        trial.setting().mapping(),
        trial.setting().ranks(),
        trial.setting().run());
    return new TrialMachines(base, setting, List.of(Map.of()), new boolean[1])
        .seconds(trial.trace(), calls -> {})[0];
  }

  /** Sizes just below and above each limit in bytes of a machine's rules for a collective. */
  private static Set<Long> sizes(Platform machine, String collective, int ranks) {
    Operation operation = Operation.of(collective);
    boolean blocks = MeasuredTime.hasBlocks(collective);
    long step = Integer.BYTES * (blocks ? ranks : 1);
    long blocksOfLimit = blocks && operation != Operation.ALLGATHER ? ranks : 1;
    Set<Long> sizes = new TreeSet<>(Set.of(step));
    for (CollectiveRule rule : machine.collectives().rules()) {
      if (rule.operation() == operation) {
        CollectiveRule.Condition condition = rule.condition();
        Stream.of(
                condition.bytes().from(),
                condition.bytes().below(),
                condition.bytesOfARank().from() * ranks,
                condition.bytesOfARank().below() / ranks * ranks * ranks)
            .filter(limit -> limit > 0 && limit <= MOST_BYTES)
            .map(limit -> limit * blocksOfLimit)
            .forEach(bytes -> sizes.addAll(List.of(bytes - step, bytes, bytes + step)));
      }
    }
    sizes.removeIf(bytes -> bytes < step);
    return sizes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"usual", "open-mpi-4.1", "mpich-4", "cray-mpich-8"})
  void theRuleThatARunSetsIsTheReplaysOwnChoice(String mpi) {
    PredictionRequest base = request("cluster", Map.of("mpi.collectives", mpi));
    Platform machine = PlatformCatalogue.load("cluster", base.figures());
    List<MeasuredTime> measurements = new ArrayList<>();
    for (String collective : COLLECTIVES) {
      for (int ranks : new int[] {8, 12}) {
        for (long bytes : sizes(machine, collective, ranks)) {
          measurements.add(measured(Integer.toString(ranks), collective, "", bytes));
        }
      }
    }

    for (Trial trial : trials(base, measurements)) {
      Map<String, String> without = new TreeMap<>(trial.setting().figures());
      String rule = without.remove("collectives." + trial.measurement().collective());
      assertThat(rule).isNotNull();
      assertThat(seconds(base, trial, trial.setting().figures()))
          .as("%s by %s", trial.measurement(), rule)
          .isEqualTo(seconds(base, trial, without));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "allgather, bruck_over, 12, 9600",
    "allgather, ring_ompi, 12, 120000",
    "allreduce, recursive_doubling_over, 8, 8",
    "allreduce, rabenseifner_over, 8, 2052",
    "alltoall, brucks_mpich, 12, 1200",
    "alltoall, pairwise_ompi, 12, 1200000",
    "bcast, scatter_ring_allgather_mpich, 12, 65536"
  })
  void aLibrarysChoiceAndTheNamedAlgorithmAreOneRun(
      String collective, String algorithm, String nodes, long bytes) {
    List<Trial> trials = trials(
        request("cluster", Map.of()),
        List.of(
            measured(nodes, collective, "", bytes),
            measured(nodes, collective, "default_ompi", bytes),
            measured(nodes, collective, algorithm, bytes)));

    assertThat(trials.stream().map(Trial::setting).distinct()).hasSize(1);
    assertThat(trials.stream().map(Trial::trace).distinct()).hasSize(1);
  }

  @Test
  void anAlgorithmThatDependsOnTheRanksPerNodeRemainsTheMachinesChoice() {
    PredictionRequest base = request("cluster", Map.of("collectives.allreduce", "two-level"));

    assertThat(trials(base, List.of(measured("8", "allreduce", "", 8)))
            .getFirst()
            .setting()
            .figures())
        .doesNotContainKey("collectives.allreduce");
  }
}
