package io.github.tracecast.predict.sweep;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs of OpenPBS and PBS Professional. The scripts of jobs come from standard input, and the jobs
 * start in the home folder.
 */
final class PbsJobs extends BatchJobs {
  private static final String JOB = "[0-9]+(\\[\\])?(\\..*)?";

  PbsJobs(String main, Path journal, List<String> options) {
    super("PBS", "$PBS_ARRAY_INDEX", " --jobs \"${NCPUS:-1}\"", main, journal, options);
  }

  /** Submits a single job for one share, because PBS refuses an array of one job. */
  @Override
  List<String> array(int number, String script) {
    return number == 1
        ? qsub(List.of(), journal + ".1.log", script)
        : qsub(List.of("-J", "1-" + number), journal + ".^array_index^.log", script);
  }

  @Override
  String after(List<String> shares, String script) {
    return qsub(List.of("-W", "depend=afterany:" + shares.getFirst()), journal + ".log", script)
        .getFirst();
  }

  private List<String> qsub(List<String> kind, String output, String script) {
    List<String> command =
        new ArrayList<>(List.of("qsub", "-N", NAME, "-V", "-j", "oe", "-o", output));
    command.addAll(kind);
    return run(command, List.of(), "cd \"$PBS_O_WORKDIR\" || exit\n" + script + "\n", JOB);
  }
}
