package io.github.tracecast.imports.internal.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.times.Distribution;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListingImporterTest {
  private static final String LISTING = """
      ranks 3
      datatype 8 MPI_DOUBLE
      datatype unknown a pair
      group 0 (0 1 3)
      group 1 (2 -2 2)
      communicator 0 group 0 MPI_COMM_WORLD
      communicator 1 self MPI_COMM_SELF
      communicator 2 self own
      communicator 3 group 1 ends of the line
      rank 0
      0 MPI_Init compute=12.50us site=main.c:1 main
      1 MPI_Comm_split communicator=0 new_communicator=3 color=4 key=-1 site=split
      2 MPI_Irecv communicator=3 source=any tag=any count=2 datatype=a pair bytes=0 request=#1 site=receive
      3 MPI_Send compute=500 instructions inside=0.25us communicator=3 destination=0 (world 2) tag=0 count=3 datatype=MPI_DOUBLE bytes=24 site=send
      4 MPI_Waitall requests=#1,none site=wait
      5 MPI_Allreduce communicator=2 count=1 datatype=MPI_DOUBLE reduction=SUM bytes=8 site=reduce
      rank 1
      0 MPI_Init site=main.c:1 main
      1 MPI_Comm_split communicator=0 new_communicator=none color=none key=0 site=split
      2 MPI_Waitall requests=nothing site=wait
      3 MPI_Alltoallv communicator=1 counts=3 displacements=0 site=all
      rank 2
      0 MPI_Recv communicator=3 source=none tag=0 site=receive
      1 MPI_Graph_create sources=0 (world 0),1 (world 1) site=graph
      """;

  private static Trace read(String text) throws IOException {
    return ListingImporter.read(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
        Path.of("t"),
        CompressOptions.DEFAULT.withThreads(1),
        done -> {});
  }

  private static String list(Trace trace) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander expander = Expander.of(Programs.of(trace));
    expander.definitions(out);
    for (int rank = 0; rank < trace.header().ranks(); rank++) {
      out.append("rank ").append(rank).append('\n');
      expander.expand(rank, Long.MAX_VALUE, out);
    }
    return out.toString();
  }

  @Test
  void aListingComesBackAsItWas() throws IOException {
    String again = list(read(LISTING));
    assertThat(again.lines().filter(line -> line.contains(" site=")))
        .containsExactlyElementsOf(
            LISTING.lines().filter(line -> line.contains(" site=")).toList());
    assertThat(list(read(again))).isEqualTo(again);
  }

  @Test
  void callsThatWereAddedUpKeepTheirSum() throws IOException {
    StringBuilder listing =
        new StringBuilder("ranks 2\ngroup 0 (0 1 2)\ncommunicator 0 group 0 w\n");
    long calls = 0;
    for (int rank = 0; rank < 2; rank++) {
      listing.append("rank ").append(rank).append('\n');
      for (int step = 0; step < 7; step++) {
        int number = 1 + step * step + rank;
        calls += number;
        listing.append(step + " MPI_Test calls=" + number + " request=none completions=0 site=a\n");
      }
    }
    Trace once = read(listing.toString());
    Trace twice = read(list(once));
    assertThat(list(once)).contains(" calls=14.5 request=none completions=0 site=a");
    assertThat(List.of(calls(once), calls(twice))).containsOnly((double) calls);
    refuses(
        "t:3: rank 0: event 0 (MPI_Test): found 0.5 calls; expected at least 1",
        "ranks 1\nrank 0\n0 MPI_Test calls=0.5 request=none completions=0 site=a\n");
  }

  private static double calls(Trace trace) {
    return trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .filter(delta -> delta.kind() == Delta.Kind.CALLS)
        .flatMap(delta -> delta.byExecution().stream())
        .mapToDouble(Distribution::sum)
        .sum();
  }

  private static String barriers(int calls, String times) {
    StringBuilder listing = new StringBuilder(
        "ranks 1\ngroup 0 (0 1 1)\ncommunicator 0 group 0 w\nrank 0\n0 MPI_Init site=init\n");
    for (int call = 1; call <= calls; call++) {
      listing.append(times + "\n" + call + " MPI_Barrier communicator=0 site=a\n");
    }
    return listing.toString();
  }

  private static Trace reduced(String listing, CompressOptions.Deltas deltas) throws IOException {
    return ListingImporter.read(
        new ByteArrayInputStream(listing.getBytes(StandardCharsets.UTF_8)),
        Path.of("t"),
        CompressOptions.DEFAULT
            .withThreads(1)
            .withDetail(CompressOptions.DeltaDetail.SHARED)
            .withDeltas(deltas)
            .withBuckets(5),
        done -> {});
  }

  private static String timesOf(Trace trace) throws IOException {
    StringBuilder out = new StringBuilder();
    Expander.of(Programs.of(trace)).withTimeLines().expand(0, Long.MAX_VALUE, out);
    return out.toString();
  }

  /** As many calls as the buckets have values take each value once. */
  @Test
  void timesInBucketsComeBackAsTheyWere() throws IOException {
    String times = "TIME: 10 10 3 0 5 1 2";
    Trace trace = reduced(barriers(11, times), CompressOptions.Deltas.HISTOGRAM);
    assertThat(trace.events().getLast().deltas().stream()
            .flatMap(delta -> delta.byExecution().stream())
            .mapToDouble(Distribution::sum)
            .sum())
        .isCloseTo(3 * 15 + 5 * 35 + 45 + 2 * 55, within(1e-6));
    String listed = timesOf(reduced(barriers(11, times), CompressOptions.Deltas.BUCKETS));
    assertThat(listed.lines().filter(line -> line.startsWith("TIME: "))).hasSize(10);
    assertThat(timesOf(trace)).contains(" compute=").doesNotContain("TIME");
  }

  /** The first call follows another one, and takes the value between the extremes. */
  @Test
  void minimumAverageAndMaximumComeBackAsTheyWere() throws IOException {
    String times = "TIME: 10 20 60";
    Trace trace = reduced(barriers(16, times), CompressOptions.Deltas.MINAVGMAX);
    assertThat(timesOf(trace)).contains(times + "\n2 MPI_Barrier communicator=0 site=a\n");
  }

  @Test
  void damagedLinesOfTimesAreRefused() {
    String start = "ranks 1\nrank 0\n";
    String expected =
        "; expected TIME: min avg max in ascending order, or TIME: base stride n1 n2 ..."
            + " with a stride above 0";
    for (String line : List.of(
        "TIME: 1 2",
        "TIME: 3 2 4",
        "TIME: 1 0 2 3",
        "TIME: 1 1 0 0",
        "TIME: 1 1 1.5 0",
        "TIME: a b c")) {
      refuses("t:3: found \"" + line + "\"" + expected, start + line + "\n0 MPI_Init site=a\n");
    }
    refuses(
        "t:4: found compute=1us after \"TIME: 1 2 3\"; expected only one of them",
        start + "TIME: 1 2 3\n0 MPI_Init compute=1us site=a\n");
  }

  @Test
  void importersKnowAListing(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("listing"), LISTING);
    assertThat(list(Importers.read(file))).isEqualTo(list(read(LISTING)));
  }

  @Test
  void aDamagedListingIsRefusedWithItsLine() {
    refuses("t:1: found ranks 0; expected ranks 1 to 16777216", "ranks 0\n");
    refuses(
        "t:2: found the end of the listing without rank 0; expected rank 0",
        "ranks 1\ngroup 0 (0 1 1)\n");
    refuses("t:2: found \"x\"; expected rank 0 to 0", "ranks 1\nx\n");
    refuses(
        "t:3: found \"1 MPI_Init site=a\"; expected event 0 with its call and site",
        "ranks 1\nrank 0\n1 MPI_Init site=a\n");
    refuses(
        "t:3: found call MPI_Innit; expected a call of MPI, such as MPI_Send",
        "ranks 1\nrank 0\n0 MPI_Innit site=a\n");
    refuses(
        "t:3: found tag \"x\"; expected a number", "ranks 1\nrank 0\n0 MPI_Send tag=x site=a\n");
    refuses(
        "t:3: found datatype T; expected a value that the start of the listing defines for this rank",
        "ranks 1\nrank 0\n0 MPI_Send datatype=T site=a\n");
    refuses(
        "t:4: found rank 0 again; expected each rank once",
        "ranks 2\nrank 0\n0 MPI_Init site=a\nrank 0\n");
    refuses(
        "t:4: found the end of the file in the middle of a line; expected a complete line; the file is probably incomplete",
        "ranks 1\nrank 0\n0 MPI_Init site=a\n1 MPI_Finalize site=fin");
    refuses(
        "t:3: found communicator 4294967296; expected a value that the start of the listing defines for this rank",
        "ranks 1\nrank 0\n0 MPI_Barrier communicator=4294967296 site=a\n");
    refuses(
        "t:3: rank 0: event 0 (MPI_Send): found destination 7; expected 0 to 0, the ranks of the communicator",
        "ranks 1\nrank 0\n0 MPI_Send destination=7 site=a\n");
    refuses(
        "t:3: rank 0: event 0 (MPI_Init): found computation NaN; expected a number of at least 0",
        "ranks 1\nrank 0\n0 MPI_Init compute=NaNus site=a\n");
    refuses(
        "t: event 0: count: found -1; expected a number from 0 to 1099511627776",
        "ranks 1\nrank 0\n0 MPI_Send count=-1 site=a\n");
  }

  @Test
  void aListingThatWasCutBetweenLinesIsSaidToBe() throws IOException {
    String whole =
        "ranks 2\nrank 0\n0 MPI_Init site=a\n1 MPI_Finalize site=b\nrank 1\n0 MPI_Init site=a\n";
    assertThat(read(whole).header().notes())
        .containsExactly("1 of 2 ranks has no MPI_Finalize; the listing may be incomplete");
    assertThat(read(whole + "1 MPI_Finalize site=b\n").header().notes()).isEmpty();
  }

  private static void refuses(String message, String text) {
    assertThatThrownBy(() -> read(text)).isInstanceOf(TraceException.class).hasMessage(message);
  }

  @Test
  void anEndlessLineIsRefusedBeforeItFillsMemory() {
    for (String begin : new String[] {"ranks 3\n", "ranks 3\nrank 0\n0 MPI_Init "}) {
      InputStream endless = new SequenceInputStream(
          new ByteArrayInputStream(begin.getBytes(StandardCharsets.UTF_8)), new InputStream() {
            @Override
            public int read() {
              return 'x';
            }
          });
      assertThatThrownBy(() -> ListingImporter.read(
              endless, Path.of("t"), CompressOptions.DEFAULT.withThreads(1), done -> {}))
          .isInstanceOf(TraceException.class)
          .hasMessageEndingWith(
              ": found a line of more than 16777216 bytes; expected shorter lines");
    }
  }

  @Test
  void aLongLineIsShortenedInTheMessageAboutIt() {
    assertThatThrownBy(() -> read("ranks 1\n" + "x".repeat(1_000_000) + "\n"))
        .isInstanceOf(TraceException.class)
        .message()
        .hasSizeLessThan(600)
        .contains("characters left out");
  }
}
