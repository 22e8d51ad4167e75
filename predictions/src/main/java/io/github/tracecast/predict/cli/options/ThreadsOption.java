package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.simulate.Threads;
import picocli.CommandLine.Option;

/** The option that limits the threads of one prediction. */
public final class ThreadsOption {
  private static final int MOST = 1024;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads with engine loggp, if no match depends on time and nothing is skipped; the result is the same for any"
              + " number (default: all processors).")
  private String threads;

  /** Returns a request with the given number of threads. */
  public PredictionRequest request(PredictionRequest request) {
    if (threads == null) {
      return request;
    }
    Threads most = Threads.upTo(number());
    return request.with(draft -> draft.threads = most);
  }

  private int number() {
    try {
      int number = Integer.parseInt(threads);
      if (number >= 1 && number <= MOST) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new UsageException("--threads: found " + threads + "; expected 1 to " + MOST);
  }
}
