package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.StuckReplayException;
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.simulate.lowering.CallLowering;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.lowering.PairTable;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import io.github.tracecast.trace.calls.SendMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Explains why a run cannot continue, with the waiting ranks, their requests, and the unmatched
 * sends and receives.
 */
public final class StuckReport {
  /** The largest number of lines of each list, such as the list of waiting ranks. */
  private static final int LINES = 8;

  /** The largest number of listed requests of a rank. */
  private static final int REQUESTS = 3;

  private static final String EXPECTED =
      "expected a matching receive for each send, and all ranks at each collective";

  private final RunParts parts;
  private final LaneProgram program;
  private final RankStates ranks;
  private final Slots slots;

  /** The unmatched messages and receives: first in mailboxes, then on channels. */
  private final List<Open> messages = new ArrayList<>();

  private final List<Open> receives = new ArrayList<>();

  /** Value of {@link Open#bytes} for a receive. */
  private static final long RECEIVE = -1;

  /** An unmatched message or receive. */
  private record Open(int slot, long bytes, int source, int destination, int context, int tag) {
    boolean ofCollective() {
      return (context & 1) == 1;
    }
  }

  private StuckReport(RunParts parts) {
    this.parts = parts;
    this.program = parts.program();
    this.ranks = parts.ranks();
    this.slots = parts.slots();
    StateSink unmet = new StateSink() {
      @Override
      public void receive(int slot, int way) {
        receives.add(
            way >= 0 ? onChannel(slot, RECEIVE, way) : withPattern(slot, Op.patternOperand(way)));
      }

      @Override
      public void message(int slot, int channel) {
        messages.add(onChannel(slot, program.costs().bytes[slots.cost(slot)], channel));
      }
    };
    slots.beginDescription();
    parts.mailboxes().describe(unmet);
    parts.transport().queues().describe(parts.collectiveNetworks(), unmet);
  }

  private Open onChannel(int slot, long bytes, int channel) {
    RunChannels channels = parts.channels();
    return new Open(
        slot,
        bytes,
        channels.source(channel),
        channels.destination(channel),
        channels.context(channel),
        channels.tag(channel));
  }

  /** Returns the entry of a receive or a probe with a pattern. */
  private Open withPattern(int slot, int pattern) {
    MailTable.Pattern wanted = program.mail().pattern(pattern);
    MailTable.Box box = program.mail().box(wanted.mailbox());
    return new Open(slot, RECEIVE, wanted.source(), box.rank(), box.context(), wanted.tag());
  }

  /** Returns the reason why a run cannot continue. */
  static String text(RunParts parts) {
    StuckReport report = new StuckReport(parts);
    return parts.program().demands().rounds()
        ? "found that " + report.wait(report.waiting().findFirst().orElseThrow())
            + " if all ranks run in lockstep; " + EXPECTED
        : report.text();
  }

  /** The unmatched messages, receives and requests at the end of a run, as sentences. */
  public static List<String> leftOver(Interpreter run) {
    return new StuckReport(run.parts()).leftOver();
  }

  private String text() {
    List<Integer> waiting = waiting().boxed().toList();
    List<String> lines = new ArrayList<>();
    lines.add("the replay is deadlocked: " + waiting.size() + " of "
        + program.programs().ranks()
        + (waiting.size() == 1 ? " ranks waits forever" : " ranks wait forever"));
    list(lines, waiting, this::wait, "ranks");
    list(lines, unawaited(messages), this::unmet, "sends that no receive matches");
    list(lines, unawaited(receives), this::unmet, "receives that no send matches");
    boolean sourcesLost = OpenReceives.lost(program.programs().trace());
    lines.add("  " + EXPECTED + "; "
        + (sourcesLost
            ? "the trace has no tags, so a receive from any source may have matched a message that was meant"
                + " for another receive"
            : "the trace is incomplete, or its program deadlocks"));
    return String.join("\n", lines) + continuingOptions(sourcesLost);
  }

  /** Adds a line for each of the first few entries, and the number of the other entries. */
  private static <T> void list(
      List<String> lines, List<T> all, Function<T, String> text, String what) {
    all.stream().limit(LINES).forEach(each -> lines.add("  " + text.apply(each)));
    if (all.size() > LINES) {
      lines.add("  and " + (all.size() - LINES) + " more " + what);
    }
  }

  /** The ranks that have not ended. */
  private IntStream waiting() {
    return IntStream.range(0, ranks.count()).filter(rank -> !ranks.hasEnded(rank));
  }

  /** The event of the call of a rank or strand. */
  private int event(int row) {
    return program.eventAt(ranks.next(row));
  }

  /** Describes the call of a waiting rank: its name, event and execution. */
  private String call(int rank) {
    int event = event(rank);
    OpenLoops loops = ranks.loops();
    int depth = loops.depth(rank) - (loops.isInCall(rank) ? 1 : 0);
    return program.table().call(event).mpiName() + " (event " + event + ", execution "
        + loops.ordinal(rank, depth) + ")";
  }

