package io.github.tracecast.record.retime;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.record.MpiCompilers;
import io.github.tracecast.record.Payload;
import io.github.tracecast.record.Preloading;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.record.SupervisedRun;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.recorder.RecorderConstants;
import io.github.tracecast.trace.system.ScratchFolder;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs ranks of a program one at a time. The MPI calls of these ranks return the data of the
 * recorded run.
 */
public final class SoloRuns {
  private final Programs programs;
  private final String trace;
  private final Payload payload;
  private final List<String> command;
  private final @Nullable String compiler;
  private final String counter;
  private final RecorderLibrary recorder;
  private final Consumer<String> say;

  /**
   * Prepares runs.
   *
   * @param trace the name of the trace in messages
   * @param command the program and its arguments
   * @param compiler compiler of the program's MPI; null to derive it from the program
   * @param counter how to measure computation
   * @param say receives lines about the preparation, and a line before each of several runs
   */
  public SoloRuns(
      Programs programs,
      String trace,
      Payload payload,
      List<String> command,
      @Nullable String compiler,
      String counter,
      Consumer<String> say) {
    this.programs = programs;
    this.trace = trace;
    this.payload = payload;
    this.command = List.copyOf(command);
    this.compiler = compiler;
    this.counter = counter;
    this.recorder = new RecorderLibrary(say);
    this.say = say;
  }

  /**
   * Runs one rank of each class, and returns the trace with the new times.
   *
   * @param ranks the ranks to choose from; empty for all ranks with a payload
   * @param each receives each measurement after the last run, because during the runs, the output
   *     belongs to the program
   * @throws UsageException if a rank has no payload, or the program fails or takes another path
   */
  public Trace retimed(List<Integer> ranks, Consumer<Measurement> each)
      throws IOException, InterruptedException {
    List<Integer> chosen = chosen(ranks);
    List<Measurement> measurements = new ArrayList<>();
    for (int rank : chosen) {
      if (chosen.size() > 1) {
        say.accept("rank " + rank + " runs alone (" + (measurements.size() + 1) + " of "
            + chosen.size() + ")");
      }
      measurements.add(measured(rank));
    }
    measurements.forEach(each);
    return Retiming.of(programs, measurements, counter);
  }

  /**
   * Returns one rank of each class.
   *
   * @param ranks the ranks to choose from; empty for all ranks with a payload
   * @throws UsageException if a rank has no payload
   */
  private List<Integer> chosen(List<Integer> ranks) {
    List<Integer> kept = payload.ranks();
    for (int rank : ranks) {
      if (rank < 0 || rank >= programs.ranks()) {
        throw new UsageException("`rank`: found " + rank + "; expected 0 to "
            + (programs.ranks() - 1) + ", as in " + trace);
      }
      if (!kept.contains(rank)) {
        throw new UsageException("`rank`: found " + rank + ", which has no payload; expected "
            + kept.stream().map(one -> Integer.toString(one)).collect(Collectors.joining(", "))
            + ", as in " + payload.folder() + "; to measure rank " + rank
            + ", record again with `payload " + rank + "`");
      }
    }
    Map<Integer, Integer> byClass = new HashMap<>();
    List<Integer> chosen = new ArrayList<>();
    for (int rank : ranks.isEmpty() ? kept : ranks) {
      if (rank >= programs.ranks()) {
        throw new UsageException("`payload`: found rank " + rank + "; expected ranks below "
            + programs.ranks() + ", as in " + trace);
      }
      if (byClass.putIfAbsent(programs.classOf(rank), rank) == null) {
        chosen.add(rank);
      }
    }
    if (chosen.isEmpty()) {
      throw new UsageException("`payload`: found no file rank.N.payload in " + payload.folder()
          + "; expected the files that record --payload wrote");
    }
    return chosen;
  }

  /**
   * Runs one rank to its end.
   *
   * @throws UsageException if the program fails or executes other calls than in the recorded run
   */
  private Measurement measured(int rank) throws IOException, InterruptedException {
    Path mpicc = MpiCompilers.of(compiler, command);
    Preloading preloading = Preloading.of(
        List.of(recorder.preloaded(mpicc), recorder.payload(mpicc)), command, System.getenv());
    Path logs = TemporaryFiles.folder("retime");
    Map<String, String> environment = new HashMap<>(preloading.environment());
    environment.put(RecorderConstants.text("TC_ENV_RECORD"), logs.toString());
    environment.put(RecorderConstants.text("TC_ENV_COUNTER"), counter);
    environment.put(RecorderConstants.text("TC_ENV_COMPLETIONS"), "exact");
    environment.put(RecorderConstants.text("TC_ENV_RAW"), "1");
    environment.put(
        RecorderConstants.text("TC_ENV_ANSWERS"),
        payload.file(rank).toAbsolutePath().toString());
    try (SupervisedRun run = SupervisedRun.start(preloading.command(), environment, recorder)) {
      int exitCode = run.await();
      if (exitCode != 0) {
        throw new UsageException(
            "rank " + rank + ": the program ended with exit code " + exitCode + "; expected 0");
      }
      if (!Files.exists(logs.resolve("rank." + rank + ".log"))) {
        throw new UsageException(
            "rank " + rank + ": the program made no MPI calls; expected the recorded program");
      }
      return Measurement.of(programs, rank, logs);
    } finally {
      ScratchFolder.delete(logs);
    }
  }
}
