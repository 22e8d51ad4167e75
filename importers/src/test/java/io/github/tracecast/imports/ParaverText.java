package io.github.tracecast.imports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes small Paraver traces, in nanoseconds, with a thread a task. */
public final class ParaverText {
  private static final String NAMES = """
      STATES
      0    Idle

      EVENT_TYPE
      9   50000001    MPI Point-to-point
      VALUES
      1   MPI_Send
      2   MPI_Recv
      3   MPI_Isend
      4   MPI_Irecv
      5   MPI_Wait
      6   MPI_Waitall
      39  MPI_Test
      41  MPI_Sendrecv
      61  MPI_Probe
      62  MPI_Mprobe
      0   Outside MPI

      EVENT_TYPE
      9   50000002    MPI Collective Comm
      VALUES
      7   MPI_Bcast
      8   MPI_Barrier
      10  MPI_Allreduce
      11  MPI_Alltoallv
      13  MPI_Gatherv
      0   Outside MPI

      EVENT_TYPE
      9   50000003    MPI Other
      VALUES
      22  MPI_Comm_dup
      31  MPI_Init
      32  MPI_Finalize
      99  MPI_Future_call
      0   Outside MPI

      EVENT_TYPE
      0   80000001    Caller line at level 1
      0   80000002    Caller line at level 2
      VALUES
      0   End
      3   71 (balance.F90, epoch2d)
      4   31 (smooth..F90) [31 (smooth.F90, epoch2d)]
      """;

  private final StringBuilder text = new StringBuilder();

  public ParaverText(int tasks) {
    text.append("#Paraver (01/02/2020 at 03:04):1000000_ns:1(8):1:")
        .append(tasks)
        .append('(');
    text.append("1:1,".repeat(tasks - 1)).append("1:1),0\n");
  }

  public ParaverText line(String line) {
    text.append(line).append('\n');
    return this;
  }

  /** A call of a task with whatever else its first event says. */
  ParaverText call(int task, String type, long begin, long end, String... arguments) {
    text.append("2:1:1:" + task + ":1:" + begin + ":" + type);
    for (String argument : arguments) {
      text.append(':').append(argument);
    }
    line("");
    return line("2:1:1:" + task + ":1:" + end + ":" + type.substring(0, type.indexOf(':')) + ":0");
  }

  ParaverText message(
      int from, int to, long sent, long received, long arrived, long bytes, int tag) {
    return line("3:1:1:" + from + ":1:" + sent + ":" + sent + ":1:1:" + to + ":1:" + received + ":"
        + arrived + ":" + bytes + ":" + tag);
  }

  public String text() {
    return text.toString();
  }

  public Path write(Path folder) {
    return write(folder, text());
  }

  public static Path write(Path folder, String text) {
    try {
      Files.writeString(folder.resolve("t.pcf"), NAMES);
      return Files.writeString(folder.resolve("t.prv"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
