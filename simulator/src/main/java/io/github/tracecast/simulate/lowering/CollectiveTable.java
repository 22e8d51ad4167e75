package io.github.tracecast.simulate.lowering;

/** The collectives of a lowered program. One thread fills the table; later it is only read. */
public final class CollectiveTable {
  /** The communicators with collectives. The number of each is a meeting. */
  public final Numbered<Integer> communicators = new Numbered<>();

  /** The members: ranks in meetings, each a pair of the meeting and the rank. */
  public final PairTable members = new PairTable();

  /** Readable text for each collective call. */
  public final Numbered<String> signatures = new Numbered<>();

  private boolean rounds;

  void addRounds() {
    rounds = true;
  }

  /** Whether some collective has a loop of {@link Op#ROUNDS}. */
  public boolean rounds() {
    return rounds;
  }
}
