package io.github.tracecast.exports.paraver;

import io.github.tracecast.exports.paraver.ParaverTrace.Channel;
import io.github.tracecast.exports.paraver.ParaverTrace.End;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.RankEvents;
import io.github.tracecast.trace.MpiCall;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the events of one rank into records: a state and two events for each call, a state for the
 * time between calls, and this rank's ends of messages. Not thread-safe.
 */
final class ParaverRank implements RankEvents {
  private final ParaverTrace trace;
  private final int rank;

  /** The functions of the call path, outermost first. */
  private final List<String> path = new ArrayList<>();

  /** By request: the time at which a receive in progress was posted. */
  private final Long2LongOpenHashMap posted = new Long2LongOpenHashMap();

  private final StringBuilder event = new StringBuilder();
  private long begin;
  private long before;
  private int type;
  private int state;

  ParaverRank(ParaverTrace trace, int rank) {
    this.trace = trace;
    this.rank = rank;
  }

  @Override
  public void enter(long time, int region) {
    String name = trace.name(region);
    MpiCall call = trace.call(name);
    if (call == null) {
      path.add(name);
      return;
    }
    begin = time;
    type = ParaverNames.type(call);
    state = ParaverNames.state(call);
    event.setLength(0);
    event.append(type).append(':').append(trace.names.value(type, name));
    for (int level = 1; level <= path.size(); level++) {
      String function = path.get(path.size() - level);
      caller(function, level);
    }
  }

  /** Writes the events of a function with its file and line, such as {@code main (heat.c:67)}. */
  private void caller(String function, int level) {
    int open = function.lastIndexOf(" (");
    int colon = function.lastIndexOf(':');
    boolean placed = open > 0 && colon > open && function.endsWith(")");
    String name = placed ? function.substring(0, open) : function;
    String line = placed
        ? function.substring(colon + 1, function.length() - 1) + " ("
            + function.substring(open + 2, colon) + ")"
        : "0 (" + function + ")";
    field(ParaverNames.CALLER + level, trace.names.function(name, level));
    field(ParaverNames.CALLER_LINE + level, trace.names.line(line));
  }

  private void field(int what, long value) {
    event.append(':').append(what).append(':').append(value);
  }

  @Override
  public void leave(long time, int region) {
    if (trace.call(trace.name(region)) == null) {
      path.removeLast();
      return;
    }
    if (begin > before) {
      state(before, begin, ParaverNames.RUNNING);
    }
    if (time > begin) {
      state(begin, time, state);
    }
    trace.add(ParaverTrace.EVENT, rank, begin, begin + ":" + event);
    trace.add(ParaverTrace.EVENT, rank, time, time + ":" + type + ":0");
    before = time;
  }

  private void state(long from, long to, int what) {
    trace.add(ParaverTrace.STATE, rank, from, from + ":" + to + ":" + what);
  }

  @Override
  public void describeCollective(int comm, long sent, long received, boolean root) {
    field(ParaverNames.BYTES_SENT, sent);
    field(ParaverNames.BYTES_RECEIVED, received);
    field(ParaverNames.COMMUNICATOR, trace.number(comm, rank));
    if (root) {
      field(ParaverNames.IS_ROOT, 1);
    }
  }

  @Override
  public void send(long time, int receiver, int comm, int tag, long bytes) {
    trace.sent(
        new Channel(rank, trace.world(comm, receiver, rank), comm, tag),
        new End(time, time, bytes));
  }

  @Override
  public void receive(long time, int sender, int comm, int tag, long bytes) {
    received(begin, time, sender, comm, tag, bytes);
  }

  /** Adds the end of a received message, unless its sender or tag is unknown. */
  private void received(long from, long to, int sender, int comm, int tag, long bytes) {
    if (sender != ArchiveWriter.UNDEFINED && tag != ArchiveWriter.UNDEFINED) {
      trace.received(
          new Channel(trace.world(comm, sender, rank), rank, comm, tag), new End(from, to, bytes));
    }
  }

  @Override
  public void startSend(long time, int receiver, int comm, int tag, long bytes, long request) {
    send(time, receiver, comm, tag, bytes);
  }

  @Override
  public void startReceive(long time, long request) {
    posted.put(request, time);
  }

  @Override
  public void completeSend(long time, long request) {}

  @Override
  public void completeReceive(long time, int sender, int comm, int tag, long bytes, long request) {
    received(posted.remove(request), time, sender, comm, tag, bytes);
  }

  @Override
  public void beginCollective(long time) {}

  @Override
  public void endCollective(
      long time, int operation, int comm, int root, long sent, long received) {}

  @Override
  public void write(String name, long time, Object... arguments) {
    switch (name) {
      case "ProgramBegin" -> application(time, 1);
      case "ProgramEnd" -> application(time, 0);
      default -> {
        // requests of collectives and cancelled receives have no records
      }
    }
  }

  private void application(long time, int value) {
    before = time;
    trace.add(ParaverTrace.EVENT, rank, time, time + ":" + ParaverNames.APPLICATION + ":" + value);
  }
}
