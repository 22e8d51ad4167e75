package io.github.tracecast.platform.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A numeric field inside node names. It is described by its legal numbers in order, for example
 * {@code 0-7}, {@code 1100-1105, 1200-1205}, or {@code 5000-7851 in blocks of 124 every 128,
 * 7852-7977} if blocks have more places than names.
 */
record NameField(List<Span> spans, int places) {
  static final Kind<NameField> KIND = new Kind<>("numbers", NameField::read);

  private static final int MOST_PLACES = 1 << 24;
  private static final Pattern SPAN =
      Pattern.compile("(\\d{1,9})(?:-(\\d{1,9})(?: in blocks of (\\d{1,8}) every (\\d{1,8}))?)?");

  /**
   * A range of consecutive numbers.
   *
   * @param firstPlace the place of the first number
   * @param block how many successive numbers have consecutive places
   * @param every the distance in places between the starts of two blocks
   */
  private record Span(int from, int to, int firstPlace, int block, int every) {
    int place(int number) {
      int index = number - from;
      return firstPlace + index / block * every + index % block;
    }
  }

  private static NameField read(String text) {
    List<Span> spans = new ArrayList<>();
    long places = 0;
    for (String part : Fields.of(text, ",")) {
      Matcher parts = SPAN.matcher(part);
      if (!parts.matches() || spans.size() == 4096) {
        throw expected();
      }
      int from = Integer.parseInt(parts.group(1));
      int to = parts.group(2) == null ? from : Integer.parseInt(parts.group(2));
      int block = parts.group(3) == null ? 1 : Integer.parseInt(parts.group(3));
      int every = parts.group(4) == null ? 1 : Integer.parseInt(parts.group(4));
      if (to < from || block < 1 || every < block || places > MOST_PLACES) {
        throw expected();
      }
      spans.add(new Span(from, to, (int) places, block, every));
      places += Math.ceilDiv(to - from + 1, block) * (long) every;
    }
    if (places > MOST_PLACES) {
      throw expected();
    }
    return new NameField(List.copyOf(spans), (int) places);
  }

  private static InvalidFigure expected() {
    return new InvalidFigure(
        "numbers such as 0-7, 10 or 5000-7851 in blocks of 124 every 128, at most " + MOST_PLACES
            + " places");
  }

  /** The index of a number in the order of nodes; -1 if the number is illegal. */
  int place(String digits) {
    if (digits.length() > 9) {
      return -1;
    }
    int number = Integer.parseInt(digits);
    for (Span span : spans) {
      if (number >= span.from() && number <= span.to()) {
        return span.place(number);
      }
    }
    return -1;
  }
}
