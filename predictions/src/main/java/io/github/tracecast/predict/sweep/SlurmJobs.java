package io.github.tracecast.predict.sweep;

import java.nio.file.Path;
import java.util.List;

/**
 * Jobs of Slurm. Jobs start in the folder where they are submitted, with the environment of the
 * submission.
 */
final class SlurmJobs extends BatchJobs {
  private static final String JOB = "[0-9]+(;.*)?";

  SlurmJobs(String main, Path journal, List<String> options) {
    // Slurm gives a job one processor by default
    super(
        "Slurm",
        "$SLURM_ARRAY_TASK_ID",
        " --jobs \"${SLURM_CPUS_PER_TASK:-1}\"",
        main,
        journal,
        options);
  }

  @Override
  List<String> array(int number, String script) {
    return sbatch("--array=1-" + number, "--output=" + journal + ".%a.log", script);
  }

  @Override
  String after(List<String> shares, String script) {
    return sbatch(
            "--dependency=afterany:" + shares.getFirst(), "--output=" + journal + ".log", script)
        .getFirst();
  }

  private List<String> sbatch(String kind, String output, String script) {
    return run(
            List.of("sbatch", "--parsable", "--job-name=" + NAME, kind, output),
            List.of("--wrap=" + script),
            "",
            JOB)
        .stream()
        .map(line -> line.replaceFirst(";.*", ""))
        .toList();
  }
}
