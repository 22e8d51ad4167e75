package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Senders that wait until their receivers look, by both engines. */
class EagerWaitsTest {
  private static final String NODE =
      "--platform loggp-default --set node.cores=4 --set node.ranks_per_node=4 --set node.memory_latency=300ns";

  @TempDir
  private Path folder;

  @Test
  void bothEnginesLetTheSameSendersWait() throws Exception {
    String trace = Cli.generate(
        folder.resolve("chain.ctrace"), "chain --ranks 4 --steps 20 --compute 1e-5 --bytes 1000");
    String waiting = NODE + " --set mpi.eager_waits_from=257B";

    Map<String, Double> sites = Replayed.byLogGp(trace, waiting).sites();

    Map<String, Double> bySimGrid = Replayed.bySimGrid(trace, waiting).sites();
    assertThat(bySimGrid.keySet()).isEqualTo(sites.keySet());
    sites.forEach((site, seconds) ->
        assertThat(bySimGrid.get(site)).as(site).isCloseTo(seconds, within(1e-9)));
    assertThat(sites).isNotEqualTo(Replayed.byLogGp(trace, NODE).sites());
  }
}
