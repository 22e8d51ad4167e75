package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.cli.output.Terminal;
import io.github.tracecast.predict.cli.serve.Session;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.system.ReadingProgress;
import java.io.PrintStream;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of long work on standard error. On a terminal it is one line that changes,
 * from the first second on. After 30 s of a replay, it also names a faster engine, even if standard
 * error is not a terminal.
 */
public final class ProgressDisplay implements LongConsumer, AutoCloseable {
  private static final long PATIENCE_NANOS = 1_000_000_000;
  private static final long UPDATE_NANOS = 500_000_000;
  private static final long LONG_NANOS = 30_000_000_000L;

  /**
   * The environment variable that turns the hint off. Tests use it, because their output must not
   * depend on the speed of the machine.
   */
  private static final String HINT = "TRACECAST_SPEED_HINT";

  private final ProgressText text;
  private final boolean wanted;
  private final boolean drawn;
  private final PrintStream err;
  private final LongSupplier nanos;
  private final long begin;
  private volatile long done;
  private long drawnAt;
  private int width;
  private @Nullable Thread hinting;

  /** The session of {@code serve} that receives the progress instead of the terminal; empty outside of {@code serve}. */
  private final Optional<Session> session;

  /**
   * @param total the whole work in units, -1 if it is not known
   * @param wanted whether to show anything
   */
  public ProgressDisplay(String task, String unit, long total, boolean wanted) {
    this(new ProgressText(task, unit, total), wanted);
  }

  ProgressDisplay(ProgressText text, boolean wanted) {
    this(text, wanted, Terminal.shows(Terminal.ERR), System.err, System::nanoTime);
  }

  ProgressDisplay(
      ProgressText text, boolean wanted, boolean terminal, PrintStream err, LongSupplier nanos) {
    this.text = text;
    this.wanted = wanted;
    this.drawn = wanted && terminal;
    this.err = err;
    this.nanos = nanos;
    this.session = wanted ? Session.current() : Optional.empty();
    this.begin = nanos.getAsLong();
    this.drawnAt = begin + PATIENCE_NANOS - UPDATE_NANOS;
  }

  /** Suggests an engine faster than the request's if the work takes long. */
  public ProgressDisplay of(PredictionRequest request) {
    Optional<EngineChoice.Faster> faster = EngineChoice.faster(request);
    if (wanted && session.isEmpty() && faster.isPresent() && !"off".equals(System.getenv(HINT))) {
      hinting = Thread.ofVirtual().start(() -> {
        try {
          Thread.sleep(LONG_NANOS / 1_000_000);
          hint(request.engine(), faster.get());
        } catch (InterruptedException e) {
          // the thread is interrupted when the work has ended
        }
      });
    }
    return this;
  }

  synchronized void hint(String engine, EngineChoice.Faster faster) {
    erase();
    err.println(text.hint(done, nanos.getAsLong() - begin, engine, faster));
  }

  /** Sets the size of the whole work when it becomes known. */
  public LongConsumer expect(long total) {
    text.expect(total);
    return this;
  }

  /** Returns the receiver that shows the progress of reading a trace. */
  public ReadingProgress ofReading() {
    return new ReadingProgress() {
      @Override
      public void expect(long bytes) {
        text.expectBytes(bytes);
      }

      @Override
      public void accept(long read) {
        ProgressDisplay.this.accept(read);
      }
    };
  }

  @Override
  public void accept(long finished) {
    done = finished;
    long now = nanos.getAsLong();
    if ((drawn || session.isPresent()) && now - drawnAt >= UPDATE_NANOS) {
      drawnAt = now;
      session.ifPresentOrElse(
          it -> text.send(it, finished), () -> draw(text.line(finished, now - begin)));
    }
  }

  private synchronized void draw(String line) {
    err.print("\r" + line + " ".repeat(Math.max(0, width - line.length())));
    err.flush();
    width = line.length();
  }

  private void erase() {
    if (width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }

  @Override
  public synchronized void close() {
    if (hinting != null) {
      hinting.interrupt();
    }
    erase();
  }
}
