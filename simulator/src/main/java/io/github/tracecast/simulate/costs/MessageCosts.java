package io.github.tracecast.simulate.costs;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;
import io.github.tracecast.platform.Piecewise;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.engine.NodeMemory;
import io.github.tracecast.trace.calls.SendMode;

/**
 * The processor times of a message on a machine, and its protocol, eager or rendezvous. Times are
 * in ps.
 */
public final class MessageCosts {
  /** Text for the error that the handshake of a rendezvous takes too long. */
  public static final String HANDSHAKE = "in a rendezvous' handshake";

  private final MpiCosts mpi;
  private final Machine machine;
  private final boolean gapless;

  public MessageCosts(Machine machine) {
    this.machine = machine;
    this.mpi = machine.platform().mpi();
    this.gapless = mpi.gap().equals(Piecewise.constant(0));
  }

  /** LogGP's send overhead o. */
  public long sendOverhead(long bytes) {
    return Picos.ofSeconds(mpi.sendOverhead().seconds(bytes));
  }

  /** LogGP's receive overhead o. */
  public long receiveOverhead(long bytes) {
    return mpi.receiveOverheadCharged() ? Picos.ofSeconds(mpi.receiveOverhead().seconds(bytes)) : 0;
  }

  /** How ranks get the processor for messages. */
  public ProcessorRule processors() {
    return machine.sharesCores()
        ? ProcessorRule.SHARED
        : mpi.receivesAtArrival() ? ProcessorRule.AT_ARRIVAL : ProcessorRule.ALONE;
  }

  /**
   * Whether LogGP's gap g can ever delay a message. A gap starts with an overhead, so only a longer
   * gap has an effect. If one of these costs depends on the size, the answer is true.
   */
  public boolean gapHoldsUp() {
    return !gapless
        && !(covers(mpi.sendOverhead())
            && mpi.receiveOverheadCharged()
            && covers(mpi.receiveOverhead()));
  }

  private boolean covers(Piecewise overhead) {
    return isConstant(overhead)
        && isConstant(mpi.gap())
        && mpi.gap().seconds(0) <= overhead.seconds(0);
  }

  private static boolean isConstant(Piecewise cost) {
    return cost.equals(Piecewise.constant(cost.seconds(0)));
  }

  /** LogGP's gap g: the shortest time between two sends, or two receptions, of a rank. */
  public long gap(long bytes) {
    return gapless ? 0 : Picos.ofSeconds(mpi.gap().seconds(bytes));
  }

  /** Whether the message is eager, so that its data leaves without waiting for the receive. */
  public boolean eager(SendMode mode, long bytes) {
    return mode != SendMode.SYNCHRONOUS && bytes < mpi.eagerLimitBytes();
  }

  /** Whether the senders of some eager messages wait until their receivers check for messages; see {@code ProgressTimes}. */
  public boolean anyAwaitLook() {
    return mpi.eagerWaitsFromBytes() < mpi.eagerLimitBytes()
        && machine.sharesNodes()
        && !machine.sharesCores();
  }

  /** Whether the sender of an eager message waits until its receiver checks for messages. */
  public boolean awaitsLook(SendMode mode, int source, int destination, long bytes) {
    return bytes >= mpi.eagerWaitsFromBytes()
        && (mode == SendMode.STANDARD || mode == SendMode.READY)
        && eager(mode, bytes)
        && source != destination
        && machine.nodeOf(source) == machine.nodeOf(destination);
  }

  /** Whether the send is synchronous, so that it completes only when the receiver has the data. */
  public boolean synchronous(SendMode mode, long bytes) {
    return switch (mode) {
      case STANDARD, READY -> bytes >= Math.max(mpi.eagerLimitBytes(), mpi.detachedLimitBytes());
      case BUFFERED -> false;
      case SYNCHRONOUS -> true;
    };
  }

  /**
   * The time of one message of the rendezvous handshake: L + o_s + o_r of an empty message. The
   * time is 0 if the platform's factors already include the handshake.
   */
  public long handshake(int fromNode, int toNode) {
    if (!mpi.rendezvousHandshake()) {
      return 0;
    }
    double latency = machine.isLocal(fromNode, toNode)
        ? NodeMemory.latencySeconds(machine, fromNode, toNode, 0)
        : machine.routes().latencySeconds(fromNode, toNode);
    long there = Picos.sum(Picos.ofSeconds(latency), sendOverhead(0), HANDSHAKE);
    return Picos.sum(there, receiveOverhead(0), HANDSHAKE);
  }

  /** The part of {@link #handshake} that occupies the ranks' processors. */
  public long handshakeOverhead() {
    return mpi.rendezvousHandshake()
        ? Picos.sum(sendOverhead(0), receiveOverhead(0), HANDSHAKE)
        : 0;
  }
}
