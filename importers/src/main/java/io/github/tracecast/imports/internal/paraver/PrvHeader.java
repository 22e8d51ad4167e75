package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of a trace. Only the first application is read. Other applications, such as one
 * for the counters of sockets, make no MPI calls.
 *
 * @param tasks processes of the first application, at least 1
 * @param unitsPerMicrosecond units of time in a microsecond: 1, or 1000 if the header's unit is
 *     nanoseconds
 * @param threads the number of threads of each task
 */
record PrvHeader(int tasks, int unitsPerMicrosecond, IntList threads) {
  static final String MAGIC = "#Paraver";

  private static final Pattern LINE = Pattern.compile(
      "#Paraver \\([^)]*\\):(\\d{1,18})(_ns)?:\\d+(?:\\([\\d,]*\\))?:(\\d{1,9}):(\\d{1,9})\\((.*)");
  private static final Pattern THREADS = Pattern.compile("(\\d{1,5}):");
  private static final String FORM =
      "#Paraver (DATE):END[_ns]:NODES(CPUS,...):APPLICATIONS:TASKS(THREADS:NODE,...)";

  /**
   * Reads the header, and no further.
   *
   * @throws TraceException if the line is not the header of a trace
   */
  static PrvHeader read(InputStream in, String file) throws IOException {
    String line = line(in, file);
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      throw fault(
          file,
          line.isEmpty()
              ? "an empty first line"
              : "first line \"" + (line.length() > 60 ? line.substring(0, 60) + "..." : line)
                  + "\"",
          FORM);
    }
    int applications = Integer.parseInt(matcher.group(3));
    if (applications < 1) {
      throw fault(file, applications + " applications", "at least 1");
    }
    int tasks = Integer.parseInt(matcher.group(4));
    String first = matcher.group(5).split("\\)", 2)[0];
    long listed = first.chars().filter(c -> c == ':').count();
    if (tasks < 1 || tasks > RankList.MAX_RANKS || listed < tasks) {
      throw fault(
          file,
          tasks + " tasks, " + listed + " of them listed",
          "1 to " + RankList.MAX_RANKS + ", all of them listed");
    }
    return new PrvHeader(tasks, matcher.group(2) == null ? 1 : 1000, threads(first));
  }

  private static String line(InputStream in, String file) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      if (bytes.size() == RecordBlock.LONGEST) {
        throw fault(file, "a line of more than " + RecordBlock.LONGEST + " bytes", "a shorter one");
      }
      bytes.write(c);
    }
    return bytes.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }

  private static TraceException fault(String file, String found, String expected) {
    return TraceException.inFile(file + ":1", found, expected);
  }

  /**
   * Reads the number of threads of each task from a text such as {@code 8:1,8:1}, which has the
   * number of threads and the node of each task.
   */
  private static IntList threads(String tasks) {
    return IntArrayList.wrap(THREADS
        .matcher(tasks)
        .results()
        .mapToInt(task -> Integer.parseInt(task.group(1)))
        .filter(number -> number > 0)
        .toArray());
  }
}
