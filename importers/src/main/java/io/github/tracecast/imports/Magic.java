package io.github.tracecast.imports;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Tests that recognise a format by the first bytes of a file. */
final class Magic {
  private static final long DARSHAN = 6567223;
  private static final Pattern TAU = Pattern.compile("\\d{1,9} dynamic_trace_events");
  private static final Pattern CUBE =
      Pattern.compile("(<\\?xml[^>]{0,200}\\?>\\s{0,20})?<cube version=");
  private static final Pattern CHROME = Pattern.compile("\\s{0,20}\\{\\s{0,20}\"traceEvents\"");

  private Magic() {}

  /** Whether the bytes at an offset are these characters. */
  static boolean at(byte[] head, int offset, String expected) {
    int length = expected.length();
    return head.length >= offset + length
        && new String(head, offset, length, StandardCharsets.ISO_8859_1).equals(expected);
  }

  /**
   * Whether the first line is that of a TAU {@code .edf} file: a number, and a text that announces
   * events.
   */
  static boolean isTau(byte[] head) {
    return TAU.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  /**
   * Whether the file is a Darshan log, which begins with a version and a number that shows the byte
   * order.
   */
  static boolean isDarshan(byte[] head) {
    if (head.length < 16) {
      return false;
    }
    long number = ByteBuffer.wrap(head).getLong(8);
    return number == DARSHAN || Long.reverseBytes(number) == DARSHAN;
  }

  /** Whether the file is a CUBE profile: XML, or an archive that begins with {@code anchor.xml}. */
  static boolean isCube(byte[] head) {
    return at(head, 0, "anchor.xml\0") && at(head, 257, "ustar")
        || CUBE.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  /** Whether the file holds the trace events of Chrome as JSON. */
  static boolean isChrome(byte[] head) {
    return CHROME.matcher(new String(head, StandardCharsets.ISO_8859_1)).lookingAt();
  }
}
