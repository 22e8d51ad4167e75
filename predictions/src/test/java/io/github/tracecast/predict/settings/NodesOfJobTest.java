package io.github.tracecast.predict.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodesOfJobTest {
  @Test
  void theNodesOfAJobAreThoseThatSlurmOrPbsNames() {
    Map<String, String> slurm = Map.of("SLURM_JOB_NODELIST", "nid[000001-000004]");
    Map<String, String> pbs = Map.of("PBS_NODEFILE", "/var/spool/pbs/aux/7.server");

    assertThat(NodesOfJob.of("job", "--nodes", slurm)).isEqualTo("nid[000001-000004]");
    assertThat(NodesOfJob.of("job", "--nodes", pbs)).isEqualTo("/var/spool/pbs/aux/7.server");
    assertThat(NodesOfJob.of("nid000009", "--nodes", slurm)).isEqualTo("nid000009");
    assertThatThrownBy(() -> NodesOfJob.of("job", "--nodes", Map.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--nodes: found job, but neither SLURM_JOB_NODELIST nor PBS_NODEFILE is set; expected node names,"
                + " or a command inside a job of Slurm or PBS");
  }
}
