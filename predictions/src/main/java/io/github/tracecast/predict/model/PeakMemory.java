package io.github.tracecast.predict.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The peak resident memory of this process. */
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private PeakMemory() {}

  /**
   * Returns the peak in bytes, including native code. If the system does not report it, returns the
   * size of the heap.
   */
  static long bytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
      }
    } catch (IOException | NumberFormatException e) {
      // the system does not report the peak
    }
    return Runtime.getRuntime().totalMemory();
  }
}
