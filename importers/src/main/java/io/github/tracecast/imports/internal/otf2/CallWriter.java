package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.NamedCalls;
import io.github.tracecast.imports.internal.otf2.CallMessage.Kind;
import io.github.tracecast.imports.internal.series.AddedCalls;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Unit;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

/** Creates a trace's events from the calls of one rank. Not thread-safe. */
final class CallWriter {
  private final AddedCalls sink;
  private final RegionPaths paths;
  private final Surroundings surroundings;
  private final ImportNotes notes;
  private final RequestWriter requests;
  private final MessageWriter messages;
  private final ArchiveCollectives collectives;
  private final double microsecondsPerTick;
  private final IntArrayList sites = new IntArrayList();
  private @Nullable MpiCall last;
  private long lastEnd;

  CallWriter(
      AddedCalls sink,
      RegionPaths paths,
      ArchiveCommunicators.OfRank communicators,
      double ticksPerSecond,
      Surroundings surroundings,
      ImportNotes notes) {
    this.sink = sink;
    this.paths = paths;
    this.surroundings = surroundings;
    this.notes = notes;
    this.microsecondsPerTick = 1e6 / ticksPerSecond;
    int bytes = sink.datatype("MPI_BYTE", 1);
    this.requests = new RequestWriter(sink, !sink.addsUp());
    this.messages = new MessageWriter(sink, communicators, bytes, requests, notes);
    this.collectives = new ArchiveCollectives(sink, communicators, notes);
  }

  void write(Call call) {
    if (last == null) {
      lastEnd = surroundings.first();
    }
    switch (call.call.role()) {
      case SEND -> {
        begin(call, call.call);
        messages.send(call);
        end(call);
      }
      case RECEIVE -> {
        begin(call, MpiCall.RECV);
        messages.receive(call, false);
        end(call);
      }
      case EXCHANGE -> {
        begin(call, call.call);
        messages.send(call);
        messages.receive(call, true);
        end(call);
      }
      case START_SEND, START_RECEIVE -> writeRequest(call);
      case START -> writeStarts(call);
      case COMPLETE -> complete(call);
      case FREE_REQUEST -> writeFree(call);
      default -> writeOther(call);
    }
    last = call.call;
  }

  private void complete(Call call) {
    if (call.call.tests()) {
      writeTest(call);
      return;
    }
    begin(call, call.call);
    requests.complete(call.call, call);
    end(call);
  }

  private void begin(Call call, MpiCall as) {
    times(call, sink.begin(as, site(call.path, call.call)));
  }

  private void times(Call call, EventSink event) {
    long gap = Math.max(0, call.begin - lastEnd - call.flushedBefore);
    long inside = Math.max(0, call.end - Math.max(call.begin, lastEnd) - call.flushedWithin);
    lastEnd = Math.max(lastEnd, call.end);
    event.compute(Unit.MICROSECONDS, gap * microsecondsPerTick);
    // MPI_Cancel and calls that create persistent requests get no time inside the call. Otherwise
    // they would become MPI_Other, which takes its recorded time on every machine.
    if (!call.call.makesPersistentRequest() && call.call != MpiCall.CANCEL) {
      event.inside(Unit.MICROSECONDS, inside * microsecondsPerTick);
    }
  }

  private int site(int node, MpiCall call) {
    while (sites.size() <= node) {
      sites.add(-1);
    }
    int site = sites.getInt(node);
    if (site < 0) {
      String callers = paths.callersOf(node);
      String name = call == MpiCall.OTHER ? paths.name(node) : call.mpiName();
      site = sink.site(callers.isEmpty() ? name : name + " at " + callers);
      sites.set(node, site);
    }
    return site;
  }

  /** Ends an event. If the call is not a wait but completed requests, a wait for these requests follows. */
  private void end(Call call) {
    sink.end();
    boolean completes =
        call.call.role() == MpiCall.Role.COMPLETE || call.call.role() == MpiCall.Role.FREE_REQUEST;
    if (!completes && call.completedCount > 0) {
      completeBesides(call);
    }
  }

