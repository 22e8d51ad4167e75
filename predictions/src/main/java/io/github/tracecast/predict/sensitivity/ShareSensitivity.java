package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.predict.output.Column;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.criticalpath.Tolerance;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.ToDoubleFunction;

/**
 * One share of a predicted time, and the factor by which it may grow.
 *
 * @param seconds the share's part of the predicted time
 * @param factors for each value of {@link #SLOWER}, the factor on the share that lengthens the run
 *     by this value; infinite if it is above {@link Tolerance#MOST}
 */
public record ShareSensitivity(Share share, double seconds, List<Double> factors) {
  /** The slowdowns of the run: 1, 2, 5 and 10%. */
  public static final List<Double> SLOWER = List.of(0.01, 0.02, 0.05, 0.1);

  public ShareSensitivity {
    factors = List.copyOf(factors);
  }

  /**
   * Computes the sensitivities of all shares.
   *
   * @param progress see {@link Sensitivity#of}
   * @throws ReplayException if the program cannot be replayed, or its critical path cannot be
   *     followed
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
   * Returns the columns of derivatives with respect to all properties. Texts and pages show the
   * change of the time when a property grows by 1%.
   */
  public static List<Column<List<ShareSensitivity>>> derivatives() {
    List<Column<List<ShareSensitivity>>> columns = new ArrayList<>();
    for (int i = 0; i < Derivative.NAMES.size(); i++) {
      int at = i;
      String name = Derivative.NAMES.get(i);
      ToDoubleFunction<List<ShareSensitivity>> seconds =
          all -> Derivative.of(bySeconds(all)).get(at).seconds();
      columns.add(Column.change("derivative_" + name + "_seconds", "", seconds));
      columns.add(Column.singleTime(
          "", name.replace('_', ' '), all -> Sensitivity.ONE_PERCENT * seconds.applyAsDouble(all)));
    }
    return columns;
  }

  /** Returns the columns of factors on all shares, by slowdown of the run. */
  public static List<Column<List<ShareSensitivity>>> tolerances() {
    List<Column<List<ShareSensitivity>>> columns = new ArrayList<>();
    for (Share share : Share.values()) {
      for (int part = 0; part < SLOWER.size(); part++) {
        int at = part;
        columns.add(Column.ratio(
            "tolerance_" + Sensitivity.name(share) + "_" + Math.round(100 * SLOWER.get(part))
                + "_percent",
            Sensitivity.words(share) + ", run +" + Numbers.perCent(SLOWER.get(part)),
            all -> all.get(share.ordinal()).factors().get(at)));
      }
    }
    return columns;
  }

  /** Returns each share's part of the time. */
  public static Map<Share, Double> bySeconds(List<ShareSensitivity> all) {
    Map<Share, Double> seconds = new EnumMap<>(Share.class);
    all.forEach(one -> seconds.put(one.share(), one.seconds()));
    return seconds;
  }
}
