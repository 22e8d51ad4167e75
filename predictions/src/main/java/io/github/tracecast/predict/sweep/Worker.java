package io.github.tracecast.predict.sweep;

import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.text.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs one point in a separate process, so a crash of native code ends only that process. The
 * worker process ends when the process that started it ends, or earlier.
 */
public final class Worker {
  /** The beginning of the line with the outcome. */
  private static final String OUTCOME = "tracecast-outcome ";

  /** The beginning of the line with an error that the user can fix. */
  private static final String REFUSAL = "error: ";

  private static final String DIED = "its process died twice";

  private static final int USERS_FAULT = 2;

  private final List<String> command;

  /**
   * Creates workers, each of which runs this process's command for one point.
   *
   * @param main the class with the main method for the arguments
   * @param arguments the arguments of this process; a worker gets {@code --worker POINT --inputs
   *     DIGEST} in addition
   */
  public Worker(String main, List<String> arguments) {
    command = JavaCommand.following(main, arguments);
  }

  /**
   * Runs a point. If the process crashes, the point is run once more.
   *
   * @param inputs the digest of the sweep, without which the process refuses to run
   */
  Outcome run(int point, String inputs) {
    int code = 0;
    for (int attempt = 1; attempt <= 2; attempt++) {
      List<String> last = new ArrayList<>();
      code = run(point, inputs, last);
      String end = last.isEmpty() ? "" : last.getFirst();
      if (code == 0 && end.startsWith(OUTCOME)) {
        return OutcomeJson.read(end.substring(OUTCOME.length()))
            .orElseThrow(() -> new IllegalStateException("found outcome " + end));
      }
      if (code == USERS_FAULT && end.startsWith(REFUSAL)) {
        throw new UsageException(end.substring(REFUSAL.length()));
      }
    }
    return new Outcome.Failed(DIED + ", the second time with "
        + (code > 128 ? "signal " + (code - 128) : "exit code " + code));
  }

  /** Returns the outcomes that a further attempt would not change. */
  static Map<Integer, Outcome> lasting(Map<Integer, Outcome> outcomes) {
    Map<Integer, Outcome> lasting = new TreeMap<>(outcomes);
    lasting
        .values()
        .removeIf(
            outcome -> outcome instanceof Outcome.Failed(String reason) && reason.startsWith(DIED));
    return lasting;
  }

  /**
   * Runs a process to its end, and inserts the last relevant line of its output at the front of
   * {@code last}.
   */
  private int run(int point, String inputs, List<String> last) {
    List<String> whole = new ArrayList<>(command);
    whole.addAll(List.of("--worker", Integer.toString(point), "--inputs", inputs));
    try {
      Process process = new ProcessBuilder(whole).redirectErrorStream(true).start();
      try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (Stream.of(OUTCOME, REFUSAL).anyMatch(line::startsWith)) {
            last.addFirst(line);
          }
        }
        int code = process.waitFor();
        AtSignal.letEnd(code);
        return code;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prints the outcome of this worker process. */
  public static void print(Outcome outcome, PrintWriter out) {
    out.println(OUTCOME + OutcomeJson.write(outcome));
    out.flush();
  }
}
