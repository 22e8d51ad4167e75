package io.github.tracecast.predict.cli.options;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.record.Commands;
import io.github.tracecast.record.KeptPayload;
import io.github.tracecast.record.RecordingRequest;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a recording. */
public final class RecordingOptions {
  private enum Loops {
    AUTO,
    SEARCH
  }

  @Option(
      names = "--counter",
      paramLabel = "COUNTER",
      defaultValue = "time",
      description = {
        "How to measure computation between calls: time, cpu-time or instructions (default: ${DEFAULT-VALUE}).",
        "cpu-time excludes the time that a rank waits for a core, which matters with more ranks than cores."
            + " cpu-time and instructions count only the thread of each rank that calls MPI, including its"
            + " spinning at OpenMP barriers.",
        "The node.instruction_rate of a machine converts instructions to time. If the processor or system"
            + " cannot count instructions, time is measured instead."
      })
  private String counter;

  @Option(
      names = "--completions",
      paramLabel = "KIND",
      description = {
        "How to keep polls, such as MPI_Test, and calls that complete only some of their requests, such as"
            + " MPI_Waitsome and MPI_Waitany.",
        "counted merges successive calls into one event with the number of completed requests; the prediction"
            + " decides when these requests complete. exact keeps each call and the requests that it completed (default:"
            + " counted, but exact with --payload)."
      })
  private @Nullable String completions;

  @Option(
      names = "--matches",
      paramLabel = "KIND",
      defaultValue = "counts",
      description = {
        "How to record the messages that matched receives from MPI_ANY_SOURCE or with MPI_ANY_TAG: none, counts or"
            + " exact (default: ${DEFAULT-VALUE}).",
        "exact keeps each match, in order. counts does the same, except where time steps differ only in the"
            + " order of their messages, or the program replies to the sender of each message; there, it keeps"
            + " only the number of messages from each source. The prediction decides the matches that the trace"
            + " does not keep."
      })
  private String matches;

  @Option(
      names = "--polling",
      paramLabel = "KIND",
      defaultValue = "waiting",
      description = {
        "How to count the time between unsuccessful polls, such as MPI_Test: waiting or computation (default:"
            + " ${DEFAULT-VALUE}).",
        "With waiting, only the time in which the program only polled or slept counts as waiting; work between"
            + " polls still counts as computation."
      })
  private String polling;

  @Option(
      names = "--loops",
      paramLabel = "HOW",
      defaultValue = "auto",
      description =
          "How to find loops. auto takes the loops of the source if the program was built with tracecast"
              + " structure, and otherwise searches the calls for loops; search always searches the calls"
              + " (default: ${DEFAULT-VALUE}).")
  private String loops;

  @Option(
      names = "--mpicc",
      paramLabel = "MPICC",
      description =
          "The mpicc of the program's MPI, which builds the recorder (default: the mpicc of the program's or the"
              + " launcher's MPI).")
  private @Nullable String compiler;

  @Option(
      names = "--raw",
      paramLabel = "FOLDER",
      description = "Also keeps every single event in a new folder, with one log per rank.")
  private @Nullable Path raw;

  @Option(
      names = "--verify",
      description =
          "Also compares the trace with every recorded event of every rank, and prints whether they agree and whether"
              + " calls are missing.")
  private boolean verify;

  @Option(
      names = "--payload",
      paramLabel = "RANKS[:SIZE]",
      arity = "0..1",
      fallbackValue = "",
      description = {
        "Also keeps the data that ranks receive, in the folder FILE.payload beside the trace. tracecast retime needs"
            + " it.",
        "RANKS is a list such as 0,4-7 (default: one rank of each group of ranks that make the same calls). SIZE"
            + " (default: 4GB) limits the total data of these ranks; each rank may keep an equal share of SIZE."
      })
  private @Nullable String payload;

  @Mixin
  private Compression compression;

  @Option(
      names = "--linked",
      paramLabel = "FOLDER",
      arity = "0..1",
      fallbackValue = "",
      description =
          "Records, without preloading, a program that is linked with the recorder, such as a static program."
              + " --linked=FOLDER runs no program, but writes the recorder to FOLDER and prints how to link it.")
  private @Nullable String linked;

  /** Returns the compiler of the program's MPI; null for the compiler of the launcher's MPI. */
  public @Nullable String compiler() {
    return compiler;
  }

  /** Returns the folder to write the recorder into instead of a run; empty for a run. */
  public Optional<Path> linkable() {
    return Optional.ofNullable(linked)
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder).toAbsolutePath());
  }

  /** Requires either a command or a folder for the recorder, not both. */
  public void check(List<String> command) {
    if (linkable().isEmpty()) {
      Commands.require(command, "found no command", "mpirun -n 4 ./app");
    } else if (!command.isEmpty()) {
      throw new UsageException(
          "--linked: found a folder and a command; expected no command, because --linked=FOLDER only writes files");
    } else {
      compression.options();
    }
  }

  public RecordingRequest request(List<String> command, Path output, Encoding encoding) {
    CompressOptions options = compression
        .options()
        .withMatches(Names.one("--matches", matches, CompressOptions.Matches.values()));
    Names.one("--counter", counter, Provenance.Counter.values());
    Names.one("--polling", polling, RecordingRequest.Polling.values());
    String kind = completions != null ? completions : payload == null ? "counted" : "exact";
    Names.one("--completions", kind, CompressOptions.Completions.values());
    if (payload != null && !kind.equals("exact")) {
      throw new UsageException("--completions: found " + kind
          + "; expected exact, because --payload needs the completed requests of each call");
    }
    return new RecordingRequest(
        command,
        linked != null,
        compiler,
        counter,
        kind,
        polling,
        Names.one("--loops", loops, Loops.values()) == Loops.AUTO,
        payload(output),
        raw,
        verify,
        options,
        output,
        encoding);
  }

  private KeptPayload payload(Path output) {
    if (payload == null) {
      return KeptPayload.none();
    }
    int colon = payload.indexOf(':');
    String ranks = colon < 0 ? payload : payload.substring(0, colon);
    String most = colon < 0 ? "4GB" : payload.substring(colon + 1);
    return KeptPayload.of(ranks, OptionValues.bytes("--payload", most), output, linked != null);
  }

  /** Whether the trace is compared with every recorded event. */
  public boolean verifies() {
    return verify;
  }
}
