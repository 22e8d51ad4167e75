package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.trace.text.FittingText;
import io.github.tracecast.trace.text.Shell;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Submits a sweep to a batch system: an array of jobs that each predict a share of the points, and
 * a later job that collects the results. If an array was killed, the same submission predicts only
 * the points that the journal lacks.
 */
public abstract class BatchJobs {
  /** Creates the jobs of a batch system, from the parameters of the constructor. */
  public interface Factory {
    BatchJobs of(String main, Path journal, List<String> options);
  }

  /** The batch systems, by name. */
  public static final Map<String, Factory> SYSTEMS = systems();

  /** The name of every job. */
  static final String NAME = "tracecast-sweep";

  /** The largest number of characters of the batch system's message that an error quotes. */
  private static final int MOST_WORDS = 300;

  private final String title;
  private final String index;
  private final String jobs;
  private final String main;
  private final List<String> options;
  final Path journal;

  /**
   * @param title the name of the batch system
   * @param index the shell expression for the index of a job in its array
   * @param jobs the option {@code --jobs} with the shell expression for a job's processors; empty if
   *     the job sees only its own processors
   * @param main the class with the main method for the arguments
   * @param journal the journal of all jobs
   * @param options further options of the submitting command for each job
   */
  BatchJobs(
      String title, String index, String jobs, String main, Path journal, List<String> options) {
    this.title = title;
    this.index = index;
    this.jobs = jobs;
    this.main = main;
    this.journal = journal;
    this.options = List.copyOf(options);
  }

  private static Map<String, Factory> systems() {
    Map<String, Factory> systems = new LinkedHashMap<>();
    systems.put("slurm", SlurmJobs::new);
    systems.put("flux", FluxJobs::new);
    systems.put("pbs", PbsJobs::new);
    return Collections.unmodifiableMap(systems);
  }

  /**
   * The submitted jobs.
   *
   * @param shares a description of the array of jobs
   * @param collector the name of the job that collects the results after the array
   */
  public record Submitted(String shares, String collector) {}

  /**
   * Submits the jobs.
   *
   * @param number number of shares
   * @param share arguments of a share, without {@code --shard}, {@code --journal} and {@code
   *     --jobs}
   * @param collect arguments of the collecting run, without {@code --journal} and {@code --jobs}
   * @throws UsageException if the batch system is not installed or refuses the jobs
   */
  public final Submitted submit(int number, List<String> share, List<String> collect) {
    List<String> shares = array(
        number, script(share) + " --shard \"" + (number == 1 ? "1" : index) + "/" + number + "\"");
    return new Submitted(described(shares), after(shares, script(collect)));
  }

  /** The name of the batch system. */
  public final String title() {
    return title;
  }

  /** Submits an array with indices from 1. Returns the names of the jobs for which a later job must wait. */
  abstract List<String> array(int number, String script);

  /** Describes the submitted array of jobs. */
  String described(List<String> shares) {
    return "job array " + shares.getFirst();
  }

  /**
   * Submits a job that starts when other jobs have ended, even if they failed. Returns its name.
   */
  abstract String after(List<String> shares, String script);

  private String script(List<String> arguments) {
    List<String> words = new ArrayList<>(JavaCommand.of(main, arguments));
    words.addAll(List.of("--journal", journal.toString()));
    return "exec " + Shell.command(words) + jobs;
  }

  /**
   * Runs a command that submits a job.
   *
   * @param command the command with its own options; the user's options follow
   * @param rest the arguments after the user's options
   * @param input the standard input of the command
   * @param job the regular expression of a line with a job's name
   * @return the jobs' names
   */
  final List<String> run(List<String> command, List<String> rest, String input, String job) {
    List<String> words = new ArrayList<>(command);
    words.addAll(options);
    words.addAll(rest);
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      try (var stream = process.getOutputStream()) {
        stream.write(input.getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // ignored, because a command that fails before it reads its input prints the reason
      }
      List<String> lines = new String(
              process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty())
          .toList();
      List<String> jobs = lines.stream().filter(line -> line.matches(job)).toList();
      if (process.waitFor() != 0 || jobs.isEmpty()) {
        String last = lines.isEmpty() ? "no output" : lines.getLast();
        throw UsageException.of(
            "batch",
            command.getFirst() + " started no job (" + FittingText.shortened(last, MOST_WORDS)
                + ")");
      }
      return jobs;
    } catch (IOException e) {
      throw UsageException.of(
          "batch",
          "found no " + command.getFirst() + " on the PATH; expected the client commands of "
              + title + ", or `shard` instead of `batch`");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
