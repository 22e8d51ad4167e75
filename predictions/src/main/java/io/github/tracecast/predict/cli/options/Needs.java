package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.predict.text.Numbers;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Refuses work that needs memory or disk far beyond its input, unless the user insists. A trace of
 * a few hundred bytes can have millions of ranks and billions of calls.
 */
public final class Needs {
  private static final long MOST_BYTES = 1_000_000_000;

  /**
   * The most bytes that the replay of one rank takes in ordinary traces, collectives' messages
   * included.
   */
  private static final long BYTES_PER_RANK = 1_000;

  private Needs() {}

  /** Refuses a replay of more than a million ranks. */
  public static void replay(CommandSpec command, int ranks) {
    check(
        command,
        "a replay of " + Numbers.count(ranks) + " ranks",
        ranks * BYTES_PER_RANK,
        "memory");
  }

  /** Refuses files of more than 1 GB. */
  public static void files(CommandSpec command, long calls, double bytes) {
    check(command, "files with " + Numbers.counted(calls, "call"), bytes, "disk");
  }

  private static void check(CommandSpec command, String what, double bytes, String of) {
    if (bytes > MOST_BYTES && !isForced(command)) {
      throw new UsageException("found " + what + ", which needs about "
          + Numbers.bytes((long) Math.min(bytes, Long.MAX_VALUE)) + " of " + of
          + "; expected at most " + Numbers.bytes(MOST_BYTES) + ", or --force to go on");
    }
  }

  private static boolean isForced(CommandSpec command) {
    OptionSpec force = command.findOption(OutputGuard.FORCE);
    return force != null && Boolean.TRUE.equals(force.getValue());
  }
}
