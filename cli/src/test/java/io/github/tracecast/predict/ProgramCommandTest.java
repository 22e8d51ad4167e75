package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock("mpi")
@Order(1)
class ProgramCommandTest {
  private static final String[] STRICT = {"-std=c99", "-Wall", "-Wextra", "-Werror", "-O1"};

  /** Loops that cross: rank 0 repeats events 0 and 1, rank 1 events 1 and 2. Rank 2 repeats all, in a loop that changes its iterations. */
  private static final String CROSSING = """
      tracecast-trace 7
      ranks 3
      requests 1
      site 0 "a"
      site 1 "b"
      site 2 "c"
      site 3 "d"
      datatype 0 "MPI_INT" bytes 4
      loop 0 to 1 ranks 1 0 0 iterations 4
      loop 0 to 2 ranks 1 2 0 iterations 2
      loop 0 to 0 ranks 1 2 0 iterations 1 3
      event 0 MPI_Send site 0 ranks 2 0 0 2 0 communicator 1 destination none tag 1 count 1 2 3 datatype 0
      loop 1 to 2 ranks 1 1 0 iterations 5
      event 1 MPI_Send site 1 communicator 0 destination none tag rank+0 count 7 for 1 1 0 | 8 9 for 2 0 0 2 0 datatype 0
      event 2 MPI_Send site 2 communicator 0 destination none tag 5 count 0..1:1 datatype 0
      event 3 MPI_Barrier site 3 communicator 0
      event 4 MPI_Finalize site 3
      end 5 events
      """.replace("tag rank+0", "tag 3");

