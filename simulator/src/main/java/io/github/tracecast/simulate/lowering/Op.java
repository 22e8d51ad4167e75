package io.github.tracecast.simulate.lowering;

import io.github.tracecast.simulate.costs.MessageCosts;
import io.github.tracecast.simulate.costs.ProcessorRule;
import io.github.tracecast.trace.calls.SendMode;

/**
 * Instructions of a translated program: an opcode and its operands, each an int. Ranks with the
 * same instructions share one copy of them. Operands that differ between these ranks are entries of
 * {@link LaneProgram#addresses}. An address is the index of an entry relative to the rank's first
 * entry. A target is a position relative to its instruction. An operand "event" is the event whose
 * account gets the time of the call. A site is an event and a row of a table of times. A run only
 * counts the executions of a site, and adds their times at its end, because each execution takes
 * the same time.
 */
public final class Op {
  /** Ends the program of a rank, or a strand (a non-blocking collective in progress). */
  public static final int HALT = 0;

  /**
   * Opens a loop. Operands: loop or {@link #ROUNDS}, target, number of iterations (high and low
   * half). The number 0 means that each execution of the loop determines its number of iterations.
   * If an execution has no iterations, the program continues at the target.
   */
  public static final int OPEN = 1;

  /** Ends an iteration; the next iteration starts at the target. Operand: target. */
  public static final int CLOSE = 2;

  /** Computes for the time in a row of {@link LaneProgram#computes}. Operands: row, site. */
  public static final int COMPUTE = 3;

  /** Computes for a time that depends on the previous event. Operands: event, n, n x (previous event, row, site). */
  public static final int COMPUTE_AFTER = 4;

  /** Computes for a time that is looked up or drawn at each execution. Operand: event. */
  public static final int FIND = 5;

  /** Stores the event as the rank's last event. Operand: event. */
  public static final int PREVIOUS = 6;

  /** Jumps to the target whose index is the number of the execution modulo n. Operands: n, n x target. */
  public static final int CASE = 7;

  /**
   * Sends a message. Operands: address (channel, cost, and the site of a whole call), {@code then},
   * protocol, {@code part}. Here and below, {@code then} is {@link #MADE} or {@link #EXPECTED}, and
   * {@code part} is {@link #WHOLE} or {@link #PART}.
   */
  public static final int SEND = 8;

  /**
   * Posts a receive. Operands: address (channel), {@code then}, {@code part}. If several messages
   * may match the receive, a pattern replaces the channel, see {@link #patternOperand}.
   */
  public static final int RECEIVE = 9;

  /**
   * Begins a call whose duration is not known in advance. Operand: n. The next {@link #AWAIT} waits
   * for the rank's last n requests; they have been expected since their creation.
   */
  public static final int BEGIN = 10;

  /** Ends the call. Operand: event. */
  public static final int END = 11;

  /**
   * Adds to the expected requests, for which the next AWAIT waits. Operands: late ({@link
   * #NOTHING_LEFT} and so on), n, n x offset. Here and below, offsets of persistent requests are
   * negative.
   */
  public static final int EXPECT = 12;

  /** Waits for all expected requests. */
  public static final int AWAIT = 13;

  /** Creates a request that has already ended; a later test may name it. */
  public static final int OVER = 14;

  /**
   * Creates a persistent request. Operands: address (channel, cost), protocol. A channel of -1
   * means MPI_PROC_NULL, and a lower number is a pattern, see {@link #patternOperand}. A cost of -1
   * marks a receive.
   */
  public static final int PREPARE = 15;

  /** Starts a persistent request. Operand: offset. */
  public static final int START = 16;

  /** Frees a request. Operand: offset. */
  public static final int FREE = 17;

  /** Marks that the rank reaches a collective. Operands: address (member), meeting (communicator), signature. */
  public static final int MEET = 18;

  /**
   * Runs the collective on its separate network, and waits for its end. Operands: row of time, row
   * of latency, whether the network is shared (1 or 0), bytes (high and low half).
   */
  public static final int COLLECTIVE_NETWORK = 19;

  /** Advances the rank's clock within a call, by a time in {@link LaneProgram#collectiveTimes}. Operand: row. */
  public static final int COPY = 20;

  /** Waits until a matching message has arrived, and does not receive it. Operand: pattern. */
  public static final int PROBE = 21;

  /**
   * Starts a non-blocking collective as a strand, which executes the following instructions, and
   * creates the collective's request. Operand: target. The rank itself continues at the target.
   */
  public static final int FORK = 22;

  /**
   * Waits until the simulated time of the run has reached the rank's own time. Operand: use. With a
   * use other than {@link #NO_USE}, the rank also waits for its processor, which arriving messages
   * may occupy or other ranks may share.
   */
  public static final int TURN = 23;

  /**
   * Completes requests that have ended, if the trace does not say which requests the call
   * completed. Operands: what, whether the call is a test (1 or 0), complete, n, n x offset. With
   * {@link #ALL}, the call completes all listed requests if all of them have ended. With {@link
   * #SOME}, the call completes the listed requests that have ended. With {@link #UNTIL}, the call
   * completes requests in the order of their ends, until {@code complete} of the listed requests
   * are complete; {@link #ONE_MORE} stands for one more than before.
   */
  public static final int COMPLETE = 24;

  /** Cancels a receive that has not matched a message. Operand: offset. */
  public static final int CANCEL = 25;

