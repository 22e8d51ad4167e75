package io.github.tracecast.predict.print;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.record.calibrate.MadeUpMachine;
import io.github.tracecast.record.calibrate.Measurements;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationTextTest {
  @Test
  void messagesThatTakeNoLongerThanAnEmptyOneHaveNoBandwidth() {
    assertThat(first(MadeUpMachine.lines("one"))).endsWith(" move at 9.98 GB/s.");
    List<String> alike = MadeUpMachine.lines("one").stream()
        .map(line ->
            line.replaceFirst("^(calibrate round_trip \\d+) .*", "$1 3000.0 2700.0 3600.0 9"))
        .toList();
    assertThat(first(alike))
        .isEqualTo(
            "Wrote here.yaml. An empty message takes 1.500 us, and messages of 16.8 MB take no"
                + " longer, so their bandwidth is unknown. Run the command again, for a longer time.");
  }

  private static String first(List<String> lines) {
    return CalibrationText.lines("here.yaml", Measurements.of(lines)).getFirst();
  }
}
