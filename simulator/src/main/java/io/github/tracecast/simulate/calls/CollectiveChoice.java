package io.github.tracecast.simulate.calls;

import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.InterruptNetwork;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Piecewise;
import io.github.tracecast.platform.TreeNetwork;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.ReplayException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Chooses whether a machine runs a collective with point-to-point messages or on a separate
 * network, and computes the collective's costs.
 */
public record CollectiveChoice(Machine machine) {
  private static final Piecewise NOTHING = Piecewise.constant(0);

  /**
   * The name of the selected algorithm or collective network, followed by the algorithms of its
   * inner collectives. On inter-communicators, the name does not depend on the rules.
   */
  public static String algorithm(CollectiveRules rules, CollectiveArguments call) {
    Operation operation = call.operation();
    if (call.firstGroup() > 0) {
      if (!operation.hasTwoGroups()) {
        throw new ReplayException(
            "found " + operation.key()
                + " on an inter-communicator; expected an operation that MPI defines for inter-communicators");
      }
      return Algorithms.TWO_GROUPS;
    }
    String name = rules.choose(operation, call.ruleBytes(), call.size(), call.worldLike());
    List<Operation> parts = Algorithms.parts(operation, name);
    if (parts.isEmpty() || name.contains(":")) {
      return name;
    }
    return parts.stream()
        .map(part -> part(rules, part, call))
        .collect(Collectors.joining("+", name + ":", ""));
  }

  /**
   * The algorithm of a collective inside another collective's algorithm. If the rules name a
   * separate network for the inner collective, a point-to-point algorithm replaces it.
   */
  private static String part(CollectiveRules rules, Operation part, CollectiveArguments call) {
    long bytes = call.ruleBytes();
    boolean hasAllBlocks = call.operation() != Operation.SCATTER;
    long ruleBytes = switch (part) {
      case GATHER, SCATTER -> bytes / Math.max(1, call.size());
      case SCATTERV -> 0;
      default -> hasAllBlocks ? bytes : Math.multiplyExact(bytes, (long) call.size());
    };
    String name = rules.choose(part, ruleBytes, call.size(), false);
    return Algorithms.isNetwork(name) ? part == Operation.SCATTERV ? "linear" : "binomial" : name;
  }

  /** How often a call runs its algorithm: once, unless ranks agree repeatedly on a new communicator. */
  public int times(CollectiveArguments call) {
    return call.operation() == Operation.AGREEMENT
        ? machine.platform().mpi().communicatorAgreements()
        : 1;
  }

  /** The time, in ps, that a rank takes to copy its own block; 0 on a machine without copy costs. */
  public long copyPicos(CollectiveArguments call) {
    Piecewise copy = machine.platform().node().copy();
    if (copy.equals(NOTHING)) {
      return 0;
    }
    long bytes = call.copiedBytes();
    return bytes == 0 ? 0 : Picos.ofSeconds(copy.seconds(bytes));
  }

  /** The time, in ps, to allocate and touch new memory for a call. */
  public long freshMemoryPicos(long bytes) {
    return bytes == 0
        ? 0
        : Picos.ofSeconds(machine.platform().mpi().freshMemory().seconds(bytes));
  }

  /** The time, in ps, to copy bytes within a rank's memory. */
  public long copyPicos(long bytes) {
    return Picos.ofSeconds(machine.platform().node().copy().seconds(bytes));
  }

  /** The time, in ps, to pack blocks into a message and to unpack the received message. */
  public long packPicos(int blocks, long bytes) {
    MpiCosts mpi = machine.platform().mpi();
    double seconds = mpi.packingSeconds() + blocks * mpi.packedBlockSeconds();
    return copyPicos(bytes) + Picos.ofSeconds(seconds);
  }

  /**
   * The time, in ps, to apply the reduction's operator to some bytes. The share of the vector that
   * is in the cache depends on the size of the whole vector.
   */
  public long reductionPicos(CollectiveArguments call, long bytes) {
    MpiCosts mpi = machine.platform().mpi();
    Piecewise operator = call.floatingPoint() ? mpi.reduction() : mpi.integerReduction();
    return bytes == 0 ? 0 : Picos.ofSeconds(operator.seconds(bytes, call.vectorBytes()));
  }

  /** The time, in ps, to search the queue of posted receives in a round, which takes n(n-1)/2 steps for n receives. */
  public long searchPicos(int receives) {
    return Picos.ofSeconds(
        machine.platform().mpi().queueSearchSeconds() * receives * (receives - 1L) / 2);
  }

  /** The machine's tree network. Platforms without a tree network have no rule that names one. */
  private TreeNetwork tree() {
    return machine.platform().tree().orElseThrow();
  }

  /** The latency of a separate network for collectives, ps. */
  public long latencyPicos(Operation operation, String network) {
    if (network.equals(Algorithms.INTERRUPT)) {
      return Picos.ofSeconds(
          machine.platform().interrupt().map(InterruptNetwork::roundTripSeconds).orElseThrow());
    }
    double oneWay = tree().oneWaySeconds(machine.nodes());
    return switch (operation) {
      case BCAST, SCATTER, SCATTERV, REDUCE, GATHER, GATHERV -> Picos.ofSeconds(oneWay);
      default -> Picos.ofSeconds(2 * oneWay);
    };
  }

  /** The time, in ps, for which one rank's call occupies a separate network. A collective takes as long as its slowest rank. */
  public long busyPicos(CollectiveArguments call, String network) {
    return network.equals(Algorithms.INTERRUPT)
        ? 0
        : Picos.ofSeconds(throughNetwork(call, network) / tree().payloadBytesPerSecond());
  }

  /** Bytes that pass through the network's root for one rank's call. For the whole collective, the largest number of all ranks counts. */
  public long throughNetwork(CollectiveArguments call, String network) {
    if (network.equals(Algorithms.INTERRUPT)) {
      return 0;
    }
    return switch (call.operation()) {
      case AGREEMENT, REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> {
        int passes = call.floatingPoint() ? tree().reducePasses() : tree().integerReducePasses();
        yield Math.multiplyExact(call.vectorBytes(), (long) passes);
      }
      default -> call.vectorBytes();
    };
  }
}
