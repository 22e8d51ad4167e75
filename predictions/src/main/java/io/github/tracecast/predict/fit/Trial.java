package io.github.tracecast.predict.fit;

import io.github.tracecast.decompress.PreparedTrace;
import java.util.Map;

/**
 * A run that predicts a measurement: one collective, with the algorithm and on the nodes of the
 * measured job.
 *
 * @param measurement the measured time
 * @param trace a trace that contains only the collective
 * @param setting the settings of this run's machine
 */
record Trial(MeasuredTime measurement, PreparedTrace trace, Setting setting) {
  /**
   * Returns which share of the run was measured: half of a message's round trip, or a whole
   * collective.
   */
  double share() {
    return measurement.isMessage() ? 0.5 : 1;
  }

  /**
   * The settings of a run: machine values, mapping, number of ranks and measured run. Runs of the
   * same setting share one machine in memory.
   *
   * @param figures figures that the run sets: the algorithm, and the shape of its torus
   * @param mapping the mapping of ranks to nodes, in the form of {@code --mapping}
   * @param ranks the number of ranks
   * @param run the name of the job
   */
  record Setting(Map<String, String> figures, String mapping, int ranks, String run) {
    /** Returns the same setting without its job, for predictions that do not depend on the job. */
    Setting ofAnyJob() {
      return new Setting(figures, mapping, ranks, "");
    }
  }
}
