package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.SweepResult;
import io.github.tracecast.predict.sweep.Variations;
import io.github.tracecast.simulate.result.ReplayResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A page has controls as long as their predictions replay no more than docs/reports.md says. */
class VariationsTest {
  private static final Pattern LIMITS = Pattern.compile(
      "the 27 predictions that they need together replay at most ([0-9.]+) million calls and messages \\(`loggp`: ([0-9.]+) million\\)");

  private static double mostByFlows;
  private static double mostByLogGp;

  @TempDir
  private Path folder;

  @BeforeAll
  static void readLimits() throws IOException {
    Matcher limits = LIMITS.matcher(Files.readString(Path.of("..", "docs", "reports.md")));
    assertThat(limits.find()).isTrue();
    mostByFlows = 1e6 * Double.parseDouble(limits.group(1));
    mostByLogGp = 1e6 * Double.parseDouble(limits.group(2));
  }

  /** Engine {@code loggp} skips steps that repeat, so it replays the fewest calls. */
  @ParameterizedTest
  @CsvSource({
    "flows, 27, 5, true",
    "flows, 64, 3, true",
    "flows, 64, 5, false",
    "flows, 512, 20, false",
    "loggp, 64, 20, true",
    "loggp, 512, 20, true",
    "loggp, 4096, 20, false",
  })
  void aPageHasControlsIfTheirReplaysAreAsFewAsItSays(
      String engine, int ranks, int steps, boolean controls) throws IOException {
    Path file = folder.resolve("stencil.ctrace");
    Cli.generate(file, "stencil --ranks " + ranks + " --steps " + steps + " --compute 1e-3");
    PreparedTrace trace = Tracecast.read(file);
    Prediction prediction = Tracecast.predict(
        trace, PredictionRequest.on("bluegene-l").with(draft -> draft.engine = engine));

    Variations variations = Variations.of(trace, prediction);

    double most = engine.equals("loggp") ? mostByLogGp : mostByFlows;
    assertThat(variations.points().isPresent()).isEqualTo(controls);
    assertThat(variations.tooLong().isPresent()).isEqualTo(!controls);
    SweepPlan plan =
        variations.points().map(SweepResult::plan).or(variations::tooLong).orElseThrow();
    assertThat(plan.size()).isEqualTo(27);
    if (controls) {
      assertThat(27 * replayed(prediction.replay())).isLessThanOrEqualTo(most);
    } else {
      assertThat(27 * replayed(prediction.replay())).isGreaterThan(most);
    }
  }

  /** Calls and messages that a replay did not skip. */
  private static double replayed(ReplayResult replay) {
    double share = (double) replay.eventsReplayed() / replay.calls();
    return share * (replay.calls() + replay.messages());
  }
}
