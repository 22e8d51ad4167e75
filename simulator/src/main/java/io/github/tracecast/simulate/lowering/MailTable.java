package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

/**
 * The mailboxes, the channels that lead to them, and the patterns of receives and probes. A mailbox
 * is needed where time may decide which message a receive gets. It takes messages to one rank in
 * one context, with one tag or with any tag. One thread fills it; later it is only read.
 */
public final class MailTable {
  public static final int NONE = -1;

  private final IntArrayList ranks = new IntArrayList();
  private final IntArrayList contexts = new IntArrayList();
  private final Long2IntOpenHashMap patterns = new Long2IntOpenHashMap();

  /** By pattern: the mailbox, the source and the tag; source and tag may be any. */
  private final IntArrayList mailboxes = new IntArrayList();

  private final IntArrayList sources = new IntArrayList();
  private final IntArrayList tags = new IntArrayList();

  /** By pattern: the next pattern with the same mailbox and source. */
  private final IntArrayList next = new IntArrayList();

  /**
   * By channel: its mailbox, or {@link #NONE}. Channels beyond the end of the list lead to no
   * mailbox.
   */
  private final IntArrayList led = new IntArrayList();

  private boolean probes;

  /** Makes a mailbox for a rank in a context and returns its number. */
  int add(int rank, int context) {
    ranks.add(rank);
    contexts.add(context);
    return ranks.size() - 1;
  }

  /** Number of mailboxes. */
  public int count() {
    return ranks.size();
  }

  /** The rank that owns the mailbox. */
  public int rank(int mailbox) {
    return ranks.getInt(mailbox);
  }

  /** The context of the mailbox. */
  public int context(int mailbox) {
    return contexts.getInt(mailbox);
  }

  /** The source of a pattern, or any. */
  public int source(int pattern) {
    return sources.getInt(pattern);
  }

  /** The tag of a pattern, or any. */
  public int tag(int pattern) {
    return tags.getInt(pattern);
  }

  /** Directs messages on the channel to the mailbox. */
  void lead(int channel, int mailbox) {
    while (led.size() <= channel) {
      led.add(NONE);
    }
    led.set(channel, mailbox);
  }

  /** The mailbox at the end of the channel, or {@link #NONE}. */
  public int mailboxOf(int channel) {
    return channel < led.size() ? led.getInt(channel) : NONE;
  }

  /** The number of the pattern of a receive or a probe. */
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

  /** The mailbox of a pattern. */
  public int mailboxAsked(int pattern) {
    return mailboxes.getInt(pattern);
  }

  /** Whether a message with this source and tag fits the pattern. */
  public boolean fits(int pattern, int source, int tag) {
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
