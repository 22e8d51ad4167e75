package io.github.tracecast.record;

import io.github.tracecast.imports.Recordings;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.recorder.RecorderConstants;
import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.Shell;
import io.github.tracecast.trace.text.UsageException;
import io.github.tracecast.trace.text.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A run with the recorder, and its trace. One thread. */
public final class RecordingRun implements AutoCloseable {
  /** A disk with fewer free bytes than this has no room for a file. */
  private static final int SMALLEST_BLOCK_BYTES = 4096;

  private static final String NOTHING =
      "nothing was recorded: no rank with the recorder called MPI_Init or MPI_Session_init. Either the"
          + " program does not use MPI, or it is linked statically with MPI (use record --linked=FOLDER),"
          + " or a script or an option of the launcher changes LD_PRELOAD or the environment";

  private static final String FAILED =
      "nothing was recorded: the command failed before a rank with the recorder called MPI_Init or MPI_Session_init";

  private final RecordingRequest request;
  private final RecordingFolder folder;
  private final Path logs;
  private final SupervisedRun run;

  private RecordingRun(RecordingRequest request, RecordingFolder folder, SupervisedRun run) {
    this.request = request;
    this.folder = folder;
    this.logs = folder.path();
    this.run = run;
  }

  /**
   * The result of a run.
   *
   * @param trace the trace; empty if none could be made
   * @param payload the payload for {@code retime}; empty if none is kept
   * @param failure the reason why there is no trace or no correct trace; empty after success
   * @param leftover the recording that remains after a failure; empty if none remains
   */
  public record Outcome(
      Optional<Trace> trace,
      Optional<Payload> payload,
      Optional<String> failure,
      Optional<Path> leftover) {}

  /**
   * Starts the command.
   *
   * @param say receives lines about the preparation
   * @throws UsageException if the command cannot be started
   */
  public static RecordingRun start(RecordingRequest request, Consumer<String> say)
      throws IOException {
    RecorderLibrary recorder = new RecorderLibrary(say);
    List<Path> libraries = libraries(request, recorder);
    Path beside = request.output().toAbsolutePath().resolveSibling("");
    if (!Files.isDirectory(beside)) {
      throw new UsageException("-o: found no folder " + beside + "; expected an existing folder");
    }
    RecordingFolder.leftovers(beside).forEach(leftover -> say.accept("note: " + leftover));
    RecordingFolder[] made = new RecordingFolder[1];
    AtSignal early = AtSignal.run(() -> removeMade(request, made[0]));
    RecordingFolder folder = early.unlessEnded(() -> made[0] = folder(request));
    try (early) {
      request.payload().create();
      return new RecordingRun(request, folder, start(request, libraries, folder.path(), recorder));
    } catch (UsageException e) {
      discard(request, folder);
      throw e;
    }
  }

  /** Removes the created folders if a signal arrives before the command has started. */
  private static void removeMade(RecordingRequest request, RecordingFolder folder) {
    try {
      if (folder != null) {
        discard(request, folder);
      }
    } catch (IOException e) {
      System.err.println(
          "warning: " + folder.path() + " cannot be removed: " + WholeFile.reason(e));
    }
  }

  private static RecordingFolder folder(RecordingRequest request) throws IOException {
    String command = Shell.command(request.command());
    String recorder = "Tracecast " + Version.number();
    try {
      return request.raw() == null
          ? RecordingFolder.create(request.output(), command, recorder)
          : RecordingFolder.in(newFolder(request.raw()), command, recorder);
    } catch (IOException e) {
      Path beside = request.raw() == null ? request.output() : request.raw();
      if (isOnFullDisk(beside)) {
        throw new UsageException("disk full: cannot write the recording beside " + beside
            + "; free some space, or choose another folder");
      }
      throw e;
    }
  }

  private static boolean isOnFullDisk(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent != null
        && Files.isDirectory(parent)
        && TemporaryFiles.freeBytes(parent) < SMALLEST_BLOCK_BYTES;
  }

  private static Path newFolder(Path raw) throws IOException {
    if (Files.exists(raw)) {
      throw new UsageException(
          "`raw`: found " + raw + ", which already exists; expected a new folder");
    }
    return Files.createDirectories(raw.toAbsolutePath());
  }

