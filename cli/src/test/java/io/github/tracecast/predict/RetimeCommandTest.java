package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ResourceLock("mpi")
@Order(1)
class RetimeCommandTest {
  /** A ring whose sum depends on all that is received, in blocks with gaps and in a collective. */
  private static final String RING = """
      #include <mpi.h>
      #include <stdio.h>
      #include <stdlib.h>

      int main(int argc, char **argv) {
        int rank, size, steps = argc > 1 ? atoi(argv[1]) : 10, tag = argc > 2 ? atoi(argv[2]) : 3;
        double in[6] = {0}, out[6] = {0}, sum = 0;
        MPI_Datatype gaps;
        MPI_Init(&argc, &argv);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &size);
        MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &gaps);
        MPI_Type_commit(&gaps);
        for (int step = 0; step < steps; step++) {
          out[0] = out[2] = out[4] = rank + step + sum;
          MPI_Sendrecv(out, 1, gaps, (rank + 1) % size, tag, in, 1, gaps, (rank + size - 1) % size, tag, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
          double mine = in[0] + in[2] + in[4], all;
          MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
          sum += 1e-3 * all;
        }
        printf("%d %.17g\\n", rank, sum);
        MPI_Finalize();
        return 0;
      }
      """;

  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void eachRankAloneMakesAllItsCallsWithTheirResults(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String families = Files.readString(home().resolve("recorder/tests/families.c"));
    Path app = MpiCommands.compile(mpi, folder, families, "-w");
    String trace = record(mpi, app, 2, List.of("--payload", "0-1"));
    Run run = retime(mpi, trace, app.toString());
    assertThat(run.exitCode).as(run.err).isZero();
    assertThat(run.out).doesNotContain("measured up to").contains("rank 0, for ");
    assertThat(run.printed).contains("sum ").doesNotContain("other contents");
    assertThat(calls(retimed(), 0)).isEqualTo(calls(trace, 0));
    assertThat(calls(retimed(), 1)).isEqualTo(calls(trace, 1));
  }

  /** MPICH's probes do not change the cancelled flag of a status. */
  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void aProbeTellsTheSizeWhateverTheStatusHeldBefore(String mpi) throws Exception {
    MpiCommands.require(mpi);
    String probes = """
        #include <mpi.h>
        #include <stdio.h>
        #include <string.h>
        int main(int argc, char **argv) {
          int rank, count = 0;
          char data[99] = {0};
          MPI_Status status;
          memset(&status, 255, sizeof status);
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          if (rank == 1) MPI_Send(data, 11, MPI_CHAR, 0, 5, MPI_COMM_WORLD);
          if (rank == 0) {
            MPI_Probe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_CHAR, &count);
            MPI_Recv(data, count, MPI_CHAR, status.MPI_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            printf("%d came\\n", count);
          }
          return MPI_Finalize();
        }
        """;
    Path app = MpiCommands.compile(mpi, folder, probes, "-w");
    Run run = retime(mpi, record(mpi, app, 2, List.of("--payload", "0")), app.toString());
    assertThat(run.exitCode).as(run.err).isZero();
    assertThat(run.printed).contains("11 came");
  }

  @ParameterizedTest
  @ValueSource(strings = {"openmpi", "mpich"})
  void oneRankOfAClassGivesItsTimesToAll(String mpi) throws Exception {
    Path app = MpiCommands.compile(mpi, folder, RING);
    String trace = record(mpi, app, 4, List.of("--payload"));
    assertThat(payload(trace)).containsExactly("rank.0.payload");
    Run run = retime(mpi, trace, app.toString(), "--counter", "cpu-time");
    assertThat(run.exitCode).as(run.err).isZero();
    assertThat(run.out).startsWith("rank 0, for 4 ranks: computation ");
    assertThat(run.printed).startsWith("0 ");
    String own = times(retimed(), 0);
    assertThat(own).isNotEqualTo(times(trace, 0)).contains("compute=");
    assertThat(times(retimed(), 3)).isEqualTo(own);
    assertThat(Cli.run("info", retimed()).expectOut())
        .containsPattern("measured\\s+alone\\s+on\\s+rank\\s+0")
        .contains("of computation in microseconds");
    assertThat(Cli.run("predict", retimed(), "--platform", "cluster", "--engine", "flows")
            .err())
        .isEmpty();
  }

