package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.html.Html;
import java.util.List;

/** The warnings about the prediction. */
public record WarningsSection(List<String> warnings) implements PageSection {
  @Override
  public String id() {
    return "warnings";
  }

  @Override
  public String title() {
    return "Warnings";
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
