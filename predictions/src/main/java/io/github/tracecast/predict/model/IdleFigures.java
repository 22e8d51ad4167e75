package io.github.tracecast.predict.model;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.platform.noise.WaitMode;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.validation.TraceValidator;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds machine values that the user set and that cannot change the prediction of this trace on
 * this machine.
 */
final class IdleFigures {
  /** Collectives with a reduction operator. */
  private static final List<String> REDUCING =
      List.of("reduce", "allreduce", "reduce_scatter", "reduce_scatter_block", "scan", "exscan");

  /** Collectives in which a rank copies its own block or vector. */
  private static final List<String> COPYING = List.of(
      "alltoall",
      "alltoallv",
      "alltoallw",
      "allgather",
      "allgatherv",
      "gather",
      "gatherv",
      "allreduce",
      "reduce_scatter",
      "reduce_scatter_block",
      "scatter",
      "scatterv");

  private final PredictionRequest request;
  private final MappingSpec mapping;
  private final Platform platform;
  private final Function<Map<String, String>, Platform> machines;
  private final Programs programs;
  private final EventCounts counts;
  private final RecordedComputation computation;
  private final Machine machine;
  private final int nodesInUse;

  private IdleFigures(
      PredictionRequest request,
      MappingSpec mapping,
      Platform platform,
      Function<Map<String, String>, Platform> machines,
      PreparedTrace trace) {
    this.request = request;
    this.mapping = mapping;
    this.platform = platform;
    this.machines = machines;
    this.programs = trace.programs();
    this.counts = trace.counts();
    this.computation = RecordedComputation.of(trace.trace());
    this.machine = fit(platform);
    this.nodesInUse = machine.usedNodes();
  }

  /**
   * Returns for each machine value without effect the reason, in the order of the keys. The result
   * is empty if the machine cannot hold the ranks, because the prediction reports this error.
   *
   * @param machines makes the request's machine with other values
   */
  static SortedMap<String, String> reasons(
      PredictionRequest request,
      MappingSpec mapping,
      Platform platform,
      Function<Map<String, String>, Platform> machines,
      PreparedTrace trace) {
    SortedMap<String, String> reasons = new TreeMap<>();
    if (request.figures().isEmpty()) {
      return reasons;
    }
    IdleFigures figures;
    try {
      figures = new IdleFigures(request, mapping, platform, machines, trace);
    } catch (PlatformException e) {
      return reasons;
    }
    for (String key : request.figures().keySet()) {
      String reason = figures.reason(key);
      if (reason != null) {
        reasons.put(key, reason);
      }
    }
    return reasons;
  }

  /** Returns why a key's value has no effect; null if it may have an effect. */
  private @Nullable String reason(String key) {
    return switch (key) {
      case "node.speed" ->
        computation.flops() && computation.instructions()
                || !computation.flops() && request.computeScale().recordedSpeed() > 0
            ? null
            : computation.instructions() && !computation.times()
                ? "the trace counts instructions; `set node.instruction_rate` sets their rate"
                : "computation takes its recorded time; `compute-scale` with the speed of the recording's processor, such as"
                    + " 10Gf, scales this time to node.speed";
      case "node.instruction_rate" ->
        !computation.instructions()
            ? "the trace has no instruction counts; use `compute-scale` to scale its computation"
            : computation.flops()
                ? "the trace counts flops; `set node.speed` sets their rate"
                : null;
      case "node.slowdown" -> platform.node().scalesComputation() ? null : oneRankReason();
      case "node.memory_bandwidth", "node.memory_latency" -> oneRankReason();
      case "node.load" -> machine.sharesCores() ? null : "no core in use has a load";
      case "node.binding" ->
        platform.node().physicalCores() == 1 ? "a node has one core" : coresReason();
      case "node.time_slice", "mpi.waiting" -> coresReason();
      case "mpi.wake_up" ->
        platform.node().sharing().waiting() == WaitMode.POLLS
            ? "no rank yields or sleeps"
            : coresReason();
      case "node.copy" ->
        COPYING.stream().anyMatch(this::calls)
            ? null
            : "the trace has no collective call in which a rank copies its own block or vector";
      case "mpi.reduction", "mpi.integer_reduction" ->
        REDUCING.stream().anyMatch(this::calls) ? null : "the trace has no reduction";
      case "mpi.fresh_memory" ->
        REDUCING.stream().anyMatch(this::calls) || calls("allgather") || calls("alltoall")
            ? null
            : "the trace has no collective call for which a library allocates memory";
      case "mpi.queue_search" -> anyCollective() ? null : "the trace has no collective call";
      case "mpi.flight_overhead" -> nodesInUse == 1 ? "all ranks share one node" : null;
      case "mpi.communicator_agreements" ->
        makesCommunicators() ? null : "the trace has no call that makes a communicator";
      case "mpi.cross_traffic" ->
        request.engine().equals(Engines.LOGGP) ? "engine loggp models no cross traffic" : null;
      case "network.sharing" ->
        request.engine().equals(Engines.FLOWS) ? null : "only engine flows can share links evenly";
      case "mpi.in_turn_limit" -> inTurnReason();
      case "mpi.gap" -> gapReason();
      case "network.shape",
          "network.small_blocks",
          "network.block",
          "network.max_shape",
          "network.torus_from_nodes",
          "network.wrap",
          "network.nodes",
          "node.cores",
          Platform.RANKS_PER_NODE,
          "node.mode" -> layoutReason(key);
      case "network.topology",
          Platform.PRICE,
          "node.power.busy",
          "node.power.idle",
          "node.power.waiting",
          "network.switch_power",
          "network.link_power" -> null; // these values change the energy or the cost
      default -> reasonOfSection(key);
    };
  }

