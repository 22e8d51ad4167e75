package io.github.tracecast.predict.report;

import java.util.List;

/** What makes the prediction less than it could be. */
record WarningsSection(List<String> warnings) implements Section {
  @Override
  public String id() {
    return "warnings";
  }

  @Override
  public String title() {
    return "Warnings";
  }

  @Override
  public void write(Html html) {
    if (warnings.isEmpty()) {
      html.element("p", "None.");
      return;
    }
    html.open("ul", "class", "warnings");
    warnings.forEach(warning -> html.element("li", warning));
    html.close("ul");
  }
}
