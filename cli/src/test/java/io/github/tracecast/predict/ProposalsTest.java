package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors, warnings and hints propose options and commands; each works, and with it the complaint is gone. */
class ProposalsTest {
  private static final Pattern FIXTURE = Pattern.compile("\\b[A-Z][A-Z0-9]+\\b");

  @TempDir
  static Path folder;

  private static final Map<String, String> FIXTURES = new TreeMap<>();

  @BeforeAll
  static void fixtures() throws IOException {
    generated("RING", "ring --ranks 8 --steps 3");
    generated("RING16", "ring --ranks 16 --steps 3");
    generated("LOAD", "ring --ranks 4 --steps 3 --bytes 1000000 --compute 1e-6");
    generated(
        "GRID",
        "stencil --shape 2d --neighbours faces --ranks 256 --steps 5 --bytes 20000 --compute 1e-4");
    FIXTURES.put(
        "OPENMPI", Cli.generatedUnder("Open MPI 4.1.4", file("openmpi"), "allreduce --ranks 2"));
    FIXTURES.put(
        "MPICH", Cli.generatedUnder("MPICH Version: 4.0.2", file("mpich"), "allreduce --ranks 2"));
    written("STAR", JobsTest.STAR.formatted("backbone_bandwidth: 100MBps"));
    written("FLOPS", """
        0 init
        0 compute 2e9
        0 finalize
        """);
    written("TEST", """
        0 init 1
        1 init 1
        1 irecv 0 1 1000
        0 send 1 1 1000
        1 test 0 1 1
        1 wait 0 1 1
        0 finalize
        1 finalize
        """);
    written("COUNTED", """
        tracecast-trace 7
        ranks 1
        requests 1
        site 0 "a"
        event 0 MPI_Init site 0
        event 1 MPI_Finalize site 0 compute instructions count 1 min 5.0 avg 5.0 max 5.0
        end 2 events
        """);
    written("SENDS", sends(200));
    written(
        "UNRECEIVED",
        sends(
            20,
            "event 2 MPI_Send site 0 communicator 0 destination rank+1%size tag 4 count 8 datatype 0\n"));
    StringBuilder places = new StringBuilder();
    StringBuilder calls = new StringBuilder("loop 0 to 5 iterations 20\n");
    for (int call = 0; call < 6; call++) {
      places.append("site %1$d \"place %1$d\"\n".formatted(call));
      calls.append("event %1$d MPI_Barrier site %1$d communicator 0\n".formatted(call));
    }
    written("LOOP", "tracecast-trace 7\nranks 2\nrequests 1\n" + places + calls + "end 6 events\n");
    Files.writeString(
        file("listing"), Cli.run("expand", FIXTURES.get("LOOP"), "--all").expectOut());
    FIXTURES.put("LISTING", file("listing").toString());
  }

  /** Iterations in which each rank sends before it receives, and further calls. */
  private static String sends(int iterations, String... more) {
    return """
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        loop 0 to 1 iterations %d
        event 0 MPI_Send site 0 communicator 0 destination rank+1%%size tag 3 count 100000 datatype 0
        event 1 MPI_Recv site 0 communicator 0 source rank-1%%size tag 3 count 100000 datatype 0
        """.formatted(iterations)
        + String.join("", more) + "end " + (2 + more.length) + " events\n";
  }

  private static Path file(String name) {
    return folder.resolve(name);
  }

  private static void generated(String name, String pattern) {
    FIXTURES.put(name, Cli.generate(file(name + ".ctrace"), pattern));
  }

  private static void written(String name, String text) throws IOException {
    String ending = name.equals("STAR") ? ".yaml" : text.startsWith("tracecast") ? "" : ".tit";
    FIXTURES.put(name, Files.writeString(file(name + ending), text).toString());
  }

  /** Replaces words in capitals, which are fixtures or files to write. */
  private static String withFiles(String line) {
    return FIXTURE
        .matcher(line)
        .replaceAll(name -> Matcher.quoteReplacement(
            name.group().startsWith("OUT")
                ? file(name.group()).toString()
                : FIXTURES.getOrDefault(name.group(), name.group())));
  }

  private static Cli.Result run(String line) {
    return Cli.run(words(line).toArray(String[]::new));
  }

  /** The words of a command line, of which some are in single quotes. */
  private static List<String> words(String command) {
    return Pattern.compile("(?:[^\\s']|'[^']*')+")
        .matcher(command)
        .results()
        .map(word -> word.group().replace("'", ""))
        .toList();
  }

