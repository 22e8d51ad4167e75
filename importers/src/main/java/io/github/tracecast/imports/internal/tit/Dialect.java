package io.github.tracecast.imports.internal.tit;

import java.util.Locale;

/** How messages are written. A run has one way, which shows at its first action that only one of them can have. */
enum Dialect {
  /** Nothing has shown. */
  UNKNOWN,

  /** SimGrid 3.20 and later: messages have tags, and a wait names its request by them. */
  TAGGED,

  /** SimGrid up to 3.19: no tags, and a wait is for the request that was made last; names may be in mixed case. */
  UNTAGGED;

  /** What a line shows of it. */
  static Dialect of(Line line) {
    String action = line.word(1);
    String plain = action.toLowerCase(Locale.ROOT);
    int words = line.words();
    return switch (plain) {
      case "sendrecv" -> UNKNOWN;
      case "wait", "test" -> words == 2 ? UNTAGGED : words >= 5 ? TAGGED : UNKNOWN;
      case "send", "isend", "recv", "irecv" ->
        words == 4 || words == 5 && line.isFraction(3) || !action.equals(plain)
            ? UNTAGGED
            : words > 5 ? TAGGED : UNKNOWN;
      default -> action.equals(plain) ? UNKNOWN : UNTAGGED;
    };
  }
}
