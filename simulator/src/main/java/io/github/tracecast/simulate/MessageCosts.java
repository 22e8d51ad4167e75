package io.github.tracecast.simulate;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MpiCosts;

/** What a message costs the two processors, and which protocol it takes; in ps, from a machine. */
public final class MessageCosts {
  private final MpiCosts mpi;
  private final Machine machine;

  public MessageCosts(Machine machine) {
    this.machine = machine;
    this.mpi = machine.platform().mpi();
  }

  /** LogGP's o of the sender. */
  public long sendOverhead(long bytes) {
    return Picos.ofSeconds(mpi.sendOverhead().seconds(bytes));
  }

  /** LogGP's o of the receiver. */
  public long receiveOverhead(long bytes) {
    return mpi.receiveOverheadCharged() ? Picos.ofSeconds(mpi.receiveOverhead().seconds(bytes)) : 0;
  }

  /** Whether the data leaves without waiting for the receive. */
  public boolean eager(SendMode mode, long bytes) {
    return mode != SendMode.SYNCHRONOUS && bytes < mpi.eagerLimitBytes();
  }

  /** Whether the send is complete only when the receiver has the data. */
  public boolean synchronous(SendMode mode, long bytes) {
    return switch (mode) {
      case STANDARD -> bytes >= Math.max(mpi.eagerLimitBytes(), mpi.detachedLimitBytes());
      case BUFFERED -> false;
      case SYNCHRONOUS -> true;
    };
  }

  /**
   * One way of the rendezvous' handshake, an empty message: L + 2o; 0 where the platform's factors
   * already hold it.
   */
  public long handshake(int fromNode, int toNode) {
    if (!mpi.rendezvousHandshake()) {
      return 0;
    }
    double latency = fromNode == toNode
        ? machine.platform().node().memoryLatencySeconds()
        : machine.routes().latencySeconds(fromNode, toNode);
    return Picos.ofSeconds(latency) + sendOverhead(0) + receiveOverhead(0);
  }
}
