package io.github.tracecast.imports;

import java.nio.charset.StandardCharsets;

/** Tests of a file's first bytes. */
final class Magic {
  private Magic() {}

  /** Whether these characters stand at this offset. */
  static boolean at(byte[] head, int offset, String expected) {
    int length = expected.length();
    return head.length >= offset + length
        && new String(head, offset, length, StandardCharsets.ISO_8859_1).equals(expected);
  }
}
