package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.noise.WaitMode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The legal keys of a machine file, which depend on its topology and its further networks. */
final class Schema {
  /** Keys that describe the file, not the machine. */
  static final Set<String> HEADINGS = Set.of("name", "description", "extends");

  /**
   * The rules of a key.
   *
   * @param kind the kind of its value
   * @param fallback the text of the default value, or = followed by the key whose text is the
   *     default; null if the key is required
   * @param source the origin of the default
   * @param others the keys with which the key is required, in Markdown; empty if the key is always
   *     required or never required
   * @param meaning meaning of the key, in Markdown
   */
  record Key(
      Kind<?> kind, @Nullable String fallback, String source, String others, String meaning) {
    /** Returns, in Markdown, the default, or the case in which the key is required. */
    String absent() {
      if (fallback == null) {
        return others.isEmpty() ? "required" : "required with " + others;
      }
      return fallback.startsWith("=") ? "as `" + fallback.substring(1) + "`" : "`" + fallback + "`";
    }
  }

  /** The key for the number of sockets of a node, 1 by default. */
  static final String SOCKETS = "node.sockets";

  static final String LOAD = "node.load";
  static final String BINDING = "node.binding";

  /** The value of {@link #BINDING} with which ranks stay on their cores. */
  static final String BOUND = "core";

  static final String TIME_SLICE = "node.time_slice";
  static final String WAITING = "mpi.waiting";
  static final String WAKE_UP = "mpi.wake_up";

  static final String NODE_POWER = "node.power.";
  static final String BUSY_POWER = NODE_POWER + "busy";
  static final String IDLE_POWER = NODE_POWER + "idle";
  static final String WAITING_POWER = NODE_POWER + "waiting";
  static final String SWITCH_POWER = "network.switch_power";
  static final String LINK_POWER = "network.link_power";

  /** Keys of optional sections. */
  static final Set<String> ALL_SECTIONS = Set.of(
      SOCKETS,
      BUSY_POWER,
      SWITCH_POWER,
      LINK_POWER,
      "node_names.pattern",
      "packets.payload",
      "tree.arity",
      "interrupt.round_trip",
      "noise.period");

  /** Prefix of the keys of the section with the names of nodes. */
  static final String NAMES = "node_names.";

  static final String NOISE = "noise.";

  private final Keys keys = new Keys();

  /**
   * Creates the keys of a machine with this topology.
   *
   * @param types all topologies
   * @param present the keys that the file or the user gives; a mode or network exists if one of its
   *     keys is given
   */
  Schema(List<TopologyType> types, String topology, Set<String> present) {
    node(present);
    keys.need(
        "network.topology", Kind.choice(TopologyType.names(types)), "how the nodes are connected");
    TopologyType.named(topology, types).keys().accept(keys);
    keys.may(
        "network.sharing",
        Kind.choice(List.of("by-latency", MpiCosts.EVEN)),
        "by-latency",
        "how messages share a link in engine `flows`: `by-latency` gives twice the share to a message with half"
            + " the latency (as TCP), `even` gives all messages the same share (as lossless networks with fair"
            + " switches, such as InfiniBand or Slingshot)");
    networkPower(present);
    mpi();
    names(present);
    if (has(present, "packets.")) {
      keys.need("packets.payload", Kind.PACKET_BYTES_POSITIVE, "largest payload of a packet");
      keys.need("packets.header", Kind.PACKET_BYTES, "header of a packet");
      keys.need(
          "packets.chunk",
          Kind.PACKET_BYTES_POSITIVE,
          "header and payload of a packet are rounded up to a multiple of this size");
      keys.need("packets.trailer", Kind.PACKET_BYTES, "bytes of a packet after its chunks");
    }
    if (has(present, "tree.")) {
      keys.need("tree.link_bandwidth", Kind.BANDWIDTH, "raw bandwidth of a link");
      keys.need("tree.hop_latency", Kind.TIME, "latency of one level");
      keys.may("tree.arity", Kind.ARITY, "2", "children of a tree node");
      keys.need("tree.packet_payload", Kind.PACKET_BYTES_POSITIVE, "largest payload of a packet");
      keys.need("tree.packet_header", Kind.PACKET_BYTES, "header of a packet");
      keys.may(
          "tree.reduce_passes",
          Kind.PASSES,
          "1",
          "number of passes of a floating-point reduction over the tree");
      keys.may(
          "tree.integer_reduce_passes",
          Kind.PASSES,
          "1",
          "number of passes of an integer reduction over the tree");
    }
    if (has(present, NOISE)) {
      keys.may(
          NOISE + "period", Kind.TIME, "0s", "time from one interruption of a core to the next");
      keys.may(
          NOISE + "length", Kind.TIME, "0s", "mean length of an interruption, below the period");
      keys.may(
          NOISE + "spread",
          Kind.FRACTION,
          "0",
          "largest difference between the length of an interruption and the mean, as a share of the mean;"
              + " lengths are distributed uniformly");
      keys.may(
          NOISE + "file",
          Kind.TEXT,
          "none",
          "name of a file beside the machine file, used instead of the other keys; each line is the measured"
              + " time of one fixed work quantum (`20.1us`), as `calibrate` writes it");
    }
    if (has(present, "interrupt.")) {
      keys.need("interrupt.round_trip", Kind.TIME, "time of a barrier");
    }
    for (Operation operation : Operation.values()) {
      keys.may(
          "collectives." + operation.key(),
          new Kind<>("rules", text -> RuleText.read(operation, text)),
          "=" + RuleSets.KEY,
          RuleSets.BY_SET,
          "`" + String.join("`, `", Algorithms.namesWithNetworks(operation)) + "`");
    }
  }

