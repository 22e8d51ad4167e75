package io.github.tracecast.simulate.lowering;

import io.github.tracecast.decompress.EventTable;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * The mailboxes, the channels that lead to them, and the patterns of receives and probes. A mailbox
 * is needed where time may decide which message a receive gets. It takes messages to one rank in
 * one context, with one tag or with any tag. One thread fills it; later it is only read.
 */
public final class MailTable {
  public static final int NONE = -1;

  /** The owner of a mailbox, and its context. */
  private record Box(int rank, int context) {}

  /** What a receive or a probe asks a mailbox for. Source and tag may be any. */
  private record Pattern(int mailbox, int source, int tag) {}

  private final List<Box> boxes = new ArrayList<>();
  private final Numbered<Pattern> patterns = new Numbered<>();

  /**
   * By channel: its mailbox, or {@link #NONE}. Channels beyond the end of the list lead to no
   * mailbox.
   */
  private final IntArrayList led = new IntArrayList();

  private boolean probes;

  /** Makes a mailbox for a rank in a context and returns its number. */
  int add(int rank, int context) {
    boxes.add(new Box(rank, context));
    return boxes.size() - 1;
  }

  public int count() {
    return boxes.size();
  }

  public int rank(int mailbox) {
    return boxes.get(mailbox).rank();
  }

  public int context(int mailbox) {
    return boxes.get(mailbox).context();
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
    return patterns.of(new Pattern(mailbox, source, tag));
  }

  public int mailboxAsked(int pattern) {
    return patterns.get(pattern).mailbox();
  }

  /** The source of a pattern, or any. */
  public int source(int pattern) {
    return patterns.get(pattern).source();
  }

  /** The tag of a pattern, or any. */
  public int tag(int pattern) {
    return patterns.get(pattern).tag();
  }

  public boolean fits(int pattern, int source, int tag) {
    Pattern wanted = patterns.get(pattern);
    return (wanted.source() == EventTable.ANY || wanted.source() == source)
        && (wanted.tag() == EventTable.ANY || wanted.tag() == tag);
  }

  void probed() {
    probes = true;
  }

  boolean probes() {
    return probes;
  }
}
