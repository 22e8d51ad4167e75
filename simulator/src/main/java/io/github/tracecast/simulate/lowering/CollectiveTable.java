package io.github.tracecast.simulate.lowering;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The collectives of a lowered program. A communicator with collectives has a meeting, and a member
 * is a rank in one. One thread fills the table; later it is only read.
 */
public final class CollectiveTable {
  public static final int NONE = PairTable.NONE;

  private final Numbered<Integer> communicators = new Numbered<>();
  private final IntArrayList sizes = new IntArrayList();
  private final PairTable members = new PairTable();
  private final Numbered<String> signatures = new Numbered<>();
  private final Numbered<Long> bytes = new Numbered<>();
  private boolean rounds;

  /** The meeting of a communicator with so many ranks. */
  int meeting(int communicator, int size) {
    int meeting = communicators.of(communicator);
    if (meeting == sizes.size()) {
      sizes.add(size);
    }
    return meeting;
  }

  int addMember(int meeting, int rank) {
    return members.of(meeting, rank);
  }

  int signature(String text) {
    return signatures.of(text);
  }

  int rowOfBytes(long size) {
    return bytes.of(size);
  }

  void addRounds() {
    rounds = true;
  }

  /** Whether some collective has a loop of {@link Op#ROUNDS}. */
  public boolean rounds() {
    return rounds;
  }

  public int meetings() {
    return sizes.size();
  }

  public int communicator(int meeting) {
    return communicators.get(meeting);
  }

  /** The number of ranks of a meeting. */
  public int size(int meeting) {
    return sizes.getInt(meeting);
  }

  public int[] meetingOfMember() {
    return IntStream.range(0, members.count()).map(members::first).toArray();
  }

  /** Readable text for each collective call. */
  public List<String> signatures() {
    return signatures.all();
  }

  /** Bytes of the collectives that have a network of their own. */
  public long[] bytes() {
    return bytes.all().stream().mapToLong(Long::longValue).toArray();
  }

  /** The meeting of a communicator, or {@link #NONE}. */
  public int meetingOf(int communicator) {
    return communicators.find(communicator);
  }

  /** The member for a rank in a meeting, or {@link #NONE}. */
  public int member(int meeting, int rank) {
    return members.find(meeting, rank);
  }
}