  private void node(Set<String> present) {
    keys.need("node.cores", Kind.CORES, "cores of a node");
    List<String> modes = new TreeSet<>(present)
        .stream()
            .filter(key -> key.matches("node\\.modes\\.[a-z][a-z0-9-]*"))
            .map(key -> key.substring("node.modes.".length()))
            .toList();
    if (modes.isEmpty()) {
      keys.may(
          Platform.RANKS_PER_NODE,
          Kind.CORES,
          "=node.cores",
          "largest number of ranks on a node; not together with `node.modes`");
    } else {
      keys.needWith("`node.modes`", "node.mode", Kind.choice(modes), "the mode in use");
      modes.forEach(mode -> keys.needWith(
          "`node.mode`",
          "node.modes." + mode,
          Kind.CORES,
          "number of ranks of a node in mode NAME"));
    }
    keys.need(
        "node.speed",
        Kind.SPEED,
        "speed of a core, which converts the flops of a time-independent trace to time; `--compute-scale 10Gf`"
            + " scales recorded times to this speed");
    keys.need(
        "node.instruction_rate",
        Kind.INSTRUCTION_RATE,
        "instructions that a core retires per second; converts recorded instructions to time");
    keys.need(
        "node.memory_bandwidth", Kind.BANDWIDTH_OR_NONE, "bandwidth between two ranks of a node");
    keys.need("node.memory_latency", Kind.OVERHEAD, "latency between two ranks of a node");
    keys.may(
        "node.copy",
        Kind.OVERHEAD,
        "0s",
        "time of a copy in memory. Collectives copy a rank's own block, its vector in an allreduce or reduce_scatter, and the blocks that Bruck's algorithms rotate and pack");
    keys.may(
        "node.slowdown",
        Kind.FACTORS,
        "1",
        "factors on computation if 1, 2, 3 ... ranks share the memory of a node, such as `1 1.05 1.4`; the last"
            + " factor also applies to more ranks");
    keys.may(
        LOAD,
        Kind.LOADS,
        "0",
        "number of competing processes on each core, which compute all the time: `1` on all nodes, or `1 0` on"
            + " the first node and none on further nodes (with `node.binding=core`: on cores, counted over all"
            + " nodes). Not for engine `loggp`");
    keys.may(
        BINDING,
        Kind.choice(List.of("none", BOUND)),
        "none",
        "whether the ranks of a node use all its [shared cores](design/replay.md#shared-cores) (`none`), or"
            + " each rank stays on one core (`core`), in turn as `mpirun --bind-to core` places them");
    keys.may(
        TIME_SLICE,
        Kind.TIME,
        "4ms",
        "default: one tick of Linux at 250 Hz",
        "how long a process keeps a [shared core](design/replay.md#shared-cores) while other processes wait for"
            + " this core");
    keys.may(
        Platform.PRICE,
        Kind.PRICE_OR_NONE,
        "none",
        "price of a node for an hour, in any currency; `sweep` shows what each run costs");
    if (has(present, NODE_POWER)
        || present.contains(SWITCH_POWER)
        || present.contains(LINK_POWER)) {
      keys.needWith(
          "other power keys",
          BUSY_POWER,
          Kind.POWER,
          "power of a node while all its cores compute; without this key, results have no energy");
      keys.may(
          IDLE_POWER,
          Kind.POWER,
          "=" + BUSY_POWER,
          "power of a node while no core has work; if some cores have work, the power is interpolated linearly"
              + " between idle and busy");
      keys.may(
          WAITING_POWER,
          Kind.POWER,
          "=" + BUSY_POWER,
          "power of a node while ranks wait in MPI on all its cores; the default is `node.power.busy`, because"
              + " MPI polls");
    }
    if (present.contains(SOCKETS)) {
      keys.may(
          SOCKETS,
          Kind.RAILS,
          "1",
          "sockets (processors) of a node; ranks fill one socket after the other");
      keys.may(
          "node.other_socket_bandwidth",
          Kind.BANDWIDTH_OR_NONE,
          "=node.memory_bandwidth",
          "bandwidth between ranks of two sockets of a node");
      keys.may(
          "node.other_socket_latency",
          Kind.OVERHEAD,
          "=node.memory_latency",
          "latency between ranks of two sockets of a node");
    }
  }

