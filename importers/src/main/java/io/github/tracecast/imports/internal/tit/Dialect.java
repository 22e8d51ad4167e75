package io.github.tracecast.imports.internal.tit;

import java.util.Locale;

/**
 * The dialect of a file's messages. A run has one dialect. It is found by the first action that
 * only one dialect has.
 */
enum Dialect {
  /** Not known yet. */
  UNKNOWN,

  /** SimGrid 3.20 and later: messages have tags, and a wait names its request by them. */
  TAGGED,

  /**
   * SimGrid up to 3.19: no tags, and a wait is for the most recent request. Names may be in mixed
   * case.
   */
  UNTAGGED;

  /** Returns the dialect that a line shows. */
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
