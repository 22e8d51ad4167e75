package io.github.tracecast.predict.settings;

import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.UsageException;
import java.util.Optional;

/** Decides which engines agree, and which engine to suggest if a replay is slow. */
public final class EngineChoice {
  /**
   * A faster engine, to suggest while a replay takes long.
   *
   * @param options the options that select the engine
   * @param leavesOut the end of a sentence that names effects that the engine models less exactly
   */
  public record Faster(String options, String leavesOut) {}

  private EngineChoice() {}

  /** Whether an engine predicts the same times as the default engine of {@code predict}. */
  public static boolean agrees(String engine) {
    return !engine.equals(Engines.LOGGP);
  }

  /** Returns a faster engine for a slow replay of a request; empty if there is none. */
  public static Optional<Faster> faster(PredictionRequest request) {
    return switch (request.engine()) {
      case Engines.SIMGRID ->
        Optional.of(new Faster("`engine flows`", "it models the same contention without SimGrid"));
      case Engines.LOGGP -> Optional.empty();
      default ->
        Optional.of(new Faster(
            "`engine loggp`", "it models no contention, so messages never slow each other down"));
    };
  }

  /**
   * Returns how messages on the same link slow each other down in an engine: {@code none} or {@code
   * flows}.
   */
  public static String contention(String engine) {
    return engine.equals(Engines.LOGGP) ? "none" : "flows";
  }

  /**
   * Returns the error for a removed option, with which messages of engine loggp used a link one
   * after another.
   */
  public static UsageException instead(String option, String found) {
    return new UsageException(option + ": found " + found
        + ", which is no longer an option; expected `engine flows` (messages share links) or `engine loggp` (no"
        + " contention)");
  }

  /** Names the engine of a request with its model of contention. */
  public static String words(PredictionRequest request) {
    return switch (request.engine()) {
      case Engines.SIMGRID -> request.engine();
      case Engines.LOGGP -> request.engine() + ", no contention";
      default -> request.engine() + ", same times as simgrid";
    };
  }
}
