package io.github.tracecast.predict.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.predict.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines whose figures are known are measured by prediction, and found again from wrong figures. */
class MachineFitTest {
  private static final String MACHINE = """
      name: made-up
      node: {cores: 1, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: none, memory_latency: 0s}
      network:
        topology: star
        source: "data sheet"
        link_bandwidth: {value: %s, source: "assumption: about right"}
        link_latency: {value: %s, source: "assumption: about right"}
      mpi:
        source: "data sheet"
        send_overhead: {value: "%s", source: "assumption: about right"}
        receive_overhead: 300ns
        eager_limit: 8KiB
        gap: {value: "0B: 1ps; 1GiB: 1us", source: "assumption: never felt"}
      """;

  @TempDir
  private Path folder;

  private Path machine(String name, String bandwidth, String latency, String overhead)
      throws IOException {
    return Files.writeString(folder.resolve(name), MACHINE.formatted(bandwidth, latency, overhead));
  }

  /** Measurements that a machine would give. */
  private Path measured(Path machine) throws IOException {
    return measured(machine, "loggp");
  }

  private Path measured(Path machine, String engine) throws IOException {
    StringBuilder csv = new StringBuilder("nodes,collective,algorithm,buffer_bytes,median_us\n");
    for (int nodes : new int[] {4, 8, 13}) {
      for (String algorithm : List.of(
          "allreduce ring_over",
          "allreduce recursive_doubling_over",
          "allgather ring_over",
          "bcast default-binomial")) {
        for (long bytes : new long[] {nodes * 16L, nodes * 1024L, nodes * 65536L}) {
          csv.append(nodes)
              .append(',')
              .append(algorithm.replace(' ', ','))
              .append(',')
              .append(bytes)
              .append(",1\n");
        }
      }
    }
    Path wanted = Files.writeString(folder.resolve("wanted.csv"), csv);
    Path predicted = folder.resolve("predicted.csv");
    run("fit " + wanted + " --platform " + machine + " --free none --quiet --csv " + predicted
        + " --engine " + engine);
    return Files.writeString(
        folder.resolve("measured.csv"),
        Files.readString(predicted).replace(",median_us,predicted_us", ",one,median_us"));
  }

  private static String run(String command) {
    return Cli.run(command.split(" ")).expectOut();
  }

  @Test
  void figuresAreFoundAgain() throws IOException {
    Path truth = machine("truth.yaml", "2GBps", "1.3us", "400ns");
    Path start = machine("start.yaml", "3.1GBps", "0.8us", "700ns");
    Path fitted = folder.resolve("fitted.yaml");

    String report = run(
        "fit " + measured(truth) + " --platform " + start + " -o " + fitted + " --free usual:4");

    assertThat(report).startsWith("36 measurements predicted");
    String text = Files.readString(fitted);
    assertThat(figure(text, "link_bandwidth: \\{value: \"([0-9.]+)GBps"))
        .isCloseTo(2, within(0.04));
    double latency = figure(text, "link_latency: \\{value: \"([0-9.]+)us");
    double overhead = figure(text, "send_overhead: \\{value: \"([0-9.]+)ns");
    assertThat(2 * latency + overhead / 1000).as("a step of a ring").isCloseTo(3, within(0.05));
    assertThat(text)
        .contains("receive_overhead: 300ns", "fitted to 36 measurements, 95% interval")
        .contains("gap: {value: \"0B: 1ps; 1GiB: 1us\", source: \"assumption: never felt\"}");
    assertThat(
            run("fit " + folder.resolve("measured.csv") + " --platform " + fitted + " --free none"))
        .contains("mean |ln(predicted/measured)| 0.00", "\n  within 1.25 times: 100%");
  }

