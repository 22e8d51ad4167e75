package io.github.tracecast.predict.report.analysis;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;

/**
 * The head of a page: a command's own text, whose first sentence is the answer. The terminal may
 * have broken it into several lines; what follows is indented or apart. Only the first paragraph is
 * open, so that the first picture is near.
 */
final class AnswerSection extends PageSection {
  private final String text;

  /** @param text lines for a terminal */
  AnswerSection(String title, String text) {
    super("answer", title);
    this.text = text;
  }

  @Override
  public void write(Html html) {
    String[] parts = text.split("\n(?=[ \n])", 2);
    html.element("p", parts[0].strip().replace('\n', ' '), "class", "headline");
    String rest = parts.length == 1 ? "" : parts[1].replaceFirst("^\\n+", "").stripTrailing();
    String[] details = rest.split("\n\n", 2);
    if (!rest.isEmpty()) {
      html.element("pre", details[0], "class", "lines", "tabindex", "0");
    }
    if (details.length > 1) {
      html.open("details").element("summary", "Details");
      html.element("pre", details[1], "class", "lines", "tabindex", "0").close("details");
    }
  }
}
