package io.github.tracecast.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** CPU time that was spent so far. */
final class CpuTime {
  private CpuTime() {}

  static double secondsOfProcess() {
    return 1e-9
        * ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  static long nanosOfThread() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
