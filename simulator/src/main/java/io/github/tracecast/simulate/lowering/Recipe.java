package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The entries that the lowering of one rank added to the {@link AddressTable}, and the calls that
 * they came from. Other ranks with the same instructions need only these entries anew. One thread.
 */
final class Recipe {
  /** Forms of an entry. */
  static final byte RECEIVE = 0;

  static final byte SEND = 1;
  static final byte SEND_WITH_SITE = 2;

  /** The bytes of a receive, which do not matter. */
  private static final long NO_BYTES = 0;

  private final IntArrayList events = new IntArrayList();
  private final IntArrayList executions = new IntArrayList();
  private final IntArrayList forms = new IntArrayList();
  private final LongArrayList bytes = new LongArrayList();

  void addReceive(LoweredCall call) {
    add(call, RECEIVE, NO_BYTES);
  }

  /**
   * @param withSite whether the entry has a site
   */
  void addSend(LoweredCall call, boolean withSite, long size) {
    add(call, withSite ? SEND_WITH_SITE : SEND, size);
  }

  private void add(LoweredCall call, byte form, long size) {
    events.add(call.event);
    executions.add((int) call.execution);
    forms.add(form);
    bytes.add(size);
  }

  /** Number of entries. */
  int count() {
    return events.size();
  }

  /** Sets a call to the one that an entry came from. */
  void place(int entry, LoweredCall call) {
    call.event = events.getInt(entry);
    call.execution = executions.getInt(entry);
  }

  int form(int entry) {
    return forms.getInt(entry);
  }

  /** The bytes that a send sends. */
  long bytes(int entry) {
    return bytes.getLong(entry);
  }
}
