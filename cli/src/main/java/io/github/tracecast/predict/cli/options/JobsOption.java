package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.model.ParallelReplays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the number of replays that run at the same time. */
public final class JobsOption {
  @Option(
      names = "--jobs",
      paramLabel = "N",
      description =
          "Number of replays that run in parallel, each in a thread, or with engine simgrid in a process"
              + " (default: one for each processor, if the memory suffices). It does not change the result.")
  private @Nullable Integer jobs;

  /** Runs a command whose replays take at most this number of threads. */
  public <R, X extends Throwable> R run(ScopedValue.CallableOp<? extends R, X> command) throws X {
    return ParallelReplays.withThreads(OptionValues.jobs(jobs), command);
  }
}
