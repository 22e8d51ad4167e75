package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions.Matches;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.record.Commands;
import io.github.tracecast.record.MpiCompilers;
import io.github.tracecast.record.RecordingCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock("mpi")
@Order(1)
class RecordCommandTest {
  private static final String SHORT = """
      #include <mpi.h>
      #include <stdio.h>
      int main(int argc, char **argv) {
        int rank, size;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) printf("done %d\\n", size);
        MPI_Finalize();
        return 0;
      }
      """;

  /** Counts barriers, and writes their number into the file that the program's argument names. */
  private static final String TOOL = """
      #include <mpi.h>
      #include <stdio.h>
      static int barriers;
      static char *name;
      int MPI_Init(int *argc, char ***argv) {
        name = (*argv)[1];
        return PMPI_Init(argc, argv);
      }
      int MPI_Barrier(MPI_Comm comm) {
        barriers++;
        return PMPI_Barrier(comm);
      }
      int MPI_Finalize(void) {
        int rank;
        PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
        PMPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
          FILE *file = fopen(name, "w");
          fprintf(file, "tool counted %d\\n", barriers);
          fclose(file);
        }
        return PMPI_Finalize();
      }
      """;

  @TempDir
  Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aRunBecomesATraceThatCanBePredictedAndKeepsItsExitCode(String mpi) throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int i = 0; i < 1000; i++) MPI_Barrier(MPI_COMM_WORLD);
          MPI_Finalize();
          return 3;
        }
        """);
    Path trace = folder.resolve("app.ctrace");
    Path raw = folder.resolve("logs/of/app");

    Cli.Result recorded = record(
        mpi, program, "-o", "" + trace, "--raw", "" + raw, "--mpicc", MpiCommands.compiler(mpi));

    assertThat(recorded.exitCode()).isEqualTo(3);
    assertThat(recorded.err())
        .contains("verified: the expanded trace equals the recorded calls of every rank\n")
        .containsPattern("Recorded 2 ranks, 2,004 calls: " + trace + " \\([0-9.]+ k?B\\)\\.\n")
        .contains("Next: tracecast predict " + trace + " --platform ");
    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains(
            "Recorded on",
            mpi.equals("openmpi") ? "MPI       Open MPI" : "MPI       MPICH",
            "counter   time",
            "-n 2 " + program,
            "2 ranks, load");
    assertThatAnotherTraceIsFoundOut(raw);
    assertThat(Cli.run("expand", "--rank", "1", trace.toString()).expectOut())
        .hasLineCount(1002)
        .contains("MPI_Barrier", "site=main (app.c:4)");
    assertThat(Files.size(trace)).isLessThan(10_000);
    assertThat(Cli.run("predict", trace.toString(), "--engine", "loggp", "--platform", "cluster")
            .expectOut())
        .contains("2 ranks");
    assertThat(leftOver()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aProgramThatWasLinkedWithTheRecorderIsRecordedWithoutPreloading(String mpi)
      throws Exception {
    MpiCommands.require(mpi);
    Path library = folder.resolve("library");
    String said = Cli.run("record", "--linked", "" + library, "--mpicc", MpiCommands.compiler(mpi))
        .expectOut();
    assertThat(said).contains(library + "/libtracecast-record.a", "record --linked");
    Path program = MpiCommands.compile(
        mpi,
        folder,
        """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          MPI_Barrier(MPI_COMM_WORLD);
          MPI_Finalize();
          return 0;
        }
        """,
        "-Wl,@" + library + "/tracecast-record.link",
        library + "/libtracecast-record.a");
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded = record(mpi, program, "--linked", "-o", "" + trace);

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: ");
    assertThat(Cli.run("expand", "--rank", "1", trace.toString()).expectOut())
        .contains("MPI_Init", "MPI_Barrier", "MPI_Finalize");
  }

  /** Records two ranks of a program and compares the trace with the recorded events. */
  private static Cli.Result record(String mpi, Path program, String... options) {
    List<String> arguments = new ArrayList<>(List.of("record", "--verify"));
    arguments.addAll(List.of(options));
    arguments.add("--");
    arguments.addAll(MpiCommands.launch(mpi, "-n", "2", program.toString()));
    return Cli.run(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void instructionsTakeWhatThePlatformsRateSays(String mpi) throws Exception {
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded = counted(mpi, "instructions", trace, "TRACECAST_PERF_EVENT=1:1");

    if (!recorded
        .err()
        .contains(
            "computation is in instructions")) { // why, the recorder says where the program's own
      // output goes
      Assumptions.abort("SKIPPED: no event of the kernel's can be counted");
    }
    assertThat(recorded.err())
        .containsPattern(
            "warning: computation was counted in instructions; the recording machine executed"
                + " \\S+ instructions per second; use --set node.instruction_rate=\\S+Gips to predict at that rate\n");
    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains(
            "tracecast record, computation in instructions",
            "instructions and",
            "inside MPI calls");
    double slow = computation(trace, "--set", "node.instruction_rate=0.5Gips");
    double fast = computation(trace, "--set", "node.instruction_rate=2Gips");
    assertThat(slow).isPositive().isCloseTo(4 * fast, Percentage.withPercentage(0.1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void processorTimeIsAskedForByNameAndToldByTheTrace(String mpi) throws Exception {
    Path trace = folder.resolve("app.ctrace");

    assertThat(counted(mpi, "cpu-time", trace).err()).doesNotContain("warning");

    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains("tracecast record, computation in processor time");
    assertThat(computation(trace)).isPositive();
  }

  /** Records a program that computes between its calls. */
  private Cli.Result counted(String mpi, String counter, Path trace, String... environment)
      throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int i = 0; i < 20; i++) {
            for (volatile int k = 0; k < 1000000; k++) continue;
            MPI_Barrier(MPI_COMM_WORLD);
          }
          MPI_Finalize();
          return 0;
        }
        """);
    List<String> arguments =
        new ArrayList<>(List.of("record", "-o", trace.toString(), "--counter", counter));
    arguments.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--", "env"));
    arguments.addAll(List.of(environment));
    arguments.addAll(MpiCommands.launch(mpi, "-n", "2", program.toString()));
    Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    return recorded;
  }

  /** Predicted computation of all ranks, in seconds. */
  private double computation(Path trace, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("predict", trace.toString(), "--engine", "loggp"));
    arguments.addAll(List.of("--platform", "cluster", "--json", "-", "--quiet"));
    arguments.addAll(List.of(options));
    Matcher found = Pattern.compile("\"compute_seconds\" : ([0-9.eE-]+)")
        .matcher(Cli.run(arguments.toArray(String[]::new)).expectOut());
    assertThat(found.find()).isTrue();
    return Double.parseDouble(found.group(1));
  }

  @ParameterizedTest
  @CsvSource({"none, 0", "counts, 100", "exact, 100"})
  void matchesOfWildcardsAreKeptAsAskedFor(String matches, int kept) throws Exception {
    Path program = MpiCommands.compile("mpich", folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          int rank, data = 0;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          for (int i = 0; i < 100; i++) {
            if (rank) MPI_Send(&data, 1, MPI_INT, 0, i % 2, MPI_COMM_WORLD);
            else MPI_Recv(&data, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          }
          MPI_Finalize();
          return 0;
        }
        """);
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded = record("mpich", program, "--matches", matches, "-o", "" + trace);

    assertThat(recorded.err()).contains("verified: ");
    assertThat(Cli.run("expand", "--rank", "0", trace.toString()).expectOut().lines())
        .filteredOn(line -> line.contains("source=any tag=any"))
        .hasSize(100)
        .filteredOn(line -> line.contains("matched_source=1"))
        .hasSize(kept);
  }

  @Test
  void whatCannotBeCountedIsRefused() {
    assertThat(Cli.run("record", "--counter", "cycles", "--", "true").err())
        .contains("--counter: found cycles; expected time, cpu-time or instructions");
  }

  @Test
  void aLibraryIsAskedForWithoutACommandAndARecordingWithOne() {
    assertThat(Cli.run("record", "--linked", "x", "--", "true").err())
        .contains("--linked: found a folder and a command; expected no command");
    assertThat(Cli.run("record").err()).contains("found no command; expected one after --");
  }

  private void assertThatAnotherTraceIsFoundOut(Path raw) {
    Path other = folder.resolve("other.ctrace");
    Cli.run("generate", "ring", "--ranks", "2", "--steps", "2", "-o", other.toString())
        .expectOut();
    assertThatThrownBy(() -> RecordingCheck.hold(raw, Importers.read(other), Matches.EXACT))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("rank 0, call 0: recorded MPI_Init site=main (app.c:3)");
  }

  @Test
  void logsAreNotPutWhereSomethingIsAlready() throws Exception {
    requireMpi();

    Cli.Result result = Cli.run("record", "--raw", folder.toString(), "--", "true");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--raw: found " + folder + ", which already exists");
  }

  @Test
  void aCommandThatCannotBeStartedIsRefusedInOneLine() throws Exception {
    requireMpi();

    Cli.Result result = Cli.run(
        "record", "-o", folder.resolve("x.ctrace").toString(), "--", "no-such-program", "x");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("cannot run no-such-program");
    assertThat(leftOver()).isZero();
  }

  @Test
  void aCommandWithoutMpiIsRunAndSaidToLeaveNoRecording() throws Exception {
    requireMpi();

    Cli.Result well = Cli.run("record", "-o", folder.resolve("x.ctrace").toString(), "--", "true");
    Cli.Result badly =
        Cli.run("record", "-o", folder.resolve("x.ctrace").toString(), "--", "sh", "-c", "exit 9");

    assertThat(well.exitCode()).isEqualTo(2);
    assertThat(well.err())
        .contains("nothing was recorded: no rank with the recorder called MPI_Init");
    assertThat(badly.exitCode()).isEqualTo(9);
    assertThat(badly.err())
        .contains(
            "error: nothing was recorded: the command failed before a rank with the recorder called MPI_Init");
    assertThat(leftOver()).isZero();
  }

  @Test
  void aRunThatEndsBeforeMpiInitIsNotSaidToHaveATrace() throws Exception {
    requireMpi();

    Cli.Result killed = Cli.run(
        "record", "-o", folder.resolve("x.ctrace").toString(), "--", "sh", "-c", "kill -KILL $$");

    assertThat(killed.exitCode()).isEqualTo(137);
    assertThat(killed.err())
        .contains("The run was interrupted.", "error: nothing was recorded: the command failed")
        .doesNotContain("The trace holds");
  }

  /** A stand-in for Slurm's launcher: it starts ranks, and its name does not identify an MPI. */
  private Path srun(String mpi) throws Exception {
    Path bin = Files.createDirectories(folder.resolve("bin"));
    Path script = Files.writeString(
        bin.resolve("srun"),
        "#!/bin/sh\nexec " + String.join(" ", MpiCommands.launch(mpi)) + " \"$@\"\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void theRecorderIsThatOfTheProgramsMpiWhateverMpiccIsFirst(String mpi) throws Exception {
    MpiCommands.require("openmpi");
    MpiCommands.require("mpich");
    Path program = MpiCommands.compile(mpi, folder, SHORT);
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded =
        Cli.run("record", "-o", "" + trace, "--", "" + srun(mpi), "-n", "2", "" + program);

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("Recorded 2 ranks, 6 calls");
    assertThat(Cli.run("info", trace.toString()).expectOut())
        .contains(mpi.equals("openmpi") ? "Open MPI" : "MPICH");
  }

  @ParameterizedTest
  @CsvSource({"openmpi, mpich", "mpich, openmpi"})
  void aRecorderOfAnotherMpiWithdrawsBeforeTheProgramBegins(String own, String other)
      throws Exception {
    MpiCommands.require(other);
    Path program = MpiCommands.compile(own, folder, SHORT);
    // the command cannot be seen through, so the compiler that was named is believed
    String words = String.join(" ", MpiCommands.launch(own, "-n", "2", "$0")) + "; echo code $?";

    Cli.Result recorded = Cli.run(
        "record",
        "-o",
        folder.resolve("x.ctrace").toString(),
        "--mpicc",
        MpiCommands.compiler(other),
        "--",
        "sh",
        "-c",
        words.replace("$0", "$(echo " + program + ") > " + folder.resolve("out") + " 2>&1"));

    assertThat(recorded.exitCode()).isEqualTo(2);
    assertThat(recorded.err()).contains("nothing was recorded");
    assertThat(Files.readString(folder.resolve("out")))
        .containsOnlyOnce("the program runs without the recorder")
        .contains("done 2\n");
  }

  @ParameterizedTest
  @CsvSource({"openmpi, linked", "openmpi, preloaded", "mpich, linked", "mpich, preloaded"})
  void anotherToolSeesTheSameCallsAndIsRecordedWithTheProgram(String mpi, String how)
      throws Exception {
    Path library = Files.move(
        MpiCommands.compile(mpi, folder, TOOL, "-shared", "-fPIC"), folder.resolve("libtool.so"));
    boolean linked = how.equals("linked");
    Path program = linked
        ? MpiCommands.compile(mpi, folder, SHORT, library.toString())
        : MpiCommands.compile(mpi, folder, SHORT);
    List<String> words = new ArrayList<>(MpiCommands.launch(mpi, "-n", "2"));
    if (!linked) {
      words.addAll(
          mpi.equals("openmpi")
              ? List.of("-x", "LD_PRELOAD=" + library)
              : List.of("-genv", "LD_PRELOAD", library.toString()));
    }
    words.addAll(List.of(program.toString(), folder.resolve("counted").toString()));
    List<String> arguments = new ArrayList<>(
        List.of("record", "--verify", "-o", folder.resolve("app.ctrace").toString(), "--"));
    arguments.addAll(words);

    Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: ", "Recorded 2 ranks, 6 calls");
    assertThat(Files.readString(folder.resolve("counted"))).isEqualTo("tool counted 1\n");
  }

  @Test
  void aProgramThatLoadsItsMpiLaterIsRecordedAndNotDisturbedByAForeignRecorder() throws Exception {
    MpiCommands.require("mpich");
    Path late = Files.move(
        MpiCommands.compile("mpich", folder, SHORT.replace("main", "late"), "-shared", "-fPIC"),
        folder.resolve("late.so"));
    // a file that cannot be run is no program of the command, so the compiler that was named is
    // believed
    Files.setPosixFilePermissions(late, PosixFilePermissions.fromString("rw-r--r--"));
    Path program = MpiCommands.compile("mpich", folder, """
        #include <dlfcn.h>
        #include <stdio.h>
        int main(int argc, char **argv) {
          void *library = dlopen(argv[1], RTLD_NOW);
          int (*late)(int, char **) = (int (*)(int, char **))dlsym(library, "late");
          return late ? late(argc, argv) : 9;
        }
        """, "-Wl,--as-needed", "-ldl");
    for (String compiler : new String[] {"mpich", "openmpi"}) {
      MpiCommands.require(compiler);
      List<String> arguments = new ArrayList<>(List.of(
          "record",
          "-o",
          folder.resolve("app.ctrace").toString(),
          "--mpicc",
          MpiCommands.compiler(compiler),
          "--"));
      arguments.addAll(MpiCommands.launch("mpich", "-n", "2", program.toString(), late.toString()));

      Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));

      boolean own = compiler.equals("mpich");
      assertThat(recorded.exitCode()).as(recorded.err()).isEqualTo(own ? 0 : 2);
      assertThat(recorded.err())
          .contains(own ? "Recorded 2 ranks, 6 calls" : "nothing was recorded");
    }
  }

  /** As Julia does. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void functionsThatAProgramTakesFromALibrarysHandleAreRecorded(String mpi) throws Exception {
    Path library = Files.move(
        MpiCommands.compile(mpi, folder, SHORT.replace("main", "unused"), "-shared", "-fPIC"),
        folder.resolve("mpi.so"));
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rw-r--r--"));
    Path program = MpiCommands.compile(mpi, folder, """
        #include <dlfcn.h>
        #include <mpi.h>
        #include <stdio.h>
        int main(int argc, char **argv) {
          void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
          int (*init)(int *, char ***) = (int (*)(int *, char ***))dlsym(library, "MPI_Init");
          int (*barrier)(MPI_Comm) = (int (*)(MPI_Comm))dlsym(library, "PMPI_Barrier");
          int (*finalize)(void) = (int (*)(void))dlsym(library, "MPI_Finalize");
        #ifdef OPEN_MPI
          MPI_Comm world = (MPI_Comm)dlsym(library, "ompi_mpi_comm_world");
        #else
          MPI_Comm world = MPI_COMM_WORLD;
        #endif
          if (dlsym(library, "MPI_None_such") || !dlerror()) return 1;
          init(&argc, &argv);
          for (int i = 0; i < 50; i++) barrier(world);
          finalize();
          return 0;
        }
        """, "-Wl,--as-needed", "-ldl");
    Path trace = folder.resolve("app.ctrace");
    List<String> arguments = new ArrayList<>(List.of("record", "--verify", "-o", "" + trace));
    arguments.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--"));
    arguments.addAll(MpiCommands.launch(mpi, "-n", "2", "" + program, "" + library));

    Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: ", "Recorded 2 ranks, 104 calls: " + trace);
  }

  /** Threads interleave differently on each rank, so their calls must not be replayed as if they waited for each other. */
  @ParameterizedTest
  @CsvSource({
    "openmpi,newer.c,,MPI_Iallreduce",
    "mpich,newer.c,partitions,MPI_Pready_range",
    "openmpi,threads.c,,MPI_Issend",
    "mpich,threads.c,,MPI_Issend"
  })
  void persistentCollectivesPartitionsAndThreadsAreReplayed(
      String mpi, String source, String argument, String call) throws Exception {
    Path program = MpiCommands.compile(
        mpi, folder, Files.readString(Path.of("../recorder/tests", source)), "-w", "-pthread");
    Path trace = folder.resolve("app.ctrace");
    List<String> arguments = new ArrayList<>(List.of("record", "--verify", "-o", "" + trace));
    arguments.addAll(List.of("--mpicc", MpiCommands.compiler(mpi), "--"));
    arguments.addAll(MpiCommands.launch(mpi, "-n", "3", "" + program));
    if (argument != null) {
      arguments.add(argument);
    }

    Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: ").doesNotContain("does not know", "a guess");
    assertThat(Cli.run("expand", "--rank", "0", "" + trace).expectOut()).contains(call);
    assertThat(Cli.run("predict", "" + trace, "--engine", "loggp", "--platform", "cluster")
            .expectOut())
        .contains("Predicted: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aRecordingThatLacksCallsIsNotVerified(String mpi) throws Exception {
    Path program = MpiCommands.compile(
        mpi, folder, Files.readString(Path.of("../recorder/tests/callbacks.c")), "-w", "-O2");
    Path trace = folder.resolve("app.ctrace");

    Cli.Result recorded = record(mpi, program, "-o", "" + trace);

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err().replaceAll("\\s+", " "))
        .contains("in callbacks of MPI_", "more warnings (shown by tracecast info " + trace)
        .contains("incomplete: the expanded trace equals the recorded calls, but not all calls")
        .doesNotContain("verified");
    assertThat(Cli.run("info", "" + trace).expectOut().replaceAll("\\s+", " "))
        .contains("10 calls of MPI_Sendrecv in callbacks of MPI_Finalize");
    assertThat(Cli.run("predict", "" + trace, "--engine", "loggp", "--platform", "cluster")
            .expectOut())
        .contains("Predicted: ");
  }

  @Test
  void ranksThatCannotWriteAreToldFromAProgramWithoutMpi() throws Exception {
    assertThat(recordedWithout(0, 1).err())
        .contains("nothing was recorded: the ranks could not write to " + folder + ": File exists")
        .doesNotContain("does not use MPI");
    assertThat(leftOver()).isZero();
  }

  @Test
  void aPartialTraceIsNotSaidToBeFitForAPrediction() throws Exception {
    assertThat(recordedWithout(1).err())
        .contains("The trace is partial. A prediction is possible only if all recorded")
        .doesNotContain("Next: tracecast predict");
  }

  /** Records a program of two ranks. Some of them find another file in the place of their log. */
  private Cli.Result recordedWithout(int... ranks) throws Exception {
    Path program = MpiCommands.compile("openmpi", folder, SHORT);
    StringBuilder script = new StringBuilder();
    for (int rank : ranks) {
      script.append("mkdir $TRACECAST_RECORD/rank.").append(rank).append(".log; ");
    }
    script
        .append(String.join(" ", MpiCommands.launch("openmpi", "-n", "2", "" + program)))
        .append("; rmdir $TRACECAST_RECORD/rank.?.log");
    return Cli.run(
        "record",
        "-o",
        "" + folder.resolve("app.ctrace"),
        "--mpicc",
        MpiCommands.compiler("openmpi"),
        "--",
        "sh",
        "-c",
        "" + script);
  }

  @Test
  void openMpiMayStartMoreRanksThanThereAreCores() throws Exception {
    requireMpi();
    Path said = folder.resolve("said");

    Cli.run(
        "record",
        "-o",
        "" + folder.resolve("x.ctrace"),
        "--",
        "sh",
        "-c",
        "printenv OMPI_MCA_rmaps_base_oversubscribe > " + said);

    assertThat(said).hasContent("1");
  }

  @Test
  void oneRankAloneIsWarnedOf() throws Exception {
    Path program = MpiCommands.compile("openmpi", folder, SHORT);

    Cli.Result recorded =
        Cli.run("record", "-o", folder.resolve("app.ctrace").toString(), "--", "" + program);

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err())
        .contains("warning: only one rank was recorded; a launcher starts more, such as: ")
        .contains("Recorded 1 rank, 3 calls: ");
  }

  /** The attribute's function sleeps inside MPI_Win_free: no processor time, but time on the clock. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void oneSidedCallsKeepTheirTimeByTheClock(String mpi) throws Exception {
    Path program = MpiCommands.compile(mpi, folder, """
        #include <mpi.h>
        #include <unistd.h>
        static int sleeps(MPI_Win window, int key, void *value, void *state) {
          usleep(50000);
          return MPI_SUCCESS;
        }
        int main(int argc, char **argv) {
          int key, memory = 0;
          MPI_Win window;
          MPI_Init(&argc, &argv);
          MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, sleeps, &key, NULL);
          MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
          MPI_Win_set_attr(window, key, NULL);
          MPI_Win_free(&window);
          MPI_Finalize();
          return 0;
        }
        """);
    String trace = folder.resolve("app.ctrace").toString();
    List<String> arguments = new ArrayList<>(List.of(
        "record",
        "--quiet",
        "--counter",
        "cpu-time",
        "--mpicc",
        MpiCommands.compiler(mpi),
        "-o",
        trace,
        "--"));
    arguments.addAll(MpiCommands.launch(mpi, "-n", "2", program.toString()));

    assertThat(Cli.run(arguments.toArray(String[]::new)).exitCode()).isZero();

    Replayed replayed = Replayed.byLogGp(trace, "--platform cluster");
    assertThat(replayed.seconds()).isGreaterThan(0.05);
    assertThat(replayed.json().get("unmodelled_call_seconds").doubleValue()).isGreaterThan(0.05);
    assertThat(replayed.json().get("compute_seconds").doubleValue()).isLessThan(0.05);
    assertThat(Cli.run("predict", trace, "--engine", "loggp", "--platform", "cluster")
            .expectOut())
        .containsPattern(
            "\nCommunication includes the recorded time of calls that are not modelled: \\S+\\s+m?s"
                + "\\s+average\\s+per\\s+rank,\\s+most\\s+in\\s+MPI_Win_\\w+\n");
  }

  @Test
  void aPredictionOfARecordedTraceIsTheSameEachTime() throws Exception {
    Path program = MpiCommands.compile("openmpi", folder, SHORT);
    String trace = folder.resolve("app.ctrace").toString();
    List<String> arguments = new ArrayList<>(List.of("record", "--quiet", "-o", trace, "--"));
    arguments.addAll(MpiCommands.launch("openmpi", "-n", "4", program.toString()));

    Cli.Result recorded = Cli.run(arguments.toArray(String[]::new));

    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).doesNotContain("Next: ");
    String[] predict = {"predict", trace, "--engine", "loggp", "--platform", "cluster"};
    String timing = "(?m)^Replayed in .*$";
    assertThat(Cli.run(predict).expectOut().replaceFirst(timing, ""))
        .isEqualTo(Cli.run(predict).expectOut().replaceFirst(timing, ""));
  }

  @Test
  void aCompilerThatIsNotThereIsRefused() {
    Cli.Result result = Cli.run("record", "--mpicc", "no-mpicc", "--", "mpirun", "true");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--mpicc: found no program no-mpicc");
  }

  private static void requireMpi() {
    if (Commands.onPath("mpicc").isEmpty()) {
      Assumptions.abort("SKIPPED: no mpicc; " + MpiCompilers.GET_MPI);
    }
  }

  private long leftOver() throws IOException {
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().contains(".recording"))
          .count();
    }
  }
}
