package io.github.tracecast.predict;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Environment variables with which Open MPI 4 and 5 run programs as root, and with more ranks than processors. */
public final class MpiSettings {
  /** Value by name. On other interfaces than the node's own, the TCP transport may print messages. */
  public static final Map<String, String> ENVIRONMENT = Map.of(
      "OMPI_ALLOW_RUN_AS_ROOT", "1",
      "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
      "OMPI_MCA_rmaps_base_oversubscribe", "1",
      "PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe",
      "OMPI_MCA_btl_tcp_if_include", "lo");

  private MpiSettings() {}

  /** Returns the words that set them in a command: {@code env} and {@code NAME=VALUE}. */
  public static List<String> env() {
    return Stream.concat(
            Stream.of("env"),
            ENVIRONMENT.entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .sorted())
        .toList();
  }
}
