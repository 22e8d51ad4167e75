package io.github.tracecast.imports.internal.recording;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds out whether addresses lie within a function, by the sizes of functions in a module's symbol
 * tables, which {@code nm} prints.
 */
final class SymbolSizes {
  private static final Pattern SYMBOL =
      Pattern.compile("([0-9a-f]{1,16}) ([0-9a-f]{1,16}) [TtWwVvi] .*");

  private SymbolSizes() {}

  /**
   * Returns the return addresses whose calls lie in no function of the symbol tables; none if
   * {@code nm} is not installed.
   */
  static NavigableSet<Long> outside(String module, NavigableSet<Long> addresses) {
    NavigableSet<Long> outside = new TreeSet<>(addresses);
    try {
      for (String table : List.of("--defined-only", "--dynamic")) {
        if (!outside.isEmpty()) {
          removeCovered(outside, new ProcessBuilder("nm", "-S", table, "--", module));
        }
      }
    } catch (IOException e) {
      return new TreeSet<>();
    }
    return outside;
  }

  private static void removeCovered(NavigableSet<Long> addresses, ProcessBuilder nm)
      throws IOException {
    Process process = nm.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher symbol = SYMBOL.matcher(line);
        if (symbol.matches()) {
          long start = Long.parseUnsignedLong(symbol.group(1), 16);
          long end = start + Long.parseUnsignedLong(symbol.group(2), 16);
          if (start < end) {
            // The end of the function is included, because it is the return address of a call in
            // the last instruction.
            addresses.subSet(start, false, end, true).clear();
          }
        }
      }
    }
  }
}
