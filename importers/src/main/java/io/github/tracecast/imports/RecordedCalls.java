package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.recording.RecordingImporter;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The calls of a run as the recorder's logs have them, one by one and before any compression, so that what a trace expands to can be
 * held against them. A call is a line in the words of {@code tracecast expand}, without what a log does not say: the number of the
 * event, times, bytes, world ranks, and the number of a request that a call makes. Communicators and groups, whose numbers are the
 * trace's, go by name and by members.
 */
public final class RecordedCalls {
  /** What a communicator of one process is called: all of them are one in a trace. */
  public static final String ALONE = "alone";

  private static final Pattern NOT_LOGGED = Pattern.compile(
      "^\\d+ | (compute|inside)=(\\S+us|\\d+ instructions)| (receive_)?bytes=\\d+| \\(world \\d+\\)");
  private static final Pattern OWN_REQUEST = Pattern.compile(" request=#\\d+");
  private static final Pattern COMMUNICATOR = Pattern.compile("communicator=(\\d+)");
  private static final Pattern GROUP = Pattern.compile("group=(\\d+)");

  private final RecordingImporter logs;

  private RecordedCalls(RecordingImporter logs) {
    this.logs = logs;
  }

  /**
   * The logs of one run.
   *
   * @param folder where the recorder wrote a log for each rank
   * @throws TraceException where there is no log, or one is damaged: one line that says where and what
   */
  public static RecordedCalls of(Path folder) {
    return new RecordedCalls(RecordingImporter.of(folder));
  }

  /** Ranks of the run. */
  public int ranks() {
    return logs.ranks();
  }

  /**
   * Passes on a rank's calls, in order.
   *
   * @throws TraceException where the log is damaged
   */
  public void list(int rank, Consumer<String> lines) {
    logs.list(rank, lines);
  }

  /** A line of a trace's expansion in the words of a log. */
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
    return communicator.isSelf() ? ALONE : communicator.name();
  }

  private static String members(Group group) {
    return Arrays.toString(
        IntStream.range(0, group.size()).map(group::worldRank).toArray());
  }
}
