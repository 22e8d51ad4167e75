package io.github.tracecast.record.calibrate;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Computes {@code node.slowdown}: by how much processes that compute at the same time slow each
 * other down.
 */
final class Slowdowns {
  private Slowdowns() {}

  /**
   * Returns a slowdown factor for each number of processes, from 1 on. Between measured numbers of
   * processes, times are interpolated linearly.
   *
   * @param byProcesses times by the number of processes, ascending from 1
   */
  static String text(List<SizeMeasurements> byProcesses) {
    double alone = byProcesses.getFirst().median();
    StringJoiner factors = new StringJoiner(" ");
    factors.add("1");
    for (int i = 1; i < byProcesses.size(); i++) {
      SizeMeasurements fewer = byProcesses.get(i - 1);
      SizeMeasurements more = byProcesses.get(i);
      for (long processes = fewer.bytes() + 1; processes <= more.bytes(); processes++) {
        double part = (double) (processes - fewer.bytes()) / (more.bytes() - fewer.bytes());
        double time = fewer.median() + part * (more.median() - fewer.median());
        factors.add(String.format(Locale.ROOT, "%.2f", Math.max(1, time / alone)));
      }
    }
    return factors.toString();
  }
}
