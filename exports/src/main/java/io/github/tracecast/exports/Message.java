package io.github.tracecast.exports;

import io.github.tracecast.decompress.EventTable;

/** One end of a point-to-point message, as an export receives it. The object is reused for each call. */
final class Message {
  /**
   * The datatype of a message without a datatype in the program, such as a message of a collective.
   * Its count is in bytes.
   */
  static final int BYTES = -1;

  /** World rank, {@link EventTable#ANY} or {@link EventTable#NONE}. */
  int peer;

  /** The tag, or {@link EventTable#ANY}. */
  int tag;

  /** Number of elements. */
  long count;

  /** Index into the trace's datatypes, or {@link #BYTES}. */
  int datatype;

  long bytes;

  Message set(int itsPeer, int itsTag, long itsCount, int itsDatatype, long itsBytes) {
    peer = itsPeer;
    tag = itsTag;
    count = itsCount;
    datatype = itsDatatype;
    bytes = itsBytes;
    return this;
  }

  Message set(Message other) {
    return set(other.peer, other.tag, other.count, other.datatype, other.bytes);
  }
}