  /** Each rank exchanges messages with all others, in a loop that skips the rank itself. */
  private static final String ALL_TO_ALL = """
      tracecast-trace 7
      ranks 6
      requests 5
      site 0 "init"
      site 1 "receive"
      site 2 "send"
      site 3 "wait"
      site 4 "finalize"
      datatype 0 "MPI_INT" bytes 4
      event 0 MPI_Init site 0
      loop 1 to 1 iterations 5
      event 1 MPI_Irecv site 1 communicator 0 source other:0..4 tag 1 count 1 datatype 0
      loop 2 to 2 iterations 5
      event 2 MPI_Send site 2 communicator 0 destination other:0..4 tag 1 count 1 datatype 0
      event 3 MPI_Waitall site 3 requests [5..1]
      event 4 MPI_Finalize site 4
      end 5 events
      """;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @CsvSource({
    "openmpi, stencil --ranks 6 --steps 3 --shape 2d --compute 1e-5",
    "mpich, stencil:periodic --ranks 8 --steps 3",
    "mpich, ring --ranks 5 --steps 4",
    "openmpi, allreduce --ranks 4 --datatype double",
    "mpich, reduce --ranks 4 --datatype int",
    "openmpi, bcast --ranks 3",
    "mpich, alltoall --ranks 4",
    "openmpi, wavefront --ranks 6 --steps 2"
  })
  void theProgramOfATraceIsRecordedAsTheSameCalls(String mpi, String pattern) throws Exception {
    MpiCommands.require(mpi);
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    assertThat(calls(recordedAgain(mpi, trace))).isEqualTo(calls(trace));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void loopsThatCrossAndChangeAreMadeByEachRankAsItHasThem(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String trace = Files.writeString(folder.resolve("trace"), CROSSING).toString();
    String again = recordedAgain(mpi, trace);
    assertThat(calls(again).replaceAll("MPI_Init .*\n", "")).isEqualTo(calls(trace));
  }

  @Test
  void aLoopOverAllOtherRanksIsMadeByEachRank() throws Exception {
    MpiCommands.require("openmpi");
    String trace = Files.writeString(folder.resolve("trace"), ALL_TO_ALL).toString();
    String again = recordedAgain("openmpi", trace);
    assertThat(calls(again)).isEqualTo(calls(trace));
    String text = folder.resolve("text").toString();
    Cli.run("compress", again, "--text", "-o", text).expectOut();
    assertThat(Path.of(text)).content().contains("other:0..4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void everyCallThatIsRecordedWithItsValuesIsMadeAgain(String mpi) throws Exception {
    String recorded = recordedFamilies(mpi);
    String again = recordedAgain(mpi, recorded);
    assertThat(withoutChoices(calls(again))).isEqualTo(withoutChoices(calls(recorded)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void graphsAreMadeWithTheirEdges(String mpi) throws Exception {
    String recorded = recorded(mpi, "graphs");
    assertThat(calls(recorded))
        .contains("sources=1 (world 1),3 (world 3) destinations=1 (world 1),3 (world 3)")
        .contains("sources=0 (world 0) destinations=2 (world 2)");
    assertThat(calls(recordedAgain(mpi, recorded))).isEqualTo(calls(recorded));
    Cli.run("predict", recorded, "--platform", "cluster", "--engine", "loggp").expectOut();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void twoGroupsAreConnectedAndMergedAgain(String mpi) throws Exception {
    String recorded = recorded(mpi, "coupled");
    assertThat(calls(recorded))
        .contains("MPI_Intercomm_create")
        .contains("communicator 4 groups 2 first 3 ");
    assertThat(calls(recordedAgain(mpi, recorded))).isEqualTo(calls(recorded));
    String listing = Files.writeString(
            folder.resolve("listing"), Cli.run("expand", recorded, "--all").expectOut())
        .toString();
    String compressed = folder.resolve("compressed.ctrace").toString();
    Cli.run("compress", listing, "-o", compressed).expectOut();
    assertThat(calls(compressed)).isEqualTo(calls(recorded));
    double seconds = Replayed.byLogGp(recorded, "--platform cluster").seconds();
    SimGridChild.assumeInstalled();
    assertThat(Replayed.bySimGrid(recorded, "--platform cluster").seconds())
        .isCloseTo(seconds, withinPercentage(10));
  }

  /** As after sessions, ports, and calls that the recorder does not know. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void communicatorsOfAnyBirthAreMadeByTheirMembers(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        group 0 (0 1 4)
        group 1 (0 2 2)
        group 2 (1 2 2)
        group 3 (0 2 2) (1 2 2)
        communicator 0 "MPI_COMM_WORLD" group 0
        communicator 1 "MPI_COMM_SELF" self
        communicator 2 "even, of a session" group 1
        communicator 3 "odd, of a session" group 2
        communicator 4 "two groups, of a session" group 3 first 2
        communicator 5 "copy" group 0
        communicator 6 "not made: each rank alone" self
        communicator 7 "not made: even" group 1
        communicator 8 "not made: two groups" group 3 first 2
        event 0 MPI_Init site 0
        event 1 MPI_Comm_create_from_group site 0 new_communicator 2 for 1 0 1 2 2 | 3 for 1 1 1 2 2
        event 2 MPI_Intercomm_create_from_groups site 0 new_communicator 4
        event 3 MPI_Comm_idup_with_info site 0 communicator 0 new_communicator 5
        event 4 MPI_Wait site 0 request 1
        event 5 MPI_Barrier site 0 communicator 2 for 1 0 1 2 2 | 3 for 1 1 1 2 2
        event 6 MPI_Barrier site 0 communicator 4
        event 7 MPI_Barrier site 0 communicator 5
        event 8 MPI_Barrier site 0 communicator 6
        event 9 MPI_Barrier site 0 ranks 1 0 1 2 2 communicator 7
        event 10 MPI_Barrier site 0 communicator 8
        event 11 MPI_Finalize site 0
        end 12 events
        """).toString();

    String again = calls(recordedAgain(mpi, trace));

    assertThat(again.lines().filter(line -> line.contains("MPI_Barrier")).count())
        .as(again)
        .isEqualTo(5 * 4 + 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void ranksThatSleepAndYieldMakeTheSameCalls(String mpi) throws Exception {
    String recorded = recordedFamilies(mpi);
    Path built = compile(mpi, program(recorded, "--compute", "sleep"));
    String again = record(mpi, built, 4, "again.ctrace");
    assertThat(withoutChoices(calls(again))).isEqualTo(withoutChoices(calls(recorded)));
  }

  @Test
  void aProgramHasNoErrorThatSanitizersFind() throws Exception {
    String recorded = recordedFamilies("openmpi");
    Path source = program(recorded);
    Path built = compile(
        "openmpi", source, "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all");
    // the sanitizer's library comes first, or it refuses to run
    List<String> command =
        new ArrayList<>(List.of("env", "-u", "LD_PRELOAD", "ASAN_OPTIONS=detect_leaks=0"));
    command.addAll(MpiCommands.launch("openmpi", "-n", "4", built.toString()));
    Result run = run(command);
    assertThat(run.text()).doesNotContain("ERROR", "runtime error", "error:");
    assertThat(run.exitCode()).isZero();
  }

  /** As on a network where every message is too large to be sent before the receiver asks for it. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aSkeletonEndsWhereEachSendWaitsForItsReceiver(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String trace = Cli.generate(
        folder.resolve("trace"), "stencil --ranks 4 --shape 2d --steps 20 --bytes 100000");
    Path source = program(trace, "--shorten", "0.2", "--compute", "none");
    compile(mpi, source, "-DMPI_Isend=MPI_Issend", "-DMPI_Send=MPI_Ssend");

    Result run =
        run(MpiCommands.launch(mpi, "-n", "4", folder.resolve("program").toString()));

    assertThat(run.exitCode()).as(run.text()).isZero();
    assertThat(run.text())
        .containsPattern("MPI_Isend( +[0-9.]+){3} +[0-9]+ ")
        .contains("whole run");
  }

  /** Each rank sends to the next one and then receives. */
  private String ring(String send, int bytes) throws IOException {
    return Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_BYTE" bytes 1
        loop 0 to 1 iterations 200
        event 0 %1$s site 0 communicator 0 destination rank+1%%size tag 3 count %2$d datatype 0
        event 1 MPI_Recv site 0 communicator 0 source rank-1%%size tag 3 count %2$d datatype 0
        end 2 events
        """.formatted(send, bytes))
        .toString();
  }

  @Test
  void aRingOfSmallMessagesIsWrittenAsItIs() throws Exception {
    String small = ring("MPI_Send", 40);
    assertThat(program(small)).content().contains("send(MPI_Send, ").doesNotContain("send_later");
    assertThat(program(small, "--shorten", "0.1")).content().contains("send(MPI_Send, ");
    String larger = ring("MPI_Send", 100_000);
    assertThat(program(larger, "--set", "mpi.eager_limit=1MiB"))
        .content()
        .doesNotContain("send_later");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aRingOfLargeMessagesDoesNotWaitForItsReceives(String mpi) throws Exception {
    MpiCommands.require(mpi);
    compile(mpi, program(ring("MPI_Send", 1_000_000)));
    Result run =
        run(MpiCommands.launch(mpi, "-n", "4", folder.resolve("program").toString()));
    assertThat(run.exitCode()).as(run.text()).isZero();
    assertThat(run.text())
        .doesNotContain("error")
        .containsPattern("MPI_Send( +[0-9.]+){3} +800 +[0-9.]+ +800000000\n");
  }

  /** Rank 1 sends more than it is asked for, and larger types are asked for than come. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void messagesThatAreNotReceivedAndSmallOnesAreNoErrors(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        datatype 1 "block" bytes 400
        event 0 MPI_Init site 0
        event 1 MPI_Send site 0 ranks 1 1 0 communicator 0 destination 0 tag 1 count 5 datatype 0
        event 2 MPI_Send site 0 ranks 1 1 0 communicator 0 destination 0 tag 2 count 5 datatype 0
        event 3 MPI_Recv site 0 ranks 1 0 0 communicator 0 source 1 tag 1 count 1 datatype 1
        event 4 MPI_Finalize site 0
        end 5 events
        """).toString();
    compile(mpi, program(trace));
    Result run =
        run(MpiCommands.launch(mpi, "-n", "2", folder.resolve("program").toString()));
    assertThat(run.text()).doesNotContain("error");
    assertThat(run.exitCode()).isZero();
  }

  /**
   * As recorded from threads: each rank gathers twice, in the other order of forms. A request of
   * rank 0 is open meanwhile.
   */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void collectivesOfBothFormsAreMadeInOneForm(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 2
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        event 0 MPI_Init site 0
        event 1 MPI_Irecv site 0 ranks 1 0 0 communicator 0 source 1 tag 7 count 1 datatype 0
        event 2 MPI_Gather site 0 ranks 1 0 0 communicator 0 count 1 datatype 0 root 0
        event 3 MPI_Wait site 0 ranks 1 0 0 request 1
        event 4 MPI_Igather site 0 communicator 0 count 1 datatype 0 root 0
        event 5 MPI_Wait site 0 request 1
        event 6 MPI_Send site 0 ranks 1 1 0 communicator 0 destination 0 tag 7 count 1 datatype 0
        event 7 MPI_Gather site 0 ranks 1 1 0 communicator 0 count 1 datatype 0 root 0
        event 8 MPI_Barrier site 0 communicator 0
        event 9 MPI_Finalize site 0
        end 10 events
        """).toString();
    compile(mpi, program(trace));

    List<String> command = new ArrayList<>(List.of("timeout", "900"));
    command.addAll(MpiCommands.launch(mpi, "-n", "2", folder.resolve("program").toString()));
    Result run = run(command);

    assertThat(run.exitCode()).as(run.text()).isZero();
    assertThat(run.text()).doesNotContain("error").containsPattern("MPI_Gather( +[0-9.]+){3} +2 ");
    assertThat(calls(record(mpi, folder.resolve("program"), 2, "again.ctrace")))
        .contains("MPI_Igather")
        .doesNotContain("MPI_Gather");
  }

  /** Parts of the C program that only some traces need, each alone. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "event 0 MPI_Init site 0",
        "event 0 MPI_Finalize site 0",
        "event 0 MPI_Group_incl site 0 new_group 0",
        "event 0 MPI_Comm_group site 0 communicator 0",
        "event 0 MPI_Group_free site 0",
        "event 0 MPI_Comm_dup site 0 communicator 0 new_communicator 2",
        "event 0 MPI_Barrier site 0 communicator 0",
        "event 0 MPI_Waitall site 0 requests []",
        "event 0 MPI_Buffer_attach site 0",
        "event 0 MPI_Send site 0 communicator 0 destination none tag 1 count 1 datatype 0",
        "event 0 MPI_Recv site 0 communicator 0 source none tag 1 count 1 datatype 0",
        "event 0 MPI_Iprobe site 0 communicator 0 source any tag 1 outcomes [0]",
        "event 0 MPI_Type_commit site 0"
      })
  void aProgramOfOneCallCompilesWithoutWarnings(String event) throws Exception {
    MpiCommands.require("openmpi");
    String trace =
        Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        group 0 (0 1 2)
        communicator 0 "MPI_COMM_WORLD" group 0
        communicator 1 "MPI_COMM_SELF" self
        communicator 2 "copy" group 0
        %s
        end 1 events
        """.formatted(event)).toString();
    compile("openmpi", program(trace));
    Result run =
        run(MpiCommands.launch("openmpi", "-n", "2", folder.resolve("program").toString()));
    assertThat(run.exitCode()).as(run.text()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void theProgramOfALargeStencilIsSmall(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String trace =
        Cli.generate(folder.resolve("trace"), "stencil --ranks 65536 --steps 1000 --compute 1ms");
    Path source = program(trace);
    assertThat(Files.size(source)).isLessThan(64_000);
    assertThat(compile(mpi, source)).exists();
  }

  @Test
  void aReplayPrintsTimesByRankAndCallSite() throws Exception {
    MpiCommands.require("openmpi");
    Path text = folder.resolve("text");
    Cli.run(
            "generate",
            "ring",
            "--ranks",
            "3",
            "--steps",
            "4",
            "--bytes",
            "100",
            "--text",
            "-o",
            "" + text)
        .expectOut();
    String trace = Files.writeString(
            folder.resolve("trace"),
            Files.readString(text)
                .replace(
                    "exchange",
                    "exchange < step (main.c:67) < main (main.c:99) < start (main.c:9)"))
        .toString();
    Result run = replay(trace, "openmpi", 3, "--compute", "none");
    assertThat(run.exitCode()).isZero();
    assertThat(run.text().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(run.text())
        .containsPattern("ring/exch\\w*\\.\\.\\. +MPI_Sendrecv [ .\\d]+ 12 +\\d\\.\\d{3} +1200\n");
  }

  /** Two of three ranks wait for the third. The variation follows from the three times in MPI calls. */
  @Test
  void aReplayListsCallSitesAsMpipDoes() throws Exception {
    MpiCommands.require("openmpi");
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 3
        requests 1
        site 0 "late"
        site 1 "own"
        event 0 MPI_Init site 0
        event 1 MPI_Barrier site 0 communicator 0
        event 2 MPI_Barrier site 0 ranks 1 0 0 communicator 0
          compute microseconds count 1 min 800000 avg 800000 max 800000
        event 3 MPI_Barrier site 0 ranks 1 1 1 1 2 communicator 0
        event 4 MPI_Barrier site 1 ranks 1 2 0 communicator 1
        event 5 MPI_Finalize site 0
        end 6 events
        """).toString();
    String text = replay(trace, "openmpi", 3, "--compute", "sleep").text();
    assertThat(text)
        .contains("call         seconds  app %  MPI %  count    COV  bytes\n")
        .containsPattern(" 1  own +MPI_Barrier .* 1  0\\.000 +0\n");
    String[] late = text.lines()
        .filter(line -> line.startsWith("   0  late"))
        .findFirst()
        .orElseThrow()
        .strip()
        .split(" +");
    assertThat(Double.parseDouble(late[3])).isGreaterThan(1.5);
    assertThat(Double.parseDouble(late[5])).isBetween(95.0, 100.0);
    // a busy machine adds waiting to the late rank; a deviation that divides by the number of ranks
    // would be 18% smaller
    double[] inMpi = text.lines()
        .map(line -> line.strip().split(" +"))
        .filter(cells -> cells.length == 4 && cells[0].matches("\\d"))
        .mapToDouble(cells -> Double.parseDouble(cells[3]))
        .toArray();
    assertThat(inMpi).hasSize(3);
    double mean = Arrays.stream(inMpi).average().orElseThrow();
    double squares =
        Arrays.stream(inMpi).map(time -> (time - mean) * (time - mean)).sum();
    assertThat(Double.parseDouble(late[7]))
        .isCloseTo(Math.sqrt(squares / 2) / mean, withinPercentage(5));
  }

  /** A processor that does something else in between only adds time. */
  @Test
  void thePageOfAReplayPlotsTheComputationOfARank() throws Exception {
    MpiCommands.require("openmpi");
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        event 0 MPI_Init site 0
        loop 1 to 1 iterations 100
        event 1 MPI_Barrier site 0 communicator 1
          compute microseconds bins (100.0 500.0 50 120.0 300.0 450.0) (1000.0 4000.0 50)
        loop 2 to 2 ranks 1 0 0 iterations 5000
        event 2 MPI_Barrier site 0 ranks 1 0 0 communicator 1
        event 3 MPI_Finalize site 0
        end 4 events
        """).toString();
    double[] averages = computations(trace, 1, "--deltas", "avg");
    assertThat(averages).hasSize(101);
    double mean = Arrays.stream(averages).sorted().skip(1).min().orElseThrow();
    assertThat(mean).isBetween(1e-3, 2e-3);
    double[] drawn = computations(trace, 1, "--deltas", "histogram");
    assertThat(Arrays.stream(drawn).filter(seconds -> seconds < mean / 2).count())
        .isGreaterThan(20);
    assertThat(Arrays.stream(drawn).filter(seconds -> seconds > mean).count()).isGreaterThan(20);
    assertThat(computations(trace, 0, "--compute", "none")).hasSize(2000);
    assertThat(folder.resolve("page.html"))
        .content()
        .contains("Computation of rank 0 between its successive calls, over time: 2,000 of 5,101");
    for (String[] refused : new String[][] {
      {"page.html", "2", "--rank: found 2; expected 0 to 1, the ranks of the trace"},
      {
        "-",
        "0",
        "--html: found -, but the replayed program writes to standard output; expected a file"
      }
    }) {
      assertThat(
              Cli.run("replay", trace, "--html", refused[0], "--rank", refused[1], "--", "mpirun")
                  .err())
          .contains(refused[2]);
    }
  }

  private double[] computations(String trace, int rank, String... options) throws IOException {
    Path page = folder.resolve("page.html");
    List<String> all =
        new ArrayList<>(List.of("--html", page.toString(), "--rank", Integer.toString(rank)));
    all.addAll(List.of(options));
    Result run = replay(trace, "openmpi", 2, all.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.text()).isZero();
    String chart = Files.readString(page).replaceFirst("(?s).*\"computation-chart\":", "");
    return Arrays.stream(
            chart.replaceFirst("(?s).*?\"values\":\\[([^\\]]*)].*", "$1").split(","))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  @Test
  void aReplayOnAnotherNumberOfRanksIsRefused() throws Exception {
    MpiCommands.require("mpich");
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    Result run = replay(trace, "mpich", 2);
    assertThat(run.text()).contains("error: found 2 ranks; expected 3, as in the trace");
    assertThat(run.exitCode()).isNotZero();
  }

  @Test
  void drawnComputationTakesAtLeastTheTimesThatAPredictionDraws() throws Exception {
    MpiCommands.require("mpich");
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 1
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        event 0 MPI_Init site 0
        loop 1 to 3 iterations 50
        event 1 MPI_Barrier site 0 communicator 1
          compute microseconds bins (100.0 500.0 30 120.0 300.0 450.0) (1000.0 4000.0 20)
        event 2 MPI_Barrier site 0 communicator 1
          compute microseconds count 50 min 100 avg 300 max 2000 stddev 150
        event 3 MPI_Barrier site 0 communicator 1
          compute microseconds count 50 min 0 avg 500 max 1000 stddev 450
        event 4 MPI_Finalize site 0
        end 5 events
        """).toString();
    String json = folder.resolve("predicted.json").toString();
    Cli.run(
            "predict",
            trace,
            "--platform",
            "ideal",
            "--engine",
            "loggp",
            "--deltas",
            "histogram",
            "--seed",
            "7",
            "--fast-forward",
            "off",
            "--json",
            json)
        .expectOut();
    double seconds = Double.parseDouble(Files.readString(Path.of(json))
        .replaceFirst("(?s).*?\"predicted_seconds\"\\s*:\\s*([0-9.eE+-]+).*", "$1"));
    Result run = replay(trace, "mpich", 1, "--deltas", "histogram", "--seed", "7");
    double computed = Double.parseDouble(
        run.text().lines().skip(1).findFirst().orElseThrow().strip().split(" +")[2]);
    assertThat(computed).isGreaterThan(seconds - 1e-6 * 150);
  }

  @Test
  void callsThatTheTraceDoesNotKnowEnoughOfAreLeftOutAndSaidSo() throws Exception {
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 1
        requests 2
        site 0 "a"
        event 0 MPI_Init site 0
        event 1 MPI_File_iwrite site 0
        event 2 MPI_Put site 0
        event 3 MPI_Wait site 0 request 1
        event 4 MPI_Finalize site 0
        end 5 events
        """).toString();
    Cli.Result result = Cli.run("program", trace, "-o", folder.resolve("app.c").toString());
    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .contains(
            "warning: MPI_Put is left out (1 event): the trace does not contain what one-sided communication reads and writes")
        .contains("warning: MPI_File_iwrite is left out (1 event)");
    assertThat(folder.resolve("app.c")).content().contains("no_request();");
  }

  @Test
  void instructionsWithoutARateAreRefused() throws Exception {
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 1
        requests 1
        site 0 "a"
        event 0 MPI_Init site 0
        event 1 MPI_Finalize site 0 compute instructions count 1 min 5.0 avg 5.0 max 5.0
        end 2 events
        """).toString();
    String output = folder.resolve("app.c").toString();
    Cli.Result result = Cli.run("program", trace, "-o", output);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("expected --set node.instruction_rate=2Gips");
    assertThat(Path.of(output)).doesNotExist();
    Cli.run("program", trace, "-o", output, "--set", "node.instruction_rate=1e6")
        .expectOut();
    assertThat(Path.of(output)).content().contains("at(1, 5);");
    assertThat(
            Cli.run("program", trace, "-o", output, "--set", "node.speed=1Gf").err())
        .contains("--set: found node.speed; expected node.instruction_rate or mpi.eager_limit");
  }

  /** The receives were smaller than their messages. The program has room for them, so that it does not fail too. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void receivesThatFailedTakeTheirMessagesInAReplayToo(String mpi) throws Exception {
    String trace = recorded(mpi, "failed");

    assertThat(Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp")
            .expectOut())
        .contains("Predicted: ");
    assertThat(Cli.run("info", trace).expectOut().replaceAll("\\s+", " "))
        .contains("that failed with MPI_ERR_TRUNCATE");
    Result replayed = replay(trace, mpi, 4);
    assertThat(replayed.exitCode()).as(replayed.text()).isZero();
    assertThat(replayed.text()).contains("MPI_Mrecv").doesNotContain("error: ");
  }

  /** A recording of all calls whose values are kept. */
  private String recordedFamilies(String mpi) throws Exception {
    return recorded(mpi, "families");
  }

  private String recorded(String mpi, String name) throws Exception {
    MpiCommands.require(mpi);
    String source = Files.readString(home().resolve("recorder/tests/" + name + ".c"));
    Path app =
        MpiCommands.compile(mpi, Files.createDirectories(folder.resolve(name)), source, "-w");
    return record(mpi, app, 4, name + ".ctrace");
  }

  private static Path home() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("recorder/build.sh"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private Path program(String trace, String... options) {
    Path source = folder.resolve("program.c");
    List<String> arguments =
        new ArrayList<>(List.of("program", trace, "-o", source.toString(), "--force"));
    arguments.addAll(List.of(options));
    Cli.run(arguments.toArray(String[]::new)).expectOut();
    return source;
  }

  private Path compile(String mpi, Path source, String... options) throws Exception {
    Path built = folder.resolve("program");
    List<String> command = new ArrayList<>(List.of(MpiCommands.compiler(mpi)));
    command.addAll(List.of(STRICT));
    command.addAll(List.of(options));
    command.addAll(List.of("-o", built.toString(), source.toString()));
    Result result = run(command);
    assertThat(result.text()).isEmpty();
    return built;
  }

  private String recordedAgain(String mpi, String trace) throws Exception {
    int ranks = Integer.parseInt(
        Cli.run("expand", trace, "--all").expectOut().replaceFirst("(?s)ranks ([0-9]+).*", "$1"));
    return record(mpi, compile(mpi, program(trace)), ranks, "again.ctrace");
  }

  private String record(String mpi, Path app, int ranks, String name) {
    String trace = folder.resolve(name).toString();
    List<String> arguments = new ArrayList<>(List.of("record", "-o", trace, "--"));
    arguments.addAll(MpiCommands.launch(mpi, "-n", "" + ranks, app.toString()));
    Cli.run(arguments.toArray(String[]::new)).expectOut();
    return trace;
  }

  /** Replays in this JVM; the program's output goes through a file. */
  private Result replay(String trace, String mpi, int ranks, String... options) throws IOException {
    Path output = folder.resolve("output");
    Path wrapper = Files.writeString(
        folder.resolve("wrapper"), "#!/bin/sh\nexec \"$@\" > " + output + " 2>&1\n");
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    List<String> command = new ArrayList<>(List.of("replay"));
    command.addAll(List.of(options));
    command.addAll(List.of(trace, "--", wrapper.toString()));
    command.addAll(MpiCommands.launch(mpi, "-n", "" + ranks));
    Cli.Result result = Cli.run(command.toArray(String[]::new));
    assertThat(output).as(result.err()).exists();
    return new Result(result.exitCode(), Files.readString(output));
  }

  /** The calls of all ranks, without times and the number of polls. */
  private static String calls(String trace) {
    return Cli.run("expand", trace, "--all")
        .expectOut()
        .replaceAll("(?m)^[0-9]+ ", "")
        .replaceAll("(?m)^TIME: .*\n", "")
        .replaceAll(" (compute|inside|calls)=\\S+( instructions)?", "")
        .replaceAll("datatype .*\n", "");
  }

  /** Without calls that complete some of several requests: a program hides the others from them. */
  private static String withoutChoices(String calls) {
    return calls
        .lines()
        .filter(line -> !line.matches(".*MPI_(Test.*|Waitany|Waitsome|Improbe).*"))
        // Whether a probe finds its message depends on how fast the sender is.
        .map(line -> line.contains("MPI_Iprobe") ? line.replaceAll(" outcomes=\\d", "") : line)
        // MPI_Request_get_status is recorded as a test, which leaves the wait after it no request.
        .map(line -> line.contains("site=many (app.c:83)")
            ? line.replaceFirst("request=\\S+", "request=asked")
            : line)
        .collect(Collectors.joining("\n"));
  }

  private record Result(int exitCode, String text) {}

  private static Result run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Result(process.waitFor(), text);
  }
}
