package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.trace.SendMode;

/**
 * Instructions of a lowered program: an opcode and its operands, each an int. Ranks with the same
 * instructions share them. Operands that differ between these ranks are entries of {@link
 * LaneProgram#addresses}. An instruction names an entry by its address relative to the rank's first
 * one. Targets are relative to the instruction that names them. Instructions name an event if the
 * time of its call counts for it. A site is an event and a row of a table of times. The run only
 * counts it, because its time is the same each time.
 */
public final class Op {
  /** The program's end. */
  public static final int HALT = 0;

  /** loop, number of iterations (high and low half): opens a loop. */
  public static final int OPEN = 1;

  /**
   * loop, target: opens a loop with a number of iterations that depends on the execution. Without
   * any, it goes on at the target.
   */
  public static final int OPEN_VARYING = 2;

  /** target: ends a body; the next iteration starts there. */
  public static final int CLOSE = 3;

  /** row, site: computes for the time in a row. */
  public static final int COMPUTE = 4;

  /**
   * event, n, n x (previous event, row, site): computes for a time that depends on the event
   * before.
   */
  public static final int COMPUTE_AFTER = 5;

  /** event: computes for a time that is looked up, or drawn, each time. */
  public static final int FIND = 6;

  /** event: notes it as the last event. */
  public static final int PREVIOUS = 7;

  /** n, n x target: jumps to one of the targets, chosen by the execution modulo n. */
  public static final int CASE = 8;

  /** target: jumps there. */
  public static final int JUMP = 9;

  /** address (channel, cost, site): a whole call that sends an eager message. */
  public static final int SEND = 10;

  /** address (channel, cost, site): the same as {@link #SEND}, and makes a finished request. */
  public static final int ISEND = 11;

  /**
   * address (channel, cost), waits (1 or 0): starts a rendezvous message within a call, and makes its
   * request.
   */
  public static final int ISEND_LATE = 12;

  /** address (channel): a whole call that posts a receive. */
  public static final int IRECV = 13;

  /**
   * address (channel), event: a whole call that receives. If the message has to wait, the AWAIT and
   * END after this instruction complete it.
   */
  public static final int RECV = 14;

  /** Begins a call with a duration that is not known in advance. */
  public static final int BEGIN = 15;

  /** event: ends the call. */
  public static final int END = 16;

  /** address (channel, cost): sends an eager message within a call. */
  public static final int SEND_PART = 17;

  /** address (channel, cost), waits (1 or 0): sends by the rendezvous protocol within a call. */
  public static final int SEND_LATE_PART = 18;

  /** address (channel): posts a receive within a call. */
  public static final int RECEIVE_PART = 19;

  /**
   * n, n x offset: expects requests. Here and below, offsets of persistent requests are negative.
   */
  public static final int EXPECT = 20;

  /** Waits for all expected requests. */
  public static final int AWAIT = 21;

  /** Makes a finished request. */
  public static final int OVER = 22;

  /**
   * address (channel, cost), protocol: makes a persistent request. A channel of -1 means no process, and a
   * lower one is {@link #asking} a mailbox. A cost of -1 means a receive.
   */
  public static final int PREPARE = 23;

  /** offset: starts a persistent request. */
  public static final int START = 24;

  /** offset: frees a request. */
  public static final int FREE = 25;

  /** address (member), meeting, signature: comes to a collective. */
  public static final int MEET = 26;

  /**
   * row of time, row of latency, whether the network is shared (1 or 0), row of bytes: waits for a
   * collective network.
   */
  public static final int NETWORK = 27;

  /** A call that takes no time. */
  public static final int NOTHING = 28;

  /** row: works within a call, such as copying, for a time in the table of collective networks. */
  public static final int COPY = 29;

  /** address (channel, cost), protocol: sends to a mailbox within a call. */
  public static final int DEPART = 30;

  /** address (channel, cost), protocol: the same as {@link #DEPART}, and makes the request. */
  public static final int IDEPART = 31;

