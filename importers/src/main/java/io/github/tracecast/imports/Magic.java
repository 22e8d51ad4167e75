package io.github.tracecast.imports;

import java.util.regex.Pattern;

/** Tests that recognise a format by the first bytes of a file, as ISO-8859-1 text. */
final class Magic {
  private static final Pattern TAU = Pattern.compile("\\d{1,9} dynamic_trace_events");
  private static final Pattern CUBE =
      Pattern.compile("(<\\?xml[^>]{0,200}\\?>\\s{0,20})?<cube version=");
  private static final Pattern CHROME = Pattern.compile("\\s{0,20}\\{\\s{0,20}\"traceEvents\"");

  private Magic() {}

  /**
   * Whether the first line is that of a TAU {@code .edf} file: a number, and a text that announces
   * events.
   */
  static boolean isTau(String head) {
    return TAU.matcher(head).lookingAt();
  }

  /**
   * Whether the file is a Darshan log, which begins with a version and the number 6567223 in one of
   * the byte orders.
   */
  static boolean isDarshan(String head) {
    return head.startsWith("\0\0\0\0\0d57", 8) || head.startsWith("75d\0\0\0\0\0", 8);
  }

  /** Whether the file is a CUBE profile: XML, or an archive that begins with {@code anchor.xml}. */
  static boolean isCube(String head) {
    return head.startsWith("anchor.xml\0") && head.startsWith("ustar", 257)
        || CUBE.matcher(head).lookingAt();
  }

  /** Whether the file holds the trace events of Chrome as JSON. */
  static boolean isChrome(String head) {
    return CHROME.matcher(head).lookingAt();
  }
}
