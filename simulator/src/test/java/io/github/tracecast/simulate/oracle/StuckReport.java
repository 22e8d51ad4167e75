package io.github.tracecast.simulate.oracle;

import io.github.tracecast.decompress.EventTable;
import io.github.tracecast.simulate.*;
import io.github.tracecast.trace.Trace;
import java.util.ArrayList;
import java.util.List;

/** Why a replay cannot go on: which ranks wait for what, and which sends and receives have not met. */
final class StuckReport {
  /** Lines of each kind; a stuck run of thousands of ranks needs no more to be understood. */
  private static final int LINES = 8;

  /** Requests of one rank that are named. */
  private static final int REQUESTS = 3;

  private final RankProcess[] processes;
  private final PointToPoint transport;
  private final Collectives collectives;
  private final EventTable table;
  private final CallArguments arguments;
  private final Trace trace;

  /** Texts of one kind: the first few, and how many there are. */
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

  StuckReport(
      RankProcess[] processes,
      PointToPoint transport,
      Collectives collectives,
      EventTable table,
      CallArguments arguments,
      Trace trace) {
    this.processes = processes;
    this.transport = transport;
    this.collectives = collectives;
    this.table = table;
    this.arguments = arguments;
    this.trace = trace;
  }

  String text() {
    Listing waits = new Listing();
    for (RankProcess process : processes) {
      if (!process.finished() && waits.wants()) {
        waits.texts.add(wait(process));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add("the replay is deadlocked: " + waits.count + " of " + processes.length
        + " ranks wait forever");
    waits.to(lines, "ranks");
    unreceived().to(lines, "sends that no receive matches");
    unsent().to(lines, "receives that no send matches");
    boolean sourcesLost = LostSources.any(trace);
    lines.add("  expected a matching receive for each send; "
        + (sourcesLost
            ? "the trace has no tags, so a receive from any source may have matched a message for another receive"
            : "the trace is incomplete, or its program deadlocks"));
    if (sourcesLost) {
      lines.add("  to continue: " + waysOn());
    }
    return String.join("\n", lines);
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

  /** Bytes of the longest message of the program whose sender waits and that no receive matches; 0 without any. */
  private long longestThatWaits() {
    Messages messages = transport.messages;
    long longest = 0;
    for (RankProcess process : processes) {
      int m = transport.matching.firstUnexpected(process.worldRank);
      for (; m != Messages.NONE; m = messages.next[m]) {
        if (!ofCollective(messages.context[m]) && messages.sendRequest[m] != Requests.NONE) {
          longest = Math.max(longest, messages.bytes[m]);
        }
      }
    }
    return longest;
  }

  /** What was left over when all ranks had ended, for people. */
  List<String> leftOver() {
    List<String> findings = new ArrayList<>();
    add(findings, unreceived(), "messages were never received");
    add(findings, unsent(), "receives never got a message");
    if (collectives.incomplete() > 0) {
      findings.add(collectives.incomplete() + " collectives were not reached by all their ranks");
    }
    return findings;
  }

  private static void add(List<String> findings, Listing listing, String what) {
    if (listing.count > 0) {
      findings.add(listing.count + " " + what + "; the first: " + listing.texts.getFirst());
    }
  }

  /** Those of the program; what is left of a collective's is no more than its missing ranks say. */
  private Listing unreceived() {
    Listing listing = new Listing();
    Messages messages = transport.messages;
    for (RankProcess process : processes) {
      int m = transport.matching.firstUnexpected(process.worldRank);
      for (; m != Messages.NONE; m = messages.next[m]) {
        if (!ofCollective(messages.context[m]) && listing.wants()) {
          listing.texts.add(
              "send from rank " + messages.source[m] + " to rank " + messages.destination[m] + ", "
                  + messages.bytes[m] + " B, " + channel(messages.context[m], messages.tag[m])
                  + ": no receive matches it");
        }
      }
    }
    return listing;
  }

  private Listing unsent() {
    Listing listing = new Listing();
    Requests requests = transport.requests;
    transport.matching.forEachPosted(r -> {
      if (!requests.awaited[r] && !ofCollective(requests.context[r]) && listing.wants()) {
        listing.texts.add("receive on rank " + requests.owner[r].worldRank + " of " + message(r)
            + ": no send matches it");
      }
    });
    return listing;
  }

  private String wait(RankProcess process) {
    int event = process.cursor.event();
    String in = "rank " + process.worldRank + " in " + table.call(event).mpiName() + " (event "
        + event + ", execution " + process.cursor.execution() + ") waits for ";
    return in
        + switch (process.blocked) {
          case COLLECTIVE -> collective(process);
          case PROBE ->
            message(
                    arguments.source(process),
                    arguments.context(process),
                    arguments.receiveTag(process))
                + ", to probe";
          case NO, CLOCK, TURN -> "its turn";
          case REQUESTS -> requests(process);
        };
  }

  private String collective(RankProcess process) {
    int communicator =
        table.communicator(process.cursor.event(), process.worldRank, process.cursor.execution());
    return collective(process, communicator, collectives.next(communicator, process.worldRank) - 1);
  }

  /** The ranks that have not come; if all have, the messages of the algorithm that have not. */
  private String collective(Waiter rank, int communicator, int number) {
    String missing = collectives.missing(communicator, number, rank.worldRank);
    if (missing != null) {
      return missing;
    }
    Requests requests = transport.requests;
    List<String> texts = new ArrayList<>();
    for (int r = 0; r < requests.rows(); r++) {
      if (requests.owner[r] instanceof CollectiveTask task
          && task.worldRank == rank.worldRank
          && requests.awaited[r]
          && requests.context[r] == 2 * communicator + 1
          && requests.tag[r] == number) {
        texts.add(request(r));
      }
    }
    return "collective " + number + " of communicator " + communicator + " to end, which needs "
        + joined(texts);
  }

  private String requests(RankProcess process) {
    Requests requests = transport.requests;
    List<String> texts = new ArrayList<>();
    for (int r = 0; r < requests.rows(); r++) {
      if (requests.owner[r] == process && requests.awaited[r]) {
        texts.add(request(r));
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

  private String request(int r) {
    Requests requests = transport.requests;
    return switch (requests.kind[r]) {
      case Requests.RECEIVE -> message(r);
      case Requests.COLLECTIVE ->
        collective(requests.owner[r], requests.context[r] / 2, requests.tag[r]);
      default ->
        "its send to rank " + requests.peer[r] + ended(requests.peer[r]) + " to be received, "
            + channel(requests.context[r], requests.tag[r]);
    };
  }

  private String message(int r) {
    Requests requests = transport.requests;
    return message(requests.peer[r], requests.context[r], requests.tag[r]);
  }

  private String message(int source, int context, int tag) {
    return "a message from " + (source == Matching.ANY ? "any rank" : "rank " + source)
        + ended(source) + ", " + channel(context, tag);
  }

  private String ended(int peer) {
    return peer >= 0 && processes[peer].finished() ? " (which has ended)" : "";
  }

  private static String channel(int context, int tag) {
    return (tag == Matching.ANY ? "any tag" : "tag " + tag) + ", communicator " + context / 2
        + (ofCollective(context) ? " (part of a collective)" : "");
  }

  private static boolean ofCollective(int context) {
    return (context & 1) == 1;
  }
}
