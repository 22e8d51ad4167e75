package io.github.tracecast.trace.system;

import java.util.Optional;

/**
 * Ends this process soon after the process that started it has ended in any way. A process that
 * signal 9 kills cannot end its children, which would otherwise go on and write files.
 */
public final class ParentProcess {
  private static final String PROPERTY = "tracecast.parent";
  private static final long LOOK_MILLIS = 200;

  /** The exit code that a shell reports after SIGTERM. */
  private static final int TERMINATED = 128 + 15;

  private ParentProcess() {}

  /** Returns the option for a JVM that must end when this process ends. */
  public static String option() {
    return "-D" + PROPERTY + "=" + ProcessHandle.current().pid();
  }

  /** Watches the process that the option names, if this JVM has the option. */
  public static void follow() {
    Long parent = Long.getLong(PROPERTY);
    if (parent != null) {
      Thread.ofPlatform().daemon().name("follow the parent").start(() -> follow(parent));
    }
  }

  private static void follow(long parent) {
    try {
      while (runsUnder(parent)) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      return;
    }
    System.exit(TERMINATED);
  }

  /**
   * Whether the parent of this process is still the given process. If a parent ends, its children
   * get another parent. If /proc is not mounted, as in a plain chroot, the parent is not known, and
   * the result is true.
   */
  private static boolean runsUnder(long parent) {
    Optional<ProcessHandle> now = ProcessHandle.current().parent();
    return now.isEmpty() || now.get().pid() == parent;
  }
}
