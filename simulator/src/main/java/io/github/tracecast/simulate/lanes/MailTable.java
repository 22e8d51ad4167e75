package io.github.tracecast.simulate.lanes;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * Where time may decide which message a receive gets: the mailboxes, which channels lead there, and what is asked of them. A
 * mailbox takes what is sent to one rank in one context with one tag, or with any. Filled by one thread, then only read.
 */
final class MailTable {
  static final int NONE = -1;

  private final IntArrayList ranks = new IntArrayList();
  private final Long2IntOpenHashMap patterns = new Long2IntOpenHashMap();

  /** By pattern: the mailbox, and the source and the tag that are asked for, either of which may be any. */
  private final IntArrayList mailboxes = new IntArrayList();

  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList tags = new IntArrayList();

  /** By pattern: another of the same mailbox and source. */
  private final IntArrayList next = new IntArrayList();

  /** By channel, as far as it is one that leads to a mailbox, in the order in which they were made. */
  private final IntArrayList led = new IntArrayList();

  private boolean probes;

  /** Makes a mailbox of a rank's; returns its number. */
  int add(int rank) {
    ranks.add(rank);
    return ranks.size() - 1;
  }

  /** How many mailboxes there are. */
  int count() {
    return ranks.size();
  }

  /** Whose it is. */
  int rank(int mailbox) {
    return ranks.getInt(mailbox);
  }

  /** What is sent on the channel comes to the mailbox. */
  void lead(int channel, int mailbox) {
    while (led.size() <= channel) {
      led.add(NONE);
    }
    led.set(channel, mailbox);
  }

  /** Where what is sent on the channel comes to; {@link #NONE} if that is no mailbox. */
  int mailboxOf(int channel) {
    return channel < led.size() ? led.getInt(channel) : NONE;
  }

  /** The number of what a receive or a probe asks for. */
  int pattern(int mailbox, int source, int tag) {
    for (int known = patterns.getOrDefault(key(mailbox, source), NONE);
        known != NONE;
        known = next.getInt(known)) {
      if (tags.getInt(known) == tag) {
        return known;
      }
    }
    int pattern = mailboxes.size();
    mailboxes.add(mailbox);
    sources.add(source);
    tags.add(tag);
    next.add(patterns.getOrDefault(key(mailbox, source), NONE));
    patterns.put(key(mailbox, source), pattern);
    return pattern;
  }

  private static long key(int mailbox, int source) {
    return (long) mailbox << 32 | source & 0xFFFF_FFFFL;
  }

  /** The mailbox that a pattern asks of. */
  int mailboxAsked(int pattern) {
    return mailboxes.getInt(pattern);
  }

  /** Whether a message in the mailbox is one of those that are asked for. */
  boolean fits(int pattern, int source, int tag) {
    int wanted = sources.getInt(pattern);
    int wantedTag = tags.getInt(pattern);
    return (wanted == EventTable.ANY || wanted == source)
        && (wantedTag == EventTable.ANY || wantedTag == tag);
  }

  /** Notes that the program probes. */
  void probed() {
    probes = true;
  }

  /** Whether the program probes. */
  boolean probes() {
    return probes;
  }
}
