package io.github.tracecast.predict.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Random machines that are proper: 64 nodes or more in any topology, with costs that are often extreme. */
final class RandomMachines {
  private static final String[] BANDWIDTHS = {
    "1MBps", "125MBps", "1GBps", "3.7GBps", "25GBps", "100GBps"
  };
  private static final String[] TIMES = {"0s", "1ns", "40ns", "333ns", "1us", "24us", "1ms"};
  private static final String[] EAGER = {"0B", "1B", "1000B", "4KiB", "64KiB", "1MiB"};

  private final Random random;

  private RandomMachines(Random random) {
    this.random = random;
  }

  /**
   * A machine file.
   *
   * @param adaptive whether routes may depend on loads
   */
  static byte[] of(Random random, boolean adaptive) {
    RandomMachines machine = new RandomMachines(random);
    String routing = adaptive ? machine.any("minimal", "valiant", "ugal") : "minimal";
    String cores = machine.any("1", "2", "3", "8");
    return ("name: random\nextends: cluster\n"
            + "node: {cores: " + cores + ", ranks_per_node: " + cores
            + ", sockets: 1, memory_bandwidth: " + machine.bandwidth() + ", memory_latency: "
            + machine.time() + "}\n"
            + "network: {" + machine.network(routing) + "}\n"
            + "mpi: {send_overhead: " + machine.time() + ", receive_overhead: " + machine.time()
            + ", eager_limit: " + machine.any(EAGER) + "}\n")
        .getBytes(StandardCharsets.UTF_8);
  }

  private String network(String routing) {
    String local = "link_bandwidth: " + bandwidth() + ", link_latency: " + time();
    String groups = ", local_bandwidth: " + bandwidth() + ", local_latency: " + time()
        + ", global_bandwidth: " + bandwidth() + ", global_latency: " + time();
    return switch (random.nextInt(7)) {
      case 0 ->
        "topology: torus, routing: " + routing + ", shape: " + any("64", "8x8", "4x4x4", "2x2x4x4")
            + ", wrap: " + any("torus", "mesh") + ", link_bandwidth: " + bandwidth()
            + ", hop_latency: " + time();
      case 1 ->
        "topology: cabinets, hosts_per_cabinet: \"" + any("64", "32, 32", "10, 30, 24")
            + "\", host_link_bandwidth: " + bandwidth() + ", host_link_latency: " + time()
            + ", uplink_bandwidth: " + bandwidth() + ", uplink_latency: " + time();
      case 2 ->
        "topology: star, nodes: 64, " + local
            + any("", ", backbone_bandwidth: " + bandwidth() + ", backbone_latency: " + time());
      case 3 ->
        "topology: fat-tree, down: \"8, 8\", up: \"" + any("1, 8", "1, 2", "1, 1")
            + "\", parallel: \"1, 1\", " + local;
      case 4 ->
        "topology: dragonfly, routing: " + routing + ", groups: 9, group_shape: 4, endpoints: 2, "
            + "global_links: 1, " + local + groups;
      case 5 ->
        "topology: dragonfly-plus, routing: " + routing
            + ", groups: 5, leaves: 4, spines: 4, endpoints: 4, global_links: 4, " + local + groups;
      default ->
        "topology: hyperx, routing: " + routing + ", switch_shape: 4x4, endpoints: 4, " + local
            + ", switch_bandwidth: " + bandwidth() + ", switch_latency: " + time();
    };
  }

  private String bandwidth() {
    return any(BANDWIDTHS);
  }

  private String time() {
    return any(TIMES);
  }

  private String any(String... of) {
    return of[random.nextInt(of.length)];
  }
}
