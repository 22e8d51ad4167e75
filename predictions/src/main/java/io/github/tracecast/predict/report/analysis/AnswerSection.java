package io.github.tracecast.predict.report.analysis;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;

/**
 * The head of a page: a command's own text, whose first line is the answer.
 *
 * @param title its heading
 * @param text lines for a terminal
 */
record AnswerSection(String title, String text) implements PageSection {
  @Override
  public String id() {
    return "answer";
  }

  @Override
  public void write(Html html) {
    int end = text.indexOf('\n');
    html.element("p", text.substring(0, end), "class", "headline");
    String rest = text.substring(end).replaceFirst("^\\n+", "").stripTrailing();
    if (!rest.isEmpty()) {
      html.element("pre", rest, "tabindex", "0");
    }
  }
}