  private void networkPower(Set<String> present) {
    if (present.contains(SWITCH_POWER)) {
      keys.may(
          SWITCH_POWER,
          Kind.POWER,
          "0W",
          "power of a switch; a run on a tenth of the nodes is charged a tenth of the power of all switches and"
              + " idle links");
    }
    if (present.contains(LINK_POWER)) {
      keys.may(
          LINK_POWER,
          Kind.LINK_POWER,
          "0W",
          "power of each direction of a link: constant (`2W`), in proportion to its utilization between an idle"
              + " and a busy value (`1W to 3W`), energy per byte (`60pJ/B`), or constant power plus energy per"
              + " byte (`1W + 60pJ/B`)");
    }
  }

  private void mpi() {
    keys.need(
        "mpi.send_overhead",
        Kind.OVERHEAD,
        "send overhead: time for which a message keeps its sender busy (o_s)");
    keys.need(
        "mpi.receive_overhead",
        Kind.OVERHEAD,
        "receive overhead: time for which a message keeps its receiver busy (o_r)");
    keys.need(
        "mpi.eager_limit",
        Kind.BYTES,
        "a message below this size is eager and starts at once; a larger message (rendezvous) starts when its receive is posted");
    keys.may(
        "mpi.detached_limit",
        Kind.BYTES,
        "=mpi.eager_limit",
        "the sender of a message below this size does not wait for the receiver");
    keys.may(
        "mpi.eager_waits_from",
        Kind.BYTES_OR_NONE,
        "none",
        "inside a node, a standard or ready send of an eager message of at least this size blocks until the"
            + " receiver makes progress (in a wait, test or probe), as in Open MPI");
    keys.may(
        "mpi.receive_overhead_charged",
        Kind.RECEIVE_CHARGE,
        "yes",
        "when `mpi.receive_overhead` is charged. `yes`: in the call that takes the message. `no`: never."
            + " `at-arrival`: when the message arrives, even during computation, as in LogGOPSim; the overhead"
            + " then counts as communication outside calls, and `sensitivity` refuses the machine");
    keys.may(
        "mpi.gap",
        Kind.OVERHEAD,
        "0s",
        "minimum time between the starts of two sends of a rank, and between two receptions of a rank (LogGP's g); a gap below the overheads has no effect");
    keys.may(
        "mpi.rendezvous_handshake",
        Kind.YES_OR_NO,
        "yes",
        "whether sender and receiver of a rendezvous message first exchange a request and a clear-to-send");
    keys.may(
        "mpi.flight_overhead",
        Kind.OVERHEAD,
        "0s",
        "additional flight time of a message between nodes, besides latency and time per byte");
    keys.may(
        "mpi.communicator_agreements",
        Kind.PASSES,
        "1",
        "number of reductions of 8 B over all ranks (`collectives.agreement`) when MPI creates a communicator;"
            + " 6 in Open MPI 4, 2 in MPICH 4");
    keys.may(
        "mpi.reduction",
        Kind.OVERHEAD,
        "0s",
        "time that a reduction's operator takes for its bytes; it depends on the size of the whole vector,"
            + " which may exceed the cache: `0B: 0s + 0.04ns/B; 1MiB: 0s + 0.15ns/B`");
    keys.may(
        "mpi.integer_reduction",
        Kind.OVERHEAD,
        "=mpi.reduction",
        "as `mpi.reduction`, for reductions of integers");
    keys.may(
        "mpi.queue_search",
        Kind.TIME,
        "0s",
        "delay of a message in a collective for each earlier receive of the same round");
    keys.may(
        "mpi.packing",
        Kind.TIME,
        "0s",
        "overhead, besides copying, of a message that a collective packs from separate blocks (`bruck`, `modified-bruck`)");
    keys.may("mpi.packed_block", Kind.TIME, "0s", "additional overhead of each packed block");
    keys.may(
        "mpi.fresh_memory",
        Kind.OVERHEAD,
        "0s",
        "time to allocate memory in each call, for vectors of reductions (except allreduce by `ring`) and for"
            + " the blocks that Bruck's algorithms rotate. From 32 MiB on, glibc does not reuse memory: `0B:"
            + " 0s; 32MiB: 0s + 0.3ns/B`");
    keys.may(
        WAITING,
        Kind.choice(Arrays.stream(WaitMode.values()).map(WaitMode::text).toList()),
        "polls",
        "what a rank does on a shared core while it waits: it keeps the core (`polls`), yields it after each"
            + " check for messages (`yields`), or leaves it and gets a core before other processes when it wakes"
            + " (`sleeps`). Only with this key may `node.ranks_per_node` exceed `node.cores`");
    keys.may(
        WAKE_UP,
        Kind.TIME,
        "5us",
        "default: a switch of processes and an interrupt",
        "processor time in which a rank wakes (`sleeps`) or checks once for messages (`yields`)");
    keys.may(
        RuleSets.KEY,
        Kind.choice(RuleSets.NAMES),
        RuleSets.USUAL,
        RuleSets.UNCHOSEN,
        "MPI library whose rules apply to collectives without a key `collectives.*`; `usual` is the library"
            + " that the trace names, otherwise MPICH's common choice");
    keys.may("mpi.latency_factor", Kind.FACTOR, "1", "factor on the latency of a route");
    keys.may("mpi.bandwidth_factor", Kind.FACTOR, "1", "factor on the bandwidth of a route");
    keys.may(
        "mpi.in_turn_limit",
        Kind.BYTES,
        "0B",
        "messages of at most this size leave a node one after another, as under TCP, and on a star also arrive"
            + " one after another; larger messages share the bandwidth of links. No effect on a torus or with"
            + " engine `loggp`");
    keys.may(
        "mpi.cross_traffic",
        Kind.YES_OR_NO,
        "no",
        "whether a message also loads the reverse direction of its links");
  }

  private void names(Set<String> present) {
    if (!has(present, NAMES)) {
      return;
    }
    keys.may(
        NAMES + "table",
        Kind.TEXT,
        "none",
        "a CSV file beside the machine file with the columns `node` (names, also in Slurm lists) and `place`, or `node`, `group` (or `cell`) and `switch`");
    keys.may(
        NAMES + "pattern",
        Kind.TEXT,
        "none",
        "pattern of names with fields, such as `x{cabinet}c{chassis}n{node}`; `;` separates several patterns");
    new TreeSet<>(present)
        .stream()
            .filter(key -> key.matches("node_names\\.[a-z]+"))
            .filter(key -> !keys.all().containsKey(key))
            .forEach(key -> keys.need(
                key,
                NameField.KIND,
                "the numbers of the field NAME, in the order of the nodes' places; the first field of a"
                    + " pattern changes slowest"));
  }

  /** Removes Markdown from the meaning of a key. */
  static String plain(String meaning) {
    return meaning.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").replace("`", "");
  }

  private static boolean has(Set<String> present, String section) {
    return present.stream().anyMatch(key -> key.startsWith(section));
  }

  /** The rules of each key by its name, in the order of the documentation. */
  Map<String, Key> keys() {
    return keys.all();
  }
}