  private void completeBesides(Call call) {
    if (requests.anyKnown(call)) {
      int site = sink.site("requests completed in " + call.call.mpiName());
      sink.begin(MpiCall.WAITALL, site).compute(Unit.MICROSECONDS, 0).inside(Unit.MICROSECONDS, 0);
      requests.complete(MpiCall.WAITALL, call);
      sink.end();
    }
  }

  private void writeRequest(Call call) {
    boolean receives = call.call.receives();
    begin(call, receives ? MpiCall.IRECV : call.call);
    if (receives) {
      messages.receive(call, false);
    } else {
      messages.send(call);
    }
    end(call);
  }

  /**
   * Writes each start of a persistent request as MPI_Isend or MPI_Irecv, because the archive lacks
   * the creation of the requests.
   */
  private void writeStarts(Call call) {
    if (call.messageCount == 0) {
      writeByName(call);
      return;
    }
    notes.count(ImportNotes.Case.PERSISTENT);
    for (int i = 0; i < call.messageCount; i++) {
      CallMessage message = call.messages[i];
      boolean receives = message.kind == Kind.IRECEIVE || message.kind == Kind.RECEIVE;
      begin(call, receives ? MpiCall.IRECV : MpiCall.ISEND);
      if (receives) {
        messages.receive(message, false);
      } else {
        messages.send(message);
      }
      sink.end();
    }
    if (call.completedCount > 0) {
      completeBesides(call);
    }
  }

  private void writeTest(Call call) {
    if (call.completedCount == 0 && !sink.addsUp()) {
      writeVainPoll(call);
    } else {
      begin(call, call.call);
      requests.complete(call.call, call);
      sink.end();
    }
  }

  private void writeFree(Call call) {
    if (!requests.anyKnown(call)) {
      writeByName(call);
    } else {
      begin(call, MpiCall.REQUEST_FREE);
      requests.complete(MpiCall.REQUEST_FREE, call);
      sink.end();
    }
  }

  private void writeOther(Call call) {
    MpiCall as = collectives.writtenCall(call);
    switch (as.family()) {
      case PROBE -> writeProbe(call);
      case PERSISTENT, NEIGHBOURHOOD, COMPLETION -> writeByName(call);
      default -> {
        if (as == MpiCall.OTHER) {
          writeByName(call);
          return;
        }
        begin(call, as);
        if (as.family() == MpiCall.Family.NONBLOCKING_COLLECTIVE && call.requestsCollective) {
          requests.link(call.collectiveRequest);
        }
        collectives.write(as, call);
        end(call);
      }
    }
  }

  /**
   * Writes a probe, whose result the archive lacks. MPI_Iprobe is written as a poll that finds no
   * message.
   */
  private void writeProbe(Call call) {
    if (call.call.tests()) {
      writeVainPoll(call);
    } else {
      writeByName(call);
    }
  }

  /** Writes a poll for which the archive has no result. */
  private void writeVainPoll(Call call) {
    notes.byName(call.call.mpiName());
    times(call, sink.beginInVain(call.call, site(call.path, call.call)));
    NamedCalls.write(sink, call.call);
    end(call);
  }

  /** Writes a call whose arguments the archive lacks. */
  private void writeByName(Call call) {
    notes.byName(call.call == MpiCall.OTHER ? paths.name(call.path) : call.call.mpiName());
    if (NamedCalls.takesNoTime(call.call)) {
      begin(call, call.call);
      NamedCalls.write(sink, call.call);
    } else {
      begin(call, MpiCall.OTHER);
    }
    end(call);
  }

  /**
   * Ends the rank's events. If the rank did not call MPI_Finalize, computation after its last call
   * is stored before an additional call of MPI_Finalized.
   */
  void finish(long time) {
    if (last != MpiCall.FINALIZE && last != null && time > lastEnd) {
      notes.count(ImportNotes.Case.UNFINISHED);
      sink.begin(MpiCall.FINALIZED, sink.site("end of the run"))
          .compute(Unit.MICROSECONDS, (time - lastEnd) * microsecondsPerTick)
          .end();
    }
    sink.endSeries();
  }
}
