package io.github.tracecast.simulate.mpi;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Network;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.network.TimedNetwork;
import io.github.tracecast.simulate.state.StateSink;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The processors of ranks, on machines where a rank may have to wait for its processor. */
interface Processors {
  /** Processors that are always free for their ranks. Programs for them have no instruction that waits for a processor. */
  Processors ALONE = (row, use) -> true;

  /** Creates the processors of a run by the rule of its program. */
  static Processors of(
      LaneProgram program,
      @Nullable Machine machine,
      RankStates ranks,
      Slots slots,
      Strands strands,
      Accounts accounts,
      Network network) {
    return switch (program.costs().processors()) {
      case ALONE -> ALONE;
      case AT_ARRIVAL -> new ArrivalProcessors(program.costs(), ranks, strands, network);
      case SHARED ->
        machine == null
            ? ALONE
            : new SharedProcessors(machine, program.costs(), ranks, slots, accounts, network);
    };
  }

  /**
   * Gives a rank or strand its processor for a use such as {@link Op#SENDS}. If the processor is
   * not free, returns false, and the rank or strand is resumed later.
   */
  boolean seize(int row, int use);

  /** At an alarm, gives a node's cores to the next ranks, and passes on those that continue. */
  default void pass(int node, IntConsumer resumed) {
    throw new AssertionError("an alarm of cores that are not shared");
  }

  /**
   * Ends a sender's request after its message has arrived, when first the receiver and then the
   * sender has had a core and checked for messages. Returns false if checks need no core.
   */
  default boolean reports(int request, int sender, int receiver) {
    return false;
  }

  /** Makes the receiver of a rendezvous message take the data, when this rank has a core and checks for messages. */
  default void takes(int message, int sender, int receiver) {
    throw new AssertionError("a receiver that needs no core");
  }

  /** The processors that arriving messages occupy; empty if arriving messages occupy none. */
  default Optional<TimedNetwork.Receivers> receivers() {
    return Optional.empty();
  }

  /** Describes the state of the processor of a rank or strand, as far as it affects the rest of the run. */
  default void describe(int row, StateSink sink) {}
}
