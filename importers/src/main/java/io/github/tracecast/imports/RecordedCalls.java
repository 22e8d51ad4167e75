package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.recording.RecordingImporter;
import io.github.tracecast.imports.internal.recording.WritingSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Lists the single calls of a run from the recorder's logs, to check the expansion of a trace
 * against them. Each call is a line in the form of {@code tracecast expand}. The line lacks data
 * that a log does not have: event numbers, times, bytes, world ranks and the numbers of new
 * requests. Communicators appear by name and groups by members, because their numbers differ
 * between log and trace.
 */
public final class RecordedCalls {
  private static final Pattern NOT_LOGGED = Pattern.compile(
      "^\\d+ | (compute|inside)=(\\S+us|\\d+ instructions)| calls=\\S+| (receive_)?bytes=\\d+| \\(world \\d+\\)");
  private static final Pattern OWN_REQUEST = Pattern.compile(" request=#\\d+");
  private static final Pattern COMMUNICATOR = Pattern.compile("communicator=(\\d+)");
  private static final Pattern GROUP = Pattern.compile("group=(\\d+)");

  private final RecordingImporter logs;

  private RecordedCalls(RecordingImporter logs) {
    this.logs = logs;
  }

  /**
   * Opens the logs of one run.
   *
   * @param folder the folder of the recorder's logs, one per rank
   * @throws TraceException if the folder has no log, or a log is damaged; the message is one line
   *     with the place and the fault
   */
  public static RecordedCalls of(Path folder) {
    return new RecordedCalls(RecordingImporter.of(folder));
  }

  /** Returns the number of ranks of the run. */
  public int ranks() {
    return logs.ranks();
  }

  /**
   * Passes a rank's calls to a consumer, in order.
   *
   * @throws TraceException if the log is damaged
   */
  public void list(int rank, Consumer<String> lines) {
    logs.list(rank, lines);
  }

  /**
   * Passes the computation before each call of a rank to a consumer, in order. The folder may lack
   * the logs of other ranks.
   *
   * @throws TraceException if the log is missing or damaged
   */
  public static void times(Path folder, int rank, ComputationSink computation) {
    RecordingImporter.times(folder, rank, computation);
  }

  /**
   * Returns the share of a rank's run, 0 to 1, in which it waited for a processor. The computation
   * of {@link #times} includes this wait. Empty if the computation does not include this wait, or
   * if the wait is not known.
   */
  public static OptionalDouble waitedShare(Path folder, int rank) {
    return RecordingImporter.waitedShare(folder, rank);
  }

  /** Converts a line of an expanded trace to the form of the lines of {@link #list}. */
  public static String words(Trace trace, String line) {
    String words = NOT_LOGGED.matcher(line).replaceAll("");
    MpiCall call = MpiCall.byName(words.substring(0, words.indexOf(' '))).orElseThrow();
    words = call.makesRequest() ? OWN_REQUEST.matcher(words).replaceFirst("") : words;
    words = COMMUNICATOR
        .matcher(words)
        .replaceAll(m -> "communicator=" + name(trace, Integer.parseInt(m.group(1))));
    return GROUP
        .matcher(words)
        .replaceAll(m -> "group=" + members(trace.groups().get(Integer.parseInt(m.group(1)))));
  }

  private static String name(Trace trace, int id) {
    Communicator communicator = trace.communicators().get(id);
    return communicator.isSelf() ? WritingSink.ALONE : communicator.name();
  }

  private static String members(Group group) {
    return Arrays.toString(
        IntStream.range(0, group.size()).map(group::worldRank).toArray());
  }
}
