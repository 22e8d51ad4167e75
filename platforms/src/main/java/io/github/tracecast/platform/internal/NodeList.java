package io.github.tracecast.platform.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * A list of node names with ranges in brackets, as Slurm writes it: {@code
 * x[1000-1005]c[0-7]s0,login}. It is read in one pass. Names are counted before any name is
 * created, so a long range cannot exhaust the memory.
 */
public final class NodeList {
  /** The longest host name that POSIX allows. */
  private static final int LONGEST_NAME = 255;

  private static final int MOST_DIGITS = 12;

  /** An alternative for a part of a name: a range of numbers of the same width, or a text. */
  private record Span(String text, long from, long to, int digits) {
    long size() {
      return text.isEmpty() ? to - from + 1 : 1;
    }

    int length() {
      return Math.max(text.length(), digits);
    }

    String at(long index) {
      if (!text.isEmpty()) {
        return text;
      }
      String shown = Long.toString(from + index);
      return "0".repeat(Math.max(0, digits - shown.length())) + shown;
    }
  }

  private final String text;
  private final long most;
  private final long before;

  /**
   * The items of the list. Each item is a list of parts. Each part is a list of alternatives, which
   * were in brackets, or of a single text.
   */
  private final List<List<List<Span>>> items = new ArrayList<>();

  private List<List<Span>> item = new ArrayList<>();
  private int at;
  private int itemBegin;
  private long names;

  private NodeList(String text, long before, long most) {
    this.text = text;
    this.before = before;
    this.names = before;
    this.most = most;
  }

  /** Reports an illegal list. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final String expected;

    private Refused(String found, String expected) {
      super(found);
      this.expected = expected;
    }

    public String expected() {
      return expected;
    }
  }

  /**
   * Reads a list.
   *
   * @param before number of names of earlier lists
   * @param most largest number of names of all these lists
   */
  public static NodeList read(String text, long before, long most) throws Refused {
    NodeList list = new NodeList(text, before, most);
    list.read();
    return list;
  }

  /** The number of names of the list. */
  public long size() {
    return names - before;
  }

  /** Creates the first {@code count} names, in order. */
  public List<String> first(long count) {
    List<String> made = new ArrayList<>();
    for (List<List<Span>> parts : items) {
      Position position = new Position(parts);
      while (position.isValid && made.size() < count) {
        made.add(position.name());
        position.next();
      }
    }
    return made;
  }

  /** An iterator over the names of an item. The last part varies fastest. */
  private static final class Position {
    private final List<List<Span>> parts;
    private final int[] span;
    private final long[] index;
    private boolean isValid = true;

    Position(List<List<Span>> parts) {
      this.parts = parts;
      this.span = new int[parts.size()];
      this.index = new long[parts.size()];
    }

    String name() {
      StringBuilder name = new StringBuilder();
      for (int part = 0; part < span.length; part++) {
        name.append(parts.get(part).get(span[part]).at(index[part]));
      }
      return name.toString();
    }

    void next() {
      for (int part = span.length - 1; part >= 0; part--) {
        List<Span> spans = parts.get(part);
        if (++index[part] < spans.get(span[part]).size()) {
          return;
        }
        index[part] = 0;
        if (++span[part] < spans.size()) {
          return;
        }
        span[part] = 0;
      }
      isValid = false;
    }
  }

  private static long sizeOf(List<Span> spans) {
    return spans.stream().mapToLong(Span::size).sum();
  }

  private void read() throws Refused {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == ',' || Character.isWhitespace(c)) {
        endItem();
        itemBegin = ++at;
      } else if (c == '[') {
        brackets();
      } else {
        literal();
      }
    }
    endItem();
  }

  private void literal() {
    int begin = at;
    while (at < text.length()
        && text.charAt(at) != ','
        && text.charAt(at) != '['
        && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    item.add(List.of(new Span(text.substring(begin, at), 0, 0, 0)));
  }

  private void brackets() throws Refused {
    int close = text.indexOf(']', at);
    if (close < 0) {
      throw new Refused(Fields.brief(text.substring(itemBegin)), "a closing ] for each [");
    }
    List<Span> spans = new ArrayList<>();
    for (String part : Fields.of(text.substring(at + 1, close), ",")) {
      spans.add(span(part));
    }
    item.add(spans);
    at = close + 1;
  }

  private Span span(String part) throws Refused {
    int dash = part.indexOf('-');
    if (part.isEmpty()
        || dash < 0
        || !isNumber(part.substring(0, dash))
        || !isNumber(part.substring(dash + 1))) {
      if (part.isEmpty() || part.indexOf('[') >= 0) {
        throw new Refused(
            "[" + Fields.brief(part) + "] in brackets",
            "numbers, ranges or names between the brackets");
      }
      return new Span(part, 0, 0, 0);
    }
    if (dash > MOST_DIGITS || part.length() - dash - 1 > MOST_DIGITS) {
      throw new Refused("the range " + Fields.brief(part), "at most " + MOST_DIGITS + " digits");
    }
    long from = Long.parseLong(part.substring(0, dash));
    long to = Long.parseLong(part.substring(dash + 1));
    if (to < from) {
      throw new Refused("the range " + part, "the smaller number first, as in " + to + "-" + from);
    }
    if (to - from >= most) {
      throw tooMany();
    }
    return new Span("", from, to, Math.max(dash, Long.toString(to).length()));
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Ends an item, and counts its names before any name is created. */
  private void endItem() throws Refused {
    if (item.isEmpty()) {
      return;
    }
    long size = 1;
    int length = 0;
    for (List<Span> spans : item) {
      long here = sizeOf(spans);
      if (here > (most - names) / size) {
        throw tooMany();
      }
      size *= here;
      length += spans.stream().mapToInt(Span::length).max().orElse(0);
      if (length > LONGEST_NAME) {
        throw new Refused("a name of more than " + LONGEST_NAME + " characters", "names of hosts");
      }
    }
    names += size;
    items.add(item);
    item = new ArrayList<>();
  }

  private Refused tooMany() {
    return new Refused("more than " + most + " nodes", "fewer");
  }
}
