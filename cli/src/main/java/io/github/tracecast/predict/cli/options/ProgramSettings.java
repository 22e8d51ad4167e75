package io.github.tracecast.predict.cli.options;

import io.github.tracecast.exports.program.CProgram;
import io.github.tracecast.exports.program.ComputeMode;
import io.github.tracecast.exports.program.HangCheck;
import io.github.tracecast.exports.program.ProgramOptions;
import io.github.tracecast.exports.program.SkeletonTrace;
import io.github.tracecast.predict.settings.ComputeScale;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.calls.MatchedReceives;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a program that is written from a trace. */
public final class ProgramSettings {
  private static final String EAGER_LIMIT = "mpi.eager_limit";
  private static final String INSTRUCTION_RATE = "node.instruction_rate";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--deltas",
      paramLabel = "MODE",
      defaultValue = "auto",
      description =
          "Which recorded computation times to take: auto (the times of the kept iterations, one after another,"
              + " or avg if the trace keeps none), avg, min, max, or histogram, which draws a time for each"
              + " execution at"
              + " random (default: ${DEFAULT-VALUE}).")
  private String deltas;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Random seed of --deltas histogram; predict with the same seed draws the same times (default:"
              + " ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--compute",
      paramLabel = "HOW",
      defaultValue = "spin",
      description =
          "What the program does instead of computation. spin keeps a processor busy until the time has passed;"
              + " cpu keeps it busy until the process has used this much processor time; sleep leaves the"
              + " processor to other processes; none skips the computation (default: ${DEFAULT-VALUE}).")
  private String compute;

  @Option(
      names = "--compute-scale",
      paramLabel = "FACTOR",
      defaultValue = "1",
      description =
          "Multiplies all computation times by a factor such as 0.5, or by a ratio of processor speeds RECORDED/TARGET such as"
              + " 3.5/2.8 (default: ${DEFAULT-VALUE}).")
  private String computeScale;

  @Option(
      names = "--shorten",
      paramLabel = "SHARE",
      description =
          "Makes a skeleton, which is a shorter program. The skeleton keeps this share of the iterations of"
              + " loops, such as 0.1, and all calls before and after the loops. A skeleton that could hang is refused.")
  private @Nullable Double shorten;

  @Option(
      names = "--seconds",
      paramLabel = "TIME",
      description =
          "Makes a skeleton that runs for about TIME, such as 5 or 500ms; a plain number is in seconds. The"
              + " skeleton keeps the share of the iterations that took TIME in the recorded run.")
  private @Nullable String seconds;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = {
        "States a value of the machine that will run the program; repeatable.",
        "node.instruction_rate=2Gips converts recorded instructions to time.",
        "mpi.eager_limit=64KiB is the largest message that the machine's MPI sends before the receive is posted"
            + " (default: 4KiB). If larger messages could deadlock the program, the program receives from the recorded"
            + " senders, or calls MPI_Isend instead of MPI_Send. If the program could still deadlock, it is not"
            + " written."
      })
  private Map<String, String> figures = Map.of();

  /**
   * Returns the C program of a trace under these options.
   *
   * @param file the trace's file
   * @param printNote receives one sentence for each difference from the trace
   */
  public CProgram program(Path file, Trace followingMatches, Consumer<String> printNote) {
    Trace trace = MatchedReceives.recorded(followingMatches);
    ErrorLines.warn(command, file, trace.header().warnings());
    requireKnown(figures);
    HangCheck check = new HangCheck(
        OptionValues.bytes("--set " + EAGER_LIMIT, figures.getOrDefault(EAGER_LIMIT, "4KiB")));
    HangCheck.Passed shown;
    if (shorten != null) {
      shown = SkeletonTrace.of(trace, share(shorten), check, printNote);
    } else if (seconds != null) {
      double most = OptionValues.seconds("--seconds", seconds);
      shown = SkeletonTrace.of(trace, SkeletonTrace.share(trace, most), check, printNote);
    } else {
      shown = check.of(trace);
    }
    ErrorLines.warn(command, shown.warnings());
    CProgram program = CProgram.of(
        shown.trace(),
        trace,
        options(shown.sendsLater() ? OptionalLong.of(check.eagerBytes()) : OptionalLong.empty()));
    ErrorLines.warn(command, program.warnings());
    return program;
  }

  private double share(double share) {
    if (seconds != null) {
      throw new UsageException(
          "--seconds: found together with --shorten; expected only one of the two");
    }
    if (!(share > 0 && share <= 1)) {
      throw new UsageException(
          "--shorten: found " + share + "; expected a share above 0 and at most 1");
    }
    return share;
  }

  private ProgramOptions options(OptionalLong laterAbove) {
    ComputeScale scale = ComputeScale.parse("--compute-scale", computeScale);
    if (scale.recordedSpeed() > 0) {
      throw new UsageException(
          "--compute-scale: found " + computeScale
              + "; expected a factor or a ratio, because a program is not written for a machine with a node.speed");
    }
    return new ProgramOptions(
        Names.one("--deltas", deltas, DeltaMode.values()),
        Names.one("--compute", compute, ComputeMode.values()),
        scale.factor(),
        seed,
        instructionRate(),
        laterAbove);
  }

  private static void requireKnown(Map<String, String> figures) {
    for (String key : figures.keySet()) {
      if (!key.equals(EAGER_LIMIT) && !key.equals(INSTRUCTION_RATE)) {
        throw new UsageException("--set: found " + key + "; expected " + INSTRUCTION_RATE + " or "
            + EAGER_LIMIT + ", because a program uses no other value of a machine");
      }
    }
  }

  /** Returns the number of instructions per second in the option's value; 0 if the value has none. */
  private double instructionRate() {
    String text = figures.get(INSTRUCTION_RATE);
    return text == null ? 0 : OptionValues.instructionRate("--set " + INSTRUCTION_RATE, text);
  }
}