  /** address (pattern, see {@link #asking}): asks a mailbox for a message within a call. */
  public static final int ASK = 32;

  /** address (pattern): a whole call that asks a mailbox for a message by a request. */
  public static final int IASK = 33;

  /** pattern: waits until a message that fits is there, without taking it. */
  public static final int PROBE = 34;

  /**
   * address (channel, cost), protocol: sends for the collective of the rank or strand. Other collectives may
   * overlap it.
   */
  public static final int SEND_NUMBERED = 35;

  /** address (channel): posts a receive for the collective of the rank or strand. */
  public static final int RECEIVE_NUMBERED = 36;

  /**
   * target: starts a strand with the following instructions, and makes its request. The rank itself
   * continues at the target.
   */
  public static final int FORK = 37;

  /** Ends a strand. */
  public static final int JOIN = 38;

  /** address (channel): a whole call that posts a receive. The next {@link #AWAIT} waits for it. */
  public static final int IRECV_AWAITED = 39;

  /**
   * n: begins a call that waits for the rank's last n requests. They are expected since they were
   * made.
   */
  public static final int BEGIN_AWAITED = 40;

  /** Makes a finished request that a test may find. */
  public static final int DONE = 41;

  /** Waits until the time of the run has reached the rank's own time. */
  public static final int TURN = 42;

  /**
   * what ({@link #ONE} and so on), n, n x offset: completes requests that have ended, if the trace
   * leaves open which ones.
   */
  public static final int COMPLETE = 43;

  /** n, n x offset: withdraws receives that no message has met. */
  public static final int CANCEL = 44;

  /** Checks for messages until the call ends, whether it finds one or not. */
  public static final int LOOK = 45;

  /** failure: reports an error of the call. */
  public static final int FAIL = 46;

  /** event: ends a whole call without {@link #END}; for timelines. */
  public static final int TELL = 47;

  /**
   * address (channel, cost): sends an eager message within a call, and waits until its receiver checks for
   * messages.
   */
  public static final int SEND_WATCHED = 48;

  /** address (channel, cost): starts such a message within a call, and makes its request. */
  public static final int ISEND_WATCHED = 49;

  /**
   * complete, n, n x offset: completes requests in the order of their ends, until this many of the
   * n are complete.
   */
  public static final int COMPLETE_UNTIL = 50;

  /**
   * use ({@link #COMPUTES} and so on): waits for the rank's processor, where arriving messages take
   * it too.
   */
  public static final int SEIZE = 51;

  /**
   * address (channel, cost, site), waits (1 or 0): a whole call that starts a rendezvous message,
   * and makes its request.
   */
  public static final int WHOLE_ISEND_LATE = 52;

  /** The same, but the next wait waits for the message, so no instruction names its request. */
  public static final int WHOLE_ISEND_LATE_AWAITED = 53;

  /** event: begins a call that receives, in a search for lost sources. */
  public static final int SEARCH = 54;

  /**
   * address (channel, cost), event: a whole call that sends an eager message, with a duration that
   * is not known in advance.
   */
  public static final int TIMED_SEND = 55;

  /** The same, and makes a finished request. */
  public static final int TIMED_ISEND = 56;

  /** Prepares the wait of a test that succeeded in the recorded run; {@link #AWAIT} follows. */
  public static final int TEST = 57;

  /** Adds the requests that earlier tests left open to a wait; {@link #AWAIT} follows. */
  public static final int AND_LATE = 58;

  /** Like {@link #COMPLETE_UNTIL}, in a test. */
  public static final int TEST_UNTIL = 59;

  /** times: begins a loop within a collective. Such loops do not nest. */
  public static final int REPEAT = 60;

  /** ints: goes back so far, unless the loop of {@link #REPEAT} is over. */
  public static final int AGAIN = 61;

  /**
   * address (local rank, walk), step, protocol: sends in a loop of {@link #REPEAT} to the partner of
   * this iteration, see {@link StepTable}.
   */
  public static final int SEND_STEP = 62;

