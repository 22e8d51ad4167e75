package io.github.tracecast.predict;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The most memory that this process has had resident. */
final class PeakMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private PeakMemory() {}

  /** Bytes, native code's included; where the system does not tell, the heap's size. */
  static long bytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("\\D", "")) << 10;
        }
      }
    } catch (IOException | NumberFormatException e) {
      return Runtime.getRuntime().totalMemory();
    }
    return Runtime.getRuntime().totalMemory();
  }
}
