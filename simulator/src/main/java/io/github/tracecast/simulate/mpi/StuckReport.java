package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.calls.OpenReceives;
import io.github.tracecast.simulate.lowering.CallLowering;
import io.github.tracecast.simulate.lowering.CollectiveTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.RunChannels;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import io.github.tracecast.trace.SendMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a run cannot continue: the waiting ranks with their requests, and the sends and
 * receives that have not met.
 */
public final class StuckReport {
  /** Most lines of each kind. */
  private static final int LINES = 8;

  /** Most named requests of one rank. */
  private static final int REQUESTS = 3;

  private final LaneProgram program;
  private final RunParts parts;
  private final RankStates ranks;
  private final Slots slots;
  private final EventTable table;
  private final RunChannels channels;
  private final MailTable mail;

  /** Messages and receives that have not met, in the order of mailboxes and then of channels. */
  private final List<Open> messages = new ArrayList<>();

  private final List<Open> receives = new ArrayList<>();

  /** A message or a receive that has not met the other. */
  private record Open(int slot, int source, int destination, int context, int tag) {
    boolean ofCollective() {
      return (context & 1) == 1;
    }

    String way() {
      return (tag == EventTable.ANY ? "any tag" : "tag " + tag) + ", communicator " + context / 2
          + (ofCollective() ? " (part of a collective)" : "");
    }
  }

  private StuckReport(RunParts parts) {
    this.parts = parts;
    this.program = parts.program();
    this.ranks = parts.ranks();
    this.slots = parts.slots();
    this.table = program.table();
    this.channels = parts.channels();
    this.mail = program.mail();
    StateSink unmet = new StateSink() {
      @Override
      public void receive(int slot, int way) {
        receives.add(way >= 0 ? onChannel(slot, way) : asking(slot, Op.asking(way)));
      }

      @Override
      public void message(int slot, int channel) {
        messages.add(onChannel(slot, channel));
      }
    };
    slots.beginDescription();
    parts.mailboxes().describe(unmet);
    parts.transport().queues().describe(parts.networks(), unmet);
  }

  private Open onChannel(int slot, int channel) {
    return new Open(
        slot,
        channels.source(channel),
        channels.destination(channel),
        channels.context(channel),
        channels.tag(channel));
  }

  /** A receive or a probe with a pattern. */
  private Open asking(int slot, int pattern) {
    int mailbox = mail.mailboxAsked(pattern);
    return new Open(
        slot, mail.source(pattern), mail.rank(mailbox), mail.context(mailbox), mail.tag(pattern));
  }

  /** Returns the reason why a run cannot continue. */
  static String text(RunParts parts) {
    StuckReport report = new StuckReport(parts);
    return parts.program().demands().rounds() ? report.inRounds() : report.text();
  }

  /** The unmatched messages, receives and requests at the end of a run, as sentences. */
  public static List<String> leftOver(Interpreter run) {
    return new StuckReport(run.parts()).leftOver();
  }

  private String text() {
    List<Integer> waiting = waiting().boxed().toList();
    List<Open> unreceived = unreceived();
    List<String> lines = new ArrayList<>();
    lines.add("the replay is deadlocked: " + waiting.size() + " of "
        + program.programs().ranks() + " ranks wait forever");
    list(lines, waiting, this::wait, "ranks");
    list(lines, unreceived, this::unreceived, "sends that no receive matches");
    list(lines, unsent(), this::unsent, "receives that no send matches");
    boolean sourcesLost = OpenReceives.lost(program.programs().trace());
    lines.add("  expected "
        + (unreceived.isEmpty() && allInCollectives()
            ? "all ranks of a communicator to come to its collectives"
            : "a matching receive for each send")
        + "; "
        + (sourcesLost
            ? "the trace has no tags, so a receive from any source may have matched a message for"
                + " another receive"
            : "the trace is incomplete, or its program deadlocks"));
    if (sourcesLost) {
      lines.add("  to continue: " + waysOn());
    } else if (longestThatWaits(true) > 0) {
      lines.add("  to continue: " + largerEagerLimit(longestThatWaits(true)));
    }
    return String.join("\n", lines);
  }

