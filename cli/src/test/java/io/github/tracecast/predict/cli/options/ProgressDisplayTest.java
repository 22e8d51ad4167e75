package io.github.tracecast.predict.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgressDisplayTest {
  private static final long SECOND = 1_000_000_000;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;

  private ProgressDisplay display(boolean wanted, boolean terminal) {
    return new ProgressDisplay(
        new ProgressText("Replaying", "calls", 4_000),
        wanted,
        terminal,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> now);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "4000 | 1000 | 10   | Replaying: 25% of 4,000 calls, 10 s, about 30 s left",
        "4000 | 0    | 3    | Replaying: 0% of 4,000 calls, 3 s",
        "4000 | 4000 | 90   | Replaying: 100% of 4,000 calls, 1 min 30 s, about 0 s left",
        "4000 | 9000 | 90   | Replaying: 100% of 4,000 calls, 1 min 30 s, about 0 s left",
        "4000 | 400  | 70   | Replaying: 10% of 4,000 calls, 1 min 10 s, about 11 min 0 s left",
        "4000 | 40   | 10   | Replaying: 1% of 4,000 calls, 10 s",
        "-1   | 1    | 10   | Replaying: 1 call, 10 s"
      })
  void aLineSaysWhatIsDoneAndWhatIsLeft(long total, long done, long seconds, String line) {
    assertThat(new ProgressText("Replaying", "calls", total).line(done, seconds * SECOND))
        .isEqualTo(line);
  }

  @Test
  void theProgressOfReadingIsInBytesIfTheyAreKnown() {
    ProgressText text = new ProgressText("import", "events", -1);
    try (ProgressDisplay display = new ProgressDisplay(
        text, true, true, new PrintStream(err, true, StandardCharsets.UTF_8), () -> now)) {
      now = 10 * SECOND;
      display.ofReading().accept(1_000);
      assertThat(said()).endsWith("\rimport: 1,000 events, 10 s");
      now = 20 * SECOND;
      display.ofReading().expect(10_000_000_000L);
      display.ofReading().accept(2_500_000_000L);
      assertThat(said()).endsWith("\rimport: 25% of 10 GB, 20 s, about 1 min 0 s left");
    }
  }

  @Test
  void itIsDrawnOnATerminalAfterASecondAndErasedAtTheEnd() {
    try (ProgressDisplay display = display(true, true)) {
      display.accept(1);
      assertThat(said()).isEmpty();
      now = 10 * SECOND;
      display.accept(1_000);
      assertThat(said()).isEqualTo("\rReplaying: 25% of 4,000 calls, 10 s, about 30 s left");
    }
    assertThat(said()).endsWith(" \r");
  }

  @Test
  void nothingIsDrawnElsewhere() {
    for (boolean terminal : new boolean[] {true, false}) {
      try (ProgressDisplay display = display(!terminal, terminal)) {
        now += 10 * SECOND;
        display.accept(1_000);
      }
    }
    assertThat(said()).isEmpty();
  }

  @Test
  void aLongReplayNamesTheFasterEngineAndWhatItLeavesOut() {
    ProgressDisplay display = display(true, false);
    now = 30 * SECOND;
    display.accept(400);
    display.hint("flows", EngineChoice.faster(request("flows")).orElseThrow());
    assertThat(said())
        .isEqualToNormalizingNewlines(
            "note: Replaying with engine flows: 10% done after 30 s, about 4 min 30 s left; --engine loggp is faster: it"
                + " models no contention, so messages never slow each other down\n");
  }

  @Test
  void nothingIsFasterThanLogGpWithoutContention() {
    assertThat(EngineChoice.faster(request("simgrid")).orElseThrow().options())
        .isEqualTo("`engine flows`");
    assertThat(EngineChoice.faster(request("loggp"))).isEmpty();
  }

  private static PredictionRequest request(String engine) {
    return PredictionRequest.on("cluster").with(draft -> draft.engine = engine);
  }

  @Test
  void anAnalysisByReplaysSaysHowMuchOfItIsDone() {
    PredictionRequest request = PredictionRequest.on("cluster", "flows");

    assertThat(SensitivityOption.work(request).line(14, 30_000_000_000L))
        .isEqualTo("Analysing: 25% of 56 runs, 30 s, about 1 min 30 s left");
  }
}
