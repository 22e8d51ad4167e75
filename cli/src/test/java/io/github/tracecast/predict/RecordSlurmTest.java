package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A program that a real Slurm launches, which is started for the test and stopped after it. */
@ResourceLock("mpi")
@Order(1)
class RecordSlurmTest {
  private static final Path SCRIPT = Path.of("src/test/shell/slurm.sh").toAbsolutePath();
  private static final int CANNOT = 3;

  @TempDir
  Path folder;

  private record Ended(int exitCode, String output) {}

  private static Ended slurm(String action, Path at) throws Exception {
    Path output = at.resolveSibling("slurm." + action);
    Process process = new ProcessBuilder("sh", SCRIPT.toString(), action, at.toString())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    return new Ended(process.waitFor(), Files.readString(output, StandardCharsets.UTF_8));
  }

  @Test
  void srunStartsRanksWhoseMpiIsFoundInTheProgram() throws Exception {
    MpiCommands.require("openmpi"); // whose mpicc is first on the PATH, and of no use here
    Path program = MpiCommands.compile("mpich", folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          MPI_Barrier(MPI_COMM_WORLD);
          MPI_Finalize();
          return 0;
        }
        """);
    Path slurm = folder.resolve("slurm");
    Path trace = folder.resolve("app.ctrace");
    Ended started = slurm("start", slurm);
    if (started.exitCode() == CANNOT) {
      Assumptions.abort(
          "SKIPPED: no Slurm can be started here: " + started.output().strip());
    }
    try {
      Cli.Result recorded = Cli.run(
          "record",
          "-o",
          trace.toString(),
          "--",
          "env",
          "SLURM_CONF=" + slurm.resolve("slurm.conf"),
          "srun",
          "--mpi=pmi2",
          "--overcommit",
          "-n",
          "2",
          program.toString());

      assertThat(recorded.exitCode()).as(recorded.err()).isZero();
      assertThat(recorded.err()).contains("Recorded 2 ranks, 6 calls: ");
      assertThat(Cli.run("info", trace.toString()).expectOut()).contains("MPICH");
    } finally {
      slurm("stop", slurm);
    }
  }
}
