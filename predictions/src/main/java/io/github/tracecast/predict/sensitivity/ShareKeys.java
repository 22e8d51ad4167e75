package io.github.tracecast.predict.sensitivity;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.simulate.lanes.Share;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The key of a machine that changes a share of the predicted time most directly. */
public final class ShareKeys {
  /** Keys of the same quantity, which differ by topology. */
  private static final Map<Share, List<String>> KEYS = Map.of(
      Share.LATENCY,
          List.of("network.link_latency", "network.hop_latency", "network.host_link_latency"),
      Share.BANDWIDTH, List.of("network.link_bandwidth", "network.host_link_bandwidth"),
      Share.OVERHEAD, List.of("mpi.receive_overhead"),
      Share.GAP, List.of("mpi.gap"));

  private ShareKeys() {}

  /**
   * Returns the machine's key for a share and its value; empty if the machine has no such key, or if
   * its value is zero or differs by size or level.
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
