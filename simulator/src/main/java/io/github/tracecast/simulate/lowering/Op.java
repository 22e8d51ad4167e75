package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.trace.calls.SendMode;

/**
 * Instructions of a lowered program: an opcode and its operands, each an int. Ranks with the same
 * instructions share them. Operands that differ between these ranks are entries of {@link
 * LaneProgram#addresses}. An instruction names an entry by its address relative to the rank's first
 * one. Targets are relative to the instruction that names them. Instructions name an event if the
 * time of its call counts for it. A site is an event and a row of a table of times. The run only
 * counts it, because its time is the same each time.
 */
public final class Op {
  /** Ends the program, or a strand. */
  public static final int HALT = 0;

  /**
   * loop or {@link #ROUNDS}, target, number of iterations (high and low half): opens a loop. 0 stands for a number that
   * depends on the execution; without any iteration, it goes on at the target.
   */
  public static final int OPEN = 1;

  /** target: ends a body; the next iteration starts there. */
  public static final int CLOSE = 2;

  /** row, site: computes for the time in a row. */
  public static final int COMPUTE = 3;

  /**
   * event, n, n x (previous event, row, site): computes for a time that depends on the event
   * before.
   */
  public static final int COMPUTE_AFTER = 4;

  /** event: computes for a time that is looked up, or drawn, each time. */
  public static final int FIND = 5;

  /** event: notes it as the last event. */
  public static final int PREVIOUS = 6;

  /** n, n x target: jumps to one of the targets, chosen by the execution modulo n. */
  public static final int CASE = 7;

  /**
   * address (channel, cost, and the site of a whole call), then, protocol, part: sends. Here and
   * below, {@code then} is {@link #MADE} or {@link #EXPECTED}, and {@code part} is {@link #WHOLE} or
   * {@link #PART}.
   */
  public static final int SEND = 8;

  /**
   * address (channel), then, part: posts a receive. If the receive has a choice, the channel is a
   * pattern, see {@link #asking}.
   */
  public static final int RECEIVE = 9;

  /**
   * n: begins a call with a duration that is not known in advance. If the call waits for the rank's
   * last n requests, they are expected since they were made, and the next {@link #AWAIT} waits.
   */
  public static final int BEGIN = 10;

  /** event: ends the call. */
  public static final int END = 11;

  /**
   * for what it considers requests left open ({@link #NOTHING_LEFT} and so on), n, n x offset:
   * expects requests. AWAIT follows. Here and below, offsets of persistent requests are negative.
   */
  public static final int EXPECT = 12;

  /** Waits for all expected requests. */
  public static final int AWAIT = 13;

  /** Makes a finished request, which a test may find. */
  public static final int OVER = 14;

  /**
   * address (channel, cost), protocol: makes a persistent request. A channel of -1 means no process, and a
   * lower one is {@link #asking} a mailbox. A cost of -1 means a receive.
   */
  public static final int PREPARE = 15;

  /** offset: starts a persistent request. */
  public static final int START = 16;

  /** offset: frees a request. */
  public static final int FREE = 17;

  /** address (member), meeting, signature: comes to a collective. */
  public static final int MEET = 18;

  /**
   * row of time, row of latency, whether the network is shared (1 or 0), bytes (high and low half):
   * waits for the separate network for collectives.
   */
  public static final int COLLECTIVE_NETWORK = 19;

  /** row: works within a call, such as copying, for a time in the table of collective networks. */
  public static final int COPY = 20;

  /** pattern: waits until a message that fits is there, without taking it. */
  public static final int PROBE = 21;

  /**
   * target: starts a strand with the following instructions, and makes its request. The rank itself
   * continues at the target.
   */
  public static final int FORK = 22;

  /**
   * use: waits until the time of the run has reached the rank's own time, or, for another use than
   * {@link #NO_USE}, until it has its processor, where arriving messages take it too.
   */
  public static final int TURN = 23;

  /**
   * what, whether it only tests (1 or 0), complete, n, n x offset: completes requests that have
   * ended, if the trace leaves open which ones. It takes all if all have ended ({@link #ALL}), takes
   * those that have ended ({@link #SOME}), or takes them in the order of their ends {@link #UNTIL} as
   * many as {@code complete} of the listed ones are complete, or {@link #ONE_MORE}.
   */
  public static final int COMPLETE = 24;

