package io.github.tracecast.predict.report.prediction;

import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.PredictionTables;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import io.github.tracecast.predict.report.table.ShownColumns;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Numbers.TimeUnit;
import java.util.List;

/** The loops that were not replayed completely. */
final class SkipsSection extends PageSection {
  /** Most skipped loops that the page lists; the JSON has more. */
  private static final int MOST_LOOPS = 128;

  private final List<Skip> skips;
  private final TimeUnit unit;

  SkipsSection(Prediction prediction) {
    super("fast-forward", "Fast-forward");
    this.skips = prediction.replay().skips();
    this.unit = TimeUnit.of(prediction.predictedSeconds());
  }

  @Override
  public void write(Html html) {
    html.element(
        "p",
        "Iterations of loops in a steady state were not replayed. Each adds the same time as the iterations before it.");
    int shown = Math.min(skips.size(), MOST_LOOPS);
    new ShownColumns<>(PredictionTables.SKIPS, unit)
        .page(
            shown < skips.size()
                ? "The first " + shown + " of " + Numbers.count(skips.size()) + " steady loops"
                : "Steady loops",
            skips.subList(0, shown))
        .write(html);
  }
}