  private static List<Path> libraries(RecordingRequest request, RecorderLibrary recorder) {
    if (request.linked()) {
      return List.of();
    }
    Path mpicc = MpiCompilers.of(request.compiler(), request.command());
    return request.payload().isKept()
        ? List.of(recorder.preloaded(mpicc), recorder.payload(mpicc))
        : List.of(recorder.preloaded(mpicc));
  }

  private static SupervisedRun start(
      RecordingRequest request, List<Path> libraries, Path logs, RecorderLibrary recorder) {
    List<String> words = request.command();
    Map<String, String> environment = new HashMap<>(request.payload().environment());
    if (!libraries.isEmpty()) {
      Preloading preloading = Preloading.of(libraries, words, System.getenv());
      words = preloading.command();
      environment.putAll(preloading.environment());
    }
    environment.put(RecorderConstants.text("TC_ENV_RECORD"), logs.toString());
    environment.put(RecorderConstants.text("TC_ENV_COUNTER"), request.counter());
    environment.put(RecorderConstants.text("TC_ENV_COMPLETIONS"), request.completions());
    environment.put(RecorderConstants.text("TC_ENV_POLLING"), request.polling());
    environment.put(
        RecorderConstants.text("TC_ENV_RADIX_TREE"),
        request.compression().tree().name().toLowerCase(Locale.ROOT));
    environment.put(RecorderConstants.text("TC_ENV_STRUCTURE"), request.structure() ? "on" : "off");
    if (request.needsCalls()) {
      environment.put(RecorderConstants.text("TC_ENV_RAW"), "1");
    }
    return SupervisedRun.start(words, environment, recorder);
  }

  /** Waits for the end of the command. Returns its exit code, or 128 plus the signal that ended it. */
  public int await() throws InterruptedException {
    return run.await();
  }

  /** Whether this process received a signal to end during the run. */
  public boolean isInterrupted() {
    return run.isInterrupted();
  }

  /**
   * Writes the trace of the recorded calls.
   *
   * @param exitCode the exit code of the command
   * @param progress receives the number of compressed calls
   * @throws UsageException if the command succeeded, but no call was recorded
   */
  public Outcome compress(int exitCode, LongConsumer progress) throws IOException {
    if (!Recordings.isRecording(logs)) {
      Optional<String> unwritable = unwritable(logs);
      discard(request, folder);
      if (exitCode == 0) {
        throw new UsageException(unwritable.orElse(NOTHING));
      }
      return new Outcome(
          Optional.empty(),
          Optional.empty(),
          Optional.of(unwritable.orElse(FAILED)),
          Optional.empty());
    }
    Optional<Trace> trace = Optional.empty();
    try {
      trace = Optional.of(Recordings.compress(logs, request.compression(), progress));
      TraceFiles.write(trace.get(), request.output(), request.encoding());
      if (request.verify()) {
        RecordingCheck.hold(logs, trace.get(), request.compression().matches());
      }
      Optional<Payload> payload = request.payload().finish(trace.get());
      discard(request, folder);
      return new Outcome(trace, payload, Optional.empty(), Optional.empty());
    } catch (TraceException e) {
      return new Outcome(trace, Optional.empty(), Optional.of(e.getMessage()), Optional.of(logs));
    }
  }

  /** Returns the reason why ranks could not write to the folder, if they reported one. */
  private static Optional<String> unwritable(Path logs) throws IOException {
    Path said = logs.resolve(RecorderConstants.text("TC_UNWRITABLE"));
    if (!Files.exists(said)) {
      return Optional.empty();
    }
    String why = Files.readString(said);
    return Optional.of("nothing was recorded: the ranks could not write to " + logs.getParent()
        + ": " + (why.isEmpty() ? "disk full" : why));
  }

  private static void discard(RecordingRequest request, RecordingFolder folder) throws IOException {
    folder.close();
    if (request.raw() == null) {
      ScratchFolder.delete(folder.path());
    }
  }

  /** Declares that all files are written, so that this process may end. */
  @Override
  public void close() throws IOException {
    folder.close();
    run.close();
  }
}
