package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The entries that the lowering of one rank added to the {@link AddressTable}, and the calls that
 * they came from. Other ranks with the same instructions need new values for these entries only. One thread.
 */
final class Recipe {
  /** Forms of an entry. */
  static final byte RECEIVE = 0;

  static final byte SEND = 1;
  static final byte SEND_WITH_SITE = 2;

  /** A rank that comes to a collective. */
  static final byte MEMBER = 3;

  /** The detail of a receive. */
  private static final long NO_DETAIL = 0;

  private final IntArrayList events = new IntArrayList();
  private final IntArrayList executions = new IntArrayList();
  private final IntArrayList forms = new IntArrayList();
  private final LongArrayList details = new LongArrayList();

  void addReceive(LoweredCall call) {
    add(call, RECEIVE, NO_DETAIL);
  }

  /**
   * @param form {@link #SEND} or {@link #SEND_WITH_SITE}
   */
  void addSend(LoweredCall call, byte form, long bytes) {
    add(call, form, bytes);
  }

  /**
   * @param collective number of the collective that the instructions name
   */
  void addMember(LoweredCall call, long collective) {
    add(call, MEMBER, collective);
  }

  private void add(LoweredCall call, byte form, long detail) {
    events.add(call.event);
    executions.add((int) call.execution);
    forms.add(form);
    details.add(detail);
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

  /** The bytes that a send sends, or the collective of a member. */
  long detail(int entry) {
    return details.getLong(entry);
  }
}
