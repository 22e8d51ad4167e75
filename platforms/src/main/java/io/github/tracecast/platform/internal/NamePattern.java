package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.NodeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of node names, such as {@code x{cabinet}c{chassis}s{blade}}. The fields are the digits
 * of the node's number in a mixed radix, the highest digit first. In a name, a field takes all
 * consecutive decimal digits, so names are read in one pass.
 *
 * @param texts the texts before, between and after the fields
 */
record NamePattern(List<String> texts, List<NameField> fields) implements NodeNames {
  private static final Pattern FIELD = Pattern.compile("\\{([a-z]{1,40})}");

  static NodeNames read(String text, Figures figures) {
    List<String> texts = new ArrayList<>();
    List<NameField> fields = new ArrayList<>();
    Matcher matcher = FIELD.matcher(text);
    int end = 0;
    while (matcher.find()) {
      String key = Schema.NAMES + matcher.group(1);
      if (!figures.has(key)
          || matcher.group(1).equals("pattern")
          || matcher.group(1).equals("table")) {
        throw refused(figures, "a field whose numbers are given, as in " + key + ": 0-7");
      }
      texts.add(text.substring(end, matcher.start()));
      fields.add(figures.get(key, NameField.class));
      end = matcher.end();
    }
    if (fields.isEmpty()) {
      throw refused(figures, "a pattern with fields, such as node{number}");
    }
    texts.add(text.substring(end));
    for (String between : texts.subList(1, texts.size() - 1)) {
      if (between.isEmpty()) {
        throw refused(figures, "text between two fields, such as c{chassis}s{blade}");
      }
    }
    for (String behind : texts.subList(1, texts.size())) {
      if (!behind.isEmpty() && isDigit(behind.charAt(0))) {
        throw refused(figures, "a field that no digit follows, such as c{chassis}s{blade}");
      }
    }
    return new NamePattern(List.copyOf(texts), List.copyOf(fields));
  }

  private static RuntimeException refused(Figures figures, String expected) {
    return figures.refuse(Schema.NAMES + "pattern", expected);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  @Override
  public long place(String name) {
    if (!name.startsWith(texts.getFirst())) {
      return UNKNOWN;
    }
    int at = texts.getFirst().length();
    long place = 0;
    for (int i = 0; i < fields.size(); i++) {
      int begin = at;
      while (at < name.length() && isDigit(name.charAt(at))) {
        at++;
      }
      int digit = at == begin ? -1 : fields.get(i).place(name.substring(begin, at));
      String behind = texts.get(i + 1);
      if (digit < 0 || !name.startsWith(behind, at)) {
        return UNKNOWN;
      }
      at += behind.length();
      place = place * fields.get(i).places() + digit;
    }
    return at == name.length() ? place : UNKNOWN;
  }
}
