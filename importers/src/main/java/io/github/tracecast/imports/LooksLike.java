package io.github.tracecast.imports;

import java.nio.charset.StandardCharsets;

/** Describes in a few words what kind of file a file that cannot be imported seems to be. */
final class LooksLike {
  private LooksLike() {}

  static String describe(byte[] head) {
    if (head.length == 0) {
      return "an empty file";
    }
    String text = new String(head, StandardCharsets.ISO_8859_1);
    if (text.startsWith("\u007fELF")) {
      return "a program (ELF)";
    }
    if (text.startsWith("PK\u0003\u0004")) {
      return "a zip archive";
    }
    return isText(head)
        ? "text that starts with \"" + firstWords(text) + "\""
        : "binary data of unknown kind";
  }

  private static boolean isText(byte[] head) {
    for (byte b : head) {
      if (b < ' ' && b != '\n' && b != '\r' && b != '\t') {
        return false;
      }
    }
    return true;
  }

  private static String firstWords(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return line.length() > 40 ? line.substring(0, 40) + "..." : line;
  }
}
