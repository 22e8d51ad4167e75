package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.NodeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A pattern of node names, such as {@code x{cabinet}c{chassis}s{blade}}. The fields are the digits
 * of the node's number, the first one the highest.
 */
record NamePattern(String regex, List<NameField> fields) implements NodeNames {
  private static final Pattern FIELD = Pattern.compile("\\{([a-z]+)}");

  static NodeNames read(String text, Figures figures) {
    StringBuilder regex = new StringBuilder();
    List<NameField> fields = new ArrayList<>();
    Matcher matcher = FIELD.matcher(text);
    int end = 0;
    while (matcher.find()) {
      String key = Schema.NAMES + matcher.group(1);
      if (!figures.has(key) || matcher.group(1).matches("pattern|table")) {
        throw figures.refuse(
            Schema.NAMES + "pattern", "a field whose numbers are given, as in " + key + ": 0-7");
      }
      fields.add(figures.get(key, NameField.class));
      regex.append(Pattern.quote(text.substring(end, matcher.start()))).append("(\\d+)");
      end = matcher.end();
    }
    if (fields.isEmpty()) {
      throw figures.refuse(Schema.NAMES + "pattern", "a pattern with fields, such as node{number}");
    }
    regex.append(Pattern.quote(text.substring(end)));
    return new NamePattern(regex.toString(), List.copyOf(fields));
  }

  @Override
  public long place(String name) {
    Matcher matcher = Pattern.compile(regex).matcher(name);
    if (!matcher.matches()) {
      return UNKNOWN;
    }
    long place = 0;
    for (int i = 0; i < fields.size(); i++) {
      int digit = fields.get(i).place(matcher.group(i + 1));
      if (digit < 0) {
        return UNKNOWN;
      }
      place = place * fields.get(i).places() + digit;
    }
    return place;
  }
}
