package io.github.tracecast.record.calibrate;

import io.github.tracecast.platform.CollectiveRules;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * LogGP's parameters of a machine by message size, in ns. With these parameters, the replay's rules
 * reproduce the measured times.
 *
 * <p>Half a round trip of an eager message is {@code o_s + flight + o_r}. For a rendezvous message
 * it is {@code o_s + 2 h + flight + o_r}, where h is half a round trip of an empty message.
 *
 * <p>The time of the call that starts a send is o_s. For an eager message, o_r is the time of a
 * receive whose message has already arrived. A rendezvous message has the o_r of an empty message,
 * and its copy is part of the flight. The flight is the rest of the message's time.
 *
 * <p>Between nodes, the flight is {@code L + m / bandwidth} plus a remainder. The bandwidth is
 * measured with the largest message. A traffic shaper may let smaller messages pass faster; such
 * sizes have a factor above 1. A gap that is only the time of the bytes on the link is ignored,
 * because in a replay messages use the link one after another.
 *
 * <p>The overhead of a large message may overlap the transfer of its bytes on the link. If a
 * message takes at least as long as an empty message plus its bytes on the link, the overheads are
 * reduced until the flight has the time of the bytes on the link, but not below an empty message's
 * overheads. Without this reduction, messages of this size would have a factor that makes them
 * faster on every other link, too.
 *
 * <p>If ranks share memory, the flight of small messages takes almost no time. Then the separately
 * measured overheads may exceed the time of the whole message. The overheads are reduced to this
 * time, because the whole time matters.
 *
 * @param send o_s
 * @param receive o_r
 * @param flight time from departure to arrival
 * @param gap time from one message to the next if it exceeds the overheads, otherwise 0
 * @param copy time to copy a block within a rank's memory
 */
