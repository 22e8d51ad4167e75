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
import io.github.tracecast.trace.SendMode;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
  private final Unmet unmet;
  private final EventTable table;
  private final RunChannels channels;
  private final MailTable mail;

  /** Texts of one kind: the first few, and their total number. */
  private static final class Listing {
    final List<String> texts = new ArrayList<>();
    long count;

    boolean wants() {
      return count++ < LINES;
    }

    void to(List<String> lines, String what) {
      texts.forEach(text -> lines.add("  " + text));
      if (count > LINES) {
        lines.add("  and " + (count - LINES) + " more " + what);
      }
    }
  }

  private StuckReport(RunParts parts) {
    this.parts = parts;
    this.program = parts.program();
    this.ranks = parts.ranks();
    this.slots = parts.slots();
    this.unmet = new Unmet(parts);
    this.table = program.table();
    this.channels = parts.transport().channels();
    this.mail = program.mail();
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
    Listing waits = new Listing();
    waiting().forEach(rank -> {
      if (waits.wants()) {
        waits.texts.add(wait(rank));
      }
    });
    List<String> lines = new ArrayList<>();
    lines.add("the replay is deadlocked: " + waits.count + " of "
        + program.programs().ranks() + " ranks wait forever");
    waits.to(lines, "ranks");
    Listing unreceived = unreceived();
    unreceived.to(lines, "sends that no receive matches");
    unsent().to(lines, "receives that no send matches");
    boolean sourcesLost = OpenReceives.lost(program.programs().trace());
    lines.add("  expected "
        + (unreceived.count == 0 && allInCollectives()
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
    long longest = 0;
    for (int i = 0; i < unmet.messages().size(); i++) {
      int slot = unmet.messages().getInt(i);
      int channel = unmet.channels().getInt(i);
      boolean counts = !byLimit
          || bytes(slot) >= program.costs().eagerLimitBytes()
              && !sendsSynchronously(channels.source(channel));
      if (counts && !channels.ofCollective(channel) && isAwaited(slot)) {
        longest = Math.max(longest, bytes(slot));
      }
    }
    return longest;
  }

  /** Whether a message's sender waits until a receive has met it. */
  private boolean isAwaited(int slot) {
    return slots.state(slot) == Slots.READY && slots.users(slot) > 1;
  }

  private List<String> leftOver() {
    List<String> findings = new ArrayList<>();
    add(findings, unreceived(), "messages were never received");
    add(findings, unsent(), "receives never got a message");
    int open = parts.networks().open();
    if (open > 0) {
      findings.add(open + " collectives were not reached by all their ranks");
    }
    return findings;
  }

  private static void add(List<String> findings, Listing listing, String what) {
    if (listing.count > 0) {
      findings.add(listing.count + " " + what + "; the first: " + listing.texts.getFirst());
    }
  }

  /**
   * Unmatched sends of the program. Waits inside a collective are left out, because its missing
   * ranks are listed.
   */
  private Listing unreceived() {
    IntArrayList on = unmet.channels();
    int[] order = new int[on.size()];
    Arrays.setAll(order, i -> i);
    IntArrays.mergeSort(
        order,
        (a, b) -> Integer.compare(
            channels.destination(on.getInt(a)), channels.destination(on.getInt(b))));
    Listing listing = new Listing();
    for (int i : order) {
      int channel = on.getInt(i);
      if (!channels.ofCollective(channel) && listing.wants()) {
        listing.texts.add("send from rank " + channels.source(channel) + " to rank "
            + channels.destination(channel) + ", " + bytes(unmet.messages().getInt(i)) + " B, "
            + way(channels.context(channel), channels.tag(channel)) + ": no receive matches it");
      }
    }
    return listing;
  }

  private Listing unsent() {
    Listing listing = new Listing();
    for (int i = 0; i < unmet.receives().size(); i++) {
      int slot = unmet.receives().getInt(i);
      int receiver = slots.receiver(slot);
      boolean awaited = receiver >= 0 && ranks.waits().isBlocked(receiver);
      if (!awaited && (context(slot) & 1) == 0 && listing.wants()) {
        listing.texts.add(
            "receive on rank " + receiver(slot) + " of " + message(slot) + ": no send matches it");
      }
    }
    return listing;
  }

  private int receiver(int slot) {
    int way = unmet.way(slot);
    return way >= 0 ? channels.destination(way) : mail.rank(mail.mailboxAsked(Op.asking(way)));
  }

  private int context(int slot) {
    int way = unmet.way(slot);
    return way >= 0 ? channels.context(way) : mail.context(mail.mailboxAsked(Op.asking(way)));
  }

  private long bytes(int slot) {
    return program.costs().bytes[slots.cost(slot)];
  }

  private String wait(int rank) {
    int at = ranks.next(rank);
    String in = "rank " + rank + " in " + call(rank) + " waits for ";
    if (program.code()[at] == Op.PROBE) {
      return in + probe(program.code()[at + 1]);
    }
    if (CallLowering.meets(table.call(event(rank)))) {
      return in + collective(rank, rank);
    }
    return in + (ranks.waits().isBlocked(rank) ? requests(rank, rank) : "its turn");
  }

  private String probe(int pattern) {
    return message(
            mail.source(pattern), mail.context(mail.mailboxAsked(pattern)), mail.tag(pattern))
        + ", to probe";
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
    if (program.code()[ranks.next(row)] == Op.COMPLETE) {
      slots.forEachUsed(slot -> {
        if (slots.receiver(slot) == row) {
          texts.add(message(slot));
        } else if (slots.sender(slot) == row) {
          texts.add(request(slot, rank));
        }
      });
    }
    for (int i = 0; i < ranks.waits().count(row); i++) {
      int request = ranks.waits().expected(row, i);
      int slot = request >> 2;
      if (slots.state(slot) != Slots.ARRIVED) {
        boolean receives = (request & 3) == RequestCalls.RECEIVER;
        texts.add(receives ? message(slot) : request(slot, rank));
      }
    }
    return joined(texts);
  }

  private static String joined(List<String> texts) {
    return texts.size() <= REQUESTS
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, REQUESTS)) + " and " + (texts.size() - REQUESTS)
            + " more";
  }

  /** Describes a request that is no receive. */
  private String request(int slot, int rank) {
    if (slots.state(slot) == Slots.RUNNING) {
      return rows(rank)
          .filter(row -> row != rank && parts.strands().request(row) == slot)
          .mapToObj(row -> collective(row, rank))
          .findFirst()
          .orElseGet(() -> send(slots.channel(slot)));
    }
    int at = unmet.messages().indexOf(slot);
    return at < 0 ? "its send to end" : send(unmet.channels().getInt(at));
  }

  private String send(int channel) {
    int peer = channels.destination(channel);
    return "its send to rank " + peer + hasEnded(peer) + " to be received, "
        + way(channels.context(channel), channels.tag(channel));
  }

  /** Describes a receive that no message has met. */
  private String message(int slot) {
    int way = unmet.way(slot);
    if (way >= 0) {
      return message(channels.source(way), channels.context(way), channels.tag(way));
    }
    int pattern = Op.asking(way);
    return message(mail.source(pattern), context(slot), mail.tag(pattern));
  }

  private String message(int source, int context, int tag) {
    return "a message from " + (source == EventTable.ANY ? "any rank" : "rank " + source)
        + hasEnded(source) + ", " + way(context, tag);
  }

  private String hasEnded(int peer) {
    return peer >= 0 && ranks.hasEnded(peer) ? " (which has ended)" : "";
  }

  private static String way(int context, int tag) {
    return (tag == EventTable.ANY ? "any tag" : "tag " + tag) + ", communicator " + context / 2
        + ((context & 1) == 1 ? " (part of a collective)" : "");
  }
}
