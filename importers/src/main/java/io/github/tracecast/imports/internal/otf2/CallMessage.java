package io.github.tracecast.imports.internal.otf2;

/** A message, or a request for one, within a call. */
final class CallMessage {
  /** The action of a rank on a message. */
  enum Kind {
    SEND,
    ISEND,
    RECEIVE,
    /** A receive with an outcome that comes later. */
    IRECEIVE,
    /**
     * A non-blocking collective. {@link #tag} is the operation, {@link #peer} the root and {@link
     * #bytes} the bytes sent.
     */
    COLLECTIVE
  }

  Kind kind = Kind.SEND;

  /** Rank in the communicator. */
  int peer;

  int communicator;
  int tag;
  long bytes;

  /** Bytes that a collective receives. */
  long received;

  /** The archive's number of the request. */
  long request;

  /** Whether {@link #peer} and the fields after it are known. */
  boolean known;

  /** Whether the message is unknown because it came too late. */
  boolean late;

  void outcome(int itsPeer, int itsCommunicator, int itsTag, long itsBytes) {
    peer = itsPeer;
    communicator = itsCommunicator;
    tag = itsTag;
    bytes = itsBytes;
    known = true;
  }
}
