package io.github.tracecast.simulate.mpi;

import io.github.tracecast.decompress.Communicators;
import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.calls.UntaggedReceives;
import io.github.tracecast.simulate.lowering.CallLowering;
import io.github.tracecast.simulate.lowering.ChannelNumbers;
import io.github.tracecast.simulate.lowering.CollectiveTable;
import io.github.tracecast.simulate.lowering.LaneProgram;
import io.github.tracecast.simulate.lowering.MailTable;
import io.github.tracecast.simulate.lowering.Op;
import io.github.tracecast.simulate.network.Slots;
import io.github.tracecast.simulate.state.StateSink;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Explains why a run cannot continue: which ranks wait for what, and which sends and receives have
 * not met.
 */
public final class StuckReport implements StateSink {
  /** Most lines of each kind. A stuck run with thousands of ranks needs no more for diagnosis. */
  private static final int LINES = 8;

  /** Most named requests of one rank. */
  private static final int REQUESTS = 3;

  private final LaneProgram program;
  private final Interpreter run;
  private final RankStates ranks;
  private final Slots slots;
  private final EventTable table;
  private final ChannelNumbers channels;
  private final MailTable mail;

  /**
   * By slot, of receives that no message has met: the channel. If below zero, it is
   * {@link Op#asking} the pattern.
   */
  private final int[] wayOf;

  /** Sends that no receive has met: their slots and channels. */
  private final IntArrayList unreceived = new IntArrayList();

  private final IntArrayList unreceivedOn = new IntArrayList();

  /** Receives that no send has met. */
  private final IntArrayList unsent = new IntArrayList();

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

  public StuckReport(Interpreter run) {
    this.run = run;
    this.program = run.program;
    this.ranks = run.ranks;
    this.slots = run.slots;
    this.table = program.table();
    this.channels = program.channels();
    this.mail = program.mail();
    this.wayOf = new int[slots.state.length];
    run.state.unmet(this);
  }

  @Override
  public void receive(int slot, int way) {
    wayOf[slot] = way;
    unsent.add(slot);
  }

  @Override
  public void message(int slot, int channel) {
    unreceived.add(slot);
    unreceivedOn.add(channel);
  }