  /** Adds texts for the first few, and the number of the others. */
  private static <T> void list(
      List<String> lines, List<T> all, Function<T, String> text, String what) {
    all.stream().limit(LINES).forEach(each -> lines.add("  " + text.apply(each)));
    if (all.size() > LINES) {
      lines.add("  and " + (all.size() - LINES) + " more " + what);
    }
  }

  /** Whether all listed ranks wait in collective calls. */
  private boolean allInCollectives() {
    return waiting()
        .limit(LINES)
        .flatMap(this::rows)
        .allMatch(row -> CallLowering.meets(table.call(event(row))));
  }

  /** The ranks that have not ended. */
  private IntStream waiting() {
    return IntStream.range(0, ranks.count()).filter(rank -> !ranks.hasEnded(rank));
  }

  /** A rank and its strands. */
  private IntStream rows(int rank) {
    return IntStream.concat(IntStream.of(rank), parts.strands().of(rank).intStream());
  }

  /** The event of a row's call. */
  private int event(int row) {
    return program.eventAt(ranks.next(row));
  }

  /** The first rank that waits in a search for lost sources. */
  private String inRounds() {
    int rank = waiting().findFirst().orElseThrow();
    return "found that rank " + rank + " waits in " + call(rank)
        + " for a message that never comes when all ranks run in lockstep;"
        + " expected a matching receive for each send";
  }

  /** The call of a rank that waits. */
  private String call(int rank) {
    int event = event(rank);
    OpenLoops loops = ranks.loops();
    int depth = loops.depth(rank) - (loops.isInCall(rank) ? 1 : 0);
    return table.call(event).mpiName() + " (event " + event + ", execution "
        + loops.ordinal(rank, depth) + ")";
  }

  private String waysOn() {
    String sources =
        "--find-sources=always assigns the sources that these receives have when all ranks run in"
            + " lockstep";
    long bytes = longestThatWaits(false);
    return bytes == 0
        ? sources
        : sources + "; with --set mpi.detached_limit=" + (bytes + 1) + "B, senders of up to "
            + bytes + " B do not wait for the receive";
  }

  private String largerEagerLimit(long bytes) {
    return "with --set mpi.eager_limit=" + (bytes + 1) + "B (it is "
        + program.costs().eagerLimitBytes() + "B), senders of up to " + bytes
        + " B do not wait for the receive";
  }

  /** Whether a rank makes synchronous sends. Here they look like other sends. */
  private boolean sendsSynchronously(int rank) {
    return program.programs().trace().events().stream()
        .anyMatch(event -> event.call().sends()
            && event.call().sendMode() == SendMode.SYNCHRONOUS
            && event.ranks().contains(rank));
  }

  /**
   * Bytes of the program's longest unmatched message with a waiting sender; 0 if there is none.
   *
   * @param byLimit whether to leave out senders that a larger eager limit would not let continue,
   *     such as those of synchronous sends
   */
  private long longestThatWaits(boolean byLimit) {
    return messages.stream()
        .filter(message -> !message.ofCollective() && isAwaited(message.slot()))
        .filter(message -> !byLimit
            || bytes(message) >= program.costs().eagerLimitBytes()
                && !sendsSynchronously(message.source()))
        .mapToLong(this::bytes)
        .max()
        .orElse(0);
  }

  /** Whether a message's sender waits until a receive has met it. */
  private boolean isAwaited(int slot) {
    return slots.state(slot) == Slots.READY && slots.users(slot) > 1;
  }

  private List<String> leftOver() {
    List<String> findings = new ArrayList<>();
    add(findings, unreceived(), this::unreceived, "messages were never received");
    add(findings, unsent(), this::unsent, "receives never got a message");
    int open = parts.networks().open();
    if (open > 0) {
      findings.add(open + " collectives were not reached by all their ranks");
    }
    return findings;
  }

  private static void add(
      List<String> findings, List<Open> all, Function<Open, String> text, String what) {
    if (!all.isEmpty()) {
      findings.add(all.size() + " " + what + "; the first: " + text.apply(all.getFirst()));
    }
  }

  /**
   * Unmatched sends of the program. Waits inside a collective are left out, because its missing
   * ranks are listed.
   */
  private List<Open> unreceived() {
    return messages.stream()
        .filter(message -> !message.ofCollective())
        .sorted(Comparator.comparingInt(Open::destination))
        .toList();
  }

