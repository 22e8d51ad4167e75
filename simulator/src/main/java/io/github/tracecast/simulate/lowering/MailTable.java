package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The mailboxes, the channels that lead to them, and the patterns of receives and probes. A receive
 * needs a mailbox if time may decide which message it gets. A mailbox holds messages to one rank in
 * one context, with one tag or with any tag. One thread fills the table; later it is only read.
 */
public final class MailTable {
  public static final int NONE = Numbered.NONE;

  /** A mailbox: the receiving rank, the context, and the tag of its messages, which may be {@code ANY}. */
  public record Box(int rank, int context, int tag) {}

  /** The source and tag that a receive or a probe of a mailbox requires. Each may be {@code ANY}. */
  public record Pattern(int mailbox, int source, int tag) {
    public boolean matches(int from, int with) {
      return (source == EventTable.ANY || source == from) && (tag == EventTable.ANY || tag == with);
    }
  }

  private final Numbered<Box> boxes = new Numbered<>();
  private final Numbered<Pattern> patterns = new Numbered<>();

  /** For each channel, its mailbox or {@link #NONE}. Channels beyond the end of the list lead to no mailbox. */
  private final IntArrayList mailboxOfChannel = new IntArrayList();

  private boolean probes;

  /** Creates a mailbox for messages to a rank in a context, with one tag or with any tag, unless it exists. */
  void add(int rank, int context, int tag) {
    boxes.of(new Box(rank, context, tag));
  }

  /** The mailbox that holds messages to a rank in a context with a tag, or {@link #NONE}. */
  int find(int rank, int context, int tag) {
    if (count() == 0) {
      return NONE;
    }
    int ofAll = boxes.find(new Box(rank, context, EventTable.ANY));
    return ofAll == NONE ? boxes.find(new Box(rank, context, tag)) : ofAll;
  }

  public int count() {
    return boxes.all().size();
  }

  public Box box(int mailbox) {
    return boxes.get(mailbox);
  }

  void assign(int channel, int mailbox) {
    while (mailboxOfChannel.size() <= channel) {
      mailboxOfChannel.add(NONE);
    }
    mailboxOfChannel.set(channel, mailbox);
  }

  /** The mailbox to which a channel leads, or {@link #NONE}. */
  public int mailboxOf(int channel) {
    return channel < mailboxOfChannel.size() ? mailboxOfChannel.getInt(channel) : NONE;
  }

  /** The number of a pattern, which the first call assigns. */
  int pattern(int mailbox, int source, int tag) {
    return patterns.of(new Pattern(mailbox, source, tag));
  }

  public Pattern pattern(int number) {
    return patterns.get(number);
  }

  void probed() {
    probes = true;
  }

  boolean probes() {
    return probes;
  }
}