  /** offset: withdraws a receive that no message has met. */
  public static final int CANCEL = 25;

  /** Checks for messages until the call ends, whether it finds one or not. */
  public static final int LOOK = 26;

  /** failure: reports an error of the call. */
  public static final int FAIL = 27;

  /** event: begins a call that receives, in a search for lost sources. */
  public static final int SEARCH = 28;

  /**
   * ints, times: goes back so far, unless the instructions since then have run so often. Such loops
   * are within a collective and do not nest.
   */
  public static final int AGAIN = 29;

  /**
   * address (local rank, walk), step, protocol: sends in a loop of {@link #AGAIN} to the partner of
   * this iteration, see {@link CollectiveStep}.
   */
  public static final int SEND_STEP = 30;

  /** address (local rank), step: posts a receive from the partner of this iteration. */
  public static final int RECEIVE_STEP = 31;

  /**
   * Instead of a loop of the trace: alike rounds of a collective, several in each iteration. They may
   * be skipped, as the iterations of the trace's loops.
   */
  public static final int ROUNDS = -1;

  /** The use of the processor by the instruction after {@link #TURN}. */
  public static final int NO_USE = 0;

  public static final int COMPUTES = 1;
  public static final int SENDS = 2;

  /** Posts a receive, which takes no time. */
  public static final int POSTS = 3;

  /** Of a new request: the next {@link #AWAIT} waits for it. */
  public static final int EXPECTED = 0;

  /** Flag of a new request that the program names. {@link LatestRequests} may change it to EXPECTED. */
  public static final int MADE = 1;

  /** Whether a send or a receive is a whole call, whose time is known in advance. */
  public static final int PART = 0;

  public static final int WHOLE = 1;

  /**
   * Whether {@link #EXPECT} considers the requests that earlier tests left open: not, for a
   * test that succeeded in the recorded run, or for a wait.
   */
  public static final int NOTHING_LEFT = 0;

  public static final int OF_TEST = 1;

  public static final int OF_WAIT = 2;

  /** Operands of {@link #COMPLETE}. */
  public static final int ALL = 0;

  public static final int SOME = 1;
  public static final int UNTIL = 2;
  public static final int ONE_MORE = -1;

  /** Protocols: eager, rendezvous whose sender does not wait (detached), and rendezvous. */
  public static final int EAGER = 0;

  public static final int RENDEZVOUS_DETACHED = 1;
  public static final int RENDEZVOUS = 2;

  /** Eager, but the sender waits until its receiver checks for messages. */
  public static final int WATCHED = 3;

  private Op() {}

  /** Length of an instruction in ints, including its operands. */
  public static int length(int[] code, int at) {
    return switch (code[at]) {
      case HALT, AWAIT, OVER, LOOK -> 1;
      case CLOSE,
          FIND,
          PREVIOUS,
          BEGIN,
          END,
          START,
          FREE,
          CANCEL,
          COPY,
          PROBE,
          FORK,
          FAIL,
          SEARCH,
          TURN -> 2;
      case AGAIN, COMPUTE, PREPARE, RECEIVE_STEP -> 3;
      case RECEIVE, MEET, SEND_STEP -> 4;
      case OPEN, SEND -> 5;
      case COLLECTIVE_NETWORK -> 6;
      case CASE -> 2 + code[at + 1];
      case EXPECT -> 3 + code[at + 2];
      case COMPLETE -> 5 + code[at + 4];
      case COMPUTE_AFTER -> 3 + 3 * code[at + 2];
      default -> throw new AssertionError(code[at]);
    };
  }

  /** How an operation uses the processor of its rank. */
  static int useOfProcessor(int operation) {
    return switch (operation) {
      case COMPUTE, COMPUTE_AFTER, FIND, COPY -> COMPUTES;
      case SEND, SEND_STEP, START -> SENDS;
      case RECEIVE, RECEIVE_STEP -> POSTS;
      default -> NO_USE;
    };
  }

  /** The protocol of a message. */
  static int protocol(MessageCosts costs, SendMode mode, long bytes) {
    if (costs.eager(mode, bytes)) {
      return EAGER;
    }
    return costs.synchronous(mode, bytes) ? RENDEZVOUS : RENDEZVOUS_DETACHED;
  }

  /** Converts the pattern of a mailbox to an operand in place of a channel, and back. */
  public static int asking(int pattern) {
    return -2 - pattern;
  }
}
