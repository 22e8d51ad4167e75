package io.github.tracecast.imports.internal.otf2;

/** A message, or a request for one, within a call. */
final class Message {
  /** What a rank does with a message. */
  enum Kind {
    SEND,
    ISEND,
    RECEIVE,
    /** A receive of which the outcome comes later. */
    IRECEIVE,
    /** A non-blocking collective, of which {@link #tag} is the operation, {@link #peer} the root and {@link #bytes} what is sent. */
    COLLECTIVE
  }

  Kind kind;

  /** Rank in the communicator. */
  int peer;

  int communicator;
  int tag;
  long bytes;

  /** What a collective receives, in bytes. */
  long received;

  /** The archive's number of the request. */
  long request;

  /** Whether {@link #peer} and what follows are known. */
  boolean known;

  /** Whether it is not known since it came too late. */
  boolean late;

  void outcome(int itsPeer, int itsCommunicator, int itsTag, long itsBytes) {
    peer = itsPeer;
    communicator = itsCommunicator;
    tag = itsTag;
    bytes = itsBytes;
    known = true;
  }
}
