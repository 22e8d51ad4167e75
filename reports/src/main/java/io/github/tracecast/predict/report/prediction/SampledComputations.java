package io.github.tracecast.predict.report.prediction;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The computations of one rank between its calls, as the program of a trace measured them.
 *
 * @param count number of all computations
 * @param seconds sum of all computations
 * @param shortest seconds of the shortest computation
 * @param longest seconds of the longest computation
 * @param sample a uniform sample of the computations, ordered by time
 */
public record SampledComputations(
    long count, double seconds, double shortest, double longest, List<Computation> sample) {
  public SampledComputations {
    sample = List.copyOf(sample);
  }

  /**
   * One computation.
   *
   * @param start seconds since the start of the run
   * @param seconds the length of the computation, s
   */
  public record Computation(double start, double seconds) {}

  public double mean() {
    return seconds / count;
  }

  /** Reads the file that a program wrote. */
  public static SampledComputations read(Path file) throws IOException {
    List<double[]> lines = Files.readAllLines(file).stream()
        .map(line ->
            Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray())
        .toList();
    double[] all = lines.getFirst();
    return new SampledComputations(
        (long) all[0],
        all[1],
        all[2],
        all[3],
        lines.stream()
            .skip(1)
            .map(line -> new Computation(line[0], line[1]))
            .sorted(Comparator.comparingDouble(Computation::start))
            .toList());
  }
}
