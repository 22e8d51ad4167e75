package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.CallArgument;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One collective action. Optional words at the end of a line have SimGrid's defaults: root 0 and
 * the default datatype.
 *
 * <p>All ranks must have the same root. MPI requires some sizes to be equal on all ranks, and
 * {@link CollectiveOrder} compares them: the size of a broadcast or reduction; the sum of the parts
 * of a reduce-scatter; the size that each rank sends to a gather or receives from a scatter; the
 * size that each rank receives from each other rank in an allgather or alltoall. If the root's own
 * part is exchanged in place, its size is 0 and is not compared. Sizes in vector calls differ
 * between ranks and are not compared, except in a reduce-scatter. Each instance is used once.
 */
final class TitCollective {
  /** The calls by the names of their actions, which are MPI's names without underscores. */
  private static final Map<String, MpiCall> CALLS = Stream.of(MpiCall.values())
      .filter(call -> call.isCollective() && !call.makesRequest())
      .filter(call -> !call.has(CallArgument.DATATYPES) && call != MpiCall.REDUCE_SCATTER_BLOCK)
      .collect(Collectors.toMap(
          call -> call.name().replace("_", "").toLowerCase(Locale.ROOT), Function.identity()));

  private final TitTask task;
  private final Line line;
  private final String action;
  private final int ranks;

  TitCollective(TitTask task, Line line, String action) {
    this.task = task;
    this.line = line;
    this.action = action;
    this.ranks = task.ranks();
  }

  void execute() {
    MpiCall call = CALLS.get(action);
    if (call == null) {
      throw line.fault(
          "action \"" + action + "\"",
          "an action of SimGrid's time-independent traces, such as send or allreduce");
    }
    boolean reduces = call.has(CallArgument.REDUCTION);
    if (call.has(CallArgument.COUNTS)) {
      if (call.has(CallArgument.RECEIVE_COUNTS)) {
        allToAllV(call);
      } else if (reduces) {
        reduceScatter(call);
      } else {
        scatterV(call);
      }
    } else if (call.has(CallArgument.RECEIVE_COUNTS)) {
      gatherV(call);
    } else if (call.has(CallArgument.RECEIVE_COUNT)) {
      both(call);
    } else if (reduces) {
      reduce(call);
    } else if (call.has(CallArgument.COUNT)) {
      need(3, action + " with a size");
      one(call, 3).end();
    } else {
      begin(call, -1, CollectiveOrder.NONE).end();
    }
  }

  private void need(int words, String what) {
    TitTask.require(line, words, what);
  }

  /**
   * Begins an event that is compared with other ranks' events.
   *
   * @param root index of the word with the root, or -1 if there is none
   * @param bytes the size that must be equal on all ranks, or {@link CollectiveOrder#NONE}
   */
  private EventSink begin(MpiCall call, int root, long bytes) {
    int rank = root < 0 ? CollectiveOrder.NONE : root(root);
    task.collective(call, rank, bytes, line);
    EventSink event = task.begin(call, action).number(Parameter.COMMUNICATOR, Communicator.WORLD);
    return root < 0 ? event : event.number(Parameter.ROOT, rank);
  }

  private int root(int word) {
    long root = word < line.words() ? line.integer(word, "a root") : 0;
    if (root < 0 || root >= ranks) {
      throw line.fault("root " + root, "0 to " + (ranks - 1));
    }
    return (int) root;
  }

  private long bytes(int count, int datatype) {
    return count(count) * task.elementBytes(line, datatype);
  }

  private long count(int word) {
    long count = TitTask.count(line, word);
    if (count < 0) {
      throw line.fault(count + " elements", "at least 0");
    }
    return count;
  }

  /**
   * @param next index of the word after the sizes: the root of a call with a root, otherwise the
   *     datatype
   */
  private EventSink one(MpiCall call, int next) {
    int datatype = call.isRooted() ? next + 1 : next;
    return begin(call, call.isRooted() ? next : -1, bytes(2, datatype))
        .number(Parameter.COUNT, count(2))
        .number(Parameter.DATATYPE, task.datatype(line, datatype));
  }

