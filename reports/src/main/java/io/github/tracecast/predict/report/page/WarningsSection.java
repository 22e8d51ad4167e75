package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.trace.text.Arguments;
import java.util.List;

/** The warnings about the prediction. */
public final class WarningsSection extends PageSection {
  private final List<String> warnings;

  public WarningsSection(List<String> warnings) {
    super("warnings", "Warnings");
    this.warnings = Arguments.asOptions(warnings);
  }

  @Override
  public boolean isEmpty() {
    return warnings.isEmpty();
  }

  @Override
  public void write(Html html) {
    html.open("ul", "class", "warnings");
    warnings.forEach(warning -> html.element("li", warning));
    html.close("ul");
  }
}