  /** On one ring of nodes, distant partners share links: without contention the bandwidth is wrong. */
  @Test
  void theBandwidthOfSharedLinksIsFoundByAnEngineThatSharesThem() throws IOException {
    String ring = "topology: torus, shape: 13, wrap: torus";
    Path truth = onTorus(machine("truth.yaml", "2GBps", "1.3us", "400ns"), ring);
    Path start = onTorus(machine("start.yaml", "3.1GBps", "0.8us", "700ns"), ring);
    String fit = "fit " + measured(truth, "flows") + " --platform " + start + " --free usual:4 -o ";
    Path shared = folder.resolve("shared.yaml");
    Path alone = folder.resolve("alone.yaml");

    run(fit + shared + " --engine flows");
    run(fit + alone + " --engine loggp");

    String bandwidth = "link_bandwidth: \\{value: \"([0-9.]+)GBps";
    assertThat(figure(Files.readString(shared), bandwidth)).isCloseTo(2, within(0.04));
    assertThat(figure(Files.readString(alone), bandwidth)).isLessThan(1.8);
  }

  private static Path onTorus(Path machine, String topology) throws IOException {
    return Files.writeString(
        machine,
        Files.readString(machine)
            .replace("topology: star", topology.replace(", ", "\n  "))
            .replace("link_latency", "hop_latency"));
  }

  /** A job on slow links, beside one on the machine's own: their factors are found without free figures. */
  @Test
  void aJobsLatencyIsFoundThoughNoFigureIsFree() throws IOException {
    Path machine = machine("machine.yaml", "2GBps", "2us", "400ns");
    Path slow = machine("slow.yaml", "2GBps", "5us", "400ns");
    String own = withJob(measured(machine), "own");
    String late = withJob(measured(slow), "late");
    Path both =
        Files.writeString(folder.resolve("both.csv"), own + late.substring(late.indexOf('\n') + 1));

    assertThat(run("fit " + both + " --platform " + machine + " --free job-latency"))
        .contains("factor on the latencies of job own: 1.0", "latencies of job late: 2.4")
        .contains("mean |ln(predicted/measured)| 0.00");
  }

  /** The rows of one machine and one job without names, which get the job's name. */
  private static String withJob(Path measured, String run) throws IOException {
    return Files.readString(measured).replace("\n,,", "\n," + run + ",");
  }

  @Test
  void aFigureThatNothingMeasuresIsNamed() throws IOException {
    Path truth = machine("truth.yaml", "2GBps", "1.3us", "400ns");

    assertThat(run("fit " + measured(truth) + " --platform " + truth).lines())
        .filteredOn(line -> line.contains("mpi.gap"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).contains("not determined"));
  }

  @Test
  void aFitTwiceEndsWithTheSameBytesAndLeavesOtherFilesAlone() throws IOException {
    Path truth = machine("truth.yaml", "2GBps", "1.3us", "400ns");
    Path start = machine("start.yaml", "3GBps", "1us", "500ns");
    Path measured = measured(truth);
    Path whole = folder.resolve("whole.yaml");
    run("fit " + measured + " --platform " + start + " -o " + whole + " --quiet");
    Path again = folder.resolve("again.yaml");
    Path beside = Files.write(folder.resolve("again.yaml.evaluations"), new byte[] {1, 2, 3});

    run("fit " + measured + " --platform " + start + " -o " + again + " --quiet");

    assertThat(again).hasSameTextualContentAs(whole);
    assertThat(beside).hasBinaryContent(new byte[] {1, 2, 3});
  }

  @Test
  void numbersOfNodesAreLeftOutInTurn() throws IOException {
    Path truth = machine("truth.yaml", "2GBps", "1.3us", "400ns");

    assertThat(run("fit " + measured(truth) + " --platform " + truth + " --cross-validate"))
        .contains(
            "on 4 nodes, fitted without 4 nodes: 0.0", "on 13 nodes, fitted without 13 nodes: 0.0");
  }

