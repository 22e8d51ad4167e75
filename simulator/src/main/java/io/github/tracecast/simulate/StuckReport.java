package io.github.tracecast.simulate;

import io.github.tracecast.decompress.EventTable;
import java.util.ArrayList;
import java.util.List;

/** Why a replay cannot go on: which ranks wait for what, and which messages nobody asked for. */
final class StuckReport {
  /** Lines of each kind; a stuck run of thousands of ranks needs no more to be understood. */
  private static final int LINES = 8;

  private final RankProcess[] processes;
  private final PointToPoint transport;
  private final EventTable table;

  StuckReport(RankProcess[] processes, PointToPoint transport, EventTable table) {
    this.processes = processes;
    this.transport = transport;
    this.table = table;
  }

  String text() {
    List<String> waits = new ArrayList<>();
    for (RankProcess process : processes) {
      if (!process.finished()) {
        waits.add(wait(process));
      }
    }
    List<String> lines = new ArrayList<>();
    lines.add(
        "the replay cannot go on: " + waits.size() + " of " + processes.length + " ranks wait for what never comes");
    append(lines, waits, "ranks");
    append(lines, unreceived(), "sends that no receive matches");
    lines.add("  expected each send to meet its receive: the trace is incomplete or its program deadlocks");
    return String.join("\n", lines);
  }

  /** Sends without a receive, one text each. */
  List<String> unreceived() {
    List<String> texts = new ArrayList<>();
    Messages messages = transport.messages;
    for (RankProcess process : processes) {
      int m = transport.matching.firstUnexpected(process.worldRank);
      for (; m != Messages.NONE; m = messages.next[m]) {
        texts.add(
            "send from rank " + messages.source[m] + " to rank " + messages.destination[m] + ", "
                + messages.bytes[m] + " B, " + channel(messages.context[m], messages.tag[m])
                + ": no receive matches it");
      }
    }
    return texts;
  }

  private static void append(List<String> lines, List<String> texts, String what) {
    texts.stream().limit(LINES).forEach(text -> lines.add("  " + text));
    if (texts.size() > LINES) {
      lines.add("  and " + (texts.size() - LINES) + " more " + what);
    }
  }

  private String wait(RankProcess process) {
    int event = process.cursor.event();
    String in =
        "rank " + process.worldRank + " in " + table.call(event).mpiName() + " (event " + event + ", execution "
            + process.cursor.execution() + ") waits for ";
    return in
        + switch (process.blocked) {
          case COLLECTIVE -> "the other ranks of communicator "
              + table.communicator(event, process.worldRank, process.cursor.execution());
          case PROBE -> "a message to probe";
          case NO, CLOCK -> "its turn";
          case REQUESTS -> requests(process);
        };
  }

  private String requests(RankProcess process) {
    Requests requests = transport.requests;
    List<String> texts = new ArrayList<>();
    for (int r = 0; r < requests.rows(); r++) {
      if (requests.owner[r] == process && requests.awaited[r]) {
        texts.add(request(r));
      }
    }
    return texts.size() <= 3
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, 3)) + " and " + (texts.size() - 3) + " more";
  }

  private String request(int r) {
    Requests requests = transport.requests;
    return switch (requests.kind[r]) {
      case Requests.RECEIVE -> "a message from "
          + (requests.peer[r] == Matching.ANY ? "any rank" : "rank " + requests.peer[r]) + ", "
          + channel(requests.context[r], requests.tag[r]);
      case Requests.COLLECTIVE -> "a collective to end";
      default -> "its send to be received";
    };
  }

  private static String channel(int context, int tag) {
    return (tag == Matching.ANY ? "any tag" : "tag " + tag) + ", communicator " + context / 2
        + (context % 2 == 1 ? " (inside a collective)" : "");
  }
}