  String text() {
    Listing waits = new Listing();
    for (int rank = 0; rank < ranks.count; rank++) {
      if (!ended(rank) && waits.wants()) {
        waits.texts.add(wait(rank));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "the replay is deadlocked: " + waits.count + " of " + ranks.count + " ranks wait forever");
    waits.to(lines, "ranks");
    unreceived().to(lines, "sends that no receive matches");
    unsent().to(lines, "receives that no send matches");
    boolean sourcesLost = UntaggedReceives.any(program.programs().trace());
    lines.add("  expected a matching receive for each send; "
        + (sourcesLost
            ? "the trace has no tags, so a receive from any source may have matched a message for another receive"
            : "the trace is incomplete, or its program deadlocks"));
    if (sourcesLost) {
      lines.add("  to continue: " + waysOn());
    }
    return String.join("\n", lines);
  }

  /** The first rank that waits in a search for lost sources. */
  String inRounds() {
    int rank = 0;
    while (ended(rank)) {
      rank++;
    }
    return "found that rank " + rank + " waits in " + call(rank)
        + " for a message that never comes when all ranks run in lockstep;"
        + " expected a matching receive for each send";
  }

  /** The call of a rank that waits. */
  private String call(int rank) {
    int event = program.eventAt(ranks.at[rank]);
    long execution = ranks.ordinal[rank * ranks.frames + ranks.depth[rank]];
    return table.call(event).mpiName() + " (event " + event + ", execution " + execution + ")";
  }

  private boolean ended(int rank) {
    return program.code()[ranks.at[rank]] == Op.HALT;
  }

  private String waysOn() {
    String sources =
        "--find-sources=always assigns the sources that these receives have when all ranks run in lockstep";
    long bytes = longestThatWaits();
    return bytes == 0
        ? sources
        : sources + "; with --set mpi.detached_limit=" + (bytes + 1) + "B, senders of up to "
            + bytes + " B do not wait for the receive";
  }

  /**
   * Size of the longest message of the program that no receive matches and whose sender waits; 0 if
   * there is none.
   */
  private long longestThatWaits() {
    long longest = 0;
    for (int i = 0; i < unreceived.size(); i++) {
      int slot = unreceived.getInt(i);
      if (!ofCollective(unreceivedOn.getInt(i))
          && slots.state[slot] == Slots.READY
          && slots.users[slot] > 1) {
        longest = Math.max(longest, bytes(slot));
      }
    }
    return longest;
  }

  /** Readable list of what was left when all ranks had ended. */
  public List<String> leftOver() {
    List<String> findings = new ArrayList<>();
    add(findings, unreceived(), "messages were never received");
    add(findings, unsent(), "receives never got a message");
    long incomplete =
        Arrays.stream(run.networks.meetings).mapToLong(Meetings::open).sum();
    if (incomplete > 0) {
      findings.add(incomplete + " collectives were not reached by all their ranks");
    }
    return findings;
  }

  private static void add(List<String> findings, Listing listing, String what) {
    if (listing.count > 0) {
      findings.add(listing.count + " " + what + "; the first: " + listing.texts.getFirst());
    }
  }

  /** Unmatched sends of the program. Those of a collective add nothing to its missing ranks. */
  private Listing unreceived() {
    int[] order = new int[unreceived.size()];
    Arrays.setAll(order, i -> i);
    IntArrays.mergeSort(
        order,
        (a, b) -> Integer.compare(
            channels.destination(unreceivedOn.getInt(a)),
            channels.destination(unreceivedOn.getInt(b))));
    Listing listing = new Listing();
    for (int i : order) {
      int channel = unreceivedOn.getInt(i);
      if (!ofCollective(channel) && listing.wants()) {
        listing.texts.add("send from rank " + channels.source(channel) + " to rank "
            + channels.destination(channel) + ", " + bytes(unreceived.getInt(i)) + " B, "
            + way(channels.context(channel), channels.tag(channel)) + ": no receive matches it");
      }
    }
    return listing;
  }

  private Listing unsent() {
    Listing listing = new Listing();
    for (int i = 0; i < unsent.size(); i++) {
      int slot = unsent.getInt(i);
      int rank = slots.receiver(slot);
      boolean awaited = rank >= 0 && ranks.blocked[rank];
      if (!awaited && (context(slot) & 1) == 0 && listing.wants()) {
        listing.texts.add(
            "receive on rank " + receiver(slot) + " of " + message(slot) + ": no send matches it");
      }
    }
    return listing;
  }

  private int receiver(int slot) {
    int way = wayOf[slot];
    return way >= 0 ? channels.destination(way) : mail.rank(mail.mailboxAsked(Op.asking(way)));
  }

  private int context(int slot) {
    int way = wayOf[slot];
    return way >= 0 ? channels.context(way) : mail.context(mail.mailboxAsked(Op.asking(way)));
  }

  private long bytes(int slot) {
    return program.costs().bytes[slots.cost(slot)];
  }

  private String wait(int rank) {
    int at = ranks.at[rank];
    int event = program.eventAt(at);
    String in = "rank " + rank + " in " + call(rank) + " waits for ";
    if (program.code()[at] == Op.PROBE) {
      return in + probe(program.code()[at + 1]);
    }
    if (CallLowering.meets(table.call(event))) {
      int communicator = program.collectives().communicators()[ranks.meeting[rank]];
      return in + collective(rank, communicator, ranks.collective[rank], rank);
    }
    return in + (ranks.blocked[rank] ? requests(rank) : "its turn");
  }

  private String probe(int pattern) {
    return message(
            mail.source(pattern), mail.context(mail.mailboxAsked(pattern)), mail.tag(pattern))
        + ", to probe";
  }

  /** The ranks that have not come. If all have come, the missing messages of the algorithm. */
  private String collective(int rank, int communicator, long number, int row) {
    String missing = missing(communicator, number, rank);
    return missing != null
        ? missing
        : "collective " + number + " of communicator " + communicator + " to end, which needs "
            + requests(row);
  }

  /**
   * The ranks that have not come to a collective that others have started; null if all have come.
   */
  private String missing(int communicator, long number, int rank) {
    Communicators all = table.communicators();
    int meeting = program.collectives().meetingOf(communicator);
    int first = -1;
    int count = 0;
    for (int local = 0; local < all.size(communicator); local++) {
      int world = all.worldRank(communicator, local, rank);
      int member = program.collectives().member(meeting, world);
      if (member == CollectiveTable.NONE || run.networks.numbers[member] <= number) {
        first = count++ == 0 ? world : first;
      }
    }
    if (count == 0) {
      return null;
    }
    return "rank " + first + (count > 1 ? " and " + (count - 1) + " more" : "")
        + " to come to collective " + number + " of communicator " + communicator;
  }

  /** What a rank or one of its strands waits for. */
  private String requests(int row) {
    List<String> texts = new ArrayList<>();
    int operation = program.code()[ranks.at[row]];
    if (operation == Op.COMPLETE || operation == Op.COMPLETE_UNTIL) {
      slots.forEachUsed(slot -> {
        if (slots.receiver(slot) == row) {
          texts.add(request(slot << 2 | RequestCalls.RECEIVER));
        } else if (slots.sender(slot) == row) {
          texts.add(request(slot << 2 | RequestCalls.SENDER));
        }
      });
    }
    for (int i = 0; i < ranks.expectedCount[row]; i++) {
      int request = ranks.expected[row][i];
      if (slots.state[request >> 2] != Slots.ARRIVED) {
        texts.add(request(request));
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

  private String request(int request) {
    int slot = request >> 2;
    if ((request & 3) == RequestCalls.RECEIVER) {
      return message(slot);
    }
    if (slots.state[slot] == Slots.RUNNING) {
      int row = run.strands.rowOf(slot);
      return row == Strands.NONE
          ? send(slots.channel(slot))
          : collective(
              run.strands.owner(row),
              program.collectives().communicators()[ranks.meeting[row]],
              ranks.collective[row],
              row);
    }
    int at = unreceived.indexOf(slot);
    return at < 0 ? "its send to end" : send(unreceivedOn.getInt(at));
  }

  private String send(int channel) {
    int peer = channels.destination(channel);
    return "its send to rank " + peer + hasEnded(peer) + " to be received, "
        + way(channels.context(channel), channels.tag(channel));
  }

  /** Describes a receive that no message has met. */
  private String message(int slot) {
    int way = wayOf[slot];
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
    return peer >= 0 && ended(peer) ? " (which has ended)" : "";
  }

  private static String way(int context, int tag) {
    return (tag == EventTable.ANY ? "any tag" : "tag " + tag) + ", communicator " + context / 2
        + ((context & 1) == 1 ? " (part of a collective)" : "");
  }

  private boolean ofCollective(int channel) {
    return channels.ofCollective(channel);
  }
}
