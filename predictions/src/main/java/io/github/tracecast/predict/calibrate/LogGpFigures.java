package io.github.tracecast.predict.calibrate;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * LogGP's figures of a machine by message size, in ns. With them, the replay's rules reproduce the
 * measured times.
 *
 * <p>Half a round trip of an eager message is {@code o_s + flight + o_r}. For a rendezvous message
 * it is {@code o_s + 2 h + flight + o_r}, where h is half a round trip of an empty message.
 *
 * <p>The call that starts a send gives o_s. The receive of an arrived message gives o_r of an eager
 * message. A rendezvous message takes o_r of an empty message, and its copy is part of the flight.
 * The flight is the rest.
 *
 * <p>If ranks share memory, almost nothing remains for small messages. Then the separately measured
 * overheads may exceed the whole. They are reduced to fit, because the whole time matters.
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

  /** A gap counts if it exceeds the overheads by more than their uncertainty. */
  private static final double CLEARLY = 1.25;

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
    double empty = trips.get(0L) / 2;
    for (long bytes : trips.keySet()) {
      boolean eager = measured.eager(bytes);
      double half = trips.get(bytes) / 2;
      double left = eager ? half : Math.max(0, half - 2 * empty);
      double send = Math.min(sends.get(bytes), left);
      double receive = Math.min(eager ? receives.get(bytes) : figures.receive.get(0L), left - send);
      figures.send.put(bytes, send);
      figures.receive.put(bytes, receive);
      figures.flight.put(bytes, left - send - receive);
      double gap = eager ? streams.get(bytes) : 0;
      figures.gap.put(bytes, gap > CLEARLY * Math.max(send, receive) ? gap : 0);
    }
    return figures;
  }

  /**
   * Returns a quantity's medians. Each is at most that of any larger size of the same protocol.
   * Larger messages cannot take less time, so a larger value is a disturbance.
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
