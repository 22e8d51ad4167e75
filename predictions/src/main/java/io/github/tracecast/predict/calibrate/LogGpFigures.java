package io.github.tracecast.predict.calibrate;

import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * LogGP's figures of a machine by message size, ns, such that the replay's own rules give what was measured.
 *
 * <p>Half a round trip is {@code o_s + flight + o_r} of an eager message, and {@code o_s + 2 h + flight + o_r} of one that asks
 * first, h being half a round trip of an empty message. o_s is measured by the call that starts a send, o_r of an eager message by the
 * receive of one that is there; for one that asks first it is the one of an empty message, and the copy is in the flight. The flight is
 * what remains. Where ranks share memory hardly anything remains of small messages, and overheads measured apart may be
 * more than both together: then they are cut to fit, since the whole is what matters.
 *
 * @param send o_s
 * @param receive o_r
 * @param flight from departure to arrival
 * @param gap from one message to the next where that is more than the overheads, else 0
 * @param copy of a block within a rank's memory
 */
record LogGpFigures(
    NavigableMap<Long, Double> send,
    NavigableMap<Long, Double> receive,
    NavigableMap<Long, Double> flight,
    NavigableMap<Long, Double> gap,
    NavigableMap<Long, Double> copy) {

  /** A gap counts where it is longer than the overheads by more than they are uncertain. */
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
   * A quantity's medians, each no more than any of a larger size of the same protocol: what is more is a disturbance, as larger
   * messages cannot take less.
   */
  private static NavigableMap<Long, Double> envelope(Measurements measured, String quantity) {
    NavigableMap<Long, Double> least = new TreeMap<>();
    boolean eager = false;
    double above = Double.POSITIVE_INFINITY;
    for (Sample sample : measured.of(quantity).descendingMap().values()) {
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
