package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A mapping in a real Slurm with two nodes. */
@ResourceLock("mpi")
@Order(1)
class MapSlurmTest {
  @TempDir
  private Path folder;

  /** Ranks 0 and 2 talk, so they share a node, which Slurm's own order would not give them. */
  @Test
  void slurmStartsEachRankOnTheNodeThatTheMappingNames() throws Exception {
    String trace =
        Cli.generate(folder.resolve("t.ctrace"), "pingpong:2 --ranks 4 --steps 20 --bytes 100000");
    Path hosts = Files.writeString(folder.resolve("hosts"), "near\nfar\n");
    Path app = Files.writeString(
        folder.resolve("app"), "#!/bin/sh\necho rank $SLURM_PROCID on $SLURMD_NODENAME\n");
    assertThat(app.toFile().setExecutable(true)).isTrue();
    String report = Cli.run(("map " + trace + " --platform cluster --engine loggp"
                + " --set node.ranks_per_node=2 --set network.nodes=2 -o " + folder + "/best"
                + " --hosts " + hosts)
            .split(" "))
        .expectOut();
    String command = report
        .lines()
        .filter(line -> line.startsWith("Slurm: "))
        .findFirst()
        .orElseThrow()
        .substring("Slurm: ".length());

    try (Slurm slurm = Slurm.start(folder, "near,far")) {
      Slurm.Ended ended = slurm.run(Map.of(), List.of("sh", "-c", command));

      assertThat(ended.code()).as(ended.output()).isZero();
      assertThat(ended.output().lines().sorted())
          .containsExactly("rank 0 on near", "rank 1 on far", "rank 2 on near", "rank 3 on far");
    }
  }
}