record LogGpFigures(
    NavigableMap<Long, Double> send,
    NavigableMap<Long, Double> receive,
    NavigableMap<Long, Double> flight,
    NavigableMap<Long, Double> gap,
    NavigableMap<Long, Double> copy) {
  private static final double MOST_TIMES_FASTER = 10;

  /** Additional flight time below this share of the flight time is ignored as noise. */
  private static final double NOISE = 0.02;

  /**
   * A gap is used only if it exceeds the overheads and the time on the link by this factor, which
   * is the uncertainty of these times.
   */
  private static final double CLEARLY = 1.25;

  /** A message counts as faster than the link if it takes less than this share of the link's time. */
  private static final double FASTER = 0.92;

  static LogGpFigures of(Measurements measured) {
    NavigableMap<Long, Double> trips = envelope(measured, "round_trip");
    NavigableMap<Long, Double> sends = envelope(measured, "send_call");
    NavigableMap<Long, Double> receives = envelope(measured, "receive_call");
    NavigableMap<Long, Double> streams = envelope(measured, "stream");
    LogGpFigures figures = new LogGpFigures(
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        new TreeMap<>(),
        envelope(measured, "copy"));
    double empty = at(trips, 0L) / 2;
    for (long bytes : trips.keySet()) {
      boolean eager = measured.eager(bytes);
      double half = at(trips, bytes) / 2;
      double left = eager ? half : Math.max(0, half - 2 * empty);
      double send = Math.min(at(sends, bytes), left);
      double receive = Math.min(eager ? at(receives, bytes) : at(figures.receive, 0L), left - send);
      figures.send.put(bytes, send);
      figures.receive.put(bytes, receive);
      figures.flight.put(bytes, left - send - receive);
    }
    if (!measured.oneNode()) {
      trips.keySet().stream()
          .filter(measured::eager)
          .filter(bytes -> at(trips, bytes) / 2 >= FASTER * (empty + figures.onLink(bytes)))
          .forEach(figures::giveBytesTheirTime);
    }
    for (long bytes : trips.keySet()) {
      // streams of messages are measured for eager sizes only
      // a size without a stream has the gap of the next smaller size with one
      Map.Entry<Long, Double> stream = streams.floorEntry(bytes);
      double gap = measured.eager(bytes) && stream != null ? stream.getValue() : 0;
      double busy = Math.max(at(figures.send, bytes), at(figures.receive, bytes));
      double link = measured.oneNode() ? 0 : figures.onLink(bytes) / figures.factor(bytes);
      figures.gap.put(bytes, gap > CLEARLY * Math.max(busy, link) ? gap : 0);
    }
    return figures;
  }

  /**
   * Moves time from an eager message's overheads to its flight, until the flight is as long as the
   * message's bytes on the link.
   */
  private void giveBytesTheirTime(long bytes) {
    for (NavigableMap<Long, Double> overhead : List.of(receive, send)) {
      double missing = Math.max(0, latency() + onLink(bytes) - at(flight, bytes));
      double taken = Math.min(missing, Math.max(0, at(overhead, bytes) - at(overhead, 0L)));
      overhead.merge(bytes, -taken, Double::sum);
      flight.merge(bytes, taken, Double::sum);
    }
  }

  /** Returns a quantity at a measured size. */
  private static double at(Map<Long, Double> bySize, long bytes) {
    return Objects.requireNonNull(bySize.get(bytes));
  }

  /** Returns the latency L in ns. */
  double latency() {
    return at(flight, 0L);
  }

  /** Returns the time per byte of the largest message, in ns. */
  double perByte() {
    Map.Entry<Long, Double> largest = flight.lastEntry();
    return Math.max(1e-3, (largest.getValue() - latency()) / largest.getKey());
  }

  private double onLink(long bytes) {
    return bytes * perByte();
  }

  /** Returns the factor by which a message is faster than the link; 1 if it is not faster. */
  double factor(long bytes) {
    double beyond = at(flight, bytes) - latency();
    return at(flight, bytes) < FASTER * (latency() + onLink(bytes)) && beyond > 0
        ? Math.min(MOST_TIMES_FASTER, onLink(bytes) / beyond)
        : 1;
  }

  /** Returns, by message size, the flight time in ns beyond the latency and the time of the bytes. */
  NavigableMap<Long, Double> flightOverhead() {
    NavigableMap<Long, Double> overhead = new TreeMap<>();
    flight.forEach((bytes, time) -> {
      double more = time - latency() - onLink(bytes) / factor(bytes);
      overhead.put(bytes, more > NOISE * time ? more : 0);
    });
    return overhead;
  }

  /**
   * Returns how many exchanges of small messages the creation of a communicator takes. The number
   * is unknown on one node, where the network does not dominate the time of these exchanges.
   */
  static OptionalInt communicatorAgreements(Measurements measured) {
    SizeMeasurements made = measured.of("communicator").get(0L);
    SizeMeasurements trip = measured.of("round_trip").get(0L);
    return made == null || trip == null || measured.oneNode()
        ? OptionalInt.empty()
        : OptionalInt.of((int) Math.max(1, Math.round(made.median() / (trip.median() / 2))));
  }

  /**
   * Returns how many exchanges the creation of a communicator takes with an MPI library whose
   * exchanges were counted. On two ranks that poll on one core, an exchange takes a slice of 4 ms.
   * MPI_Comm_dup took 6.0 slices with Open MPI 4.1, which reduces three times, up and down a tree,
   * and 1.9 slices with MPICH 4.0.
   *
   * @return empty for another library, or another major version
   */
  static OptionalInt communicatorAgreements(String mpi) {
    if (mpi.startsWith("Open MPI v4.")) {
      return OptionalInt.of(6);
    }
    return CollectiveRules.setOfMpi(mpi).equals("mpich-4")
        ? OptionalInt.of(2)
        : OptionalInt.empty();
  }

  /**
   * Returns a quantity's medians by message size. No value is above the value of a larger size of
   * the same protocol. Larger messages cannot take less time, so a value above that of a larger
   * size is a disturbance.
   */
  private static NavigableMap<Long, Double> envelope(Measurements measured, String quantity) {
    NavigableMap<Long, Double> least = new TreeMap<>();
    boolean eager = false;
    double above = Double.POSITIVE_INFINITY;
    for (SizeMeasurements sample : measured.of(quantity).descendingMap().values()) {
      if (!eager && measured.eager(sample.bytes())) {
        eager = true;
        above = Double.POSITIVE_INFINITY;
      }
      above = Math.min(above, sample.median());
      least.put(sample.bytes(), above);
    }
    return least;
  }
}
