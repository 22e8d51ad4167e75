package io.github.tracecast.predict.cli.options;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.simulate.replay.MemoryNeed;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Refuses work that needs more memory than the limit or far more disk space than its input, unless
 * the user insists. A trace of a few hundred bytes can have millions of ranks and billions of
 * calls.
 */
public final class Needs {
  private static final long MOST_DISK_BYTES = 1_000_000_000;

  private Needs() {}

  /** Refuses a replay whose ranks alone need more memory than the JVM may take. */
  public static void replay(CommandSpec command, int ranks) {
    check(
        command,
        ranks,
        MemoryNeed.atLeast(ranks),
        Runtime.getRuntime().maxMemory(),
        "--force",
        "go on");
  }

  /** Refuses a replay whose ranks alone need more memory than the limit. */
  public static void ranks(CommandSpec command, PredictionOptions options, PreparedTrace trace) {
    int ranks = trace.trace().header().ranks();
    check(command, options, ranks, MemoryNeed.atLeast(ranks));
  }

  /** Refuses a replay that needs more memory than {@link PredictionOptions#memoryLimit}. */
  public static void replay(
      CommandSpec command, PredictionOptions options, PreparedTrace trace, Predictor predictor) {
    ranks(command, options, trace);
    long bytes = MemoryNeed.bytes(trace.programs(), predictor.lane(trace), predictor.engine());
    check(command, options, trace.trace().header().ranks(), bytes);
  }

  private static void check(CommandSpec command, PredictionOptions options, int ranks, long bytes) {
    String enough = PredictionOptions.MEMORY + " " + Numbers.bytes(1.2 * bytes).replace(" ", "");
    check(command, ranks, bytes, options.memoryLimit(), enough, "allow it");
  }

  private static void check(
      CommandSpec command, int ranks, long bytes, long limit, String option, String effect) {
    if (bytes > limit && !isForced(command)) {
      throw new UsageException("found a replay of " + Numbers.counted(ranks, "rank")
          + ", which needs about " + Numbers.bytes(bytes) + " of memory; expected at most "
          + Numbers.bytes(limit) + ", or " + option + " to " + effect);
    }
  }

  /** Refuses files of more than 1 GB. */
  public static void files(CommandSpec command, long calls, double bytes) {
    if (bytes > MOST_DISK_BYTES && !isForced(command)) {
      throw new UsageException("found an export of " + Numbers.counted(calls, "call")
          + ", which needs about " + Numbers.bytes((long) Math.min(bytes, Long.MAX_VALUE))
          + " of disk; expected at most " + Numbers.bytes(MOST_DISK_BYTES)
          + ", or --force to write it anyway");
    }
  }

  private static boolean isForced(CommandSpec command) {
    return OptionValues.isSet(command, OutputGuard.FORCE);
  }
}
