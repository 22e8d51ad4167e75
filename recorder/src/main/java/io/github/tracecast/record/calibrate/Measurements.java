package io.github.tracecast.record.calibrate;

import io.github.tracecast.trace.text.UsageException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of {@code recorder/calibrate}, read from its output.
 *
 * @param mpi the name that the MPI library reports
 * @param host the host on which rank 0 ran
 * @param cores number of processors of that host
 * @param oneNode whether both ranks ran on one node
 * @param overTcp whether each message caused a TCP segment
 * @param eagerLimit bytes of the smallest message that makes its sender wait for the receive; 0 if
 *     no message did
 * @param largestEager bytes of the largest message whose sender is known not to wait for the
 *     receive
 * @param eagerWaitsFrom bytes of the smallest eager message that makes its sender wait while the
 *     receiver is outside MPI; 0 if no message did
 * @param rounds number of rounds through all quantities and sizes
 * @param quantities samples by quantity, in ascending order of size
 * @param repetitionNanos times of successive repetitions of fixed work, ns; empty if not measured
 */
public record Measurements(
    String mpi,
    String host,
    int cores,
    boolean oneNode,
    boolean overTcp,
    long eagerLimit,
    long largestEager,
    long eagerWaitsFrom,
    int rounds,
    Map<String, List<SizeMeasurements>> quantities,
    List<Double> repetitionNanos) {

  private static final String PREFIX = "calibrate";

  /** Whether a line of output belongs to the measurements, not to the launcher or the system. */
  public static boolean owns(String line) {
    return line.startsWith(PREFIX + " ") || line.startsWith(PREFIX + "-");
  }

  /**
   * Reads the program's output.
   *
   * @param lines the lines for which {@link #owns} is true
   * @throws UsageException if the lines are not the output of one run of two ranks
   */
  public static Measurements of(List<String> lines) {
    Map<String, String> facts = new LinkedHashMap<>();
    Map<String, List<SizeMeasurements>> quantities = new LinkedHashMap<>();
    List<Double> repetitionNanos = new ArrayList<>();
    int runs = 0;
    for (String line : lines) {
      String[] words = line.split(" ", 2);
      if (words[0].equals(PREFIX)) {
        String[] fields = words[1].split(" ");
        quantities.computeIfAbsent(fields[0], name -> new ArrayList<>()).add(sample(fields));
      } else if (words[0].equals(PREFIX + "-noise")) {
        Stream.of(words[1].split(" ")).map(Double::valueOf).forEach(repetitionNanos::add);
      } else {
        runs += words[0].equals(PREFIX + "-ranks") ? 1 : 0;
        facts.put(words[0].substring(PREFIX.length() + 1), words[1]);
      }
    }
    requireTwoRanks(runs, facts.get("ranks"));
    if (!facts.containsKey("rounds")) {
      throw new UsageException(
          "found only a part of the results, because the measurement ended early; run it again");
    }
    quantities.values().forEach(of -> of.sort(Comparator.comparingLong(SizeMeasurements::bytes)));
    return new Measurements(
        fact(facts, "mpi"),
        fact(facts, "host"),
        Integer.parseInt(fact(facts, "cores")),
        fact(facts, "node").equals("one"),
        fact(facts, "tcp").equals("yes"),
        Long.parseLong(fact(facts, "eager")),
        Long.parseLong(fact(facts, "largest-eager")),
        Long.parseLong(fact(facts, "eager-waits")),
        Integer.parseInt(fact(facts, "rounds")),
        quantities,
        List.copyOf(repetitionNanos));
  }

  /** Returns a value that the program prints if it runs to its end. */
  private static String fact(Map<String, String> facts, String name) {
    return Objects.requireNonNull(facts.get(name), name);
  }

  /** Half of the round trip of an empty message, in seconds. */
  public double emptyTripSeconds() {
    return tripSeconds(of("round_trip").firstEntry().getValue());
  }

  /** Bytes of the largest message. */
  public long largestBytes() {
    return of("round_trip").lastKey();
  }

  /**
   * Returns the bytes of the largest message divided by its extra time over an empty message, in
   * bytes per second; empty if there is no extra time.
   */
  public OptionalDouble largestBytesPerSecond() {
    double seconds = tripSeconds(of("round_trip").lastEntry().getValue()) - emptyTripSeconds();
    return seconds > 0 ? OptionalDouble.of(largestBytes() / seconds) : OptionalDouble.empty();
  }

  private static double tripSeconds(SizeMeasurements sample) {
    return 1e-9 * sample.median() / 2;
  }

  private static SizeMeasurements sample(String[] fields) {
    return new SizeMeasurements(
        Long.parseLong(fields[1]),
        Double.parseDouble(fields[2]),
        Double.parseDouble(fields[3]),
        Double.parseDouble(fields[4]),
        Integer.parseInt(fields[5]));
  }

  private static void requireTwoRanks(int runs, @Nullable String ranks) {
    if (runs == 0) {
      throw new UsageException(
          "found no results of the measurement; expected a command that starts two MPI ranks, such as: -- mpirun -n 2");
    }
    if (runs > 1) {
      throw new UsageException("found " + runs
          + " programs of one rank each; expected one program of two ranks. The launcher and the mpicc belong to"
          + " different MPIs; use `mpicc` to name the mpicc of the launcher's MPI");
    }
    if (!"2".equals(ranks)) {
      throw new UsageException("found " + ranks + ("1".equals(ranks) ? " rank" : " ranks")
          + "; expected two ranks, such as with: -- mpirun -n 2");
    }
  }

  /** Whether messages of a size are sent eagerly, without waiting for their receive. */
  boolean eager(long bytes) {
    return eagerLimit == 0 || bytes < eagerLimit;
  }

  /** A quantity's measurements by message size. */
  NavigableMap<Long, SizeMeasurements> of(String quantity) {
    TreeMap<Long, SizeMeasurements> bySize = new TreeMap<>();
    quantities.getOrDefault(quantity, List.of()).forEach(s -> bySize.put(s.bytes(), s));
    return bySize;
  }
}