  /** Lets the rank check for messages continuously until the end of the call. */
  public static final int LOOK = 26;

  /** Reports an error of the call. Operand: failure. */
  public static final int FAIL = 27;

  /** Reports the start of a receiving call: {@link #FOLLOW} or a search for lost sources needs it. Operand: event. */
  public static final int SEARCH = 28;

  /**
   * Jumps back by a number of ints, until the instructions in between have run the given number of
   * times. Operands: ints, times. These loops are within a collective and do not nest.
   */
  public static final int AGAIN = 29;

  /**
   * Sends to the partner of the current iteration of a loop of {@link #AGAIN}, see {@link
   * CollectiveStep}. Operands: address (local rank, walk), step, protocol.
   */
  public static final int SEND_STEP = 30;

  /** Posts a receive from the iteration's partner. Operands: address (local rank), step. */
  public static final int RECEIVE_STEP = 31;

  /**
   * Jumps to the target that is listed for the source of a receive's last match. Operands: event of
   * the receive, n, n x source, n x target, with ascending sources.
   */
  public static final int FOLLOW = 32;

  /**
   * Number of a loop that is not in the trace: equal rounds of a collective, several rounds in each
   * iteration. Fast-forward may skip iterations of this loop.
   */
  public static final int ROUNDS = -1;

  /** How the instruction after {@link #TURN} uses the processor of its rank. */
  public static final int NO_USE = 0;

  public static final int COMPUTES = 1;
  public static final int SENDS = 2;

  /** Posts a receive, which takes no time. */
  public static final int POSTS = 3;

  /** On a shared core, the rank continues after it has had the core for all its work so far. {@link #ENDS} then releases the core. */
  public static final int CONTINUES = 4;

  public static final int ENDS = 5;

  /** Like {@link #CONTINUES}, but before an operation in which MPI makes progress: a wait, a test, a probe or a collective on a separate network. */
  public static final int LOOKS = 6;

  /** Like {@link #CONTINUES}, but after the computation before an event. The operand is the sum of this value and the number of the event. */
  public static final int COMPUTED = 7;

  /** Flag of a new request for which the next {@link #AWAIT} waits. */
  public static final int EXPECTED = 0;

  /** Flag of a new request that the program can name. {@link LatestRequests} may change this flag to EXPECTED. */
  public static final int MADE = 1;

  /** Whether a send or a receive is a part of a call, or a whole call whose time is known in advance. */
  public static final int PART = 0;

  public static final int WHOLE = 1;

  /**
   * How {@link #EXPECT} handles late requests, which earlier tests did not complete: not at all, as
   * in a test that succeeded in the recorded run, or as in a wait.
   */
  public static final int NOTHING_LEFT = 0;

  public static final int OF_TEST = 1;

  public static final int OF_WAIT = 2;

  /** Which requests {@link #COMPLETE} completes. */
  public static final int ALL = 0;

  public static final int SOME = 1;
  public static final int UNTIL = 2;
  public static final int ONE_MORE = -1;

  /** Protocols of messages: eager, rendezvous whose sender does not wait (detached), and rendezvous. */
  public static final int EAGER = 0;

  public static final int RENDEZVOUS_DETACHED = 1;
  public static final int RENDEZVOUS = 2;

  /** Protocol of an eager message whose sender waits until the receiver checks for messages. */
  public static final int WATCHED = 3;

  /** Protocol of a rendezvous message on shared cores: the receiver needs a core to take the data, then the sender needs a core to see that its request has ended. */
  public static final int FETCHED = 4;

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
      case FOLLOW -> 3 + 2 * code[at + 2];
      case COMPLETE -> 5 + code[at + 4];
      case COMPUTE_AFTER -> 3 + 3 * code[at + 2];
      default -> throw new AssertionError(code[at]);
    };
  }

  /** Returns how an operation uses the processor of its rank, such as {@link #POSTS}. */
  static int useOfProcessor(ProcessorRule rule, int operation) {
    return switch (rule) {
      case ALONE -> NO_USE;
      case AT_ARRIVAL -> useAtArrival(operation);
      case SHARED -> useOfSharedCore(operation);
    };
  }

  private static int useOfSharedCore(int operation) {
    return switch (operation) {
      case SEND, SEND_STEP, START, RECEIVE, RECEIVE_STEP, BEGIN, END -> CONTINUES;
      case AWAIT, COMPLETE, PROBE, COLLECTIVE_NETWORK -> LOOKS;
      case HALT -> ENDS;
      default -> NO_USE;
    };
  }

  private static int useAtArrival(int operation) {
    return switch (operation) {
      case COMPUTE, COMPUTE_AFTER, FIND, COPY -> COMPUTES;
      case SEND, SEND_STEP, START -> SENDS;
      case RECEIVE, RECEIVE_STEP -> POSTS;
      default -> NO_USE;
    };
  }

  static int protocol(MessageCosts costs, SendMode mode, long bytes) {
    if (costs.eager(mode, bytes)) {
      return EAGER;
    }
    if (!costs.synchronous(mode, bytes)) {
      return RENDEZVOUS_DETACHED;
    }
    return costs.processors() == ProcessorRule.SHARED ? FETCHED : RENDEZVOUS;
  }

  /** Converts a mailbox's pattern to the operand that replaces a channel, or such an operand to the pattern. */
  public static int patternOperand(int pattern) {
    return -2 - pattern;
  }
}
