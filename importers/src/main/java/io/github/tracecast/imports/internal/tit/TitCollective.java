package io.github.tracecast.imports.internal.tit;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;

/** One collective action. What may be left out at the end of a line is as in SimGrid: root 0, the default datatype. One use. */
final class TitCollective {
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

  void take() {
    switch (action) {
      case "barrier" -> begin(MpiCall.BARRIER).end();
      case "bcast" -> {
        need(3, "bcast with a size");
        one(MpiCall.BCAST, 4).number(Parameter.ROOT, root(3)).end();
      }
      case "reduce" -> reduce(MpiCall.REDUCE, 2, 5, 4);
      case "allreduce" -> reduce(MpiCall.ALLREDUCE, 2, 4, -1);
      case "scan" -> reduce(MpiCall.SCAN, 2, 4, -1);
      case "exscan" -> reduce(MpiCall.EXSCAN, 2, 4, -1);
      case "reducescatter" -> reduceScatter();
      case "alltoall" -> both(MpiCall.ALLTOALL, 2, 3, 4, -1);
      case "allgather" -> both(MpiCall.ALLGATHER, 2, 3, 4, -1);
      case "gather" -> both(MpiCall.GATHER, 2, 3, 5, 4);
      case "scatter" -> both(MpiCall.SCATTER, 2, 3, 5, 4);
      case "alltoallv" -> allToAllV();
      case "gatherv" -> gatherV(MpiCall.GATHERV, 4 + ranks, 3 + ranks);
      case "allgatherv" -> gatherV(MpiCall.ALLGATHERV, 3 + ranks, -1);
      case "scatterv" -> scatterV();
      default ->
        throw line.fault(
            "action \"" + action + "\"",
            "an action of SimGrid's time-independent traces, such as send or allreduce");
    }
  }

  private void need(int words, String what) {
    TitTask.require(line, words, what);
  }

  private EventSink begin(MpiCall call) {
    task.collective(call, line);
    return task.begin(call, action).number(Parameter.COMMUNICATOR, Communicator.WORLD);
  }

  private long root(int word) {
    long root = word < line.words() ? line.integer(word, "a root") : 0;
    if (root < 0 || root >= ranks) {
      throw line.fault("root " + root, "0 to " + (ranks - 1));
    }
    return root;
  }

  private long count(int word) {
    long count = TitTask.count(line, word);
    if (count < 0) {
      throw line.fault(count + " elements", "at least 0");
    }
    return count;
  }

  private EventSink one(MpiCall call, int datatype) {
    return begin(call)
        .number(Parameter.COUNT, count(2))
        .number(Parameter.DATATYPE, task.datatype(line, datatype));
  }

  /** @param root word of the root, or -1 where there is none */
  private void reduce(MpiCall call, int count, int datatype, int root) {
    need(count + 2, action + " with size and flops");
    double flops = line.number(count + 1, "flops");
    EventSink event = one(call, datatype);
    if (root >= 0) {
      event.number(Parameter.ROOT, root(root));
    }
    event.end();
    task.computeNext(Math.max(0, flops));
  }

  private void reduceScatter() {
    need(3 + ranks, "reducescatter with " + ranks + " sizes and flops");
    double flops = line.number(2 + ranks, "flops");
    EventSink event = begin(MpiCall.REDUCE_SCATTER);
    counts(event, Parameter.COUNTS, 2);
    event.number(Parameter.DATATYPE, task.datatype(line, 3 + ranks)).end();
    task.computeNext(Math.max(0, flops));
  }

  private void both(MpiCall call, int sent, int received, int datatype, int root) {
    need(received + 1, action + " with sizes sent and received");
    EventSink event = begin(call)
        .number(Parameter.COUNT, count(sent))
        .number(Parameter.RECEIVE_COUNT, count(received));
    datatypes(event, datatype);
    if (root >= 0) {
      event.number(Parameter.ROOT, root(root));
    }
    event.end();
  }

  private void datatypes(EventSink event, int word) {
    event
        .number(Parameter.DATATYPE, task.datatype(line, word))
        .number(Parameter.RECEIVE_DATATYPE, task.datatype(line, word + 1));
  }

  private void counts(EventSink event, Parameter list, int word) {
    event.list(list);
    for (int i = 0; i < ranks; i++) {
      event.add(count(word + i));
    }
  }

  private void allToAllV() {
    need(4 + 2 * ranks, "alltoallv with " + ranks + " sizes sent and as many received");
    EventSink event = begin(MpiCall.ALLTOALLV);
    counts(event, Parameter.COUNTS, 3);
    counts(event, Parameter.RECEIVE_COUNTS, 4 + ranks);
    datatypes(event, 4 + 2 * ranks);
    event.end();
  }

  private void gatherV(MpiCall call, int datatype, int root) {
    need(3 + ranks, action + " with a size sent and " + ranks + " received");
    EventSink event = begin(call).number(Parameter.COUNT, count(2));
    counts(event, Parameter.RECEIVE_COUNTS, 3);
    boolean displacements = root < 0 && line.words() - datatype == ranks && ranks != 2;
    datatypes(event, displacements ? line.words() : datatype);
    if (root >= 0) {
      event.number(Parameter.ROOT, root(root));
    }
    event.end();
  }

  private void scatterV() {
    need(3 + ranks, "scatterv with " + ranks + " sizes sent and one received");
    EventSink event = begin(MpiCall.SCATTERV);
    counts(event, Parameter.COUNTS, 2);
    event.number(Parameter.RECEIVE_COUNT, count(2 + ranks));
    datatypes(event, 4 + ranks);
    event.number(Parameter.ROOT, root(3 + ranks)).end();
  }
}
