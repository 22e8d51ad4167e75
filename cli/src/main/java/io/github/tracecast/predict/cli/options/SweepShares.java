package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.sweep.BatchJobs;
import io.github.tracecast.predict.sweep.KeptPoints;
import io.github.tracecast.predict.sweep.Outcome;
import io.github.tracecast.predict.sweep.Shard;
import io.github.tracecast.predict.sweep.Sweep;
import io.github.tracecast.predict.sweep.SweepPlan;
import io.github.tracecast.predict.sweep.Worker;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options for the execution of a sweep: its shares, the jobs of a batch system, and the journal
 * that all shares use.
 */
public final class SweepShares {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--journal",
      paramLabel = "FILE",
      description =
          "Keeps finished points in FILE, even after the sweep. By default, a file in the cache keeps the"
              + " points until the sweep succeeds.")
  private @Nullable Path journal;

  private @Nullable Path usualJournal;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      description =
          "Predicts only part I of N parts of the points, and keeps these points in the journal. A later run"
              + " without --shard reports all"
              + " points.")
  private @Nullable String shard;

  @Option(
      names = "--batch",
      paramLabel = "SYSTEM N[ OPTIONS]",
      description =
          "Submits the sweep to slurm, flux or pbs as N jobs, each with a share of the points, and a final job that"
              + " reports all points. OPTIONS go to sbatch, flux submit or qsub, as in --batch 'slurm 8 --cpus-per-task=4"
              + " --partition=long'.")
  private @Nullable String batch;

  @Option(names = "--worker", hidden = true)
  private @Nullable Integer worker;

  @Option(names = "--inputs", hidden = true)
  private String inputs = "";

  /**
   * Refuses options that do not fit together.
   *
   * @param output the first option that asks for a result, if there is one
   */
  public void check(SweepPlan plan, Optional<String> output) {
    if (batch != null && (shares() < 1 || shares() > plan.size())) {
      throw new UsageException("--batch: found " + Numbers.counted(shares(), "share") + " of "
          + Numbers.counted(plan.size(), "point") + "; expected "
          + (plan.size() == 1 ? "1 share" : "1 to " + plan.size() + " shares"));
    }
    if (batch != null && shard != null) {
      throw new UsageException(
          "--batch: found together with --shard; expected only one of the two");
    }
    if (shard != null && output.isPresent()) {
      throw new UsageException("--shard: found together with " + output.get()
          + "; expected only one of the two. A shard only fills the journal; a later run without --shard writes the"
          + " results");
    }
  }

  private List<String> batchWords() {
    List<String> words = List.of(Objects.requireNonNull(batch).strip().split("\\s+"));
    if (words.size() < 2
        || !BatchJobs.SYSTEMS.containsKey(words.getFirst())
        || !words.get(1).matches("[0-9]{1,9}")) {
      throw new UsageException("--batch: found " + batch + "; expected one of "
          + String.join(", ", BatchJobs.SYSTEMS.keySet())
          + ", then the number of jobs and any options, such as 'slurm 8 --exclusive'");
    }
    return words;
  }

  private int shares() {
    return Integer.parseInt(batchWords().get(1));
  }

  /** Whether this process only predicts one point for the process that started it. */
  public boolean isWorker() {
    return worker != null;
  }

  /** Predicts a worker's point, and prints the outcome for the process that started the worker. */
  public void work(Supplier<Sweep> sweep) throws IOException {
    int point = Objects.requireNonNull(worker);
    Worker.print(sweep.get().alone(point, inputs), command.commandLine().getOut());
  }

  /** Predicts the points of a share that are not in the journal. Returns all outcomes in the journal, by point. */
  public SortedMap<Integer, Outcome> run(Sweep sweep, SweepPlan plan, Shard share, boolean quiet)
      throws IOException {
    Worker processes = new Worker(
        JavaCommand.TRACECAST, command.root().commandLine().getParseResult().originalArgs());
    try (ProgressDisplay progress =
            new ProgressDisplay("Sweeping", "points", share.sizeOf(plan), !quiet).of(plan.base());
        KeptPoints kept = new KeptPoints(share.sizeOf(plan), progress, System.err)) {
      return sweep.run(journal(sweep), share, processes, kept);
    }
  }

  public boolean isSubmitted() {
    return batch != null;
  }

  /** Whether {@code --shard} requests only a share of the points. */
  public boolean isShare() {
    return shard != null;
  }

  public Shard share() {
    return shard == null ? Shard.ALL : Shard.parse(shard);
  }

  /**
   * Returns the requested journal. By default, the jobs of a batch system share a journal in the
   * current folder; other sweeps have one in the cache.
   */
  public Path journal(Sweep sweep) throws IOException {
    if (journal != null) {
      return journal;
    }
    if (batch != null) {
      return Path.of(sweep.journalName());
    }
    if (usualJournal == null) {
      Optional<Path> kept = KeptPoints.file(
          sweep.journalName(), System.getenv("XDG_CACHE_HOME"), System.getenv("HOME"));
      usualJournal = kept.isPresent() ? kept.get() : temporaryJournal();
    }
    return usualJournal;
  }

  /** Returns a temporary journal, so that a sweep also runs if no folder for its journal is writable. */
  private Path temporaryJournal() throws IOException {
    command
        .commandLine()
        .getErr()
        .println(
            "warning: neither the cache folder nor the current folder can be written; if this sweep is interrupted, its"
                + " points are lost (--journal FILE keeps them)");
    Path file = TemporaryFiles.file("sweep", ".journal");
    file.toFile().deleteOnExit();
    return file;
  }

  /** Removes the journal of a sweep whose points were all predicted, unless the user named the journal. */
  public void removeJournal(Sweep sweep) throws IOException {
    if (journal == null) {
      KeptPoints.remove(journal(sweep));
    }
  }

  /** Submits one job for each requested share, and a job that reports all points. */
  public void submit(Sweep sweep) throws IOException {
    int shares = shares();
    Path file = journal(sweep);
    sweep.prepare(file);
    List<String> collect = without(
        List.of("--batch", "--journal", "--jobs"),
        command.root().commandLine().getParseResult().originalArgs());
    List<String> words = batchWords();
    BatchJobs jobs = Objects.requireNonNull(BatchJobs.SYSTEMS.get(words.getFirst()))
        .of(JavaCommand.TRACECAST, file, words.subList(2, words.size()));
    BatchJobs.Submitted submitted =
        jobs.submit(shares, without(List.of("--csv", "--json", "--html"), collect), collect);
    command
        .commandLine()
        .getOut()
        .println("Submitted to " + jobs.title() + ": " + submitted.shares() + " for "
            + Numbers.counted(shares, "share") + ", then job " + submitted.collector()
            + ", which reports all points to " + file + ".log");
  }

  /** Returns the arguments without some options and their values. */
  private static List<String> without(List<String> options, List<String> arguments) {
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (options.contains(argument)) {
        i++; // skips the option's value too
      } else if (options.stream().noneMatch(option -> argument.startsWith(option + "="))) {
        rest.add(argument);
      }
    }
    return rest;
  }
}
