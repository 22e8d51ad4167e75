package io.github.tracecast.trace;

import java.util.ArrayList;
import java.util.List;

/** Reads rank lists in the form {@code N (start depth (stride iterations){depth}){N}}. */
final class RankListText {
  private final String text;
  private final String[] words;
  private int at;

  private RankListText(String text) {
    this.text = text;
    this.words = text.isEmpty() ? new String[0] : text.split("\\s+");
  }

  static RankList parse(String text) {
    return new RankListText(text.strip()).parse();
  }

  private RankList parse() {
    int count = next("the number of sections");
    if (count < 0 || count > words.length / 2) {
      throw TraceException.at(
          "rank list",
          "a count of " + count + " sections in \"" + text + "\"",
          "a count that equals the number of sections after it");
    }
    List<Section> sections = new ArrayList<>(count);
    for (int s = 0; s < count; s++) {
      int start = next("the start of section " + (s + 1));
      int depth = next("the depth of section " + (s + 1));
      if (depth < 0 || depth > (words.length - at) / 2) {
        throw TraceException.at(
            "rank list",
            "depth " + depth + " in \"" + text + "\"",
            "a depth that equals the number of pairs (stride, iterations) after it");
      }
      int[] levels = new int[2 * depth];
      for (int i = 0; i < levels.length; i++) {
        levels[i] = next(i % 2 == 0 ? "a stride" : "a number of iterations");
      }
      sections.add(Section.of(start, levels));
    }
    if (at != words.length) {
      throw TraceException.at(
          "rank list",
          "\"" + words[at] + "\" after " + count + " sections",
          "the end of the rank list");
    }
    return RankList.ofSections(sections);
  }

  private int next(String what) {
    if (at == words.length) {
      throw TraceException.at("rank list", "the end of \"" + text + "\"", what);
    }
    String word = words[at++];
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw TraceException.at("rank list", "\"" + word + "\"", what + ", a number below 2^31");
    }
  }
}
