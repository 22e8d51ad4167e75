package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExportCommandTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message --ranks 2 --compute 1e-3",
        "stencil --ranks 8 --steps 3",
        "stencil:periodic --ranks 8 --compute 2.5e-6",
        "ring --ranks 5 --steps 4",
        "allreduce --ranks 6 --datatype double",
        "gather --ranks 6",
        "scatter --ranks 6",
        "alltoall --ranks 4",
        "barrier --ranks 4"
      })
  void aTraceForSmpiComesBackTheSame(String pattern) throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    assertThat(calls(again(trace))).isEqualTo(calls(trace));
  }

  /** The calls of all ranks, without data that the format cannot hold: names of call sites and of unused datatypes, operations of reductions. */
  private static String calls(String trace) {
    return Cli.run("expand", trace, "--all")
        .expectOut()
        .replaceAll("datatype .*\n", "")
        .replaceAll(" site=.*", "")
        .replaceAll(" reduction=[A-Z]+", "")
        .replace(" compute=0 instructions", "");
  }

  /** Exports a trace for SMPI and imports it. */
  private String again(String trace, String... options) {
    String exported = folder.resolve("exported.tit").toString();
    String[] export = Stream.concat(
            Stream.of("export", trace, "--to", "tit", "-o", exported), Stream.of(options))
        .toArray(String[]::new);
    Cli.run(export).expectOut();
    String imported = folder.resolve("imported.ctrace").toString();
    Cli.run("import", exported, "-o", imported).expectOut();
    return imported;
  }

  @ParameterizedTest
  @ValueSource(strings = {"collectives32", "luS.16.tar.gz", "st2d9.16.tar.gz"})
  void aRealTraceOfSimGridComesBackTheSame(String name) {
    Path real = SharedTracesTest.shared("tit/" + name);
    String trace = folder.resolve("trace").toString();
    Cli.run("import", real.toString(), "-o", trace).expectOut();
    again(trace);
    String all = folder.resolve("all").toString();
    Cli.run(
            "compress",
            folder.resolve("exported.tit").toString(),
            "--deltas-detail",
            "all", // others choose iterations anew
            "-o",
            all)
        .expectOut();
    assertThat(Cli.run("expand", all, "--all").expectOut())
        .isEqualTo(Cli.run("expand", trace, "--all").expectOut());
  }

  @Test
  void onAMachineTimeBecomesItsFlops() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "message --ranks 2 --compute 1e-3");
    again(trace, "--platform", "loggp-default", "--set", "node.speed=2Gf");
    assertThat(folder.resolve("exported.tit_files/rank-0.txt"))
        .content()
        .contains("0 compute 2000000\n");
    again(trace);
    assertThat(folder.resolve("exported.tit_files/rank-0.txt"))
        .content()
        .contains("0 sleep 0.001\n");
  }

  @Test
  void onlyTheFilesOfAnEarlierExportAreReplaced() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    again(trace);
    again(trace);
    Files.writeString(folder.resolve("exported.tit_files/thesis.tex"), "precious");
    Cli.Result result = Cli.run(
        "export", trace, "--to", "tit", "-o", folder.resolve("exported.tit").toString());
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("found", "thesis.tex", "Choose another name");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "trace", "exported.tit", "exported.tit_files", "imported.ctrace");
    }
  }

  /** As in MUMPS: the receive is posted before a collective, whose messages have tags in a schedule. */
  @Test
  void aReceiveOfAnyTagTakesNoMessageOfACollectiveInASchedule() throws IOException {
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        event 0 MPI_Irecv site 0 ranks 1 0 0 communicator 0 source any tag any count 1 datatype 0 matched_source 1 matched_tag 9
        event 1 MPI_Bcast site 0 communicator 0 count 1 datatype 0 root 1
        event 2 MPI_Send site 0 ranks 1 1 0 communicator 0 destination 0 tag 9 count 1 datatype 0
        event 3 MPI_Wait site 0 ranks 1 0 0 request 1
        end 4 events
        """).toString();
    String schedule = folder.resolve("trace.goal").toString();
    Cli.run("export", trace, "--to", "goal", "-o", schedule).expectOut();

    Cli.run("predict", schedule, "--platform", "cluster", "--engine", "loggp").expectOut();
  }

  /** A schedule has the rounds of a collective beside everything that follows until the wait. */
  @Test
  void aScheduleOfCollectivesBesideMessagesSaysThatOnlyLogGopSimReadsIt() throws IOException {
    String wait = "event 2 MPI_Wait site 0 request 1\n";
    String messages = """
        event 1 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 1 count 1 datatype 0
        event 2 MPI_Recv site 0 ranks 1 1 0 communicator 0 source 0 tag 1 count 1 datatype 0
        """;
    String note =
        "non-blocking collectives run in parallel with other messages; LogGOPSim can read such a file";

    assertThat(scheduled(wait.replace("2", "1"))).doesNotContain(note);
    assertThat(scheduled(messages + wait.replace("2 MPI", "3 MPI"))).contains(note);
  }

  /** Exports an MPI_Iallreduce with these events after it. Returns the warnings. */
  private String scheduled(String events) throws IOException {
    String trace = Files.writeString(
            folder.resolve("trace"), """
        tracecast-trace 7
        ranks 4
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        event 0 MPI_Iallreduce site 0 communicator 0 count 1 datatype 0
        %send %d events
        """.formatted(events, 1 + events.lines().count()))
        .toString();
    Cli.Result exported =
        Cli.run("export", trace, "--to", "goal", "-o", folder.resolve("goal").toString());
    exported.expectOut();
    return exported.err().replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tit", "goal"})
  void whatAFormatCannotHoldIsLeftOutWithAWarning(String to) throws IOException {
    Path listing = Files.writeString(folder.resolve("listing"), """
        ranks 2
        datatype 1 MPI_BYTE
        group 0 (0 1 2)
        communicator 0 group 0 MPI_COMM_WORLD
        communicator 1 self MPI_COMM_SELF
        rank 0
        0 MPI_Init compute=0.00us site=main
        1 MPI_Irecv compute=0.00us communicator=0 source=1 tag=7 count=10 datatype=MPI_BYTE site=main
        2 MPI_Irecv compute=0.00us communicator=0 source=1 tag=7 count=10 datatype=MPI_BYTE site=main
        3 MPI_Put compute=0.00us inside=3000.00us site=main
        4 MPI_Wait compute=0.00us request=#1 site=main
        5 MPI_Cancel compute=0.00us request=#2 site=main
        6 MPI_Wait compute=0.00us request=#2 site=main
        7 MPI_Finalize compute=0.00us site=main
        rank 1
        0 MPI_Init compute=0.00us site=main
        1 MPI_Ssend compute=0.00us communicator=0 destination=0 tag=7 count=10 datatype=MPI_BYTE site=main
        2 MPI_Finalize compute=0.00us site=main
        """);
    String exported = folder.resolve("exported." + to).toString();

    Cli.Result result = Cli.run("export", listing.toString(), "--to", to, "-o", exported);

    assertThat(result.err())
        .contains(
            "MPI_Cancel and the receives that it cancels are left out",
            "MPI_Put is written as computation, with the time that was recorded inside the call: 1 call",
            "MPI_Ssend is written as an ordinary send");
    assertThat(Cli.run("predict", exported, "--platform", "cluster", "--engine", "loggp")
            .expectOut())
        .startsWith("Predicted: 3.0");
  }

  @Test
  void aFormatThatIsNotThereIsRefused() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    Cli.Result result = Cli.run("export", trace, "--to", "dumpi", "-o", folder + "/out");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--to: found dumpi; expected one of tit, goal");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "message --ranks 2 --compute 1e-3",
        "stencil:periodic --ranks 8 --steps 2",
        "alltoall --ranks 6 --algorithm linear"
      })
  void aScheduleComesBackTheSame(String pattern) throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    String schedule = folder.resolve("trace.goal").toString();
    Cli.run("export", trace, "--to", "goal", "-o", schedule).expectOut();
    String imported = folder.resolve("imported.ctrace").toString();
    Cli.run("import", schedule, "-o", imported).expectOut();
    assertThat(operations(imported)).isEqualTo(operations(trace));
  }

  /** The sends, receives and waits of all ranks. A schedule has nothing else, and no order of requests in a wait. */
  private static String operations(String trace) {
    return calls(trace)
        .replaceAll("\\d+ MPI_(Init|Finalize).*\\n", "")
        .replaceAll("(?m)^\\d+ ", "")
        .replaceAll(" compute=0.00us", "");
  }

  /** Of these LogGOPSim has the same times: 116,380 ns, 69,828 ns, 69,828 ns and 33,252 ns. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ring --ranks 64 --steps 10",
        "bcast --ranks 64",
        "reduce --ranks 64",
        "allreduce --ranks 64 --bytes 8"
      })
  void aScheduleIsPredictedLikeTheTraceItIsFrom(String pattern) throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    String schedule = folder.resolve("trace.goal").toString();
    Cli.run("export", trace, "--to", "goal", "--platform", "loggp-default", "-o", schedule)
        .expectOut();
    String[] ends = new String[2];
    for (int i = 0; i < 2; i++) {
      ends[i] = Cli.run(
              "predict",
              i == 0 ? trace : schedule,
              "--platform",
              "loggp-default",
              "--engine",
              "loggp")
          .expectOut()
          .lines()
          .findFirst()
          .orElseThrow()
          .replaceAll(",.*", "");
    }
    assertThat(ends[1]).isEqualTo(ends[0]);
  }

  /** A rank pays for a send before it, and for each receive once the message is there and the rank waits. */
  @Test
  void overheadsBecomeCalculationsWhereTheyAreCharged() throws IOException {
    String trace = Cli.generate(
        folder.resolve("trace"), "stencil --ranks 3 --shape 1d --bytes 1 --compute 1us");
    Path schedule = folder.resolve("trace.goal");
    Cli.run(
            "export",
            trace,
            "--to",
            "goal:overheads",
            "--platform",
            "loggp-default",
            "-o",
            schedule.toString())
        .expectOut();
    assertThat(schedule).content().startsWith("""
        // txt2bin -i trace.goal -o schedule.bin
        // LogGOPSim -L 2500 -o 0 -g 0 -G 6 -S 65535 -f schedule.bin
        num_ranks 3

        rank 0 {
        l0: calc 1000
        l1: recv 1b from 1 tag 0
        l1 requires l0
        l2: calc 1500
        l2 irequires l1
        l3: send 1b to 1 tag 1
        l3 requires l2
        l4: calc 1500
        l4 irequires l3
        l4 requires l1
        }
        """);
  }

  @Test
  void aMachineThatPaysLikeLogGopSimSaysHowToRunIt() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    Path schedule = folder.resolve("ring.goal");
    String[] export = {
      "export", trace, "--to", "goal", "--platform", "loggopsim", "-o", schedule.toString()
    };
    Cli.run(export).expectOut();
    assertThat(schedule).content().startsWith("""
        // txt2bin -i ring.goal -o schedule.bin
        // LogGOPSim -L 2500 -o 1500 -g 1000 -G 6 -S 65535 -f schedule.bin
        num_ranks 3
        """);
    List<String> both = new ArrayList<>(List.of(export));
    both.set(both.indexOf("goal"), "goal:overheads");
    assertThat(Cli.run(both.toArray(String[]::new)).err())
        .contains(
            "--to: found goal:overheads with a machine whose mpi.receive_overhead_charged is at-arrival");
  }

  @Test
  void overheadsAsCalculationsNeedAMachineAndASchedule() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    Cli.Result result = Cli.run("export", trace, "--to", "goal:overheads", "-o", folder + "/out");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--to: found goal:overheads; expected --platform too");
  }

  @Test
  void instructionsNeedAMachineToBecomeTime() throws IOException {
    Path trace = Files.writeString(folder.resolve("trace"), "0 init\n0 compute 1e6\n0 finalize\n");
    String schedule = folder.resolve("trace.goal").toString();
    Cli.Result result = Cli.run("export", trace.toString(), "--to", "goal", "-o", schedule);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--platform: found none");
    assertThat(folder).isDirectoryNotContaining("glob:**trace.goal");
    Cli.run(
            "export",
            trace.toString(),
            "--to",
            "goal",
            "--platform",
            "loggp-default",
            "-o",
            schedule)
        .expectOut();
    assertThat(Path.of(schedule)).content().contains("l0: calc 1000000");
  }
}