  private @Nullable String oneRankReason() {
    return nodesInUse == machine.ranks() ? "no two ranks share a node" : null;
  }

  private @Nullable String coresReason() {
    return machine.sharesCores() ? null : "each rank has a core of its own";
  }

  private @Nullable String noiseReason() {
    if (platform.node().noise().isEmpty()) {
      return "interruptions have no length; set noise.period and noise.length";
    }
    return computation.instructions() || computation.times()
        ? null
        : "the trace has no computation";
  }

  private @Nullable String reasonOfSection(String key) {
    String name = key.substring(key.indexOf('.') + 1);
    return switch (key.substring(0, key.length() - name.length())) {
      case "node." -> layoutReason(key); // covers node.modes.NAME
      case "noise." -> noiseReason();
      case "network.", "packets." -> nodesInUse == 1 ? "all ranks share one node" : null;
      case "tree.", "interrupt." -> anyCollective() ? null : "the trace has no collective call";
      case "collectives." -> calls(name) ? null : "the trace calls no MPI_" + capitalized(name);
      default -> null;
    };
  }

  private @Nullable String inTurnReason() {
    if (request.engine().equals(Engines.LOGGP)) {
      return "only engines simgrid and flows let messages share a link";
    }
    return machine.routes().ownLinks() == 0 ? "a torus node has no link of its own" : null;
  }

  private @Nullable String gapReason() {
    Map<String, String> others = new TreeMap<>(request.figures());
    others.remove("mpi.gap");
    return gapWithinOverheads(platform.mpi())
            && gapWithinOverheads(machines.apply(others).mpi())
        ? "neither the new nor the old value exceeds the overheads"
        : null;
  }

  /**
   * Whether the overheads of each message are at least as long as its gap. It is enough to check a
   * few sizes, because costs are linear between them.
   */
  private static boolean gapWithinOverheads(MpiCosts mpi) {
    return Stream.of(mpi.gap(), mpi.sendOverhead(), mpi.receiveOverhead())
        .flatMapToLong(cost -> Arrays.stream(cost.fromBytes()))
        .flatMap(from -> LongStream.of(Math.max(0, from - 1), from, TraceValidator.MAX_COUNT))
        .allMatch(bytes -> mpi.gap().seconds(bytes) <= mpi.sendOverhead().seconds(bytes)
            && mpi.gap().seconds(bytes)
                <= (mpi.receiveOverheadCharged() ? mpi.receiveOverhead().seconds(bytes) : 0));
  }

  private boolean anyCollective() {
    return Arrays.stream(Operation.values()).map(Operation::key).anyMatch(this::calls);
  }

  /**
   * Whether the trace has a collective, in blocking, nonblocking or persistent form. A call that
   * creates communicators counts as all collectives.
   */
  private boolean calls(String operation) {
    return Arrays.stream(MpiCall.values())
        .filter(call -> counts.of(call) > 0)
        .map(call -> call.mpiName().toLowerCase(Locale.ROOT))
        .anyMatch(name -> name.equals("mpi_" + operation)
            || name.equals("mpi_i" + operation)
            || name.equals("mpi_" + operation + "_init")
            || name.startsWith("mpi_comm_")
            || name.startsWith("mpi_cart_"));
  }

  private boolean makesCommunicators() {
    return Arrays.stream(MpiCall.values())
        .filter(call -> call.has(CallArgument.NEW_COMMUNICATOR)
            || call.has(CallArgument.NEW_COMMUNICATOR_OF_MEMBERS))
        .anyMatch(call -> counts.of(call) > 0);
  }

  private static String capitalized(String operation) {
    return operation.substring(0, 1).toUpperCase(Locale.ROOT) + operation.substring(1);
  }

  /**
   * Returns why a key for the machine's size has no effect. Such a key has an effect only if it
   * changes the placement of ranks.
   */
  private @Nullable String layoutReason(String key) {
    Map<String, String> others = new TreeMap<>(request.figures());
    others.remove(key);
    try {
      Platform without = machines.apply(others);
      if (Objects.equals(without.figures().get(key), platform.figures().get(key))) {
        return null; // the user set the default value on purpose
      }
      return sameLayout(fit(without))
          ? "it changes neither the machine's shape nor the nodes of ranks"
          : null;
    } catch (PlatformException e) {
      return null; // the value has an effect: without it, the ranks do not fit
    }
  }

  private Machine fit(Platform platform) {
    int threads = programs.trace().header().threads();
    return Machine.fit(platform.withThreads(threads), programs.ranks(), mapping);
  }

  private boolean sameLayout(Machine other) {
    return other.nodes() == machine.nodes()
        && other.ranksPerNode() == machine.ranksPerNode()
        && (!machine.sharesCores()
            || other.platform().node().physicalCores() == platform.node().physicalCores())
        && Arrays.equals(other.shape(), machine.shape())
        && Arrays.equals(other.wraps(), machine.wraps())
        && IntStream.range(0, machine.ranks())
            .allMatch(rank -> other.nodeOf(rank) == machine.nodeOf(rank));
  }
}