  /** address (local rank), step: posts a receive from the partner of this iteration. */
  public static final int RECEIVE_STEP = 63;

  /** The use of the processor by the instruction after {@link #SEIZE}. */
  public static final int NO_USE = 0;

  public static final int COMPUTES = 1;
  public static final int SENDS = 2;

  /** Posts a receive, which takes no time. */
  public static final int POSTS = 3;

  /**
   * Operations of {@link #COMPLETE}: wait for one request or for some; test all requests, take one,
   * or take some.
   */
  public static final int ONE = 0;

  public static final int SOME = 1;
  public static final int IF_ALL = 2;
  public static final int IF_ONE = 3;
  public static final int IF_SOME = 4;

  /** Protocols of {@link #PREPARE}. */
  public static final int EAGER = 0;

  public static final int LATE = 1;
  public static final int LATE_AND_WAITS = 2;

  /** Eager, but the sender waits until the receiver checks for messages. */
  public static final int WATCHED = 3;

  private Op() {}

  /** Length of an instruction in ints, including its operands. */
  static int length(int[] code, int at) {
    return switch (code[at]) {
      case HALT, BEGIN, AWAIT, OVER, NOTHING, JOIN, DONE, TURN, LOOK, TEST, AND_LATE -> 1;
      case REPEAT,
          AGAIN,
          CLOSE,
          FIND,
          PREVIOUS,
          JUMP,
          SEND,
          ISEND,
          SEND_PART,
          SEND_WATCHED,
          ISEND_WATCHED,
          IRECV,
          IRECV_AWAITED,
          BEGIN_AWAITED,
          END,
          RECEIVE_PART,
          START,
          FREE,
          COPY,
          ASK,
          IASK,
          PROBE,
          RECEIVE_NUMBERED,
          FORK,
          FAIL,
          TELL,
          SEARCH,
          SEIZE -> 2;
      case OPEN_VARYING,
          COMPUTE,
          RECV,
          RECEIVE_STEP,
          TIMED_SEND,
          TIMED_ISEND,
          ISEND_LATE,
          WHOLE_ISEND_LATE,
          WHOLE_ISEND_LATE_AWAITED,
          SEND_LATE_PART,
          PREPARE,
          DEPART,
          IDEPART,
          SEND_NUMBERED -> 3;
      case OPEN, MEET, SEND_STEP -> 4;
      case NETWORK -> 5;
      case CASE, EXPECT, CANCEL -> 2 + code[at + 1];
      case COMPLETE, COMPLETE_UNTIL, TEST_UNTIL -> 3 + code[at + 2];
      case COMPUTE_AFTER -> 3 + 3 * code[at + 2];
      default -> throw new AssertionError(code[at]);
    };
  }

  /** How an operation uses the processor of its rank. */
  static int useOfProcessor(int operation) {
    return switch (operation) {
      case COMPUTE, COMPUTE_AFTER, FIND, COPY -> COMPUTES;
      case SEND,
          ISEND,
          ISEND_LATE,
          WHOLE_ISEND_LATE,
          WHOLE_ISEND_LATE_AWAITED,
          SEND_PART,
          SEND_LATE_PART,
          SEND_NUMBERED,
          SEND_STEP,
          SEND_WATCHED,
          ISEND_WATCHED,
          DEPART,
          IDEPART,
          START -> SENDS;
      case IRECV, IRECV_AWAITED, RECV, RECEIVE_PART, RECEIVE_NUMBERED, RECEIVE_STEP, ASK, IASK ->
        POSTS;
      default -> NO_USE;
    };
  }

  /** The protocol of a message. */
  static int protocol(MessageCosts costs, SendMode mode, long bytes) {
    if (costs.eager(mode, bytes)) {
      return EAGER;
    }
    return costs.synchronous(mode, bytes) ? LATE_AND_WAITS : LATE;
  }

  /** Converts the pattern of a mailbox to an operand in place of a channel, and back. */
  public static int asking(int pattern) {
    return -2 - pattern;
  }
}
