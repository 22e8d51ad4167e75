package io.github.tracecast.simulate.lowering;

/** The collectives of a lowered program. One thread fills the table; later it is only read. */
public final class CollectiveTable {
  /** The communicators with collectives. The number of a communicator in this list is called its meeting. */
  public final Numbered<Integer> communicators = new Numbered<>();

  /** The members of communicators, each a pair of the communicator's number in {@link #communicators} and a rank. */
  public final PairTable members = new PairTable();

  /** Descriptions of collective calls. Ranks must come to a collective with the same description. */
  public final Numbered<String> signatures = new Numbered<>();

  private boolean rounds;

  void addRounds() {
    rounds = true;
  }

  /** Whether a collective of the program has a loop of {@link Op#ROUNDS}. */
  public boolean rounds() {
    return rounds;
  }
}
