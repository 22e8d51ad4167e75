package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Trace;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Special values, shared handles and communicators in a recording, compared with expectations written by hand. */
class RecordedValuesTest {
  @TempDir
  Path folder;

  @ParameterizedTest
  @EnumSource
  void callsAreRecordedAsTheProgramMeantThem(MpiInstallation mpi) throws Exception {
    Path program = mpi.compile(folder, "families.c", "mpicc");
    Path logs = Files.createTempDirectory(folder, "logs");
    assertThat(mpi.record(program, 4, logs).exitCode()).isZero();
    Trace trace = Recordings.compress(
        logs, CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.GROUPS), events -> {});
    List<String> first = expanded(trace, 0);
    List<String> last = expanded(trace, 3);

    assertThatNoProcessIsNeitherRankNorWildcard(first, last);
    assertThatWildcardsKeepWhatTheyMatched(last);
    assertThatRequestsOfOneHandleAreToldApart(last);
    assertThat(calls(last, "MPI_Startall")).hasSize(20);
    assertThat(calls(last, "MPI_Start")).hasSize(2);
    assertThat(calls(last, "MPI_Waitany").getLast()).contains("completions=0");
    assertThatCommunicatorsHaveTheirMembers(trace);
    assertThat(trace.datatypes())
        .contains(new Datatype("MPI_INT", 4), new Datatype("derived_8", 8))
        .contains(new Datatype("derived_12", 12));
    assertThatEachCallHasBothTimes(trace);
  }

  private static List<String> expanded(Trace trace, int rank) throws Exception {
    StringBuilder lines = new StringBuilder();
    Expander.of(Programs.of(trace)).expand(rank, Long.MAX_VALUE, lines);
    return lines.toString().lines().toList();
  }

  /** The lines of a call, from its parameters on. */
  private static List<String> calls(List<String> lines, String name) {
    return lines.stream()
        .filter(line -> line.contains(" " + name + " "))
        .map(line -> line.replaceFirst("^.* inside=\\S+ ", ""))
        .toList();
  }

  private static void assertThatNoProcessIsNeitherRankNorWildcard(
      List<String> first, List<String> last) {
    assertThat(calls(first, "MPI_Sendrecv"))
        .anyMatch(line -> line.contains(" destination=1 (world 1) source=none tag=7 "));
    assertThat(calls(last, "MPI_Sendrecv"))
        .anyMatch(line -> line.contains(" destination=none source=2 (world 2) tag=7 "));
  }

  private static void assertThatWildcardsKeepWhatTheyMatched(List<String> lines) {
    assertThat(calls(lines, "MPI_Irecv"))
        .filteredOn(line -> line.contains(" source=any tag=any "))
        .hasSize(3)
        .satisfiesExactly(
            line -> assertThat(line).contains("matched_source=2", "matched_tag=40"),
            line -> assertThat(line).contains("matched_source=2", "matched_tag=41"),
            line -> assertThat(line).contains("matched_source=2", "matched_tag=42"));
    assertThat(calls(lines, "MPI_Recv"))
        .anyMatch(
            line -> line.contains(" source=any tag=50 ") && line.contains("matched_source=2"));
    assertThat(calls(lines, "MPI_Mprobe"))
        .allMatch(line -> line.contains("matched_source=2") && line.contains("matched_tag=51"));
  }

  private static void assertThatRequestsOfOneHandleAreToldApart(List<String> lines) {
    List<String> expected = new ArrayList<>();
    int made = 8; // before the loop of 25 steps, of 40 requests each
    for (int step = 0; step < 25; step++) {
      expected.add("requests="
          + IntStream.rangeClosed(made + 1, made + 40)
              .mapToObj(number -> "#" + number)
              .collect(Collectors.joining(",")));
      made += 40;
    }
    assertThat(calls(lines, "MPI_Waitall"))
        .filteredOn(line -> line.contains("many ("))
        .extracting(line -> line.substring(0, line.indexOf(' ')))
        .isEqualTo(expected);
  }

  private static void assertThatCommunicatorsHaveTheirMembers(Trace trace) {
    assertThat(trace.communicators())
        .filteredOn(
            communicator -> communicator.group() >= 0) // MPI_COMM_SELF has another at each rank
        .extracting(communicator -> trace.groups().get(communicator.group()))
        .contains(Group.of(2, 0), Group.of(3, 1), Group.of(1, 2, 3));
  }

  private static void assertThatEachCallHasBothTimes(Trace trace) {
    assertThat(trace.events())
        .allSatisfy(event -> assertThat(event.deltas())
            .extracting(Delta::kind)
            .contains(Delta.Kind.COMPUTE, Delta.Kind.INSIDE));
  }

  /**
   * Other names could clash with the program's. A generated program names its call sites by one
   * hook. A program whose compiler wrote its structure registers it by the other.
   */
  @ParameterizedTest
  @EnumSource
  void theLibraryBringsNoNamesButThoseOfMpiDlsymAndTwoHooks(MpiInstallation mpi) throws Exception {
    mpi.compile(folder, "cost.c", "mpicc"); // skips where there is no such MPI
    Process names = new ProcessBuilder(
            "nm", "-D", "--defined-only", mpi.library().toString())
        .redirectErrorStream(true)
        .start();
    String text = new String(names.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(names.waitFor()).as(text).isZero();
    assertThat(text.lines().map(line -> line.substring(line.lastIndexOf(' ') + 1)))
        .hasSizeGreaterThan(400)
        .allMatch(name -> name.matches("P?MPIX?_.*|dlsym|tracecast_call_site|tracecast_structure"));
  }
}
