package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where no two messages want the same link at once, SimGrid and LogGP are two programs for one model: they agree within 1%. */
class SimGridAgainstLogGpTest {
  private static final long[] SIZES = {
    0, 1, 240, 999, 1000, 1420, 8192, 32_768, 65_536, 400_000, 4 << 20
  };

  @TempDir
  private Path folder;

  @BeforeAll
  static void simGridIsThere() {
    SimGridChild.assumeInstalled();
  }

  @ParameterizedTest(name = "{0}: rank 0 with rank {2} of {1}")
  @CsvSource({
    "bluegene-l, 512, 1",
    "bluegene-l, 512, 292",
    "bluegene-l --set network.wrap=mesh, 512, 511",
    "bluegene-l --set node.mode=virtual-node --mapping txyz, 64, 1",
    "graphene, 2, 1",
    "graphene, 144, 143",
    "cluster, 2, 1",
    "cluster --set node.ranks_per_node=1, 2, 1",
    "fat-tree --set node.ranks_per_node=1, 18, 17",
    "fat-tree --set node.ranks_per_node=1, 400, 399",
  })
  void messagesOfAllSizesTakeTheSame(String platform, int ranks, int partner) {
    Script script = new Script(ranks);
    for (long bytes : SIZES) {
      script.pingPong(partner, bytes);
    }

    assertSame(script.write(folder.resolve("p.ctrace")), platform);
  }

  @ParameterizedTest(name = "{1} on {0}")
  @CsvSource({
    "bluegene-l, bcast --ranks 512 --algorithm binomial --bytes 8",
    "cluster --set node.ranks_per_node=1, bcast --ranks 16 --algorithm binomial --bytes 8",
    "fat-tree --set node.ranks_per_node=1, barrier --ranks 36 --algorithm dissemination --bytes 1",
    "graphene, allreduce --ranks 32 --algorithm recursive-doubling --bytes 64",
    "loggp-default, message --bytes 100000",
    "loggp-default, pingpong --bytes 8192 --steps 10",
    "loggp-default, fan --ranks 16 --bytes 200",
    "loggp-default, ring --ranks 64 --bytes 8192 --steps 10",
    "loggp-default, ring --ranks 64 --bytes 100000 --steps 10",
    "loggp-default, chain --ranks 32 --bytes 200 --steps 20",
    "loggp-default, wavefront --shape 6x5 --bytes 20 --compute 1e-5 --steps 10",
    "loggp-default, stencil:periodic --ranks 64 --shape 1d --bytes 200 --steps 5",
    "loggp-default, stencil:periodic --ranks 64 --shape 3d --neighbours faces --bytes 200 --steps 5",
    "loggp-default, bcast --ranks 64 --algorithm binomial --bytes 200",
    "loggp-default, reduce --ranks 64 --algorithm binomial --bytes 8192",
    "loggp-default, barrier --ranks 37 --algorithm dissemination --bytes 1",
    "loggp-default, allreduce --ranks 16 --algorithm ring --bytes 65536",
    "loggp-default, allreduce --ranks 32 --algorithm rabenseifner --bytes 65536",
    "loggp-default, allgather --ranks 16 --algorithm ring --bytes 8192",
    "loggp-default, alltoall --ranks 16 --algorithm pairwise --bytes 8192",
    "loggp-default --set mpi.gap=9us, fan --ranks 16 --bytes 1024",
    "loggp-default --set mpi.gap=10us+6ns/B, chain --ranks 12 --bytes 8192 --steps 12",
  })
  void patternsInWhichNoLinkIsSharedTakeTheSame(String platform, String pattern) {
    assertSame(Cli.generate(folder.resolve("c.ctrace"), pattern), platform);
  }