  /** Fugaku's jobs see a torus of one to three dimensions, longer than a side of the machine. */
  @Test
  void aJobMayHaveATorusOfFewerDimensionsThanItsMachine() throws IOException {
    Path measured = Files.writeString(folder.resolve("shapes.csv"), """
        nodes,collective,algorithm,buffer_bytes,median_us
        4x4x4,allgather,default-recursive-doubling,4096,100
        2x80,allgather,default-bruck,6400,100
        96,bcast,default-binomial,4096,100
        """);

    assertThat(run("fit " + measured + " --platform fugaku --free none"))
        .startsWith("3 measurements predicted");
  }

  @Test
  void aWrongFigureIsRefused() throws IOException {
    Path truth = machine("truth.yaml", "2GBps", "1.3us", "400ns");
    Path measured = measured(truth);

    assertThat(Cli.run(
            ("fit " + measured + " --platform " + truth + " --free mpi.eager_limit").split(" ")))
        .satisfies(result -> assertThat(result.exitCode()).isEqualTo(2))
        .satisfies(
            result -> assertThat(result.err())
                .contains(
                    "--free: found mpi.eager_limit=8KiB; expected a key whose value is a time or a bandwidth"));
    assertThat(
            Cli.run(("fit " + measured + " --platform " + truth + " --free mpi.nothing").split(" "))
                .err())
        .contains("--free: found mpi.nothing; expected keys of made-up");
  }

  private static double figure(String text, String pattern) {
    java.util.regex.Matcher matcher = java.util.regex.Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  @Test
  void rowsOnStandardOutputAreThoseOfTheFileForAnyNumberOfThreads() throws IOException {
    Path machine = machine("machine.yaml", "2GBps", "1us", "400ns");
    Path wanted = Files.writeString(folder.resolve("rows.csv"), """
        nodes,collective,algorithm,buffer_bytes,median_us
        8,allreduce,unknown,64,1
        8,allreduce,ring_over,65536,1
        4,allgather,ring_over,1024,1
        8,allreduce,ring_ompi,65536,1
        8,alltoall,default-linear,65536,1
        4,allreduce,unknown,64,1
        """);
    Path file = folder.resolve("file.csv");
    String command =
        "fit " + wanted + " --platform " + machine + " --engine flows --free none --csv ";

    run(command + file + " --jobs 1");

    List<String> lines = Files.readAllLines(file);
    assertThat(run(command + "- --jobs 4").lines().toList()).hasSize(7).isEqualTo(lines);
    assertThat(us(lines.get(4))).isEqualTo(us(lines.get(2))); // one algorithm under two names
    assertThat(lines.get(6)).contains(",,unknown algorithm unknown,");
  }

  @Test
  void aPipeGetsTheRowsOfStandardOutput() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
    assumeTrue(made.waitFor() == 0, "SKIPPED: no mkfifo");
    Path wanted = Files.writeString(folder.resolve("rows.csv"), """
        nodes,collective,algorithm,buffer_bytes,median_us
        8,allreduce,ring_over,65536,1
        4,allreduce,unknown,64,1
        """);
    String command = "fit " + wanted + " --platform "
        + machine("machine.yaml", "2GBps", "1us", "400ns") + " --engine flows --free none --csv ";
    FutureTask<String> rows = new FutureTask<>(() -> Files.readString(pipe));
    Thread.ofVirtual().start(rows);

    run(command + pipe);

    assertThat(rows.get()).hasLineCount(3).isEqualTo(run(command + "-"));
  }

  /** Open MPI halves recursively below 512 KiB on 32 ranks; its rule of the block form would do so above. */
  @Test
  void theLibrarysReduceScatterFollowsItsOwnRule() throws IOException {
    Path wanted = Files.writeString(folder.resolve("wanted.csv"), """
        nodes,collective,algorithm,buffer_bytes,median_us
        32,reduce_scatter,default_ompi,16384,1
        32,reduce_scatter,recursive_halving_ompi,16384,1
        32,reduce_scatter,default_ompi,1048576,1
        32,reduce_scatter,ring_ompi,1048576,1
        """);
    Path predicted = folder.resolve("predicted.csv");
    run("fit " + wanted + " --platform " + machine("machine.yaml", "2GBps", "1us", "400ns")
        + " --set mpi.collectives=open-mpi-4.1 --free none --quiet --csv " + predicted);
    List<String> times = Files.readAllLines(predicted).stream()
        .skip(1)
        .map(line -> line.split(",")[8])
        .toList();
    assertThat(times.get(0)).isEqualTo(times.get(1)).isNotEqualTo(times.get(2));
    assertThat(times.get(2)).isEqualTo(times.get(3));
  }

