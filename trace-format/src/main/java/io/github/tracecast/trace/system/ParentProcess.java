package io.github.tracecast.trace.system;

import java.util.Optional;

/**
 * Ends this process soon after the process that started it, however that ended. A process killed by
 * signal 9 cannot end its children, which would go on and write.
 */
public final class ParentProcess {
  private static final String PROPERTY = "tracecast.parent";
  private static final long LOOK_MILLIS = 200;

  /** What a shell reports after SIGTERM. */
  private static final int TERMINATED = 128 + 15;

  private ParentProcess() {}

  /** Returns the option of a JVM that shall end with this process. */
  public static String option() {
    return "-D" + PROPERTY + "=" + ProcessHandle.current().pid();
  }

  /** Follows the process that the option named, if this process was given one. */
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
   * A process without its parent gets another one. Where /proc is not mounted, as in a plain chroot,
   * nobody knows the parent, and the process goes on.
   */
  private static boolean runsUnder(long parent) {
    Optional<ProcessHandle> now = ProcessHandle.current().parent();
    return now.isEmpty() || now.get().pid() == parent;
  }
}
