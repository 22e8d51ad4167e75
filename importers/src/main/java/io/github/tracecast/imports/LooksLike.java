package io.github.tracecast.imports;

/** Describes in a few words what kind of file a file that cannot be imported seems to be. */
final class LooksLike {
  private LooksLike() {}

  /** @param head the first bytes of the file, as ISO-8859-1 text */
  static String describe(String head) {
    if (head.isEmpty()) {
      return "an empty file";
    }
    if (head.startsWith("\u007fELF")) {
      return "a program (ELF)";
    }
    if (head.startsWith("PK\u0003\u0004")) {
      return "a zip archive";
    }
    return head.chars().allMatch(LooksLike::isText)
        ? "text that starts with \"" + firstWords(head) + "\""
        : "binary data of unknown kind";
  }

  private static boolean isText(int c) {
    return c >= ' ' && c < 0x80 || c == '\n' || c == '\r' || c == '\t';
  }

  private static String firstWords(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() > 40 ? line.substring(0, 40) + "..." : line;
  }
}