  private void reduce(MpiCall call) {
    need(4, action + " with size and flops");
    double flops = line.number(3, "flops");
    one(call, 4).end();
    task.computeNext(Math.max(0, flops));
  }

  private void reduceScatter(MpiCall call) {
    need(3 + ranks, "reducescatter with " + ranks + " sizes and flops");
    double flops = line.number(2 + ranks, "flops");
    long bytes = 0;
    for (int i = 0; i < ranks; i++) {
      bytes += bytes(2 + i, 3 + ranks);
    }
    EventSink event = begin(call, -1, bytes);
    counts(event, Parameter.COUNTS, 2);
    event.number(Parameter.DATATYPE, task.datatype(line, 3 + ranks)).end();
    task.computeNext(Math.max(0, flops));
  }

  private void both(MpiCall call) {
    int sent = 2;
    int received = 3;
    int root = call.isRooted() ? 4 : -1;
    int datatype = call.isRooted() ? 5 : 4;
    need(received + 1, action + " with sizes sent and received");
    int leftOut = leavesOutReceived(call, received, datatype) ? 1 : 0;
    int type = datatype - leftOut;
    int rooted = root - leftOut;
    long receivedCount = leftOut > 0 ? 0 : count(received);
    long bytes = call.has(CallArgument.ROOT_OF_GATHER)
        ? bytes(sent, type)
        : receivedCount * task.elementBytes(line, type + 1);
    boolean inPlace = bytes == 0 && root >= 0 && root(rooted) == task.rank();
    EventSink event = begin(call, root < 0 ? -1 : rooted, inPlace ? CollectiveOrder.NONE : bytes)
        .number(Parameter.COUNT, count(sent))
        .number(Parameter.RECEIVE_COUNT, receivedCount);
    datatypes(event, type);
    event.end();
  }

  /**
   * Whether SimGrid left out a received size of 0. SimGrid does so on ranks that are not the root
   * of a gather, and on the root of an in-place scatter. The line then has one word less before its
   * two datatypes.
   */
  private boolean leavesOutReceived(MpiCall call, int received, int datatype) {
    boolean gather = call.has(CallArgument.ROOT_OF_GATHER);
    return call.isRooted()
        && line.words() == datatype + 1
        && line.integer(received, "a root or a size") < ranks
        && gather != (line.integer(received, "a root or a size") == task.rank());
  }

  private void datatypes(EventSink event, int word) {
    event
        .number(Parameter.DATATYPE, task.datatype(line, word))
        .number(Parameter.RECEIVE_DATATYPE, task.datatype(line, word + 1));
  }

  private void counts(EventSink event, Parameter list, int word) {
    event.list(list, ranks, i -> count(word + i));
  }

  private void allToAllV(MpiCall call) {
    need(4 + 2 * ranks, "alltoallv with " + ranks + " sizes sent and as many received");
    EventSink event = begin(call, -1, CollectiveOrder.NONE);
    counts(event, Parameter.COUNTS, 3);
    counts(event, Parameter.RECEIVE_COUNTS, 4 + ranks);
    datatypes(event, 4 + 2 * ranks);
    event.end();
  }

  private void gatherV(MpiCall call) {
    int root = call.isRooted() ? 3 + ranks : -1;
    int datatype = call.isRooted() ? 4 + ranks : 3 + ranks;
    need(3 + ranks, action + " with a size sent and " + ranks + " received");
    EventSink event = begin(call, root, CollectiveOrder.NONE).number(Parameter.COUNT, count(2));
    counts(event, Parameter.RECEIVE_COUNTS, 3);
    boolean displacements = root < 0 && line.words() - datatype == ranks && ranks != 2;
    datatypes(event, displacements ? line.words() : datatype);
    event.end();
  }

  private void scatterV(MpiCall call) {
    need(3 + ranks, "scatterv with " + ranks + " sizes sent and one received");
    EventSink event = begin(call, 3 + ranks, CollectiveOrder.NONE);
    counts(event, Parameter.COUNTS, 2);
    event.number(Parameter.RECEIVE_COUNT, count(2 + ranks));
    datatypes(event, 4 + ranks);
    event.end();
  }
}
