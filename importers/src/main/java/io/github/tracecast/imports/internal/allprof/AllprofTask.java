package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Creates the events of one rank from the lines of liballprof 1. */
final class AllprofTask extends AllprofRank {
  private static final int ANY_SOURCE = -1;

  /** The largest size of a request in memory, from which the largest extent of an array of requests follows. */
  private static final long REQUEST_OCTETS = 8;

  private final int size;
  private final Map<Long, Integer> datatypes = new HashMap<>();

  /** Numbers of the open requests by memory address. */
  private final NavigableMap<Long, Long> requests = new TreeMap<>();

  /** @param size number of ranks of MPI_COMM_WORLD */
  AllprofTask(int size, EventSink sink) {
    super(sink, ANY_SOURCE);
    this.size = size;
  }

  @Override
  void event(AllprofLine line) {
    String roles = AllprofCalls.roles(line.call());
    MpiCall call = MpiCall.byName(line.call()).orElse(MpiCall.OTHER);
    if (roles == null && keepsByName(line, call)) {
      call = MpiCall.OTHER;
    }
    begin(line, call, roles);
    times(line.time(false), line.time(true));
    for (int i = 0; roles != null && i < roles.length(); i++) {
      argument(line, roles.charAt(i), i);
    }
    sink.end();
  }

  @Override
  void argument(AllprofLine line, char role, int at) {
    switch (role) {
      case 'q' -> requests.put(line.part(at, 0), sink.requests());
      case 'Q' -> {
        Long number = requests.remove(line.part(at, 0));
        sink.numberOrNone(Parameter.REQUEST, number == null ? 0 : number, number == null);
      }
      case 'A' -> array(line.part(at - 1, 0), line.part(at, 0));
      default -> super.argument(line, role, at);
    }
  }

  /** Writes the open requests whose addresses lie in an array. */
  private void array(long count, long address) {
    long room = count < 0 || count > Integer.MAX_VALUE ? 0 : count * REQUEST_OCTETS;
    sink.list(Parameter.REQUESTS);
    NavigableMap<Long, Long> there = requests.subMap(address, true, address + room, false);
    for (long left = count; left > 0 && !there.isEmpty(); left--) {
      sink.add(there.pollFirstEntry().getValue());
    }
  }

  /**
   * Defines a datatype from its parts in the line: number, size and extent. The size in the trace
   * has 32 bits. MPI gives a larger size as MPI_UNDEFINED, which is negative.
   */
  @Override
  int datatype(AllprofLine line, int at) {
    long number = line.part(at, 0);
    long bytes = Math.max(Datatype.UNKNOWN, (int) line.part(at, 1));
    return datatypes.computeIfAbsent(
        number << 32 | bytes & 0xffffffffL, key -> sink.datatype("datatype " + number, bytes));
  }

  @Override
  int communicator(AllprofLine line, int at) {
    long members = line.part(at, 2);
    if (members == 1) {
      return Communicator.SELF;
    }
    if (members == size) {
      return Communicator.WORLD;
    }
    throw line.fault(
        "a communicator of " + members + " of " + size + " ranks",
        "MPI_COMM_WORLD, because liballprof does not record the members of other communicators");
  }
}