  @Test
  void aRankIsMeasuredByTheCounterOfItsRecordingUnlessAnotherIsNamed() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, RING);
    List<String> options = List.of("--payload", "--counter", "cpu-time");
    String trace = record("openmpi", app, 2, options);
    assertThat(retime("openmpi", trace, app.toString()).out)
        .containsPattern("computation .* s, recorded .* s \\(cpu-time\\)\n");
    assertThat(info()).contains("counter cpu-time, before retime measured the times with cpu-time");
    assertThat(retime("openmpi", trace, app.toString(), "--counter", "time").out)
        .contains(" (time)\n");
    assertThat(info())
        .contains("measured alone on rank 0 with counter time")
        .contains("counter cpu-time, before retime measured the times with time");

    Run other = retime("openmpi", trace, app.toString(), "--rank", "1");
    assertThat(other.exitCode).isEqualTo(2);
    assertThat(other.err.replaceAll("\\s+", " "))
        .contains("error: --rank: found 1, which has no payload; expected 0, as in ")
        .contains("; to measure rank 1, record again with --payload 1");
    assertThat(retime("openmpi", trace, app.toString(), "--rank", "2").err)
        .contains("error: --rank: found 2; expected 0 to 1, as in ");
  }

  private String info() {
    return Cli.run("info", retimed()).expectOut().replaceAll("\\s+", " ");
  }

  /** The first receive of an exchange follows another call than the others, and computation is before it. */
  @Test
  void computationBeforeACallIsCountedOnceIfTwoCallsPrecedeIt() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          int rank, near[4];
          double in[4], out[4] = {0}, sum;
          MPI_Request requests[8];
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          for (int i = 0; i < 4; i++) near[i] = i % 2 == (rank >> i / 2) % 2 ? MPI_PROC_NULL : rank ^ 1 << i / 2;
          for (int step = 0; step < 10; step++) {
            for (int stage = 0; stage < 2; stage++) {
              for (int i = 0; i < 4; i++) MPI_Irecv(&in[i], 1, MPI_DOUBLE, near[i], i ^ 1, MPI_COMM_WORLD, &requests[i]);
              for (int i = 0; i < 4; i++) MPI_Isend(&out[i], 1, MPI_DOUBLE, near[i], i, MPI_COMM_WORLD, &requests[4 + i]);
              MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
              usleep(20000);
            }
            MPI_Allreduce(&in[0], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
          }
          return MPI_Finalize();
        }
        """, "-w");
    Run run = retime(
        "openmpi",
        record(
            "openmpi",
            app,
            4,
            List.of("--payload", "--counter", "time", "--deltas-detail", "groups")),
        app.toString());
    assertThat(computeSeconds(retimed()))
        .isCloseTo(number("computation ([0-9.]+) s", run.out), withinPercentage(1));
  }

  /** The run ends after the second of eight pieces of work, which is twenty times as long as the others. */
  @Test
  void workThatAShorterRunDidNotReachIsThatOfTheTrace() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          int rank;
          double in[16], out[16] = {0};
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          for (int piece = 0; piece < 40; piece++) {
            usleep(piece % 8 == 1 ? 20000 : 1000);
            MPI_Sendrecv(out, 16, MPI_DOUBLE, !rank, 0, in, 16, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (piece % 8 == 7) MPI_Barrier(MPI_COMM_WORLD);
          }
          return MPI_Finalize();
        }
        """, "-w");
    List<String> options =
        List.of("--payload=:400B", "--counter", "time", "--deltas-detail", "groups");
    String trace = record("openmpi", app, 2, options);
    Run run = retime("openmpi", trace, app.toString());
    assertThat(run.out).contains("; measured up to call ");
    double factor =
        number("computation ([0-9.]+) s", run.out) / number("recorded ([0-9.]+) s", run.out);
    assertThat(computeSeconds(retimed()) / computeSeconds(trace) / factor).isBetween(0.5, 2.0);
  }

  private static double computeSeconds(String trace) {
    return number(
        "\"recorded_compute_seconds\" : ([0-9.]+)",
        Cli.run("info", trace, "--json", "-").expectOut());
  }

  private static double number(String pattern, String text) {
    Matcher found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  /** The runs write to the same standard output. */
  @Test
  void allResultsFollowTheOutputOfTheLastRun() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        #include <stdlib.h>
        int main(int argc, char **argv) {
          int rank;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          if (rank == 0) MPI_Barrier(MPI_COMM_SELF);
          if (rank == 1 && argc > 1) exit(3);
          MPI_Barrier(MPI_COMM_WORLD);
          return MPI_Finalize();
        }
        """);
    String trace = record("openmpi", app, 2, List.of("--payload", "0-1"));

    Run both = retime("openmpi", trace, app.toString());
    Run secondFails = retime("openmpi", trace, app + " fail");

    assertThat(both.out.lines().map(line -> line.replaceFirst(",.*", "")))
        .containsExactly("rank 0", "rank 1");
    assertThat(both.err.lines())
        .contains("rank 0 runs alone (1 of 2)", "rank 1 runs alone (2 of 2)");
    assertThat(secondFails.exitCode).isEqualTo(2);
    assertThat(secondFails.out).isEmpty();
  }

  @Test
  void ranksOfOtherClassesThatAreSlowInTurnsStillWaitForEachOther() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          int rank;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          if (rank == 0) MPI_Barrier(MPI_COMM_SELF);
          for (int step = 0; step < 150; step++) {
            for (volatile int k = 0; k < (step % 2 == rank ? 400000 : 0); k++) continue;
            MPI_Barrier(MPI_COMM_WORLD);
          }
          return MPI_Finalize();
        }
        """);
    String trace = record("openmpi", app, 2, List.of("--payload", "0-1"));

    Run run = retime("openmpi", trace, app.toString(), "--counter", "cpu-time");

    assertThat(run.exitCode).as(run.err).isZero();
    // twice as long if both ranks are equally fast, and less where a busy machine slows one of them
    assertThat(predicted()).isGreaterThan(1.1 * predicted("--deltas", "avg"));
  }

  @Test
  void timesOfRecordedIterationsDoNotAddToTheMeasuredOnes() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (int step = 0; step < 150; step++) {
            for (volatile int k = 0; k < (step % 3 ? 100000 : 300000); k++) continue;
            MPI_Barrier(MPI_COMM_WORLD);
            MPI_Barrier(MPI_COMM_WORLD);
          }
          return MPI_Finalize();
        }
        """);
    String trace = record("openmpi", app, 2, List.of("--payload"));

    Run run = retime("openmpi", trace, app.toString());

    assertThat(run.exitCode).as(run.err).isZero();
    double measured =
        Double.parseDouble(run.out.replaceAll("(?s).*: computation (\\S+) s.*", "$1"));
    double kept = Double.parseDouble(Cli.run("info", retimed(), "--quiet", "--json", "-")
        .expectOut()
        .replaceFirst("(?s).*\"recorded_compute_seconds\" : ([0-9.eE-]+).*", "$1"));
    assertThat(kept).isCloseTo(measured, withinPercentage(0.5));
  }

  private double predicted(String... options) {
    List<String> words = new ArrayList<>(List.of("predict", retimed(), "--platform", "cluster"));
    words.addAll(List.of("--engine", "loggp", "--quiet", "--json", "-"));
    words.addAll(List.of(options));
    return Double.parseDouble(Cli.run(words.toArray(String[]::new))
        .expectOut()
        .replaceFirst("(?s).*\"predicted_seconds\" : ([0-9.eE-]+).*", "$1"));
  }

  @Test
  void aProgramThatTakesAnotherPathIsStoppedWithThePlace() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, RING);
    String trace = record("openmpi", app, 2, List.of("--payload"));
    Run longer = retime("openmpi", trace, app + " 11");
    assertThat(longer.printed).contains("call 20: found MPI_Sendrecv; expected MPI_Finalize");
    assertThat(longer.exitCode).isEqualTo(2);
    Run tag = retime("openmpi", trace, app + " 10 4");
    assertThat(tag.printed)
        .contains("error: rank 0, call 0: found tag 4; expected 3, as in the recorded run;"
            + " run the same program with the same input");
    Run shorter = retime("openmpi", trace, app + " 9");
    assertThat(shorter.printed).contains("call 18: found MPI_Finalize; expected MPI_Sendrecv");
    assertThat(shorter.exitCode).isEqualTo(2);
    assertThat(shorter.err).contains("error: rank 0: the program ended with exit code 2");
    assertThat(Path.of(retimed())).doesNotExist();
  }

  @Test
  void aDamagedPayloadIsRefused() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, RING);
    String trace = record("openmpi", app, 2, List.of("--payload"));
    Path file = Path.of(trace + ".payload/rank.0.payload");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 3] ^= 1;
    Files.write(file, bytes);
    Run run = retime("openmpi", trace, app.toString());
    assertThat(run.printed)
        .contains("rank.0.payload:8: found bytes that do not match their checksum; expected");
    assertThat(run.exitCode).isEqualTo(2);
  }

  @Test
  void aPayloadThatReachesItsLimitMeasuresTheFirstCalls() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, RING);
    String trace = record("openmpi", app, 2, List.of("--payload=:400B"));
    Run run = retime("openmpi", trace, app.toString());
    assertThat(run.exitCode).as(run.err).isZero();
    assertThat(run.printed).contains("note: rank 0: the payload ends after ", "reached its limit");
    assertThat(run.out).contains("; measured up to call ");
    assertThat(calls(retimed(), 1)).isEqualTo(calls(trace, 1));
  }

  @ParameterizedTest
  @CsvSource({
    "1, MPI_Win_create cannot be answered without other processes",
    "2, MPI_File_open cannot be answered without other processes",
    "3, MPI_Intercomm_create cannot be answered without other processes"
  })
  void callsThatOneRankCannotMakeAloneEndThePayload(int kind, String why) throws Exception {
    String trace = recordUnanswered(kind);
    Run run = retime("openmpi", trace, folder.resolve("app").toString());
    assertThat(run.exitCode).as(run.err).isZero();
    assertThat(run.printed).contains("note: rank 0: the payload ends after ", why);
    assertThat(run.out).contains("; measured up to call ");
  }

  @Test
  void callsOfSeveralThreadsEndThePayloadOrTheMeasurement() throws Exception {
    String trace = recordUnanswered(4);
    Run run = retime("openmpi", trace, folder.resolve("app").toString());
    assertThat(run.printed).contains("several threads make MPI calls");
  }

  private String recordUnanswered(int kind) throws Exception {
    MpiCommands.require("openmpi");
    String source = Files.readString(home().resolve("recorder/tests/unanswered.c"));
    Path app = MpiCommands.compile("openmpi", folder, source, "-w", "-pthread", "-DKIND=" + kind);
    return record("openmpi", app, 2, List.of("--payload"));
  }

  @Test
  void aRankThatSharesItsProcessorIsWarnedOf() throws Exception {
    Path app = MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          for (volatile int k = 0; k < 200000000; k++) continue;
          MPI_Barrier(MPI_COMM_WORLD);
          return MPI_Finalize();
        }
        """);
    String trace = record("openmpi", app, 2, List.of("--payload"));
    Path busy = Files.writeString(folder.resolve("busy"), """
        processor=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
        taskset -c $processor sh -c 'while :; do :; done' &
        taskset -c $processor "$@"
        code=$?
        kill $!
        exit $code
        """);
    Run run = retime("openmpi", trace, "sh " + busy + " " + app);
    assertThat(run.exitCode).as(run.err).isZero();
    String noise =
        "the measured computation of rank 0 includes time in which ranks waited for a processor: ";
    assertThat(run.err.replaceAll("\\s+", " "))
        .contains("warning: " + noise)
        .contains("% of the run of rank 0; measure with --counter cpu-time, or on an idle machine");
    assertThat(Cli.run("info", retimed()).expectOut().replaceAll("\\s+", " ")).contains(noise);
    Run processorTime = retime("openmpi", trace, "sh " + busy + " " + app, "--counter", "cpu-time");
    assertThat(processorTime.exitCode).as(processorTime.err).isZero();
    assertThat(processorTime.err).doesNotContain("waited for");
  }

  @Test
  void wrongRanksAndFoldersAreNamed() throws Exception {
    String trace = Cli.generate(folder.resolve("trace"), "ring --ranks 2");
    assertThat(Cli.run(
                "retime",
                trace,
                "--payload",
                folder.resolve("no").toString(),
                "-o",
                retimed(),
                "--",
                "app")
            .err())
        .contains(
            "error: --payload: found no folder ", "expected a folder that record --payload wrote");
    Cli.Result list = Cli.run("record", "--payload=1;2", "-o", trace + ".2", "--", "app");
    assertThat(list.exitCode()).isEqualTo(2);
    assertThat(list.err())
        .contains("--payload: found 1;2; expected ranks such as 0,4-7, or no value");
  }

  private String retimed() {
    return folder.resolve("retimed.ctrace").toString();
  }

  private static Path home() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("recorder/build.sh"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private String record(String mpi, Path app, int ranks, List<String> options) {
    String trace = folder.resolve("app.ctrace").toString();
    List<String> arguments = new ArrayList<>(List.of("record", "-o", trace));
    arguments.addAll(options);
    arguments.add("--");
    arguments.addAll(MpiCommands.launch(mpi, "-n", "" + ranks, app.toString()));
    Cli.run(arguments.toArray(String[]::new)).expectOut();
    return trace;
  }

  private static List<String> payload(String trace) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(trace + ".payload"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  /**
   * @param out what the command wrote
   * @param printed what the program and the library wrote
   */
  private record Run(int exitCode, String out, String err, String printed) {}

  private Run retime(String mpi, String trace, String command, String... options)
      throws IOException {
    Path output = folder.resolve("output");
    Files.deleteIfExists(output);
    Path wrapper = Files.writeString(
        folder.resolve("wrapper"), "#!/bin/sh\nexec \"$@\" >> " + output + " 2>&1\n");
    assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    List<String> arguments = new ArrayList<>(List.of("retime", trace, "--payload"));
    arguments.addAll(List.of(trace + ".payload", "-o", retimed()));
    arguments.addAll(List.of(options));
    arguments.add("--mpicc");
    arguments.addAll(List.of(MpiCommands.compiler(mpi), "--", wrapper.toString()));
    arguments.addAll(List.of(command.split(" ")));
    Cli.Result result = Cli.run(arguments.toArray(String[]::new));
    String printed = Files.exists(output) ? Files.readString(output) : "";
    return new Run(result.exitCode(), result.out(), result.err(), printed);
  }

  private static String calls(String trace, int rank) {
    return expanded(trace, rank).replaceAll(" (compute|inside|calls)=\\S+", "");
  }

  private static String times(String trace, int rank) {
    return expanded(trace, rank)
        .lines()
        .map(line -> line.replaceFirst(".* (compute=\\S+).*", "$1"))
        .collect(Collectors.joining("\n"));
  }

  private static String expanded(String trace, int rank) {
    return Cli.run("expand", trace, "--rank", "" + rank).expectOut();
  }
}
