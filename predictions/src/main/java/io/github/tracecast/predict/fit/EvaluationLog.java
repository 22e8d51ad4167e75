package io.github.tracecast.predict.fit;

import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the evaluations of a fit on disk, so that an interrupted fit can continue. A fit is
 * deterministic, so it evaluates the same points again. The file begins with a magic number and the
 * digest of the fit. A record consists of the point, the predictions, their slopes, and the CRC-32C
 * of these bytes. The first damaged record and all later records are dropped. Only the process that
 * holds the file's lock writes the file, and it removes the file when the fit succeeds.
 */
final class EvaluationLog implements AutoCloseable {
  private static final long MAGIC = 0x5452414345464954L;
  private static final int HEAD = 2 * Long.BYTES;
  private static final int LARGEST = 1 << 30;

  private final @Nullable Path file;
  private final @Nullable FileChannel channel;
  private final Map<List<Double>, FitProblem.Predicted> evaluations = new HashMap<>();

  private EvaluationLog(@Nullable Path file, @Nullable FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Creates a log that keeps evaluations only in memory. */
  static EvaluationLog inMemory() {
    return new EvaluationLog(null, null);
  }

  /**
   * Continues a log, or begins a new one. If the file cannot be written, or if another process runs
   * the same fit, evaluations are kept only in memory.
   *
   * @param identity the digest of the fit's measurements, machine and options
   * @throws UsageException if the file is not a log of this fit
   */
  static EvaluationLog open(Path file, long identity, int dimension, int trials) {
    FileChannel channel;
    try {
      channel = FileChannel.open(
          file,
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return inMemory();
    }
    try {
      if (channel.tryLock() == null) {
        channel.close();
        return inMemory();
      }
      EvaluationLog log = new EvaluationLog(file, channel);
      log.read(channel, identity, dimension, trials);
      return log;
    } catch (IOException | OverlappingFileLockException e) {
      close(channel);
      return inMemory();
    } catch (UsageException e) {
      close(channel);
      throw e;
    }
  }

  /** Reads all complete records, and truncates the file after the last complete record. */
  private void read(FileChannel from, long identity, int dimension, int trials) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(from.size(), LARGEST));
    while (bytes.hasRemaining() && from.read(bytes, bytes.position()) >= 0) {
      // a read may return fewer bytes than remain
    }
    bytes.flip();
    if (bytes.limit() < HEAD || bytes.getLong() != MAGIC || bytes.getLong() != identity) {
      if (bytes.limit() >= HEAD) {
        throw new UsageException(
            "fit: found " + file
                + ", which does not hold the evaluations of this fit; expected no other file of this name. Remove the file");
      }
      from.truncate(0);
      from.write(bytes(MAGIC, identity), 0);
      return;
    }
    int doubles = dimension + trials + trials * dimension;
    int record = Double.BYTES * doubles + Long.BYTES;
    while (bytes.remaining() >= record) {
      long sum = checksum(bytes.array(), bytes.position(), record - Long.BYTES);
      if (bytes.getLong(bytes.position() + record - Long.BYTES) != sum) {
        break;
      }
      double[] point = doubles(bytes, dimension);
      double[] seconds = doubles(bytes, trials);
      double[][] slopes = new double[trials][];
      for (int t = 0; t < trials; t++) {
        slopes[t] = doubles(bytes, dimension);
      }
      bytes.getLong();
      evaluations.put(key(point), new FitProblem.Predicted(seconds, slopes));
    }
    from.truncate(bytes.position());
  }

  private static ByteBuffer bytes(long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * numbers.length);
    Arrays.stream(numbers).forEach(bytes::putLong);
    return bytes.flip();
  }

  private static long checksum(byte[] bytes, int from, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, length);
    return crc.getValue();
  }

  private static double[] doubles(ByteBuffer bytes, int count) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> bytes.getDouble());
    return numbers;
  }

  private static List<Double> key(double[] point) {
    return Arrays.stream(point).boxed().toList();
  }

  /** Returns the evaluation at a point, from the log if possible; otherwise it is computed and added to the log. */
  FitProblem.Predicted of(double[] point, Function<double[], FitProblem.Predicted> make) {
    FitProblem.Predicted predicted = evaluations.get(key(point));
    if (predicted == null) {
      predicted = make.apply(point);
      evaluations.put(key(point), predicted);
      append(point, predicted);
    }
    return predicted;
  }

  private void append(double[] point, FitProblem.Predicted predicted) {
    if (channel == null) {
      return;
    }
    int dimension = point.length;
    int trials = predicted.seconds().length;
    ByteBuffer bytes =
        ByteBuffer.allocate(Double.BYTES * (dimension + trials + trials * dimension) + Long.BYTES);
    put(bytes, point);
    put(bytes, predicted.seconds());
    for (double[] slopes : predicted.slopes()) {
      put(bytes, slopes);
    }
    bytes.putLong(checksum(bytes.array(), 0, bytes.position()));
    bytes.flip();
    try {
      for (long at = channel.size(); bytes.hasRemaining(); ) {
        at += channel.write(bytes, at);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void put(ByteBuffer bytes, double[] numbers) {
    Arrays.stream(numbers).forEach(bytes::putDouble);
  }

  /** Removes the file of a fit that has succeeded. */
  void delete() {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (channel != null) {
      close(channel);
    }
  }

  private static void close(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
