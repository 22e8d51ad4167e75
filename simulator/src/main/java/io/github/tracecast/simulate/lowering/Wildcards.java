package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Determines which messages a receive with any source or any tag can get. The program contains all
 * sends to each rank. Often only one rank sends there with the tag. If there is a choice, these
 * messages and receives go through a mailbox. One thread.
 */
final class Wildcards {
  /** A result instead of a number: several senders or several tags. */
  static final int SEVERAL = -3;

  /** The sender for (destination, context, tag), where the tag may be any. */
  private final Long2IntOpenHashMap sourceOfTag = numbers();

  /** The tag for (destination, context, source). */
  private final Long2IntOpenHashMap tagOfSource = numbers();

  /** Numbers of ranks and contexts, so that no keys collide. */
  private final PairTable places = new PairTable();

  final MailTable mail = new MailTable();

  /** Whether receives from any source have mailboxes even where only one rank sends. */
  private final boolean anySource;

  private static Long2IntOpenHashMap numbers() {
    Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    numbers.defaultReturnValue(MailTable.NONE);
    return numbers;
  }

  private long key(int rank, int context, int third) {
    return (long) places.of(rank, context) << 32 | third & 0xFFFF_FFFFL;
  }

  /** Notes a value, or that there are several. */
  private static void note(Long2IntOpenHashMap found, long key, int value) {
    found.mergeInt(key, value, (a, b) -> a == b ? a : SEVERAL);
  }

  /**
   * @param anySource whether receives from any source have mailboxes even where only one rank sends
   */
  Wildcards(boolean anySource) {
    this.anySource = anySource;
  }

  /** Notes a send of the program. */
  void sends(int source, int destination, int context, int tag) {
    note(sourceOfTag, key(destination, context, tag), source);
    note(sourceOfTag, key(destination, context, EventTable.ANY), source);
    note(tagOfSource, key(destination, context, source), tag);
  }

  /**
   * Notes a receive of the program, and makes a mailbox if it has a choice. All sends must have
   * been noted before.
   */
  void receives(int rank, int source, int context, int tag) {
    if (anySource && source == EventTable.ANY
        || source(rank, source, context, tag) == SEVERAL
        || tag(rank, source, context, tag) == SEVERAL) {
      mail.add(rank, context, tag);
    }
  }

  /** Notes a probe of the program. */
  void probes(int rank, int context, int tag) {
    mail.probed();
    mail.add(rank, context, tag);
  }

  /**
   * The only source that a receive can have, or {@link #SEVERAL}. If the receive names a source,
   * that one.
   */
  int source(int rank, int source, int context, int tag) {
    return source == EventTable.ANY ? known(sourceOfTag.get(key(rank, context, tag))) : source;
  }

  /**
   * The only tag that a receive can have, or {@link #SEVERAL}. If the receive names a tag, that
   * one.
   */
  int tag(int rank, int source, int context, int tag) {
    if (tag != EventTable.ANY) {
      return tag;
    }
    int only = source(rank, source, context, tag);
    return only == SEVERAL ? SEVERAL : known(tagOfSource.get(key(rank, context, only)));
  }

  /**
   * A receive without any sender is treated like a receive with several possible senders. The
   * receive then waits for a message that never arrives.
   */
  private static int known(int found) {
    return found == MailTable.NONE ? SEVERAL : found;
  }
}
