package io.github.tracecast.imports.internal.tit;

import java.util.Locale;

/**
 * The form in which the files of a run describe messages. The first action that
 * exists in only one dialect shows the dialect.
 */
enum Dialect {
  /** No action so far has shown the dialect. */
  UNKNOWN,

  /**
   * The dialect of SimGrid 3.20 and later: messages have tags, and a wait identifies its request by
   * source, destination and tag.
   */
  TAGGED,

  /**
   * The dialect of SimGrid up to 3.19: messages have no tags, and a wait is for the most recent
   * request. The names of actions may have upper-case and lower-case letters.
   */
  UNTAGGED;

  static Dialect of(Line line) {
    String action = line.word(1);
    String plain = action.toLowerCase(Locale.ROOT);
    int words = line.words();
    return switch (plain) {
      case "sendrecv" -> UNKNOWN;
      case "wait", "test" -> words == 2 ? UNTAGGED : words >= 5 ? TAGGED : UNKNOWN;
      case "send", "isend", "recv", "irecv" ->
        words == 3 || words == 4 || words == 5 && line.isFraction(3) || !action.equals(plain)
            ? UNTAGGED
            : words > 5 ? TAGGED : UNKNOWN;
      default -> action.equals(plain) ? UNKNOWN : UNTAGGED;
    };
  }
}
