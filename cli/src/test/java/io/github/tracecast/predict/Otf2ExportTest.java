package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.imports.otf2.Otf2Library;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** OTF2 archives of recorded and of predicted runs, read again. */
class Otf2ExportTest {
  private static final Path PRINT = Path.of("/usr/bin/otf2-print");

  @TempDir
  private Path folder;

  @BeforeAll
  static void requireLibrary() {
    if (Otf2Library.installed().isEmpty()) {
      Assumptions.abort("SKIPPED: no library of OTF2; apt-get install libopen-trace-format2-10");
    }
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private String imported(String archive) {
    String trace = file("imported.ctrace");
    Cli.run("import", archive, "-o", trace).expectOut();
    return trace;
  }

  private String again(String trace) {
    Cli.run("export", trace, "--to", "otf2", "-o", file("run.otf2")).expectOut();
    return imported(file("run.otf2"));
  }

  /** The calls of all ranks in bytes, without data that the format cannot hold: datatypes, reductions, beginnings of call-site names. */
  private static List<String> calls(String trace) {
    return Cli.run("expand", trace, "--all")
        .expectOut()
        .lines()
        .filter(line -> !line.startsWith("datatype"))
        .map(line -> line.replaceAll(
            " site=.*| (receive_)?count=\\d+| (receive_)?datatype=\\w+| reduction=\\w+| communicator=0| (compute|inside)=\\S+",
            ""))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "stencil --ranks 8 --steps 3",
        "stencil:periodic --ranks 8 --compute 2.5e-6",
        "allreduce --ranks 6 --datatype double",
        "gather --ranks 6",
        "scatter --ranks 6",
        "alltoall --ranks 4"
      })
  void aRecordedRunComesBackTheSame(String pattern) throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    assertThat(calls(again(trace))).isEqualTo(calls(trace));
  }

  /** As recorded from threads. */
  @Test
  void collectivesOfBothFormsAreWrittenInOneForm() throws IOException {
    String trace = Files.writeString(folder.resolve("trace"), """
        tracecast-trace 7
        ranks 2
        requests 1
        site 0 "a"
        datatype 0 "MPI_INT" bytes 4
        event 0 MPI_Init site 0
        event 1 MPI_Gather site 0 ranks 1 0 0 communicator 0 count 1 datatype 0 root 0
        event 2 MPI_Igather site 0 ranks 1 1 0 communicator 0 count 1 datatype 0 root 0
        event 3 MPI_Wait site 0 ranks 1 1 0 request 1
        event 4 MPI_Finalize site 0
        end 5 events
        """).toString();

    List<String> calls = calls(again(trace));

    String gather = "1 MPI_Igather root=0 (world 0) bytes=4";
    assertThat(calls.stream().filter(line -> line.startsWith(gather))).hasSize(2);
    assertThat(calls.stream().filter(line -> line.equals("2 MPI_Wait request=#1")))
        .hasSize(2);
  }

  @Test
  void subCommunicatorsPersistentRequestsAndCollectivesBesideOthersComeBack() throws IOException {
    Path listing = folder.resolve("listing");
    String head = """
        ranks 4
        datatype 8 MPI_DOUBLE
        group 0 (0 1 4)
        group 1 (3 -2 2)
        group 2 (2 -2 2)
        communicator 0 group 0 MPI_COMM_WORLD
        communicator 1 self MPI_COMM_SELF
        communicator 2 group 1 odd
        communicator 3 group 2 even
        """;
    StringBuilder text = new StringBuilder(head);
    for (int rank = 0; rank < 4; rank++) {
      int communicator = rank % 2 == 1 ? 2 : 3;
      int other = rank < 2 ? 0 : 1;
      text.append("rank " + rank + "\n")
          .append("0 MPI_Init compute=1.50us inside=2.00us site=main\n")
          .append("1 MPI_Send_init communicator=" + communicator + " destination=" + other
              + " tag=5 count=10 datatype=MPI_DOUBLE site=setup < main\n")
          .append("2 MPI_Irecv communicator=" + communicator + " source=" + other
              + " tag=5 count=10 datatype=MPI_DOUBLE site=setup < main\n")
          .append("3 MPI_Iallreduce communicator=" + communicator
              + " count=3 datatype=MPI_DOUBLE site=solve < main\n")
          .append("4 MPI_Start request=#1 site=solve < main\n")
          .append("5 MPI_Waitall requests=#2,#3,#1 site=solve < main\n")
          .append("6 MPI_Bcast communicator=" + communicator
              + " count=2 datatype=MPI_DOUBLE root=1 site=solve < main\n")
          .append("7 MPI_Finalize compute=7.00us inside=1.00us site=main\n");
    }
    Files.writeString(listing, text);
    List<String> own = calls(again(listing.toString()));
    assertThat(own)
        .contains(
            "2 MPI_Irecv communicator=3 source=1 (world 1) tag=5 bytes=80 request=#1",
            "3 MPI_Iallreduce communicator=3 bytes=24 request=#2",
            "4 MPI_Isend communicator=3 destination=1 (world 1) tag=5 bytes=80 request=#3",
            "5 MPI_Waitall requests=#1,#2,#3",
            "6 MPI_Bcast communicator=3 root=1 (world 1) bytes=16");
    assertThat(Cli.run("expand", file("imported.ctrace"), "--rank", "2").expectOut())
        .contains("0 MPI_Init compute=1.50us inside=2.00us site=MPI_Init at main\n")
        .contains("site=MPI_Waitall at solve < main\n")
        .contains("7 MPI_Finalize compute=7.00us inside=1.00us site=MPI_Finalize at main\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"stencil --ranks 8 --steps 3", "ring --ranks 5"})
  void aPredictedRunHasItsCallsAtTheirPredictedTimes(String pattern)
      throws IOException, InterruptedException {
    String trace = Cli.generate(folder.resolve("trace"), pattern);
    String out = Cli.run(
            "predict",
            trace,
            "--platform",
            "loggp-default",
            "--engine",
            "loggp",
            "--timeline",
            file("predicted.otf2"),
            "--json",
            "-")
        .expectOut();
    assertThat(calls(imported(file("predicted.otf2")))).isEqualTo(calls(trace));
    assertThat(out).contains("predicted_seconds");
    if (!Files.isExecutable(PRINT)) {
      Assumptions.abort("SKIPPED: no " + PRINT + "; apt-get install otf2-tools");
    }
    Process print = new ProcessBuilder(PRINT.toString(), file("predicted.otf2/traces.otf2"))
        .redirectErrorStream(true)
        .start();
    String printed = new String(print.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(print.waitFor()).as(printed).isZero();
    assertThat(printed).contains("ENTER", "LEAVE", "PROGRAM_END");
  }

  @Test
  void aWindowOfSomeRanksHasOnlyTheirCallsInIt() throws IOException {
    String trace =
        Cli.generate(folder.resolve("trace"), "ring --ranks 4 --steps 50 --compute 1e-3");
    Cli.run(
            "predict",
            trace,
            "--platform",
            "loggp-default",
            "--engine",
            "loggp",
            "--timeline",
            file("part.otf2") + ":ranks=1-2:from=0.01:to=0.02")
        .expectOut();
    String part = imported(file("part.otf2"));
    long all = Cli.run("expand", trace, "--rank", "1").expectOut().lines().count();
    long shown = Cli.run("expand", part, "--rank", "1").expectOut().lines().count();
    assertThat(shown).isBetween(1L, all / 2);
  }

  @Test
  void onlyAnArchiveOfThatNameIsReplaced() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    again(trace);
    again(trace);
    Files.writeString(folder.resolve("run.otf2/thesis.tex"), "precious");
    Cli.Result result = Cli.run("export", trace, "--to", "otf2", "-o", file("run.otf2"));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--output: found", "thesis.tex", "Choose another name");
    assertThat(Cli.run("export", trace, "--to", "otf2", "-o", file("run.txt")).err())
        .contains("expected a folder that ends in .otf2");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("trace", "run.otf2", "imported.ctrace");
    }
  }

  @Test
  void aProbeDoesNotKeepTheWaitOfTheRecordedMachine() {
    String archive =
        SharedTracesTest.shared("../repro/any-mpi/10-eztrace-probe.otf2dir").toString();
    String out = Cli.run("predict", archive, "--platform", "cluster", "--engine", "loggp")
        .expectOut();
    assertThat(out).startsWith("Predicted: 45.").contains(" us on cluster");
  }

  @Test
  void anArchiveMayStandBesideTheProgramThatItIsOf() throws IOException {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 3");
    Files.writeString(folder.resolve("run"), "the program");
    assertThat(calls(again(trace))).isEqualTo(calls(trace));
    assertThat(folder.resolve("run")).hasContent("the program");

    Files.writeString(folder.resolve("notes.otf2"), "precious");
    assertThat(
            Cli.run("export", trace, "--to", "otf2", "-o", file("notes.otf2")).err())
        .endsWith(
            "notes.otf2, which is a file; expected a folder, or a name that does not exist yet\n");
    assertThat(folder.resolve("notes.otf2")).hasContent("precious");
  }

  @Test
  void probedCancelledAndUnmatchedReceivesComeBack() throws IOException {
    Path listing = Files.writeString(folder.resolve("listing"), """
        ranks 2
        datatype 1 MPI_BYTE
        group 0 (0 1 2)
        communicator 0 group 0 MPI_COMM_WORLD
        communicator 1 self MPI_COMM_SELF
        rank 0
        0 MPI_Init compute=0.00us inside=2.00us site=main
        1 MPI_Mprobe compute=1.00us inside=9000.00us communicator=0 source=any tag=any matched_source=1 matched_tag=7 site=main
        2 MPI_Mrecv compute=1.00us inside=1.00us communicator=0 count=10 datatype=MPI_BYTE matched_source=1 matched_tag=7 site=main
        3 MPI_Recv compute=1.00us inside=1.00us communicator=0 source=any tag=any count=10 datatype=MPI_BYTE site=main
        4 MPI_Irecv compute=1.00us inside=1.00us communicator=0 source=any tag=any count=10 datatype=MPI_BYTE site=main
        5 MPI_Cancel compute=1.00us inside=5000.00us request=#1 site=main
        6 MPI_Wait compute=1.00us inside=1.00us request=#1 site=main
        7 MPI_Finalize compute=1.00us inside=1.00us site=main
        rank 1
        0 MPI_Init compute=0.00us inside=2.00us site=main
        1 MPI_Send compute=1.00us inside=1.00us communicator=0 destination=0 tag=7 count=10 datatype=MPI_BYTE site=main
        2 MPI_Send compute=1.00us inside=1.00us communicator=0 destination=0 tag=9 count=10 datatype=MPI_BYTE site=main
        3 MPI_Finalize compute=1.00us inside=1.00us site=main
        """);

    List<String> again = calls(again(listing.toString()));

    assertThat(again)
        .contains(
            "1 MPI_Mprobe source=none tag=0",
            "2 MPI_Recv source=1 (world 1) tag=7 bytes=10",
            "3 MPI_Recv source=any tag=any bytes=10",
            "4 MPI_Irecv source=none tag=0 bytes=0 request=#1");
    String predicted = Cli.run(
            "predict",
            file("imported.ctrace"),
            "--platform",
            "loggp-default",
            "--engine",
            "loggp",
            "--quiet")
        .expectOut();
    assertThat(predicted).matches("(?s)Predicted: \\d+\\.\\d+ us .*");
  }
}
