package io.github.tracecast.imports.internal.otf2;

import io.github.tracecast.imports.internal.otf2.CallMessage.Kind;
import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One MPI call with the data of its events. Instances are reused. */
final class Call {
  /** The value of a collective operation or a communicator that the call lacks. */
  static final int NONE = -1;

  MpiCall call = MpiCall.OTHER;

  /** The node of the call's path in the {@link RegionPaths}. */
  int path;

  long begin;
  long end;

  /**
   * The ticks between the previous call and this call in which the measurement wrote its buffers.
   * {@link #flushedWithin} has the ticks within this call in which it wrote its buffers.
   */
  long flushedBefore;

  long flushedWithin;

  CallMessage[] messages = {};
  int messageCount;

  /** The completed requests in order, each with its number in the archive and its result. */
  CallMessage[] completed = {};

  int completedCount;

  long[] tested = {};
  int testedCount;

  /** The collective operation; {@link #NONE} if the call has none. */
  int operation;

  int communicator;
  int root;
  long sent;
  long received;

  /** The request of a non-blocking collective, valid if {@link #requestsCollective}. */
  long collectiveRequest;

  boolean requestsCollective;

  /** The communicator that the call made. */
  int created;

  /** The number of receives and collectives of the call whose outcome is not known yet. */
  int unknown;

  Call begin(MpiCall itsCall, int itsPath, long time) {
    call = itsCall;
    path = itsPath;
    begin = time;
    end = time;
    flushedBefore = 0;
    flushedWithin = 0;
    messageCount = 0;
    completedCount = 0;
    testedCount = 0;
    operation = NONE;
    communicator = NONE;
    requestsCollective = false;
    created = NONE;
    unknown = 0;
    return this;
  }

  /** Adds a message. The caller sets its peer and its other fields. */
  CallMessage message(Kind kind, long request) {
    if (messageCount == messages.length) {
      messages = grown(messages);
    }
    CallMessage message = messages[messageCount++];
    message.kind = kind;
    message.request = request;
    message.known = false;
    message.late = false;
    unknown += kind == Kind.IRECEIVE ? 1 : 0;
    return message;
  }

  /** Adds a completed request. For a receive, the caller then sets peer, tag and bytes. */
  CallMessage complete(Kind kind, long request) {
    if (completedCount == completed.length) {
      completed = grown(completed);
    }
    CallMessage message = completed[completedCount++];
    message.kind = kind;
    message.request = request;
    message.known = false;
    return message;
  }

  private static CallMessage[] grown(CallMessage[] from) {
    CallMessage[] more = Arrays.copyOf(from, Math.max(1, 2 * from.length));
    for (int i = from.length; i < more.length; i++) {
      more[i] = new CallMessage();
    }
    return more;
  }

  void tested(long request) {
    if (testedCount == tested.length) {
      tested = Arrays.copyOf(tested, Math.max(1, 2 * tested.length));
    }
    tested[testedCount++] = request;
  }

  void collective(int op, int itsCommunicator, int itsRoot, long itsSent, long itsReceived) {
    operation = op;
    communicator = itsCommunicator;
    root = itsRoot;
    sent = itsSent;
    received = itsReceived;
  }

  /** Returns the first message of one of two kinds; null if there is none. */
  @Nullable CallMessage first(Kind one, Kind other) {
    for (int i = 0; i < messageCount; i++) {
      if (messages[i].kind == one || messages[i].kind == other) {
        return messages[i];
      }
    }
    return null;
  }
}
