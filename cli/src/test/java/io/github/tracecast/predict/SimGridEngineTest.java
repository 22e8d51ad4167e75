package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Facts that only SimGrid knows: which messages share a link. On {@code loggp-default} a message of
 * m bytes costs 1.5 us on either processor, two links of 1.25 us, and 6 ns a byte.
 */
class SimGridEngineTest {
  private static final String STAR = "--platform loggp-default";
  private static final long BYTES = 60_000;
  private static final double ALONE = 1.5 + 2.5 + 360 + 1.5;

  @TempDir
  private Path folder;

  @BeforeAll
  static void simGridIsThere() {
    SimGridChild.assumeInstalled();
  }

  private Replayed replay(Script script, String options) {
    return Replayed.bySimGrid(script.write(folder.resolve("s.ctrace")), options);
  }

  @Test
  void flowsShareALinkOnlyWhereTheyUseItInTheSameDirection() {
    Script script = new Script(12);
    script.message(0, 1, BYTES); // alone
    script.send(2, 4, BYTES).send(3, 4, BYTES).receive(4, 2, BYTES).receive(4, 3, BYTES);
    script.send(5, 6, BYTES).send(6, 5, BYTES).receive(5, 6, BYTES).receive(6, 5, BYTES);
    script.send(7, 9, BYTES).send(8, 7, BYTES).receive(9, 7, BYTES).receive(7, 8, BYTES);

    Replayed replayed = replay(script, STAR);

    assertThat(replayed.endMicros(1)).isCloseTo(ALONE, within(0.01));
    assertThat(replayed.endMicros(4))
        .as("two into one node")
        .isCloseTo(ALONE + 360 + 1.5, within(0.01));
    assertThat(replayed.endMicros(5)).as("there and back").isCloseTo(ALONE, within(0.01));
    assertThat(replayed.endMicros(6)).as("back and there").isCloseTo(ALONE, within(0.01));
    assertThat(replayed.endMicros(9)).as("out of a node").isCloseTo(ALONE, within(0.01));
    assertThat(replayed.endMicros(7)).as("into the same node").isCloseTo(ALONE, within(0.01));
  }

  @Test
  void theRehearsalForTheStartUpCacheRunsEveryEngineInOneProcess() {
    String[] engines = {folder.toString(), "loggp", "flows", "simgrid"};

    String out = SimGridChild.runMain("io.github.tracecast.predict.cli.Rehearsal", engines)
        .expectOut();

    assertThat(out).contains("Engine: simgrid");
  }

  @Test
  void aMachineThatSimGridCannotHaveIsRefusedInOneLine() {
    String trace = Cli.generate(folder.resolve("r.ctrace"), "ring --ranks 4");

    Cli.Result refused =
        SimGridChild.run("predict", trace, "--platform", "lumi-g", "--engine", "simgrid");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .startsWith("error: lumi-g: found a dragonfly that differs from SimGrid's (minimal routing")
        .endsWith("expected --engine flows or --engine loggp\n");
  }

  @Test
  void aFlowThatComesLaterSharesWhatIsLeftOfTheTime() {
    // The second message starts 1.5 us after the first, out of the same node: until then the first
    // has the link alone.
    Script script =
        new Script(3).send(0, 1, BYTES).send(0, 2, BYTES).receive(1, 0, BYTES).receive(2, 0, BYTES);

    Replayed replayed = replay(script, STAR);

    assertThat(replayed.endMicros(1)).isCloseTo(ALONE + 360 - 1.5, within(0.01));
    assertThat(replayed.endMicros(2)).isCloseTo(ALONE + 360, within(0.01));
  }

  @Test
  void messagesOfNoBytesTakeTheLatency() {
    assertThat(replay(new Script(2).pingPong(1, 0), STAR).endMicros(0)).isCloseTo(11, within(1e-6));
  }

  @Test
  void aMeshHasNoWayRound() {
    // From (0,0,0) to (3,3,1), an empty packet of 46 B on links of 46 MB/s: 1 us beside the hops.
    Script corner = new Script(32).message(0, 31, 0);
    String machine =
        "--platform bluegene-l --set network.shape=4x4x2 --set network.hop_latency=10us --set network.link_bandwidth=46MBps"
            + " --set mpi.send_overhead=0s --set mpi.receive_overhead=0s --set network.wrap=";

    assertThat(replay(corner, machine + "mesh").endMicros(31)).isCloseTo(7 * 10 + 1, within(0.001));
    assertThat(replay(corner, machine + "torus").endMicros(31))
        .isCloseTo(3 * 10 + 1, within(0.001));
  }

