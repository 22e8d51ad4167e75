package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParaverImporterTest {
  private static final String SENT = "50100001";
  private static final String RECEIVED = "50100002";
  private static final String ROOT = "50100003";
  private static final String COMMUNICATOR = "50100004";

  @TempDir
  private Path folder;

  private static String expand(Trace trace, int rank) {
    StringBuilder text = new StringBuilder();
    try {
      Expander.of(Programs.of(trace)).expand(rank, 1000, text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return text.toString();
  }

  private static ParaverText world(int tasks) {
    ParaverText text = new ParaverText(tasks);
    StringBuilder members = new StringBuilder();
    for (int task = 1; task <= tasks; task++) {
      members.append(':').append(task);
    }
    return text.line("c:1:1:" + tasks + members);
  }

  @Test
  void timesAreThoseBetweenTheCallsAndInsideThem() {
    ParaverText text = new ParaverText(1)
        .line("1:1:1:1:1:0:2500:2")
        .line("2:1:1:1:1:2500:40000001:1")
        .call(1, "50000003:31", 4000, 5500)
        .call(1, "50000003:32", 1000500, 1000600, "80000001", "3", "80000002", "4")
        .line("2:1:1:1:1:1001000:40000001:0");
    Trace trace = Importers.read(text.write(folder));
    assertThat(expand(trace, 0)).isEqualTo("""
            0 MPI_Init compute=1.50us inside=1.50us site=MPI_Init
            1 MPI_Finalize compute=995.00us inside=0.10us site=MPI_Finalize at 71 (balance.F90, epoch2d) < 31 (smooth.F90, epoch2d)
            2 MPI_Finalized compute=0.40us site=end of the run
            """);
    assertThat(trace.header().notes())
        .contains(
            "the time from the last call of a task to the end of the task is kept as computation before an added call of MPI_Finalized");
  }

  @Test
  void commentsMayHaveAnyLetter() {
    String text =
        world(1).call(1, "50000003:31", 10, 20).call(1, "50000003:32", 30, 40).text();
    String commented = text.replaceFirst("\n", "\n# für ein Programm\n");

    assertThat(Importers.read(ParaverText.write(folder, commented)))
        .isEqualTo(Importers.read(ParaverText.write(folder, text)));
  }

  @Test
  void theHeaderTellsTheThreadsOfATask() throws IOException {
    Path file =
        world(2).call(1, "50000003:31", 10, 20).call(2, "50000003:31", 10, 20).write(folder);
    Files.writeString(file, Files.readString(file).replaceFirst("\\(1:1,1:1", "(8:1,8:1"));

    assertThat(Importers.read(file).header().threads()).isEqualTo(8);
  }

  @Test
  void whatIsSaidOfACallMayBeSpreadOverRecordsOfTheSameTime() {
    ParaverText text = world(1)
        .line("2:1:1:1:1:10:50000002:7")
        .line("1:1:1:1:1:10:20:13")
        .line("2:1:1:1:1:10:50100001:8:50100003:1:50100004:1")
        .line("2:1:1:1:1:10:42000050:1:80000001:4")
        .line("2:1:1:1:1:20:50000002:0");
    assertThat(expand(Importers.read(text.write(folder)), 0))
        .endsWith(
            "count=8 datatype=MPI_BYTE root=0 (world 0) bytes=8 site=MPI_Bcast at 31 (smooth.F90, epoch2d)\n");
  }

  @Test
  void anApplicationWithoutMpiIsLeftOutAndCountersHaveUpTo64Bits() {
    String one = world(1)
        .call(1, "50000003:31:42000050:18446744073709551615", 1_000, 2_000)
        .text();
    String two = one.replace(":1:1(1:1),0", ":2:1(1:1),0:2(1:1,1:1),1")
        .replaceFirst(
            "\n", "\n2:1:2:2:1:5:42000050:1\n3:1:2:1:1:1:1:1:2:2:1:1:1:8:9\nc:2:1:2:1:2\n");
    Trace trace = Importers.read(ParaverText.write(folder, one));

    assertThat(two).contains(":2:1(1:1),0:2(");
    assertThat(Importers.read(ParaverText.write(folder, two))).isEqualTo(trace);
  }

  @Test
  void aTraceWithoutMpiIsRefusedAsSuch() {
    Path path = world(2).line("2:1:1:1:1:5:42000050:1").write(folder);

    assertThatThrownBy(() -> Importers.read(path))
        .hasMessage(
            path
                + ":3: found a trace without MPI calls; expected a trace of an MPI program, with events of types 50000001 to 50000005");
  }

  @Test
  void messagesGiveSendsAndReceivesTheirPartnersAndCallsWithoutMessageHaveNone() {
    ParaverText text = world(2)
        .call(1, "50000001:41", 1000, 2000)
        .call(2, "50000001:1", 3000, 4000)
        .call(1, "50000001:41", 3500, 4500)
        .call(2, "50000001:2", 4000, 6000)
        .message(1, 2, 3500, 4000, 6000, 100, 7)
        .message(2, 1, 3000, 3500, 4400, 20, 9);
    Trace trace = Importers.read(text.write(folder));
    assertThat(trace.header().notes())
        .contains(
            "sends without a message in the trace: 1; each is kept as a send to MPI_PROC_NULL (the call named MPI_PROC_NULL, or its message was not recorded)",
            "receives without a message in the trace: 1; each is kept as a receive from MPI_PROC_NULL (the call named MPI_PROC_NULL, or its message was not recorded)");
    assertThat(expand(trace, 0)).isEqualTo("""
            0 MPI_Sendrecv compute=1.00us inside=1.00us destination=none source=none tag=0 receive_tag=0 count=0 datatype=MPI_BYTE receive_count=0 receive_datatype=MPI_BYTE bytes=0 receive_bytes=0 site=MPI_Sendrecv
            1 MPI_Sendrecv compute=1.50us inside=1.00us destination=1 (world 1) source=1 (world 1) tag=7 receive_tag=9 count=100 datatype=MPI_BYTE receive_count=20 receive_datatype=MPI_BYTE bytes=100 receive_bytes=20 site=MPI_Sendrecv
            """);
    assertThat(expand(trace, 1)).isEqualTo("""
            0 MPI_Send compute=3.00us inside=1.00us destination=0 (world 0) tag=9 count=20 datatype=MPI_BYTE bytes=20 site=MPI_Send
            1 MPI_Recv compute=0.00us inside=2.00us source=0 (world 0) tag=7 count=100 datatype=MPI_BYTE bytes=100 site=MPI_Recv
            """);
  }

  @Test
  void waitsCompleteTheReceivesThatEndInThemAndOtherRequestsInOrder() {
    ParaverText text = world(2)
        .call(1, "50000001:4", 1000, 1100)
        .call(1, "50000001:4", 1200, 1300)
        .call(1, "50000001:3", 1400, 1500)
        .call(1, "50000001:5", 2000, 3000)
        .call(1, "50000001:5", 3000, 3500)
        .call(1, "50000001:6", 4000, 5000)
        .call(1, "50000001:5", 6000, 6100)
        .call(2, "50000001:1", 1000, 1100)
        .call(2, "50000001:1", 2000, 2100)
        .call(2, "50000001:2", 2200, 2300)
        .message(2, 1, 1000, 1000, 4900, 8, 1)
        .message(2, 1, 2000, 1200, 2900, 8, 2)
        .message(1, 2, 1400, 2200, 2300, 8, 3);
    Trace trace = Importers.read(text.write(folder));
    assertThat(expand(trace, 0)
            .lines()
            .skip(3)
            .map(line -> line.replaceAll("(compute|inside)=\\S+ ", "")))
        .containsExactly(
            "3 MPI_Wait request=#2 site=MPI_Wait",
            "4 MPI_Wait request=#3 site=MPI_Wait",
            "5 MPI_Waitall requests=#1 site=MPI_Waitall",
            "6 MPI_Wait request=none site=MPI_Wait");
  }

  @Test
  void rootsAndTheSizesOfOthersAreLookedUpAtTheOtherMembers() {
    ParaverText text = new ParaverText(3)
        .line("c:1:1:3:1:2:3")
        .line("c:1:2:2:3:1")
        .call(1, "50000002:7", 1, 2, SENT, "0", RECEIVED, "64", COMMUNICATOR, "1")
        .call(2, "50000002:7", 1, 2, SENT, "64", RECEIVED, "0", COMMUNICATOR, "1", ROOT, "1")
        .call(3, "50000002:7", 1, 2, SENT, "0", RECEIVED, "64", COMMUNICATOR, "1")
        .call(1, "50000002:13", 3, 4, SENT, "10", RECEIVED, "0", COMMUNICATOR, "2")
        .call(3, "50000002:13", 3, 4, SENT, "30", RECEIVED, "40", COMMUNICATOR, "2", ROOT, "1");
    Trace trace = Importers.read(text.write(folder));
    assertThat(expand(trace, 0)).isEqualTo("""
            0 MPI_Bcast compute=0.00us inside=0.00us count=64 datatype=MPI_BYTE root=1 (world 1) bytes=64 site=MPI_Bcast
            1 MPI_Gatherv compute=0.00us inside=0.00us communicator=2 count=10 datatype=MPI_BYTE root=0 (world 2) bytes=10 site=MPI_Gatherv
            """);
    assertThat(expand(trace, 2))
        .contains(
            "communicator=2 count=30 datatype=MPI_BYTE receive_datatype=MPI_BYTE receive_counts=30,10 root=0 (world 2)");
  }

  @Test
  void whatTheTraceDoesNotTellIsNoted() {
    ParaverText text = world(2)
        .call(1, "50000001:39", 1, 2)
        .call(1, "50000002:11", 3, 4, SENT, "10", RECEIVED, "9", COMMUNICATOR, "1")
        .call(1, "50000003:22", 5, 6)
        .call(1, "50000003:99", 7, 8)
        .call(2, "50000002:11", 3, 4, SENT, "4", RECEIVED, "9", COMMUNICATOR, "1");
    Trace trace = Importers.read(text.write(folder));
    assertThat(trace.header().notes())
        .containsExactly(
            "MPI_Test is kept without its arguments, which the trace lacks",
            "MPI_Alltoallv: the trace has only totals, which are distributed evenly over the partners",
            "MPI_Comm_dup is kept without its arguments, which the trace lacks",
            "calls outside MPI 3.1 are kept without their arguments, which the trace lacks",
            "some tasks have no end; the trace may be incomplete",
            "the trace does not contain the communicator of each message or the origin of communicators; MPI_COMM_WORLD is assumed");
    assertThat(expand(trace, 0))
        .contains("receive_counts=5,2")
        .contains("3 MPI_Other ")
        .contains("site=MPI_Future_call");
  }

  @Test
  void callsThatWaitTakeNoTimeWhereTheTraceHasOnlyTheirNames() {
    ParaverText text = world(2).line("i:1:4:2:1:3:2");
    for (int task = 1; task <= 2; task++) {
      text.call(task, "50000001:61", 1000, 2000)
          .call(task, "50000001:62", 3000, 4000)
          .call(task, "50000002:8", 5000, 6000, COMMUNICATOR, "4")
          .call(task, "50000002:10", 7000, 8000, SENT, "8", RECEIVED, "8", COMMUNICATOR, "4")
          .call(task, "50000002:7", 9000, 9500, SENT, "8", ROOT, "1", COMMUNICATOR, "4");
    }
    String calls = expand(Importers.read(text.write(folder)), 1);
    assertThat(calls.replaceAll(" (compute|inside)=\\S+", "")).isEqualTo("""
            0 MPI_Probe source=none tag=0 site=MPI_Probe
            1 MPI_Mprobe source=none tag=0 site=MPI_Mprobe
            2 MPI_Barrier communicator=1 site=MPI_Barrier
            3 MPI_Allreduce communicator=1 site=MPI_Allreduce
            4 MPI_Bcast communicator=1 root=0 (world 1) site=MPI_Bcast
            """);
  }

  /** The error after a line of a valid trace was replaced. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | #Paraver (x) | 1: found first line \"#Paraver (x)\"; expected #Paraver (DATE):END[_ns]:NODES(CPUS,...):APPLICATIONS:TASKS(THREADS:NODE,...)",
        "1 | #Paraver (x):1:1(2):0:2(1:1,1:1),1 | 1: found 0 applications; expected at least 1",
        "3 | 2:1:2:1:1:9:50000002:8 | 3: found an MPI call of application 2; expected only calls of the first application",
        "1 | #Paraver (x):1:1(2):1:99999999(1:1,1:1),1 | 1: found 99999999 tasks, 2 of them listed; expected 1 to 16777216, all of them listed",
        "2 | c:1:1:3:1:2:3 | 2: found communicator of size 3; expected 1 to 2",
        "2 | c:1:1:2:1:1 | 2: found task 1 twice; expected each member once",
        "2 | c:1:1:2:1 | 2: found a record with 4 fields; expected at least 5; the file is probably incomplete or damaged",
        "3 | 2:1:1:3:1:10:50000002:8 | 3: found task 3; expected 1 to 2",
        "3 | 2:1:1:1:2:10:50000002:8 | 3: found an MPI call by thread 2; expected calls by thread 1 only",
        "3 | 2:1:1:1:1:10:50000002 | 3: found a record with 6 fields; expected at least 7; the file is probably incomplete or damaged",
        "3 | 2:1:1:1:1:10:50000002:8:50100004 | 3: found an event type without value; expected a value for each type",
        "3 | 2:1:1:1:1:10:50000002:77 | 3: found value 77 of type 50000002; expected one of the values in PCF",
        "3 | 2:1:1:1:1:10:50000002:8:50100004:5 | 3: found communicator 5; expected a communicator that a record c: or i: defines",
        "3 | 2:1:1:1:1:10:50000002:8 | 3: found MPI_Barrier without communicator; expected a value of type 50100004",
        "3 | 2:1:1:1:1:10:50000002:7:50100004:1 | 5: found MPI_Barrier as collective 1 of task 2 on communicator 1; expected MPI_Bcast, as for task 1 in line 3",
        "3 | 2:1:1:1:1:1x:50000002:8 | 3: found character \"x\"; expected integers joined by colons",
        "3 | 2:1:1:1:1::50000002:8 | 3: found an empty field; expected integers joined by colons; the file is probably incomplete or damaged",
        "3 | 2:1:1:1:1:999999999999999999999:50000002:8 | 3: found a number of more than 20 digits; expected a smaller number",
        "4 | 2:1:1:1:1:5:50000002:0 | 4: found time 5; expected at least 10, the time of the task's last event",
        "4 | 2:1:1:1:1:12:50000001:1 | 4: found MPI_Send by task 1 inside MPI_Barrier; expected the end of MPI_Barrier before another call begins",
        "4 | 1:1:1:1:1:12:15:1 | 7: found MPI_Send by task 1 inside MPI_Barrier; expected the end of MPI_Barrier before another call begins",
        "5 | 1:1:1:1:1:12:15:1 | 6: found the end of a call by task 2; expected a begin before it",
        "7 | 2:1:1:1:1:40:50000002:8:50100004:1 | 7: found MPI_Barrier by task 1 on communicator 1; expected the same number of collectives as task 2",
        "11 | 3:1:1:1:1:99:99:1:1:2:1:45:60:8:1 | 11: found a message that task 1 sends at 99; expected a time within one of its sends; persistent requests and matched probes are not supported",
        "11 | 3:1:1:1:1:40:40:1:1:2:1:30:60:8:1 | 11: found a message that task 2 receives at 30; expected a time within one of its receives; persistent requests and matched probes are not supported",
        "11 | 3:1:1:1:1:40:40:1:1:2:1:45:60:-8:1 | 11: found size -8; expected 0 to 1099511627776",
        "11 | 4:1:1 | 11: found a record of kind \"4\"; expected 1 (state), 2 (event), 3 (message), c (communicator) or i (inter-communicator)",
      })
  void aDamagedLineIsNamed(int line, String replacement, String message) {
    String[] lines = world(2)
        .call(1, "50000002:8", 10, 20, COMMUNICATOR, "1")
        .call(2, "50000002:8", 10, 20, COMMUNICATOR, "1")
        .call(1, "50000001:1", 40, 50)
        .call(2, "50000001:2", 45, 60)
        .message(1, 2, 40, 45, 60, 8, 1)
        .text()
        .split("\n");
    Importers.read(ParaverText.write(folder, String.join("\n", lines)));
    lines[line - 1] = replacement;
    Path path = ParaverText.write(folder, String.join("\n", lines));
    assertThatThrownBy(() -> Importers.read(path))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            path + ":" + message.replace("PCF", path.resolveSibling("t.pcf").toString()));
  }

  @Test
  void aCutTraceIsNamed() throws IOException {
    Path path = world(1).line("2:1:1:1:1:7:50000003:31").write(folder);
    assertThatThrownBy(() -> Importers.read(path))
        .hasMessage(
            path
                + ":3: found MPI_Init of task 1 without an end; expected the end of the call; the file is probably incomplete, at line 3");
    Path other = world(2).call(1, "50000003:31", 1, 2).write(folder);
    assertThatThrownBy(() -> Importers.read(other))
        .hasMessage(other + ":4: found no MPI calls of task 2; expected MPI calls of each task");
    Files.delete(folder.resolve("t.pcf"));
    assertThatThrownBy(() -> Importers.read(other))
        .hasMessage(
            folder.resolve("t.pcf")
                + ": no such file; expected this file beside the trace, because it has the names of calls");
  }

  @Test
  void anyCutAndAnyFlippedBitEndsInATraceOrInOneClearLine() throws IOException {
    String text = world(2)
        .call(1, "50000002:7", 10, 20, COMMUNICATOR, "1", SENT, "8", ROOT, "1")
        .call(2, "50000002:7", 10, 20, COMMUNICATOR, "1", RECEIVED, "8")
        .call(1, "50000001:41", 40, 50)
        .call(2, "50000001:41", 45, 60)
        .message(1, 2, 40, 45, 60, 8, 1)
        .text();
    for (int seed = 1; seed < text.length(); seed++) {
      Random random = new Random(seed);
      StringBuilder damaged = new StringBuilder(seed % 2 == 0 ? text.substring(0, seed) : text);
      int at = random.nextInt(damaged.length());
      damaged.setCharAt(at, (char) (damaged.charAt(at) ^ 1 << random.nextInt(7)));
      Path path = ParaverText.write(folder, damaged.toString());
      try {
        Importers.read(path);
      } catch (TraceException e) {
        assertThat(e).hasMessageMatching("[^\n]*found [^\n]*; expected [^\n]*");
      }
    }
  }

  @Test
  void theNameOfAGzippedTraceLeadsToItsNamesToo() throws IOException {
    Path plain = world(1).call(1, "50000003:31", 1, 2).write(folder);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(Files.readAllBytes(plain));
    }
    Path gzipped = Files.write(folder.resolve("t.prv.gz"), bytes.toByteArray());
    assertThat(expand(Importers.read(gzipped), 0)).startsWith("0 MPI_Init ");
  }
}
