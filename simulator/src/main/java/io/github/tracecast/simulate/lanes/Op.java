package io.github.tracecast.simulate.lanes;

import io.github.tracecast.simulate.MessageCosts;
import io.github.tracecast.simulate.SendMode;

/**
 * Instructions of a lowered program: an opcode and its operands, each an int. Events are named where a
 * call's time is accounted for; a site is an (event, row of a table of times) that is only counted, since
 * its time is the same each time.
 */
final class Op {
  /** The program's end. */
  static final int HALT = 0;

  /** loop, iterations (high and low half): opens a loop. */
  static final int OPEN = 1;

  /** loop: opens one whose iterations depend on the execution. */
  static final int OPEN_VARYING = 2;

  /** target: ends a body; the next iteration starts there. */
  static final int CLOSE = 3;

  /** row, site: computes. */
  static final int COMPUTE = 4;

  /** event, n, n x (previous event, row, site): computes for a time that depends on the event before. */
  static final int COMPUTE_AFTER = 5;

  /** event: computes for a time that is looked up, or drawn, each time. */
  static final int FIND = 6;

  /** event: it was the last one. */
  static final int PREVIOUS = 7;

  /** n, n x target: goes to the target of the execution modulo n. */
  static final int CASE = 8;

  /** target. */
  static final int JUMP = 9;

  /** channel, cost, site: a whole call that sends an eager message. */
  static final int SEND = 10;

  /** channel, cost, site: likewise, and makes a request that is over. */
  static final int ISEND = 11;

  /** channel, cost, waits (1 or 0): starts a message of the rendezvous protocol within a call, and makes its request. */
  static final int ISEND_LATE = 12;

  /** channel: a whole call that posts a receive. */
  static final int IRECV = 13;

  /** channel, event: a whole call that receives; if it has to wait, the AWAIT and END behind it end it. */
  static final int RECV = 14;

  /** Begins a call whose time is not known beforehand. */
  static final int BEGIN = 15;

  /** event: ends it. */
  static final int END = 16;

  /** channel, cost: sends an eager message within a call. */
  static final int SEND_PART = 17;

  /** channel, cost, waits (1 or 0): sends by the rendezvous protocol within a call. */
  static final int SEND_LATE_PART = 18;

  /** channel: posts a receive within a call. */
  static final int RECEIVE_PART = 19;

  /** n, n x offset: expects requests. Offsets, here and below, are negative among the persistent ones. */
  static final int EXPECT = 20;

  /** Waits for all that is expected. */
  static final int AWAIT = 21;

  /** Makes a request that is over. */
  static final int OVER = 22;

  /** channel (-1: no process; below: {@link #asking} a mailbox), cost (-1: a receive), protocol: makes a persistent request. */
  static final int PREPARE = 23;

  /** offset: starts a persistent request. */
  static final int START = 24;

  /** offset: frees a request. */
  static final int FREE = 25;

  /** meetings, member, signature: comes to a collective. */
  static final int MEET = 26;

  /** row of its time, row of its latency, whether it is shared (1 or 0): waits for a collective network. */
  static final int NETWORK = 27;

  /** A call that takes no time. */
  static final int NOTHING = 28;

  /** row: copies within a collective, by the rows of collective networks' times. */
  static final int COPY = 29;

  /** channel, cost, protocol: sends to a mailbox within a call. */
  static final int DEPART = 30;

  /** channel, cost, protocol: likewise, and makes the request. */
  static final int IDEPART = 31;

  /** pattern: asks a mailbox for a message within a call. */
  static final int ASK = 32;

  /** pattern: a whole call that asks a mailbox for a message, by a request. */
  static final int IASK = 33;

  /** pattern: waits until such a message is there, and leaves it. */
  static final int PROBE = 34;

  /** channel, cost, protocol: sends for the collective that the rank or strand is in, which others may overlap. */
  static final int SEND_NUMBERED = 35;

  /** channel: posts a receive likewise. */
  static final int RECEIVE_NUMBERED = 36;

  /** target: starts a strand with what follows, and makes its request; the rank itself goes on at the target. */
  static final int FORK = 37;

  /** A strand's end. */
  static final int JOIN = 38;

  /** channel: a whole call that posts a receive, for which the next {@link #AWAIT} waits. */
  static final int IRECV_AWAITED = 39;

  /** n: begins a call that waits for the rank's last n requests, which are expected since they were made. */
  static final int BEGIN_AWAITED = 40;

  /** Protocols of {@link #PREPARE}. */
  static final int EAGER = 0;

  static final int LATE = 1;
  static final int LATE_AND_WAITS = 2;

  private Op() {}

  /** A message's protocol. */
  static int protocol(MessageCosts costs, SendMode mode, long bytes) {
    if (costs.eager(mode, bytes)) {
      return EAGER;
    }
    return costs.synchronous(mode, bytes) ? LATE_AND_WAITS : LATE;
  }

  /** In place of a channel: the pattern of a mailbox; and back. */
  static int asking(int pattern) {
    return -2 - pattern;
  }
}
