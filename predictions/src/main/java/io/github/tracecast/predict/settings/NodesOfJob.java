package io.github.tracecast.predict.settings;

import io.github.tracecast.trace.text.UsageException;
import java.util.Map;

/** The nodes of the batch job that runs this process, as the batch system tells them to it. */
public final class NodesOfJob {
  /** Asks for them in the place of nodes. */
  private static final String JOB = "job";

  /** A Slurm list. */
  private static final String SLURM = "SLURM_JOB_NODELIST";

  /** A file with a line for each rank, as a hostfile. */
  private static final String PBS = "PBS_NODEFILE";

  private NodesOfJob() {}

  /** Returns the nodes that an option's text asks for: the text itself unless it is {@code job}. */
  public static String of(String text, String option, Map<String, String> environment) {
    if (!text.equals(JOB)) {
      return text;
    }
    for (String variable : new String[] {SLURM, PBS}) {
      String nodes = environment.getOrDefault(variable, "");
      if (!nodes.isEmpty()) {
        return nodes;
      }
    }
    throw new UsageException(option + ": found job, but neither " + SLURM + " nor " + PBS
        + " is set; expected a job of Slurm or PBS, or names of nodes");
  }
}
