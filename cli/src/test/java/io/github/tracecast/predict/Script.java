package io.github.tracecast.predict;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a small trace as text, one call a line; each call is a call site of its own. */
final class Script {
  private final int ranks;
  private final StringBuilder sites = new StringBuilder();
  private final StringBuilder events = new StringBuilder();
  private int size;

  Script(int ranks) {
    this.ranks = ranks;
  }

  /** A message of tag 0 from one rank to another, both in blocking calls. */
  Script message(int from, int to, long bytes) {
    return send(from, to, bytes).receive(to, from, bytes);
  }

  Script send(int from, int to, long bytes) {
    return call("MPI_Send", from, from, endpoint("destination " + to, bytes));
  }

  Script receive(int to, int from, long bytes) {
    return call("MPI_Recv", to, to, endpoint("source " + from, bytes));
  }

  Script pingPong(int partner, long bytes) {
    return message(0, partner, bytes).message(partner, 0, bytes);
  }

  private static String[] endpoint(String peer, long bytes) {
    return new String[] {peer, "tag 0", "count " + bytes, "datatype 0"};
  }

  /** A call of the ranks from first to last on MPI_COMM_WORLD. */
  Script call(String name, int first, int last, String... parameters) {
    String who = first == last ? "1 " + first + " 0" : "1 " + first + " 1 1 " + (last - first + 1);
    sites.append("site " + size + " \"" + size + "\"\n");
    events.append("\nevent " + size + " " + name + " site " + size + " ranks " + who + "\n");
    if (!name.startsWith("MPI_Wait")) {
      events.append("  communicator 0\n");
    }
    for (String parameter : parameters) {
      events.append("  " + parameter + "\n");
    }
    size++;
    return this;
  }

  /** Writes the trace; returns its path. */
  String write(Path file) {
    try {
      Files.writeString(
          file,
          "tracecast-trace 7\nranks " + ranks + "\nrequests 8\norigin \"script\"\n\n" + sites
              + "datatype 0 \"MPI_BYTE\" bytes 1\ngroup 0 (0 1 " + ranks
              + ")\ncommunicator 0 \"MPI_COMM_WORLD\" group 0\ncommunicator 1 \"MPI_COMM_SELF\" self\n"
              + events + "\nend " + size + " events\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file.toString();
  }
}
