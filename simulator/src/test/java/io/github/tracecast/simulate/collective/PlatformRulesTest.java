package io.github.tracecast.simulate.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.platform.CollectiveRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlatformRulesTest {

  @ParameterizedTest
  @EnumSource
  void platformsMayNameTheAlgorithmsThatThereAreAndNoOthers(Operation operation) {
    List<String> legal = new ArrayList<>(CollectiveRules.legalAlgorithms().get(operation.key()));
    legal.removeAll(List.of("tree", "interrupt"));

    assertThat(legal).containsExactlyInAnyOrderElementsOf(Algorithms.names(operation));
  }
}