  private String unreceived(Open message) {
    return "send from rank " + message.source() + " to rank " + message.destination() + ", "
        + bytes(message) + " B, " + message.way() + ": no receive matches it";
  }

  /** Unmatched receives of the program that no blocked rank waits for. */
  private List<Open> unsent() {
    return receives.stream()
        .filter(receive -> !receive.ofCollective())
        .filter(receive -> {
          int receiver = slots.receiver(receive.slot());
          return receiver < 0 || !ranks.waits().isBlocked(receiver);
        })
        .toList();
  }

  private String unsent(Open receive) {
    return "receive on rank " + receive.destination() + " of " + message(receive)
        + ": no send matches it";
  }

  private long bytes(Open message) {
    return program.costs().bytes[slots.cost(message.slot())];
  }

  private String wait(int rank) {
    int at = ranks.next(rank);
    String in = "rank " + rank + " in " + call(rank) + " waits for ";
    if (program.code()[at] == Op.PROBE) {
      return in + message(asking(Slots.NONE, program.code()[at + 1])) + ", to probe";
    }
    if (CallLowering.meets(table.call(event(rank)))) {
      return in + collective(rank, rank);
    }
    return in + (ranks.waits().isBlocked(rank) ? requests(rank, rank) : "its turn");
  }

  /** The ranks that have not come. If all have come, the missing messages of the algorithm. */
  private String collective(int row, int rank) {
    int communicator = program.collectives().communicator(ranks.meeting(row));
    long number = ranks.collective(row);
    String missing = missing(communicator, number, rank);
    return missing != null
        ? missing
        : "collective " + number + " of communicator " + communicator + " to end, which needs "
            + requests(row, rank);
  }

  /**
   * The ranks that have not come to a collective that others have started; null if all have come.
   */
  private @Nullable String missing(int communicator, long number, int rank) {
    Communicators all = table.communicators();
    int meeting = program.collectives().meetingOf(communicator);
    int first = -1;
    int count = 0;
    for (int local = 0; local < all.size(communicator); local++) {
      int world = all.worldRank(communicator, local, rank);
      int member = program.collectives().member(meeting, world);
      if (member == CollectiveTable.NONE || parts.networks().reached(member) <= number) {
        first = count++ == 0 ? world : first;
      }
    }
    if (count == 0) {
      return null;
    }
    return "rank " + first + (count > 1 ? " and " + (count - 1) + " more" : "")
        + " to come to collective " + number + " of communicator " + communicator;
  }

  /** The requests that a rank or one of its strands waits for, as text. */
  private String requests(int row, int rank) {
    List<String> texts = new ArrayList<>();
    slots.forEachUsed(slot -> {
      if (slots.state(slot) != Slots.ARRIVED) {
        if (slots.receiver(slot) == row) {
          texts.add(find(receives, slot).map(this::message).orElse("its receive to end"));
        } else if (slots.sender(slot) == row) {
          texts.add(request(slot, rank));
        }
      }
    });
    return texts.size() <= REQUESTS
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, REQUESTS)) + " and " + (texts.size() - REQUESTS)
            + " more";
  }

  private static Optional<Open> find(List<Open> all, int slot) {
    return all.stream().filter(each -> each.slot() == slot).findFirst();
  }

  /** Describes a request that is no receive. */
  private String request(int slot, int rank) {
    if (slots.state(slot) == Slots.RUNNING) {
      return rows(rank)
          .filter(row -> row != rank && parts.strands().request(row) == slot)
          .mapToObj(row -> collective(row, rank))
          .findFirst()
          .orElseGet(() -> send(onChannel(slot, slots.channel(slot))));
    }
    return find(messages, slot).map(this::send).orElse("its send to end");
  }

  private String send(Open message) {
    int peer = message.destination();
    return "its send to rank " + peer + hasEnded(peer) + " to be received, " + message.way();
  }

  /** Describes the message of a receive or a probe. */
  private String message(Open receive) {
    int source = receive.source();
    return "a message from " + (source == EventTable.ANY ? "any rank" : "rank " + source)
        + hasEnded(source) + ", " + receive.way();
  }

  private String hasEnded(int peer) {
    return peer >= 0 && ranks.hasEnded(peer) ? " (which has ended)" : "";
  }
}