  /** Returns the line of options that may let the replay continue. */
  private String continuingOptions(boolean sourcesLost) {
    List<String> ways = new ArrayList<>();
    if (sourcesLost) {
      ways.add(
          "import `find-sources=always` assigns the sources that these receives have if all ranks run in"
              + " lockstep");
    }
    messages.stream()
        .filter(message -> !message.ofCollective() && message.bytes() > 0 && waiter(message) >= 0)
        .filter(message -> sourcesLost || waitsByLimit(message))
        .mapToLong(Open::bytes)
        .max()
        .ifPresent(bytes -> ways.add(
            "with `set mpi." + (sourcesLost ? "detached" : "eager") + "_limit=" + (bytes + 1)
                + "B`, senders of up to " + bytes + " B do not wait for the receive"));
    return ways.isEmpty() ? "" : StuckReplayException.TO_CONTINUE + String.join("; ", ways);
  }

  /**
   * Whether a larger eager limit would let a sender continue. This does not help a synchronous
   * send. A message does not show its send mode, so the sender must have no synchronous send.
   */
  private boolean waitsByLimit(Open message) {
    return message.bytes() >= program.costs().eagerLimitBytes()
        && program.programs().trace().events().stream()
            .noneMatch(event -> event.call().sends()
                && event.call().sendMode() == SendMode.SYNCHRONOUS
                && event.ranks().contains(message.source()));
  }

  private List<String> leftOver() {
    List<String> findings = new ArrayList<>();
    add(findings, messages, "message was never received", "messages were never received");
    add(findings, receives, "receive never got a message", "receives never got a message");
    int open = parts.collectiveNetworks().open();
    if (open > 0) {
      findings.add(
          open == 1
              ? "1 collective was not reached by all its ranks"
              : open + " collectives were not reached by all their ranks");
    }
    return findings;
  }

  private void add(List<String> findings, List<Open> all, String one, String several) {
    List<Open> left = unawaited(all);
    if (!left.isEmpty()) {
      String what = left.size() == 1 ? one + ": " : several + "; the first: ";
      findings.add(left.size() + " " + what + unmet(left.getFirst()));
    }
  }

  /**
   * Returns the point-to-point messages or receives for which no rank waits. For collectives, the
   * report lists missing ranks instead.
   */
  private List<Open> unawaited(List<Open> all) {
    return all.stream().filter(each -> !each.ofCollective() && waiter(each) < 0).toList();
  }

  /** The rank or strand that waits for a message or a receive; negative if there is none. */
  private int waiter(Open open) {
    return open.bytes() == RECEIVE
        ? slots.waitingReceiver(open.slot())
        : slots.waitingSender(open.slot());
  }

  private String unmet(Open open) {
    return open.bytes() == RECEIVE
        ? noSend("receive", open)
        : "no receive for the send from rank " + open.source() + " to " + peer(open.destination())
            + ", " + open.bytes() + " B, " + way(open);
  }

  private String noSend(String call, Open open) {
    return "no send for the " + call + " on rank " + open.destination() + " from "
        + peer(open.source()) + ", " + way(open);
  }

  private static String way(Open open) {
    return (open.tag() == EventTable.ANY ? "any tag" : "tag " + open.tag())
        + ", communicator " + open.context() / 2
        + (open.ofCollective() ? " (part of a collective)" : "");
  }

  private String peer(int rank) {
    return rank == EventTable.ANY
        ? "any rank"
        : "rank " + rank + (ranks.hasEnded(rank) ? " (which has ended)" : "");
  }

  private String wait(int rank) {
    int at = ranks.next(rank);
    String waits = "rank " + rank + " in " + call(rank) + " waits: ";
    if (program.code()[at] == Op.PROBE) {
      return waits + noSend("probe", withPattern(Slots.NONE, program.code()[at + 1]));
    }
    List<String> reasons = reasons(rank, rank).toList();
    return waits
        + (reasons.isEmpty()
            ? "it is not its turn"
            : String.join("; ", reasons.stream().limit(REQUESTS).toList()))
        + (reasons.size() > REQUESTS ? "; and " + (reasons.size() - REQUESTS) + " more" : "");
  }

  /** Returns texts about what a rank or strand waits for. */
  private Stream<String> reasons(int row, int rank) {
    if (row != rank
        || CallLowering.meets(program.table().call(event(row)))) { // a strand runs a collective
      int communicator = program.collectives().communicators.get(ranks.meeting(row));
      long number = ranks.collective(row);
      int[] missing = missing(communicator, number, rank);
      if (missing.length > 0) {
        return Stream.of("rank " + missing[0]
            + (missing.length > 1 ? " and " + (missing.length - 1) + " more are" : " is")
            + " not at collective " + number + " of communicator " + communicator);
      }
    }
    return Stream.concat(
        Stream.concat(receives.stream(), messages.stream())
            .filter(each -> waiter(each) == row)
            .map(this::unmet),
        parts
            .strands()
            .of(rank)
            .intStream()
            .filter(strand -> slots.waitingSender(parts.strands().request(strand)) == row)
            .boxed()
            .flatMap(strand -> reasons(strand, rank)));
  }

  /** The ranks that have not reached a collective. */
  private int[] missing(int communicator, long number, int rank) {
    Communicators all = program.table().communicators();
    int meeting = program.collectives().communicators.find(communicator);
    return IntStream.range(0, all.size(communicator))
        .map(local -> all.worldRank(communicator, local, rank))
        .filter(world -> {
          int member = program.collectives().members.find(meeting, world);
          return member == PairTable.NONE || parts.collectiveNetworks().reached(member) <= number;
        })
        .toArray();
  }
}
