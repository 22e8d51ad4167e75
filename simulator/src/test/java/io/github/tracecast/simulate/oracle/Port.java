package io.github.tracecast.simulate.oracle;

import io.github.tracecast.simulate.*;

/**
 * LogGP's gap at one rank: when its next send and its next reception may start at the earliest.
 *
 * <p>The rule, for a message of m bytes and {@code gap(m)} of the platform:
 *
 * <ul>
 *   <li>A send that the rank comes to at t starts at s = max(t, {@link #nextSend}); then nextSend = s
 *       + gap(m), the rank's clock is s + o_s(m), and the message leaves at that clock.
 *   <li>A reception is the rank's taking of a message that is there, as a wait or a test does. If it
 *       comes to it at t it starts at r = max(t, {@link #nextReceive}); then nextReceive = r + gap(m)
 *       and the rank's clock is r + o_r(m), o_r being 0 where the platform does not charge it.
 * </ul>
 *
 * <p>The gaps of sends do not hold up receptions, nor those of receptions sends. What a rank stands still for is time
 * within the call and counts as waiting. Every message counts once, eager or not, over the network or
 * through a node's memory; the handshake of a rendezvous does not, nor do a communication with nobody
 * and a collective on a network of its own. A blocking collective goes through its rank's port; a
 * non-blocking one, which runs beside its rank, through a copy made when it starts.
 */
final class Port {
  /** Earliest start of the next send, ps. */
  long nextSend;

  /** Earliest start of the next reception, ps. */
  long nextReceive;

  /**
   * The interface of the rank's node, as far as the rank itself uses it; null where each direction has its
   * own bandwidth, or the engine sees to contention.
   */
  final HalfDuplex halfDuplex;

  /** When the rank works on what goes through here; null where no timeline asks for it, as in copies. */
  WorkLog work;

  /** When the rank looks at what has come; null where nobody waits for that, and in copies. */
  final Looks looks;

  Port(HalfDuplex halfDuplex, Looks looks) {
    this.halfDuplex = halfDuplex;
    this.looks = looks;
  }

  /** A port of its own with the same past. */
  Port copy() {
    Port copy = new Port(halfDuplex == null ? null : halfDuplex.copy(), null);
    copy.nextSend = nextSend;
    copy.nextReceive = nextReceive;
    return copy;
  }
}
