package io.github.tracecast.predict.fit;

import io.github.tracecast.predict.settings.UsageException;
import io.github.tracecast.trace.WholeFile;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The evaluations of a fit on disk, so that an interrupted one continues. A fit is deterministic: it
 * asks for the same points again. A record is the point, the predictions and their slopes; a last
 * record that was cut is dropped. The file is removed when the fit succeeds.
 */
final class EvaluationLog {
  private static final long MAGIC = 0x5452414345464954L;
  private static final int HEAD = 2 * Long.BYTES;

  private final Optional<Path> file;
  private final Map<List<Double>, FitProblem.Predicted> known = new HashMap<>();

  private EvaluationLog(Optional<Path> file) {
    this.file = file;
  }

  /** Keeps evaluations in memory alone. */
  static EvaluationLog inMemory() {
    return new EvaluationLog(Optional.empty());
  }

  /**
   * Continues a log, or begins a new one if there is no log of the same fit.
   *
   * @param identity checksum of the fit's measurements, machine and options
   */
  static EvaluationLog open(Path file, long identity, int dimension, int trials) {
    EvaluationLog log = new EvaluationLog(Optional.of(file));
    try {
      byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
      int whole = log.read(bytes, identity, dimension, trials);
      try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
        out.writeLong(MAGIC);
        out.writeLong(identity);
        if (whole > 0) {
          out.write(bytes, HEAD, whole);
        }
      }
    } catch (IOException e) {
      throw new UsageException("fit: found " + file + ", which cannot be used ("
          + WholeFile.reason(e, 0) + "); expected a file in a writable folder");
    }
    return log;
  }

  /** Reads all whole records of the same fit. Returns their bytes. */
  private int read(byte[] bytes, long identity, int dimension, int trials) throws IOException {
    int record = Double.BYTES * (dimension + trials + trials * dimension);
    int records = (bytes.length - HEAD) / record;
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (bytes.length < HEAD || in.readLong() != MAGIC || in.readLong() != identity) {
        return 0;
      }
      for (int i = 0; i < records; i++) {
        double[] point = doubles(in, dimension);
        double[] seconds = doubles(in, trials);
        double[][] slopes = new double[trials][];
        for (int t = 0; t < trials; t++) {
          slopes[t] = doubles(in, dimension);
        }
        known.put(key(point), new FitProblem.Predicted(seconds, slopes));
      }
      return records * record;
    }
  }

  private static double[] doubles(DataInputStream in, int count) throws IOException {
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = in.readDouble();
    }
    return numbers;
  }

  private static List<Double> key(double[] point) {
    return new ArrayList<>(Arrays.stream(point).boxed().toList());
  }

  /** The number of evaluations that an interrupted fit left. */
  int found() {
    return known.size();
  }

  /** The evaluation at a point: known, or made and kept. */
  FitProblem.Predicted of(double[] point, Function<double[], FitProblem.Predicted> make) {
    FitProblem.Predicted predicted = known.get(key(point));
    if (predicted == null) {
      predicted = make.apply(point);
      known.put(key(point), predicted);
      append(point, predicted);
    }
    return predicted;
  }

  private void append(double[] point, FitProblem.Predicted predicted) {
    if (file.isEmpty()) {
      return;
    }
    try (DataOutputStream out = new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(file.get(), StandardOpenOption.APPEND)))) {
      write(out, point);
      write(out, predicted.seconds());
      for (double[] slopes : predicted.slopes()) {
        write(out, slopes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(DataOutputStream out, double[] numbers) throws IOException {
    for (double number : numbers) {
      out.writeDouble(number);
    }
  }

  /** Removes the file. */
  void delete() {
    file.ifPresent(path -> {
      try {
        Files.deleteIfExists(path);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