  @Test
  void ranksOfANodeTalkAtMemorySpeedAndShareTheLinksOfTheirNode() {
    long bytes = 240_000; // 1,000 packets of 270 B on the wire
    double wire = 270_000 / 175.0;
    String machine =
        "--platform bluegene-l --set node.mode=virtual-node --set network.shape=4x1x1 --set mpi.rendezvous_handshake=no"
            + " --set network.injection_bandwidth=100GBps"
            + " --set mpi.send_overhead=0s --set mpi.receive_overhead=0s --mapping txyz";
    Script within = new Script(4).message(0, 1, bytes).message(2, 3, bytes);
    Script across =
        new Script(4).send(0, 2, bytes).send(1, 3, bytes).receive(2, 0, bytes).receive(3, 1, bytes);

    assertThat(replay(within, machine).endMicros(1)).isCloseTo(0.3 + 120, within(0.001));
    Replayed shared = replay(across, machine);
    assertThat(shared.endMicros(2)).isCloseTo(0.09 + 2 * wire, within(0.01));
    assertThat(shared.endMicros(3)).isCloseTo(0.09 + 2 * wire, within(0.01));
  }

  @Test
  void collectivesThatAreUnderWayTogetherShareTheTree() {
    String broadcast = "count 1048576";
    Script one = new Script(32)
        .call("MPI_Ibcast", 0, 31, "root 0", broadcast, "datatype 0")
        .call("MPI_Waitall", 0, 31, "requests [1]");
    Script two = new Script(32)
        .call("MPI_Ibcast", 0, 31, "root 0", broadcast, "datatype 0")
        .call("MPI_Ibcast", 0, 31, "root 0", broadcast, "datatype 0")
        .call("MPI_Waitall", 0, 31, "requests [2 1]");

    double alone = replay(one, "--platform bluegene-l").seconds();
    double together = replay(two, "--platform bluegene-l").seconds();

    assertThat(together / alone).isBetween(1.98, 2.0);
  }

  @Test
  void twoRunsDifferInNothingButWhatTheyCost() {
    String trace =
        Cli.generate(folder.resolve("s.ctrace"), "stencil --ranks 60 --steps 5 --compute 1e-5");
    String options = "--platform bluegene-l --mapping random:3 --deltas histogram --seed 7";

    assertThat(stable(trace, options))
        .contains("\"predicted_seconds\" : ")
        .isEqualTo(stable(trace, options));
  }

  private static String stable(String trace, String options) {
    return SimGridChild.run(("predict " + trace + " --json - " + options).split(" "))
        .expectOut()
        .replaceAll(
            "\"(wall_seconds|events_per_second|messages_per_second|peak_memory_bytes)\" : [^,\n]+",
            "");
  }

  @Test
  void aReplayThatCannotGoOnSaysWhoWaitsForWhat() {
    String trace = new Script(2)
        .send(0, 1, 8)
        .receive(1, 0, 8)
        .receive(0, 1, 8)
        .write(folder.resolve("s.ctrace"));

    Cli.Result result = SimGridChild.run("predict", trace, "--platform", "cluster");

    assertThat(result.err())
        .startsWith("error: the replay is deadlocked")
        .contains("rank 0 in MPI_Recv")
        .doesNotContain("at io.github");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aNativeLibraryThatIsMissingIsNamedWithTheWayToGetIt() {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong");

    Cli.Result result = SimGridChild.runWith(
        folder.resolve("nowhere").toString(),
        SimGridChild.classPath(),
        "predict",
        trace,
        "--platform",
        "cluster",
        "--engine",
        "simgrid");

    assertThat(result.err())
        .startsWith("error: engine simgrid: SimGrid's library does not load (")
        .contains("./tracecast setup", "--engine flows")
        .hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @Test
  void bindingsThatAreMissingAreNamedWithTheWayToGetThem() {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong");

    Cli.Result result = SimGridChild.runWith(
        SimGridChild.libraryPath(),
        SimGridChild.classPathWithoutBindings(),
        "predict",
        trace,
        "--platform",
        "cluster",
        "--engine",
        "simgrid");

    assertThat(result.err())
        .startsWith("error: engine simgrid: SimGrid's Java bindings are not on the class path (")
        .contains("./tracecast setup", "--engine flows")
        .hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @Test
  void theRecordedLuOn4RanksTakesWhatSmpisReplayTook() {
    Path trace = sharedTraces().resolve("scalatrace/lu/A.4/I.scalatrace");
    Assumptions.assumeTrue(Files.exists(trace), "SKIPPED: no " + trace);

    // 20.67 s: the prediction of the trace's authors by SMPI, their simulationsTD.csv
    String imported = folder.resolve("lu.ctrace").toString();
    Cli.run("import", trace.toString(), "--shared-deltas", "as-recorded", "-o", imported)
        .expectOut();
    assertThat(Replayed.bySimGrid(imported, "--platform graphene").seconds())
        .isCloseTo(20.67, within(0.015 * 20.67));
  }

  private static Path sharedTraces() {
    String given =
        System.getProperty("TRACECAST_SHARED_TRACES", System.getenv("TRACECAST_SHARED_TRACES"));
    List<Path> folders = given == null
        ? List.of(Path.of("../shared/traces"), Path.of("../../shared/traces"))
        : List.of(Path.of(given));
    return folders.stream()
        .filter(Files::isDirectory)
        .findFirst()
        .orElseGet(() -> Assumptions.abort("SKIPPED: no real traces in " + folders
            + "; TRACECAST_SHARED_TRACES names their folder"));
  }
}
