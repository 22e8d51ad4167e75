package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.ReplayException;
import io.github.tracecast.simulate.lanes.Share;
import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The keys of a machine that change a share of the predicted time most directly. */
public final class ShareKeys {
  /** The keys for each share, which differ by topology. */
  private static final Map<Share, List<String>> KEYS = Map.of(
      Share.LATENCY,
          List.of("network.link_latency", "network.hop_latency", "network.host_link_latency"),
      Share.BANDWIDTH, List.of("network.link_bandwidth", "network.host_link_bandwidth"),
      Share.OVERHEAD, List.of("mpi.receive_overhead"),
      Share.GAP, List.of("mpi.gap"));

  private ShareKeys() {}

  /**
   * Returns the settings that change a predicted time, the most effective first; none if the time
   * cannot be divided into shares.
   */
  public static List<String> effective(PreparedTrace trace, PredictionRequest given) {
    PredictionRequest request = given.repeatable();
    try {
      Sensitivity.require("sensitivity", request, trace);
      Sensitivity found = Sensitivity.of(trace, request, List.of(), false, done -> {});
      return found.path().byShare().entrySet().stream()
          .filter(share -> share.getValue() > 0)
          .sorted(Map.Entry.<Share, Double>comparingByValue().reversed())
          .flatMap(share -> setting(share.getKey(), trace, request, found).stream())
          .toList();
    } catch (UsageException | ReplayException e) {
      return List.of(); // not possible, for example with random times
    }
  }

  private static Optional<String> setting(
      Share share, PreparedTrace trace, PredictionRequest request, Sensitivity found) {
    return share == Share.COMPUTE
        ? Optional.of("compute-scale")
        : of(share, found.machine().platform())
            .filter(key -> !Predictor.effective(
                    trace, request, Map.of(key.getKey(), key.getValue().text()))
                .isEmpty())
            .map(Map.Entry::getKey);
  }

  /**
   * Returns the machine's key for a share and its value; empty if the machine has no such key, or
   * if its value is zero or differs by size or level.
   */
  public static Optional<Map.Entry<String, Quantity>> of(Share share, Platform platform) {
    return KEYS.getOrDefault(share, List.of()).stream()
        .filter(platform.figures()::containsKey)
        .findFirst()
        .flatMap(key -> Quantity.parse(Objects.requireNonNull(platform.figures().get(key)))
            .filter(value -> value.number().signum() > 0)
            .map(value -> Map.entry(key, value)));
  }
}
