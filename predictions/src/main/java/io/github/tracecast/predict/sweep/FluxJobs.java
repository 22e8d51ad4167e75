package io.github.tracecast.predict.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Jobs of Flux. Flux has no job arrays, but one submission makes a job for each index. */
final class FluxJobs extends BatchJobs {
  /** A job's name, such as f2Rq7; in UTF-8 locales its first letter is a florin sign. */
  private static final String JOB = "\\S+";

  FluxJobs(String main, Path journal, List<String> options) {
    // no option --jobs, because Flux binds a job to its cores, so Java counts only these cores
    super("Flux", "$FLUX_JOB_CC", "", main, journal, options);
  }

  @Override
  List<String> array(int number, String script) {
    return submit(List.of("--cc=1-" + number), journal + ".{cc}.log", script);
  }

  @Override
  String described(List<String> shares) {
    return shares.size() == 1
        ? "job " + shares.getFirst()
        : "jobs " + shares.getFirst() + " to " + shares.getLast();
  }

  @Override
  String after(List<String> shares, String script) {
    return submit(
            shares.stream().map(job -> "--dependency=afterany:" + job).toList(),
            journal + ".log",
            script)
        .getFirst();
  }

  private List<String> submit(List<String> kind, String output, String script) {
    List<String> command = new ArrayList<>(
        List.of("flux", "submit", "--job-name=" + NAME, "--output=" + output, "--ntasks=1"));
    command.addAll(kind);
    return run(command, List.of("sh", "-c", script), "", JOB);
  }
}