  /**
   * Runs a command, finds the proposal in its output, and runs the command with the proposal, in
   * which $1 is the first group of the pattern. Then nothing matches the last pattern, which is the
   * complaint.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // the placement of ranks
        "predict RING --platform cluster --engine loggp --set network.nodes=8 | ; (--mapping round-robin) or | predict RING --platform cluster --engine loggp --set network.nodes=8 $1 | fit on one node",
        "predict RING --platform cluster --engine loggp | ; (--set node.ranks_per_node=1) spreads | predict RING --platform cluster --engine loggp $1 | fit on one node",
        "sweep RING --platform cluster --engine loggp --vary network.link_latency=1us,2us | ; (--set node.ranks_per_node=1) spreads | sweep RING --platform cluster --engine loggp --vary network.link_latency=1us,2us $1 | fit on one node",
        "predict RING16 --platform STAR --engine flows | more nodes \\((--set network.nodes)=... | predict RING16 --platform STAR --engine flows $1=16 | ^error",
        "predict GRID --platform bluegene-l --engine loggp | : tracecast (map \\S+ --platform bluegene-l) | $1 --engine loggp | ^error",
        // the speed of computation
        "predict FLOPS --platform cluster --engine loggp --compute-scale 20Gf | a factor, such as (0.5) | predict FLOPS --platform cluster --engine loggp --compute-scale $1 | no effect",
        "predict FLOPS --platform cluster --engine loggp --set node.instruction_rate=1Gips | (--set node.speed) sets | predict FLOPS --platform cluster --engine loggp $1=2Gf | no effect",
        "predict COUNTED --platform cluster --engine loggp --set node.speed=2Gf | (--set node.instruction_rate) sets | predict COUNTED --platform cluster --engine loggp $1=2Gips | no effect",
        "predict LOAD --platform cluster --engine loggp --set node.speed=2Gf | (--compute-scale) with .* such as (10Gf) | predict LOAD --platform cluster --engine loggp --set node.speed=2Gf $1 $2 | no effect",
        "predict LOAD --platform cluster --engine loggp --set node.instruction_rate=1Gips | use (--compute-scale) to | predict LOAD --platform cluster --engine loggp $1 0.5 | no effect",
        // engines
        "predict LOAD --platform STAR --engine loggp | too short; use (--engine flows) | predict LOAD --platform STAR $1 | would carry",
        "predict RING --platform STAR --engine loggp --set network.nodes=16 --job RING | use (--engine flows) | predict RING --platform STAR $1 --set network.nodes=16 --job RING | models no contention",
        "predict RING --platform STAR --engine loggp --set node.load=1 | expected (--engine flows) or --engine simgrid | predict RING --platform STAR $1 --set node.load=1 | ^error",
        "predict RING --platform STAR --contention links | expected (--engine flows) .* or (--engine loggp) | predict RING --platform STAR $1 | ^error",
        "predict RING --platform STAR --contention links | expected (--engine flows) .* or (--engine loggp) | predict RING --platform STAR $2 | ^error",
        "sensitivity RING --platform STAR --engine simgrid | expected (--engine flows) | sensitivity RING --platform STAR $1 | critical path;",
        "sensitivity TEST --platform loggp-default --engine loggp | or (--engine flows) | sensitivity TEST --platform loggp-default $1 | ^error",
        "sensitivity LOAD --platform STAR --engine loggp --deltas histogram | expected (--fast-forward off) | sensitivity LOAD --platform STAR --engine loggp --deltas histogram $1 | ^error",
        "sensitivity LOAD --platform STAR --engine loggp --set noise.period=1ms --set noise.length=20us | or (--set noise.length=0s), or (--engine flows) | sensitivity LOAD --platform STAR --engine loggp --set noise.period=1ms $1 | ^error",
        "sensitivity LOAD --platform STAR --engine loggp --set noise.period=1ms --set noise.length=20us | or (--set noise.length=0s), or (--engine flows) | sensitivity LOAD --platform STAR $2 --set noise.period=1ms --set noise.length=20us | ^error",
        "predict LOAD --platform STAR --engine flows --repeat 3 | expected (--deltas histogram), or .* such as (--set noise.period=1ms --set noise.length=20us) | predict LOAD --platform STAR --engine flows --repeat 3 $1 | ^error",
        "predict LOAD --platform STAR --engine flows --repeat 3 | expected (--deltas histogram), or .* such as (--set noise.period=1ms --set noise.length=20us) | predict LOAD --platform STAR --engine flows --repeat 3 $2 | ^error",
        "predict RING --platform STAR --engine flows --links OUT.csv --memory 1kB | or (--memory \\S+) to allow | predict RING --platform STAR --engine flows --links OUT.csv $1 | ^error",
        // messages
        "predict SENDS --platform STAR --engine flows | to continue: with (--set mpi.eager_limit=\\d+B) | predict SENDS --platform STAR --engine flows $1 | deadlock",
        "predict OPENMPI --platform STAR --engine flows --job MPICH | \\((--set mpi.collectives) selects one | predict OPENMPI --platform STAR --engine flows --job MPICH $1=open-mpi-4.1 | names another MPI",
        // skeletons and programs
        "program COUNTED -o OUT.c | expected (--set node.instruction_rate=2Gips) .* or (--compute none) | program COUNTED -o OUT.c $1 | ^error",
        "program COUNTED -o OUT.c | expected (--set node.instruction_rate=2Gips) .* or (--compute none) | program COUNTED -o OUT.c $2 | ^error",
        "program COUNTED --seconds 5 --compute none -o OUT.c | For other traces, use (--shorten) | program COUNTED $1 0.5 --compute none -o OUT.c | ^error",
        "program SENDS -o OUT.c | state its limit with (--set mpi.eager_limit) | program SENDS -o OUT.c $1=1MiB | becomes MPI_Isend",
        "program UNRECEIVED -o OUT.c | state it with (--set mpi.eager_limit=\\d+) | program UNRECEIVED -o OUT.c $1 | could hang",
        // other formats
        "compress LISTING --window 3 -o OUT1 | use (--window [\\d,]+) | compress LISTING $1 -o OUT2 | is not folded",
        "export COUNTED --to tit -o OUT.tit | with (--platform), the rates | export COUNTED --to tit -o OUT2.tit $1 cluster | one flop",
        "export OPENMPI --to tit -o OUT.tit | predict the file with (--set mpi.collectives=\\S+) | predict OUT.tit --platform STAR --engine flows $1 | ^error",
        "predict RING --platform STAR --engine flows --json LOAD | or (--force) to replace it | predict RING --platform STAR --engine flows --json OUT3 $1 | ^error",
        // sweeps
        "sweep LOAD --platform STAR --vary mpi.gap=1us,2us --steps against=cost | or (--set node.price_per_hour)=... | sweep LOAD --platform STAR --vary mpi.gap=1us,2us --steps against=cost $1=2 | ^error",
        "sweep RING RING16 --platform STAR --vary mpi.gap=1us,2us | or (--vary ranks)=N,M | sweep RING RING16 --platform STAR --set network.nodes=16 $1=8,16 | ^error",
        "sweep RING --platform STAR --vary mpi.gap=1us,2us --scaling weak | without (--vary ranks); | sweep RING --platform STAR --set network.nodes=16 --scaling weak $1=8,16 | ^error",
        "sweep LOAD --platform STAR --vary mpi.gap=1us,2us | the time depends on ([a-z_.]+), | sweep LOAD --platform STAR --vary $1=10MBps,20MBps | no effect",
        "sweep LOAD --platform STAR --vary network.link_bandwidth=1GBps,2GBps | the time depends on (network.link_latency), | sweep LOAD --platform STAR --vary $1=1us,1ms | no effect",
        // comparisons
        "compare RING --platform STAR | expected (--with) MACHINE or (--with) KEY=VALUE | compare RING --platform STAR $1 cluster | ^error",
        "compare RING --platform STAR | expected (--with) MACHINE or (--with) KEY=VALUE | compare RING --platform STAR $2 mpi.gap=1us | ^error",
        // machines
        "predict RING --platform clustr | (tracecast) (platforms) lists | $2 | ^error",
        // the next command
        "predict LOAD --platform STAR --engine flows | Next: tracecast (.*) | $1 | ^error",
        "predict LOAD --platform STAR --engine flows --deltas histogram | Next: tracecast (.*) --html report.html | $1 --engine flows --html OUT.html | ^error",
        "sensitivity LOAD --platform STAR | Next: tracecast (.*) | $1 | ^error",
        "sweep LOAD --platform STAR --vary mpi.gap=1us,2us | Next: tracecast (.*) | $1 | ^error",
        "sweep LOAD --platform STAR --vary network.link_bandwidth=10MBps,20MBps | Next: tracecast (.*) --html report.html | $1 --engine flows --html OUT.html | ^error",
        "compare LOAD --platform STAR --with mpi.gap=1us | Next: tracecast (.*) | $1 | ^error",
        "map GRID --platform bluegene-l --engine loggp --random 0 | Next: tracecast (.*) | $1 | ^error",
        "map LOAD --platform STAR --engine loggp | Next: tracecast (.*) | $1 | ^error",
        // words that look alike
        "predict RING --engine flows --platfrom STAR | did you mean (--\\S+)\\? | predict RING --engine flows $1 STAR | ^error",
        "predct RING --platform STAR --engine flows | did you mean (\\S+)\\? | $1 RING --platform STAR --engine flows | ^error",
        "predict RING --platform STAR --engine flows --set network.link_latencey=1us | did you mean (\\S+)\\? | predict RING --platform STAR --engine flows --set $1=1us | ^error",
        "predict RING --platform bluegene-1 | did you mean (\\S+)\\? | predict RING --platform $1 --engine loggp | ^error",
      })
  void whatAMessageProposesIsAcceptedAndHelps(
      String provoking, String proposal, String command, String complaint) {
    Cli.Result first = run(withFiles(provoking));
    String said = first.err() + first.out();
    String text = said.replaceAll(" \\\\\n +", " "); // a command in several lines
    Matcher found = Pattern.compile(proposal.strip())
        .matcher(proposal.strip().startsWith("Next") ? text : text.replaceAll("\\s+", " "));
    assertThat(found.find()).as(provoking + "\n" + said).isTrue();

    String line = withFiles(command);
    for (int group = 1; group <= found.groupCount(); group++) {
      line = line.replace("$" + group, found.group(group));
    }
    Cli.Result then = run(line);

    assertThat(then.exitCode()).as(line + "\n" + then.err()).isZero();
    assertThat(then.err() + then.out()).as(line).doesNotContainPattern("(?m)" + complaint.strip());
  }
}
