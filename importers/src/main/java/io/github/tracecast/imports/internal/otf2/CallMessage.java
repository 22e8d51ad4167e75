package io.github.tracecast.imports.internal.otf2;

/** A message within a call, or a request of the call for a message. */
final class CallMessage {
  /** The action of a rank on a message. */
  enum Kind {
    SEND,
    ISEND,
    RECEIVE,
    /** A non-blocking receive, whose outcome is in a later event. */
    IRECEIVE,
    /**
     * A non-blocking collective. {@link #tag} is the operation, {@link #peer} the root and {@link
     * #bytes} the bytes sent.
     */
    COLLECTIVE
  }

  Kind kind = Kind.SEND;

  /** The rank of the other process in the communicator. */
  int peer;

  int communicator;
  int tag;
  long bytes;

  /** The bytes that a collective receives. */
  long received;

  /** The number of the request in the archive. */
  long request;

  /** Whether the values of {@link #peer} and the fields after it are known. */
  boolean known;

  /** Whether the outcome came too late and was dropped. */
  boolean late;

  void outcome(int itsPeer, int itsCommunicator, int itsTag, long itsBytes) {
    peer = itsPeer;
    communicator = itsCommunicator;
    tag = itsTag;
    bytes = itsBytes;
    known = true;
  }
}
