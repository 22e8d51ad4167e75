package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Share;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * One share of a predicted time, and the factor by which it may grow.
 *
 * @param seconds its part of the predicted time
 * @param factors for each value of {@link #SLOWER}, the factor on the share that makes the run that
 *     much slower; infinite if it is above {@link Tolerance#MOST}
 */
public record ShareSensitivity(Share share, double seconds, List<Double> factors) {
  /** The slowdowns of the run: 1, 2, 5 and 10%. */
  public static final List<Double> SLOWER = List.of(0.01, 0.02, 0.05, 0.1);

  public ShareSensitivity {
    factors = List.copyOf(factors);
  }

  /**
   * One figure in the row of a point.
   *
   * @param value infinite for an unlimited tolerance
   */
  public record Column(String name, double value) {}

  /**
   * Of all shares.
   *
   * @param progress see {@link Sensitivity#of}
   * @throws ReplayException if the program cannot be replayed or followed
   */
  public static List<ShareSensitivity> of(
      PreparedTrace trace, PredictionRequest request, LongConsumer progress) {
    Sensitivity sensitivity = Sensitivity.of(trace, request, SLOWER, false, progress);
    List<ShareSensitivity> all = new ArrayList<>();
    sensitivity
        .path()
        .byShare()
        .forEach((share, seconds) -> all.add(new ShareSensitivity(
            share,
            seconds,
            sensitivity.tolerances().stream()
                .filter(tolerance -> tolerance.share() == share)
                .map(tolerance -> tolerance.factor().orElse(Double.POSITIVE_INFINITY))
                .toList())));
    return all;
  }

  /**
   * Returns derivatives and tolerances of all shares as a row of figures; empty if there are none.
   */
  public static List<Column> columns(List<ShareSensitivity> all) {
    List<Column> columns = new ArrayList<>();
    if (all.isEmpty()) {
      return columns;
    }
    for (Derivative derivative : Derivative.of(bySeconds(all))) {
      columns.add(new Column("derivative_" + derivative.name() + "_seconds", derivative.seconds()));
    }
    for (ShareSensitivity one : all) {
      for (int part = 0; part < SLOWER.size(); part++) {
        columns.add(new Column(
            "tolerance_" + Sensitivity.name(one.share()) + "_" + Math.round(100 * SLOWER.get(part))
                + "_percent",
            one.factors().get(part)));
      }
    }
    return columns;
  }

  /** The names of a row's columns. */
  public static List<String> columnNames() {
    List<ShareSensitivity> any = new ArrayList<>();
    for (Share share : Share.values()) {
      any.add(new ShareSensitivity(share, 0, SLOWER));
    }
    return columns(any).stream().map(Column::name).toList();
  }

  /** The shares' parts of the time. */
  public static Map<Share, Double> bySeconds(List<ShareSensitivity> all) {
    Map<Share, Double> seconds = new EnumMap<>(Share.class);
    all.forEach(one -> seconds.put(one.share(), one.seconds()));
    return seconds;
  }
}
