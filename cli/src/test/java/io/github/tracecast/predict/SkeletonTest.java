package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkeletonTest {
  private static final String TWO_RANKS = """
      tracecast-trace 7
      ranks 2
      requests 4
      site 0 "a"
      site 1 "b"
      datatype 0 "MPI_INT" bytes 4
      """;

  @TempDir
  private Path folder;

  @Test
  void loopsKeepAShareOfTheirIterationsFromTheOutsideIn() throws IOException {
    Cli.Result result = shortened(TWO_RANKS + """
        event 0 MPI_Barrier site 0 communicator 0
        loop 1 to 1 iterations 5
        loop 1 to 1 iterations 40
        event 1 MPI_Barrier site 0 communicator 0
        event 2 MPI_Barrier site 1 communicator 0
        end 3 events
        """, "--shorten", "0.1");
    assertThat(result.err())
        .isEqualTo("note: the skeleton makes 44 of 404 calls; it completes even if messages above"
            + " 4 KiB wait for their receives\n");
    assertThat(program()).contains("i1 = 1;", "i2 = 20;");
  }

  @Test
  void iterationsStandForThoseThatAreLeftOut() throws IOException {
    shortened(TWO_RANKS + """
        loop 0 to 0 iterations 5
        loop 0 to 0 iterations 40
        event 0 MPI_Barrier site 0 communicator 0
        loop 1 to 1 iterations 1
        event 1 MPI_Barrier site 1 communicator 0
        end 2 events
        """, "--shorten", "0.1").expectOut();
    assertThat(program())
        .containsSubsequence(
            "double factor = (double)(5) / (double)(1);",
            "weigh(factor);",
            "double factor = (double)(40) / (double)(20);",
            "weigh(factor);",
            "weigh(1 / factor);",
            "weigh(1 / factor);",
            "i1 = 1;",
            "int main");
  }

  @Test
  void aTimeIsAShareOfTheRecordedOne() throws IOException {
    String trace = TWO_RANKS + """
        loop 0 to 0 iterations 100
        event 0 MPI_Barrier site 0 communicator 0 compute microseconds count 200 min 1000.0 avg 1000.0 max 1000.0
        end 1 events
        """.replace("communicator 0 compute", "communicator 0\n  compute");
    shortened(trace, "--seconds", "20ms").expectOut();
    assertThat(program()).contains("i1 = 20;");
    shortened(trace, "--seconds", "1").expectOut();
    assertThat(program()).contains("i1 = 100;");
  }

  @Test
  void receivesThatLoseTheirPartnersAreDropped() throws IOException {
    Cli.Result result = shortened(TWO_RANKS + """
        loop 0 to 0 ranks 1 0 0 iterations 10
        event 0 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 3 count 1 datatype 0
        loop 1 to 1 ranks 1 1 0 iterations 5
        event 1 MPI_Recv site 0 ranks 1 1 0 communicator 0 source 0 tag 3 count 1 datatype 0
        loop 2 to 2 ranks 1 1 0 iterations 5
        event 2 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 1 datatype 0
        loop 3 to 3 iterations 100
        event 3 MPI_Barrier site 1 communicator 0
        end 4 events
        """, "--shorten", "0.5");
    assertThat(result.err())
        .isEqualTo("note: calls lost their partners: 1 dropped\n"
            + "note: MPI_Recv at b: 1 dropped\n"
            + "note: the skeleton makes 111 of 220 calls; it completes even if messages above"
            + " 4 KiB wait for their receives\n");
    assertThat(program()).contains("receive(peer_at(&v0, k, 0), 3, 1, 0, 0);");
  }

  @Test
  void callsThatAreNoPartnersInTheRunAreDroppedRatherThanPaired() throws IOException {
    Cli.Result result = shortened(TWO_RANKS + """
        loop 0 to 0 ranks 1 0 0 iterations 3
        event 0 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 3 count 1 datatype 0
        loop 1 to 1 ranks 1 1 0 iterations 2
        event 1 MPI_Recv site 0 ranks 1 1 0 communicator 0 source 0 tag 3 count 1 datatype 0
        event 2 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 1 datatype 0
        loop 3 to 4 iterations 100
        event 3 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 3 count 1 datatype 0
        event 4 MPI_Recv site 0 ranks 1 1 0 communicator 0 source 0 tag 3 count 1 datatype 0
        end 5 events
        """, "--shorten", "0.1");
    assertThat(result.err())
        .isEqualTo("note: calls lost their partners: 1 dropped\n"
            + "note: MPI_Recv at b: 1 dropped\n"
            + "note: the skeleton makes 23 of 206 calls; it completes even if messages above"
            + " 4 KiB wait for their receives\n");
    assertThat(program()).contains("receive(MPI_PROC_NULL, 3, 1, 0, 0);");
  }

  @Test
  void callsThatWereNoPartnersTakeTheMedianSizeIfTheirSizesDiffer() throws IOException {
    Cli.Result result = shortened(TWO_RANKS + """
        loop 0 to 0 ranks 1 0 0 iterations 3
        event 0 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 3 count 10 datatype 0
        event 1 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 3 count 70 datatype 0
        event 2 MPI_Send site 0 ranks 1 0 0 communicator 0 destination 1 tag 3 count 30 datatype 0
        event 3 MPI_Send site 1 ranks 1 0 0 communicator 0 destination 1 tag 3 count 40 datatype 0
        event 4 MPI_Recv site 0 ranks 1 1 0 communicator 0 source 0 tag 3 count 10 datatype 0
        event 5 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 10 datatype 0
        event 6 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 10 datatype 0
        loop 7 to 7 ranks 1 1 0 iterations 3
        event 7 MPI_Recv site 0 ranks 1 1 0 communicator 0 source 0 tag 3 count 70 datatype 0
        event 8 MPI_Barrier site 0 communicator 0
        loop 9 to 9 ranks 1 0 0 iterations 3
        event 9 MPI_Send site 1 ranks 1 0 0 communicator 0 destination 1 tag 3 count 40 datatype 0
        event 10 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 40 datatype 0
        event 11 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 40 datatype 0
        event 12 MPI_Recv site 1 ranks 1 1 0 communicator 0 source 0 tag 3 count 40 datatype 0
        end 13 events
        """, "--shorten", "0.3");
    assertThat(result.err())
        .isEqualTo("note: calls lost their partners: 2 dropped, 4 with the median size\n"
            + "note: MPI_Send at a: 2 with the median size\n"
            + "note: MPI_Recv at b: 2 dropped, 2 with the median size\n"
            + "note: the skeleton makes 14 of 20 calls; it completes even if messages above"
            + " 4 KiB wait for their receives\n");
    assertThat(program())
        .contains("send(MPI_Send, 1, 3, 10, 0, 0);", "send(MPI_Send, 1, 3, 40, 0, 0);");
  }

  @Test
  void collectiveCallsKeepTheirLoopsWhole() throws IOException {
    Cli.Result result = shortened(TWO_RANKS + """
        loop 0 to 0 ranks 1 0 0 iterations 10
        event 0 MPI_Barrier site 0 ranks 1 0 0 communicator 0
        loop 1 to 1 ranks 1 1 0 iterations 5
        event 1 MPI_Barrier site 0 ranks 1 1 0 communicator 0
        loop 2 to 2 ranks 1 1 0 iterations 5
        event 2 MPI_Barrier site 1 ranks 1 1 0 communicator 0
        loop 3 to 3 iterations 100
        event 3 MPI_Barrier site 1 communicator 0
        end 4 events
        """, "--shorten", "0.5");
    assertThat(result.err())
        .contains("note: 3 loops keep all iterations, because otherwise the members of"
            + " communicator 0 would make different numbers of collective calls\n")
        .contains("note: the skeleton makes 120 of 220 calls");
  }

  @Test
  void requestsThatAreCompletedAfterTheirLoopAreAllMade() throws IOException {
    shortened(TWO_RANKS + """
        loop 0 to 0 iterations 4
        event 0 MPI_Irecv site 0 communicator 0 source rank+1%size tag 3 count 1 datatype 0
        loop 1 to 1 iterations 4
        event 1 MPI_Send site 0 communicator 0 destination rank+1%size tag 3 count 1 datatype 0
        event 2 MPI_Waitall site 1 requests [4 3 2 1]
        end 3 events
        """, "--shorten", "0.5").expectOut();
    assertThat(program())
        .contains("i1 = 4;", "i1 = 2;", "start_receive(peer_at(&v0, k, 0), 3, 1, 0, 0);");
  }

  @Test
  void aSkeletonThatHangsWhereSendersWaitIsRefusedWithWhoWaitsForWhom() throws IOException {
    Cli.Result result = shortened(TWO_RANKS + """
        loop 0 to 1 iterations 10
        event 0 MPI_Ssend site 0 communicator 0 destination rank+1%size tag 3 count 1 datatype 0
        event 1 MPI_Recv site 1 communicator 0 source rank+1%size tag 3 count 1 datatype 0
        end 2 events
        """, "--shorten", "0.5");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "the program could hang on a machine where messages above 4 KiB wait for their receives",
            "MPI_Ssend",
            "rank 0");
    assertThat(folder.resolve("app.c")).doesNotExist();
  }

  @Test
  void aShareOutsideItsRangeIsRefused() throws IOException {
    String trace = TWO_RANKS + "event 0 MPI_Barrier site 0 communicator 0\nend 1 events\n";
    assertThat(shortened(trace, "--shorten", "2").err())
        .isEqualTo("error: --shorten: found 2.0; expected a share above 0 and at most 1\n");
    assertThat(shortened(trace, "--seconds", "1").err()).contains("a trace with recorded times");
    assertThat(shortened(trace, "--shorten", "1", "--seconds", "1").err())
        .contains("expected only one of the two");
  }

  private Cli.Result shortened(String trace, String option, String... more) throws IOException {
    String file = Files.writeString(folder.resolve("trace"), trace).toString();
    String output = folder.resolve("app.c").toString();
    String[] arguments = new String[6 + more.length];
    System.arraycopy(
        new String[] {"program", file, "--force", "-o", output, option}, 0, arguments, 0, 6);
    System.arraycopy(more, 0, arguments, 6, more.length);
    return Cli.run(arguments);
  }

  private String program() throws IOException {
    return Files.readString(folder.resolve("app.c"));
  }
}