  /** Nodes 0 and 1 are at one leaf; the job of nodes 0 and 2 has more hops, and node 9 does not exist. */
  @Test
  void eachJobOfARunHasItsOwnNodes() throws IOException {
    Path tree = Files.writeString(folder.resolve("tree.yaml"), """
        name: tree
        node: {cores: 1, speed: 1Gf, instruction_rate: 1Gips, memory_bandwidth: none, memory_latency: 0s}
        network: {topology: fat-tree, down: "2, 2", up: "1, 1", parallel: "1, 1", link_bandwidth: 1GBps, link_latency: 1us}
        mpi: {send_overhead: 300ns, receive_overhead: 300ns, eager_limit: 8KiB}
        """);
    Path wanted = Files.writeString(folder.resolve("wanted.csv"), """
        machine,run,nodes,collective,algorithm,buffer_bytes,median_us
        tree,near,2,allreduce,ring_ompi,1024,1
        tree,far,2,allreduce,ring_ompi,1024,1
        tree,far,4,allreduce,ring_ompi,1024,1
        tree,lost,2,allreduce,ring_ompi,1024,1
        """);
    Path allocations = Files.writeString(folder.resolve("allocations.csv"), """
        machine,run,file,rank,node
        tree,near,a,0,0
        tree,near,a,1,1
        tree,far,four,0,0
        tree,far,four,1,1
        tree,far,four,2,2
        tree,far,four,3,3
        tree,far,two,0,0
        tree,far,two,1,2
        tree,lost,a,0,0
        tree,lost,a,1,9
        """);
    Path predicted = folder.resolve("predicted.csv");
    run("fit " + wanted + " --platform " + tree + " --nodes " + allocations
        + " --engine flows --free none --quiet --csv " + predicted);
    List<String> lines = Files.readAllLines(predicted);
    // a ring of two has two steps, each with two links more than at one leaf
    assertThat(us(lines.get(2)) - us(lines.get(1))).isEqualTo(2 * 2.0, within(1e-3));
    assertThat(us(lines.get(3))).isGreaterThan(us(lines.get(2)));
    assertThat(lines.get(4))
        .contains(",,\"found node 9; expected a node of tree, which has the nodes 0 to 3");
  }

  /** On a torus of three dimensions, 4x16 is a view of 4x4x4: the far exchanges are four times as near. */
  @Test
  void aViewOfFewerDimensionsIsFolded() throws IOException {
    Path wanted = Files.writeString(folder.resolve("wanted.csv"), """
        nodes,collective,algorithm,buffer_bytes,median_us
        4x16,allreduce,recursive_doubling_ompi,1048576,1
        4x4x4,allreduce,recursive_doubling_ompi,1048576,1
        2x32,allreduce,recursive_doubling_ompi,1048576,1
        999999x999999x999999x9,allreduce,ring_ompi,1048576,1
        64x64,alltoall,default-linear,1048576,1
        """);
    Path predicted = folder.resolve("predicted.csv");
    run("fit " + wanted + " --platform fugaku --engine flows --free none --quiet --csv "
        + predicted);
    List<String> lines = Files.readAllLines(predicted);
    assertThat(us(lines.get(1))).isEqualTo(us(lines.get(2))).isLessThan(us(lines.get(3)));
    assertThat(lines.get(4)).contains(",,more than 16777216 ranks,");
    assertThat(lines.get(5)).contains("a linear all-to-all of 16773120 messages");
  }

  private static double us(String line) {
    return Double.parseDouble(line.split(",")[8]);
  }
}
