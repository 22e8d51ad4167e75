package io.github.tracecast.exports;

import io.github.tracecast.decompress.DeltaTable;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.decompress.MixedCollectives;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.exports.requests.CancelledReceives;
import io.github.tracecast.platform.CollectiveRules;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Node;
import io.github.tracecast.platform.collective.Algorithm;
import io.github.tracecast.platform.collective.Algorithms;
import io.github.tracecast.simulate.calls.CallArguments;
import io.github.tracecast.simulate.calls.CollectiveArguments;
import io.github.tracecast.simulate.calls.CollectiveChoice;
import io.github.tracecast.simulate.calls.TagsBySize;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.text.UsageException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A trace during its export, with the look-ups that all ranks share. Thread-safe. */
final class Exported {

  final Programs programs;
  final Trace trace;
  final EventTable table;
  final CallArguments arguments;
  final Computation computation;
  final Tags tags;
  final CancelledReceives cancelled;
  final MixedCollectives mixed;
  final Lost lost = new Lost();

  /** The collective rules of the MPI that the trace names. */
  private final CollectiveRules ofTrace;

  private final CollectiveRules rules;

  /** Rate at which the machine executes the trace's flops or instructions; NaN without a machine. */
  final double countsPerSecond;

  /** Flops per second of the machine; NaN without a machine. */
  final double flopsPerSecond;

  /** Whether a schedule contains the overheads of messages as calculations. */
  final boolean overheadsAsCalculations;

  /** The machine's overheads for a schedule with LogGOPSim's options; otherwise null. */
  final @Nullable Overheads overheads;

  Exported(ExportRequest request) {
    Optional<Machine> machine = request.machine();
    this.overheadsAsCalculations = request.overheadsAsCalculations();
    this.overheads = machine
        .map(Overheads::new)
        .filter(o -> overheadsAsCalculations || o.atArrival())
        .orElse(null);
    if (overheadsAsCalculations && overheads != null && overheads.atArrival()) {
      throw UsageException.of(
          "to",
          "found goal:overheads with a machine whose mpi.receive_overhead_charged is at-arrival; expected goal for this machine, because LogGOPSim itself charges overheads at arrival");
    }
    this.programs = request.programs();
    this.trace = programs.trace();
    this.table = programs.table();
    this.arguments = new CallArguments(TagsBySize.of(programs));
    this.computation = new Computation(DeltaTable.of(trace), table, request.deltas());
    this.tags = Tags.of(trace);
    this.cancelled = CancelledReceives.of(programs, arguments);
    this.mixed = MixedCollectives.of(programs);
    this.ofTrace = CollectiveRules.ofMpi(trace.header().mpi());
    this.rules = machine.map(m -> m.platform().collectives()).orElse(ofTrace);
    Optional<Node> node = machine.map(m -> m.platform().node());
    this.countsPerSecond =
        node.map(n -> n.countsPerSecond(trace.header().flops())).orElse(Double.NaN);
    this.flopsPerSecond = node.map(Node::flopsPerSecond).orElse(Double.NaN);
  }

  /** Returns a trace whose times come from a predicted run. */
  static Exported of(Trace trace) {
    return new Exported(
        new ExportRequest(Programs.of(trace), Optional.empty(), DeltaChoice.AUTO, false));
  }

  /** If no machine gives a conversion rate, notes that each instruction is written as one flop. */
  void lackFlops() {
    boolean instructions = trace.events().stream()
        .flatMap(event -> event.deltas().stream())
        .anyMatch(delta -> delta.unit() == Unit.INSTRUCTIONS);
    if (instructions && !trace.header().flops() && Double.isNaN(countsPerSecond)) {
      lost.say(
          "each instruction is written as one flop; with `platform`, the rates of that machine convert instructions to flops");
    }
  }

  /** Returns the machine's rate of flops or instructions. Refuses an export without a machine. */
  double neededCountsPerSecond() {
    if (Double.isNaN(countsPerSecond)) {
      throw UsageException.of(
          "platform",
          "found none; expected a machine, because the trace counts computation in "
              + (trace.header().flops() ? "flops" : "instructions")
              + " and the machine's rate converts them to time");
    }
    return countsPerSecond;
  }

  /** Notes that the format does not name the MPI library, on which predicted collectives depend. */
  void lackMpi() {
    String mpi = trace.header().mpi();
    boolean collectives = trace.events().stream().anyMatch(event -> event.call().isCollective());
    if (collectives && !CollectiveRules.setOfMpi(mpi).equals(CollectiveRules.setOfMpi(""))) {
      lost.say("the format does not name the MPI of the run, " + mpi
          + ", whose collective algorithms a prediction uses; predict the file with `set mpi.collectives="
          + CollectiveRules.setOfMpi(mpi) + "`");
    }
  }

  /**
   * Returns the algorithm that turns a collective into messages: the machine's algorithm, or else a
   * default.
   */
  Algorithm algorithm(CollectiveArguments call) {
    String name = CollectiveChoice.algorithm(rules, call);
    if (Algorithms.isNetwork(name)) {
      lost.add("collectives on a separate network are written as messages");
      name = CollectiveChoice.algorithm(ofTrace, call);
    }
    return Algorithms.named(call.operation(), name);
  }
}
