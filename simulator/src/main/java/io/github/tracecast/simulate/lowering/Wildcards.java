package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Determines, from all sends of the program, which messages a receive with any source or any tag
 * can match. Often only one rank sends messages with this tag to the receiver. If several messages
 * may match the receive, these messages and the receive use a mailbox. One thread.
 */
final class Wildcards {
  /** Result if several senders or several tags are possible. */
  static final int SEVERAL = -3;

  /** The only sender for (destination, context, tag), where the tag may be {@code ANY}. */
  private final Long2IntOpenHashMap sourceOfTag = numbers();

  /** The only tag for (destination, context, source). */
  private final Long2IntOpenHashMap tagOfSource = numbers();

  /** Assigns numbers to pairs of a rank and a context, so that a key fits in 64 bits. */
  private final PairTable places = new PairTable();

  final MailTable mail = new MailTable();

  /** Whether receives from any source have mailboxes even if only one rank sends to them. */
  private final boolean anySource;

  private static Long2IntOpenHashMap numbers() {
    Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    numbers.defaultReturnValue(MailTable.NONE);
    return numbers;
  }

  private long key(int rank, int context, int third) {
    return (long) places.of(rank, context) << 32 | third & 0xFFFF_FFFFL;
  }

  /** Stores a value under a key, or {@link #SEVERAL} if the key already has a different value. */
  private static void note(Long2IntOpenHashMap found, long key, int value) {
    found.mergeInt(key, value, (a, b) -> a == b ? a : SEVERAL);
  }

  /** @param anySource whether receives from any source have mailboxes even for one sender */
  Wildcards(boolean anySource) {
    this.anySource = anySource;
  }

  void sends(int source, int destination, int context, int tag) {
    note(sourceOfTag, key(destination, context, tag), source);
    note(sourceOfTag, key(destination, context, EventTable.ANY), source);
    note(tagOfSource, key(destination, context, source), tag);
  }

  /**
   * Records a receive of the program, and creates a mailbox if several messages may match it. All
   * sends of the program must have been recorded before.
   */
  void receives(int rank, int source, int context, int tag) {
    if (anySource && source == EventTable.ANY
        || source(rank, source, context, tag) == SEVERAL
        || tag(rank, source, context, tag) == SEVERAL) {
      mail.add(rank, context, tag);
    }
  }

  /** Records a probe of the program, which always has a mailbox. */
  void probes(int rank, int context, int tag) {
    mail.probed();
    mail.add(rank, context, tag);
  }

  /** The source of a receive. For a receive from any source, it is the only possible source, or {@link #SEVERAL}. */
  int source(int rank, int source, int context, int tag) {
    return source == EventTable.ANY ? known(sourceOfTag.get(key(rank, context, tag))) : source;
  }

  /** The tag of a receive. For a receive with any tag, it is the only possible tag, or {@link #SEVERAL}. */
  int tag(int rank, int source, int context, int tag) {
    if (tag != EventTable.ANY) {
      return tag;
    }
    int only = source(rank, source, context, tag);
    return only == SEVERAL ? SEVERAL : known(tagOfSource.get(key(rank, context, only)));
  }

  /**
   * Treats a receive without any sender like a receive with several possible senders. The receive
   * then waits for a message that never arrives.
   */
  private static int known(int found) {
    return found == MailTable.NONE ? SEVERAL : found;
  }
}
