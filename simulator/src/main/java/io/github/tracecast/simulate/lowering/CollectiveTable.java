package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.List;

/**
 * The collectives of a lowered program. Read-only once made. A member is a rank in one
 * communicator.
 *
 * @param communicators the communicator of each meeting
 * @param sizes the number of ranks of each meeting
 * @param meetingOfMember the meeting of each member
 * @param members by meeting and rank: the member
 * @param signatures readable text for each collective call
 * @param bytes bytes of the collectives that have a network of their own
 */
public record CollectiveTable(
    int[] communicators,
    int[] sizes,
    int[] meetingOfMember,
    Long2IntOpenHashMap members,
    List<String> signatures,
    long[] bytes) {
  public static final int NONE = -1;

  /** The key of a member. */
  static long key(int meeting, int rank) {
    return (long) meeting << 32 | rank;
  }

  /** The meeting of a communicator, or {@link #NONE}. */
  public int meetingOf(int communicator) {
    for (int meeting = 0; meeting < communicators.length; meeting++) {
      if (communicators[meeting] == communicator) {
        return meeting;
      }
    }
    return NONE;
  }

  /** The member for a rank in a meeting, or {@link #NONE}. */
  public int member(int meeting, int rank) {
    return members.getOrDefault(key(meeting, rank), NONE);
  }
}
