package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Submits a sweep to Slurm: an array of jobs with a share of the points each, and a job after them
 * that collects the results.
 */
public final class SlurmJobs {
  /** The number of processors that Slurm gives a job, 1 by default. */
  private static final String JOBS = " --jobs \"${SLURM_CPUS_PER_TASK:-1}\"";

  private final String main;
  private final Path journal;
  private final List<String> options;

  /**
   * @param main the class with the main method for the arguments
   * @param journal the journal of all jobs
   * @param options further options of sbatch for each job
   */
  public SlurmJobs(String main, Path journal, List<String> options) {
    this.main = main;
    this.journal = journal;
    this.options = List.copyOf(options);
  }

  /**
   * The jobs' numbers.
   *
   * @param shares of the array
   * @param collector number of the job after it
   */
  public record Submitted(String shares, String collector) {}

  /**
   * Submits the jobs.
   *
   * @param number number of shares
   * @param share arguments of a share, without {@code --shard}, {@code --journal} and {@code
   *     --jobs}
   * @param collect arguments of the collecting run, without {@code --journal} and {@code --jobs}
   * @throws UsageException if Slurm is not installed or refuses
   */
  public Submitted submit(int number, List<String> share, List<String> collect) {
    String shares = sbatch(
        List.of("--array=1-" + number, "--output=" + journal + ".%a.log"),
        script(share) + JOBS + " --shard \"$SLURM_ARRAY_TASK_ID/" + number + "\"");
    String collector = sbatch(
        List.of("--dependency=afterany:" + shares, "--output=" + journal + ".log"),
        script(collect) + JOBS);
    return new Submitted(shares, collector);
  }

  private String script(List<String> arguments) {
    List<String> words = new ArrayList<>(JavaCommand.of(main, arguments));
    words.addAll(List.of("--journal", journal.toString()));
    return "exec "
        + words.stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
  }

  /** Submits a job; returns its number. */
  private String sbatch(List<String> jobOptions, String script) {
    List<String> command =
        new ArrayList<>(List.of("sbatch", "--parsable", "--job-name=tracecast-sweep"));
    command.addAll(jobOptions);
    command.addAll(options);
    command.add("--wrap=" + script);
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      String last = output.lines().reduce((a, b) -> b).orElse("");
      if (process.waitFor() != 0 || !last.matches("[0-9]+(;.*)?")) {
        throw UsageException.of("slurm", "sbatch refused (" + last + ")");
      }
      return last.replaceFirst(";.*", "");
    } catch (IOException e) {
      throw UsageException.of(
          "slurm",
          "found no sbatch on the PATH; expected Slurm's client commands, or `shard` instead");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
