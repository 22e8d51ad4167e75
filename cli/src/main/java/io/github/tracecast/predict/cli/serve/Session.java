package io.github.tracecast.predict.cli.serve;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.imports.TraceFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state that the commands of one {@code tracecast serve} share: the last trace, and the
 * receivers of progress and failures. A command finds its session by {@link #current}; outside of
 * {@code serve} there is no session. Commands run one after the other.
 */
public final class Session {
  private static final ScopedValue<Session> CURRENT = ScopedValue.newInstance();

  /** Receives the progress of a command from any of its threads. */
  public interface ProgressListener {
    /** @param total the whole work in units, -1 if it is not known */
    void progress(String task, String unit, long done, long total);
  }

  /**
   * Why a command failed.
   *
   * @param kind the kind of the failure in one word, such as {@code usage}
   */
  public record Failure(String kind, String message) {}

  /** A trace and the state of its file when it was read. */
  private record Kept(Path file, long bytes, FileTime modified, PreparedTrace trace) {
    boolean isOf(Path other, long otherBytes, FileTime otherModified) {
      return file.equals(other) && bytes == otherBytes && modified.equals(otherModified);
    }
  }

  private final ProgressListener listener;
  private @Nullable Kept kept;
  private @Nullable Failure failure;

  public Session(ProgressListener listener) {
    this.listener = listener;
  }

  /** Returns the session of the command that this thread runs. */
  public static Optional<Session> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Runs a command in this session and returns its exit code. */
  public int run(Supplier<Integer> command) {
    failure = null;
    return ScopedValue.where(CURRENT, this).call(command::get);
  }

  public Optional<Failure> failure() {
    return Optional.ofNullable(failure);
  }

  public void failed(String kind, String message) {
    failure = new Failure(kind, message);
  }

  public void progress(String task, String unit, long done, long total) {
    listener.progress(task, unit, done, total);
  }

  /**
   * Reads a trace, or returns the last trace if it came from the same file. Only traces in
   * Tracecast's own format are kept. Other formats may have further files, whose changes the
   * session would not notice.
   */
  public PreparedTrace trace(Path file, Supplier<PreparedTrace> reader) {
    if (!TraceFormat.ofFile(file).equals(Optional.of(TraceFormat.TRACECAST))) {
      return reader.get();
    }
    try {
      long bytes = Files.size(file);
      FileTime modified = Files.getLastModifiedTime(file);
      if (kept == null || !kept.isOf(file, bytes, modified)) {
        kept = null; // frees memory: two traces at once may be too large
        kept = new Kept(file, bytes, modified, reader.get());
      }
      return kept.trace;
    } catch (IOException e) {
      return reader.get(); // the reader reports the fault of the file
    }
  }
}
