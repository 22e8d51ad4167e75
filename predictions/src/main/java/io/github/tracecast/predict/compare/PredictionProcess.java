package io.github.tracecast.predict.compare;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.model.InputDigest;
import io.github.tracecast.predict.model.ParallelReplays;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * Runs predictions in separate processes. Each process is {@code tracecast predict} in a JVM
 * started like
 * this one. SimGrid allows only one replay per process. If its native code crashes, only that
 * process ends.
 */
public final class PredictionProcess {
  private static final long LOOK_MILLIS = 100;

  private PredictionProcess() {}

  /**
   * Predicts one trace for many requests, with one process for each.
   *
   * @param progress receives the number of finished predictions
   * @return one prediction for each request, in order
   * @throws UsageException if a process rejects its input, with its first error
   */
  public static List<PredictionFile> predictions(
      PreparedTrace trace, List<PredictionRequest> requests, LongConsumer progress)
      throws IOException {
    List<String> words = trace.words();
    List<ParallelReplays.Task<PredictionFile>> tasks = new ArrayList<>();
    long[] memory = new long[requests.size()];
    for (PredictionRequest request : requests) {
      Predictor predictor = new Predictor(request);
      String inputs = InputDigest.of(trace, request, predictor.platform());
      memory[tasks.size()] = ParallelReplays.memory(trace, predictor.lane(trace), request.engine());
      tasks.add(calls -> predict(trace.name(), words, request, inputs, calls));
    }
    try {
      return ParallelReplays.results(tasks, replay -> memory[replay], progress);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** @param look is called from time to time; if it throws an exception, the process ends early */
  private static PredictionFile predict(
      String trace, List<String> words, PredictionRequest request, String inputs, LongConsumer look)
      throws IOException {
    try (ScratchFolder scratch = new ScratchFolder("")) {
      Path json = scratch.path().resolve("prediction.json");
      Path complaints = scratch.path().resolve("complaints");
      List<String> arguments = new ArrayList<>(
          List.of("predict", "--quiet", "--json", json.toString(), "--inputs", inputs));
      arguments.addAll(words);
      arguments.addAll(Settings.options(request, Settings.all()));
      Process process = new ProcessBuilder(JavaCommand.following(JavaCommand.TRACECAST, arguments))
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(complaints.toFile())
          .start();
      int code;
      try {
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          look.accept(0);
        }
        code = process.exitValue();
        AtSignal.letEnd(code);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      } finally {
        process.destroyForcibly();
      }
      if (code != 0) {
        throw failed(code, Files.readAllLines(complaints), request);
      }
      return PredictionFile.parse(request.named(trace), Files.readAllBytes(json));
    }
  }

  private static RuntimeException failed(
      int code, List<String> complaints, PredictionRequest request) {
    String first = complaints.stream()
        .filter(line -> line.startsWith("error: "))
        .findFirst()
        .orElse("error: its process ended with exit code " + code);
    String text = first.substring("error: ".length());
    return code == 2
        ? new UsageException(text)
        : new IllegalStateException("prediction on " + request.platform() + " with mapping "
            + request.mapping() + ": " + text);
  }
}
