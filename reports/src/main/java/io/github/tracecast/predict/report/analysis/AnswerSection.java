package io.github.tracecast.predict.report.analysis;

import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.predict.report.page.PageSection;
import java.util.List;

/**
 * The head of a page: the answer as a sentence, and the command's own text, folded, so that the first picture is near the top.
 */
final class AnswerSection extends PageSection {
  private final String answer;
  private final List<String> sentences;
  private final String text;

  /**
   * @param answer one sentence
   * @param sentences sentences after the answer
   * @param text lines for a terminal
   */
  AnswerSection(String title, String answer, List<String> sentences, String text) {
    super("answer", title);
    this.answer = answer;
    this.sentences = sentences;
    this.text = text;
  }

  @Override
  public void write(Html html) {
    html.element("p", answer, "class", "headline");
    sentences.stream()
        .filter(sentence -> !sentence.isEmpty())
        .forEach(sentence -> html.element("p", sentence));
    html.open("details").element("summary", "The report as text");
    html.element("pre", text.strip(), "class", "lines", "tabindex", "0").close("details");
  }
}
