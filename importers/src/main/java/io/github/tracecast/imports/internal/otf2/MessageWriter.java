package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.imports.internal.otf2.CallMessage.Kind;
import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Parameter;
import org.jspecify.annotations.Nullable;

/** Writes the parameters of sends and receives. Not thread-safe. */
final class MessageWriter {
  private final EventSink sink;
  private final ArchiveCommunicators.OfRank communicators;
  private final int bytes;
  private final RequestWriter requests;
  private final ImportNotes notes;

  /** Whether the event sends a message. If so, this message determines the event's communicator. */
  private boolean sendsMessage;

  MessageWriter(
      EventSink sink,
      ArchiveCommunicators.OfRank communicators,
      int bytes,
      RequestWriter requests,
      ImportNotes notes) {
    this.sink = sink;
    this.communicators = communicators;
    this.bytes = bytes;
    this.requests = requests;
    this.notes = notes;
  }

  /** Writes the arguments of a send. If the call has no message, the destination is MPI_PROC_NULL. */
  void send(Call call) {
    CallMessage message = call.first(Kind.SEND, Kind.ISEND);
    sendsMessage = message != null;
    send(message);
  }

  void send(@Nullable CallMessage message) {
    if (message == null) {
      nobody(Parameter.DESTINATION, Parameter.TAG, Parameter.COUNT, Parameter.DATATYPE);
      return;
    }
    if (message.kind == Kind.ISEND) {
      requests.link(message.request);
    }
    peer(Parameter.DESTINATION, message, true);
    sink.number(Parameter.TAG, message.tag)
        .number(Parameter.COUNT, message.bytes)
        .number(Parameter.DATATYPE, bytes);
  }

  /** Writes the arguments of a receive. If the call has no message, the source is MPI_PROC_NULL. */
  void receive(Call call, boolean alsoSends) {
    sendsMessage &= alsoSends;
    receive(call.first(Kind.RECEIVE, Kind.IRECEIVE), alsoSends);
  }

  void receive(@Nullable CallMessage message, boolean alsoSends) {
    Parameter tag = alsoSends ? Parameter.RECEIVE_TAG : Parameter.TAG;
    Parameter count = alsoSends ? Parameter.RECEIVE_COUNT : Parameter.COUNT;
    Parameter datatype = alsoSends ? Parameter.RECEIVE_DATATYPE : Parameter.DATATYPE;
    if (message == null) {
      nobody(Parameter.SOURCE, tag, count, datatype);
      return;
    }
    if (message.kind == Kind.IRECEIVE) {
      requests.link(message.request);
    }
    if (message.late) {
      notes.count(ImportNotes.Case.LATE);
      sink.any(Parameter.SOURCE).any(tag).number(count, 0).number(datatype, bytes);
      return;
    }
    if (!message.known) {
      notes.count(ImportNotes.Case.WITHOUT_OUTCOME);
      nobody(Parameter.SOURCE, tag, count, datatype);
      return;
    }
    peer(Parameter.SOURCE, message, !alsoSends || !sendsMessage);
    sink.numberOrAny(tag, message.tag, message.tag == ArchiveWriter.UNDEFINED)
        .number(count, message.bytes)
        .number(datatype, bytes);
  }

  private void nobody(Parameter end, Parameter tag, Parameter count, Parameter datatype) {
    sink.none(end).number(tag, 0).number(count, 0).number(datatype, bytes);
  }

  /**
   * @param first whether this is the first message of its event, so that the message determines the
   *     event's communicator
   */
  private void peer(Parameter end, CallMessage message, boolean first) {
    int handle = communicators.handle(message.communicator);
    int peer = message.peer;
    if (communicators.isInter(message.communicator)) {
      notes.count(ImportNotes.Case.ACROSS_GROUPS);
      peer = communicators.remoteWorldRank(message.communicator, message.peer);
      handle = Communicator.WORLD;
    }
    if (handle < 0) {
      notes.unknownCommunicator(message.communicator);
      handle = Communicator.WORLD;
    }
    if (first && handle != Communicator.WORLD) {
      sink.number(Parameter.COMMUNICATOR, handle);
    }
    boolean any = end == Parameter.SOURCE && message.peer == ArchiveWriter.UNDEFINED;
    sink.numberOrAny(end, peer, any);
  }
}
