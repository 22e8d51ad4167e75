package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.imports.otf2.Otf2Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options on times do what they say on each source of calls. */
@ResourceLock("mpi")
class DeltaOptionsTest {
  private static final String SIX_NUMBERS = " bins .*\\(\\S+ \\S+ \\d+ \\S+ \\S+ \\S+\\)";
  private static final String BASE_STRIDE_COUNTS = " bins \\(\\S+ \\S+ \\d+\\)";
  private static final String OWN_RANKS = " for [R\\d]";

  /** Rank 1 computes for different times, and longer than rank 0. */
  private static final String PROGRAM = """
      #include <mpi.h>
      int main(int argc, char **argv) {
        MPI_Init(&argc, &argv);
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        for (int call = 0; call < 40; call++) {
          for (double end = MPI_Wtime() + 2e-4 * (1 + rank * (call % 8)); MPI_Wtime() < end;) continue;
          MPI_Barrier(MPI_COMM_WORLD);
        }
        MPI_Finalize();
      }
      """;

  @TempDir
  private Path folder;

  private Path listing() throws IOException {
    StringBuilder listing = new StringBuilder("ranks 2\ngroup 0 (0 1 2)\n"
        + "communicator 0 group 0 MPI_COMM_WORLD\ncommunicator 1 self MPI_COMM_SELF\n");
    for (int rank = 0; rank < 2; rank++) {
      listing.append("rank ").append(rank).append("\n0 MPI_Init site=i\n");
      for (int call = 1; call <= 40; call++) {
        listing
            .append(call + " MPI_Barrier compute=")
            .append(200 * (1 + rank * (call % 8)))
            .append("us communicator=0 site=b\n");
      }
      listing.append("41 MPI_Finalize site=f\n");
    }
    return Files.writeString(folder.resolve("calls.txt"), listing);
  }

  private String compressed() throws IOException {
    String trace = folder.resolve("all.ctrace").toString();
    Cli.run("compress", "" + listing(), "--deltas-detail", "all", "-o", trace).expectOut();
    return trace;
  }

  private Path exported(String format) throws IOException {
    String trace = compressed();
    Path exported = folder.resolve("trace." + (format.equals("paraver") ? "prv" : format));
    Cli.run("export", trace, "--to", format, "-o", "" + exported).expectOut();
    return exported;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tit", "goal", "otf2", "paraver"})
  void eachOptionCountsOnEachFormat(String format) throws IOException {
    Assumptions.assumeTrue(!format.equals("otf2") || Otf2Library.installed().isPresent());
    check("compress", exported(format).toString());
  }

  @Test
  void eachOptionCountsOnAListing() throws IOException {
    String listing = listing().toString();
    check("compress", listing);
    for (String detail : List.of("groups", "iterations")) {
      assertThat(kept("--deltas-detail " + detail, "compress", listing)).containsPattern(OWN_RANKS);
    }
  }

  @Test
  void eachOptionCountsOnARecordingAndWhileItIsRecorded() throws Exception {
    Path program = MpiCommands.compile("openmpi", folder, PROGRAM);
    List<String> launch = MpiCommands.launch("openmpi", "-n", "2", program.toString());
    Path raw = folder.resolve("raw");
    List<String> record = new ArrayList<>(List.of(
        "record",
        "--raw",
        "" + raw,
        "--deltas",
        "buckets:4",
        "--deltas-detail",
        "shared",
        "--text",
        "-o",
        "" + folder.resolve("recorded"),
        "--"));
    record.addAll(launch);
    Cli.run(record.toArray(String[]::new)).expectOut();
    assertThat(computations(folder.resolve("recorded")))
        .containsPattern(BASE_STRIDE_COUNTS)
        .doesNotContainPattern(SIX_NUMBERS)
        .doesNotContainPattern(OWN_RANKS);
    check("compress", raw.toString());
    assertThat(kept("--deltas histogram", "compress", raw.toString()))
        .as("rounded times")
        .isNotEqualTo(kept("--deltas histogram:exact", "compress", raw.toString()));
  }

  /** Its calls are no longer single, so the options on kinds reduce its times, and the others are refused. */
  @Test
  void aTraceOfTracecastRefusesOptionsThatNeedSingleCalls() throws IOException {
    String trace = compressed();
    checkKinds("compress", trace);
    for (String detail : List.of("shared", "groups", "ranks", "all")) {
      assertThat(Cli.run("compress", trace, "--deltas-detail", detail, "-o", trace + "2")
              .err())
          .contains("--deltas-detail: found " + detail + " for a trace of Tracecast");
    }
  }

  private void checkKinds(String... command) throws IOException {
    assertThat(kept("--deltas none", command)).isEmpty();
    assertThat(kept("--deltas minavgmax", command))
        .contains(" min ")
        .doesNotContain(" bins ", " stddev ");
    assertThat(kept("--deltas meanstddev", command)).contains(" min ").doesNotContain(" bins ");
    assertThat(kept("--deltas buckets:4", command)).doesNotContainPattern(SIX_NUMBERS);
  }

  private void check(String... command) throws IOException {
    checkKinds(command);
    assertThat(kept("--deltas meanstddev --deltas-detail shared", command)).contains(" stddev ");
    assertThat(kept("--deltas histogram --deltas-detail shared", command))
        .containsPattern(SIX_NUMBERS)
        .doesNotContainPattern(OWN_RANKS);
    assertThat(kept("--deltas buckets:4 --deltas-detail shared", command))
        .containsPattern(BASE_STRIDE_COUNTS)
        .doesNotContainPattern(SIX_NUMBERS)
        .doesNotContainPattern(OWN_RANKS);
    int[] entries = new int[4];
    String[] details = {"shared", "groups", "ranks", "all"};
    for (int i = 0; i < details.length; i++) {
      String times = kept("--deltas-detail " + details[i], command);
      entries[i] = times.split("\n|\\|").length;
      if (i > 1) { // whether groups differ is chance in a recording
        assertThat(times).as(details[i]).containsPattern(OWN_RANKS);
      }
    }
    assertThat(entries).as("entries of shared, groups, ranks, all").isSorted();
    assertThat(entries[3]).as("every execution has its time").isGreaterThan(entries[0]);
  }

  /** The lines on computation that a command leaves of the times. */
  private String kept(String options, String... command) throws IOException {
    Path trace = folder.resolve("kept");
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of((options + " --force --text -o " + trace).split(" ")));
    Cli.run(words.toArray(String[]::new)).expectOut();
    return computations(trace);
  }

  private static String computations(Path trace) throws IOException {
    return String.join(
        "\n",
        Files.readString(trace)
            .lines()
            .filter(line -> line.contains("compute "))
            .toList());
  }
}