  @Test
  void messagesThatLeaveInTurnAreSentOnBeforeTheNextOneLeaves() {
    String trace = Cli.generate(
        folder.resolve("b.ctrace"), "bcast --ranks 64 --algorithm binomial --bytes 8192");
    String star = "--platform loggp-default";

    double inTurn =
        Replayed.bySimGrid(trace, star + " --set mpi.in_turn_limit=8KiB").seconds();

    // Six times: two overheads of 1.5 us, 8192 B at 6 ns, and 2.5 us of latency.
    double byHand = 6 * (2 * 1.5e-6 + 8192 * 6e-9 + 2.5e-6);
    assertThat(inTurn).isCloseTo(byHand, withinPercentage(1));
    double larger =
        Replayed.bySimGrid(trace, star + " --set mpi.in_turn_limit=8191B").seconds();
    assertThat(larger).isEqualTo(Replayed.bySimGrid(trace, star).seconds());
  }

  @Test
  void aMessageThatWaitsForItsReceiversLinkDoesNotHoldUpItsSendersNext() {
    String trace = new Script(5)
        .send(0, 2, 8192)
        .send(1, 2, 8192)
        .send(0, 3, 8192)
        .send(1, 4, 8192)
        .receive(2, 0, 8192)
        .receive(2, 1, 8192)
        .receive(3, 0, 8192)
        .receive(4, 1, 8192)
        .write(folder.resolve("w.ctrace"));
    String star = "--platform loggp-default";

    double inTurn =
        Replayed.bySimGrid(trace, star + " --set mpi.in_turn_limit=8KiB").seconds();

    // Two messages one after another, not three.
    double byHand = 2 * 8192 * 6e-9 + 2.5e-6 + 2 * 1.5e-6;
    assertThat(inTurn).isCloseTo(byHand, withinPercentage(0.02));
  }

  @Test
  void aChainTakesTheSame() {
    int ranks = 64;
    Script chain = new Script(ranks)
        .call("MPI_Recv", 1, ranks - 1, "source rank-1", "tag 0", "count 5000", "datatype 0")
        .call("MPI_Send", 0, ranks - 2, "destination rank+1", "tag 0", "count 5000", "datatype 0");

    assertSame(chain.write(folder.resolve("c.ctrace")), "bluegene-l");
  }

  @Test
  void theTreeAndTheInterruptTakeTheSame() {
    int last = 511;
    Script script = new Script(512).call("MPI_Barrier", 0, last);
    for (long bytes : new long[] {0, 8, 1024, 1 << 20}) {
      script.call("MPI_Bcast", 0, last, "root 0", "count " + bytes, "datatype 0");
      script.call("MPI_Barrier", 0, last);
    }

    assertSame(script.write(folder.resolve("t.ctrace")), "bluegene-l");
  }

  @Test
  void sendersThatWaitUntilTheirReceiversLookAreTheSame() {
    String trace = Cli.generate(
        folder.resolve("w.ctrace"), "chain --ranks 4 --steps 20 --compute 1e-5 --bytes 1000");
    String node =
        "loggp-default --set node.cores=4 --set node.ranks_per_node=4 --set node.memory_latency=300ns";
    String waiting = node + " --set mpi.eager_waits_from=257B";

    Map<String, Double> sites = Replayed.byLogGp(trace, "--platform " + waiting).sites();

    Map<String, Double> bySimGrid =
        Replayed.bySimGrid(trace, "--platform " + waiting).sites();
    assertThat(bySimGrid.keySet()).isEqualTo(sites.keySet());
    sites.forEach((site, seconds) ->
        assertThat(bySimGrid.get(site)).as(site).isCloseTo(seconds, within(1e-9)));
    assertThat(sites).isNotEqualTo(Replayed.byLogGp(trace, "--platform " + node).sites());
  }

  private static void assertSame(String trace, String platform) {
    Replayed loggp = Replayed.byLogGp(trace, "--platform " + platform);
    Replayed simgrid = Replayed.bySimGrid(trace, "--platform " + platform);

    assertThat(simgrid.seconds()).isCloseTo(loggp.seconds(), withinPercentage(1));
    assertThat(simgrid.sites()).isNotEmpty().hasSameSizeAs(loggp.sites());
    loggp
        .sites()
        .forEach((site, seconds) -> assertThat(simgrid.sites().get(site))
            .as("call site %s", site)
            .isCloseTo(seconds, withinPercentage(1)));
  }
}
