package io.github.tracecast.predict.settings;

import io.github.tracecast.trace.text.UsageException;
import java.util.Map;

/**
 * The nodes of the batch job that runs this process, from the environment variables of the batch
 * system.
 */
public final class NodesOfJob {
  /** The text of an option that selects the nodes of the batch job. */
  private static final String JOB = "job";

  /** The variable with Slurm's list of nodes. */
  private static final String SLURM = "SLURM_JOB_NODELIST";

  /** The variable with the path of PBS's hostfile, which has one line for each rank. */
  private static final String PBS = "PBS_NODEFILE";

  private NodesOfJob() {}

  /** Returns the nodes that an option's text selects: the text itself unless it is {@code job}. */
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
        + " is set; expected node names, or a command inside a job of Slurm or PBS");
  }
}
