package io.github.tracecast.simulate.fastforward;

/**
 * Brent's search for a cycle among the states at the iterations of the leader's open loop at one
 * depth: when a later state replaces the stored one. One thread.
 */
abstract class CycleSearch {
  /** Numbers written and compared for the images of this loop and of earlier loops at this depth. */
  long cost;

  private long entry;

  /** Iterations since the stored state, and the limit after which a later state replaces it. */
  private long distance;

  private long power = 1;

  /**
   * Handles the start of an iteration of the leader.
   *
   * @param ofEntry the number of the entry into the loop
   */
  final void begin(long ofEntry) {
    if (entry != ofEntry) {
      entry = ofEntry;
      forget();
    }
    distance++;
  }

  void forget() {
    distance = 0;
    power = 1;
  }

  /** Whether a state is stored. */
  abstract boolean hasKept();

  /** Whether a later state should now replace the stored one. */
  final boolean shouldKeep() {
    return !hasKept() || distance >= power;
  }

  /** Begins with a state that replaces the stored one. The caller stores it afterwards. */
  final void replace() {
    power = hasKept() ? 2 * power : 1;
    distance = 0;
  }

  /** Begins with a state that repeats the stored one. */
  final void repeat() {
    power = Math.max(power, distance + 1);
    distance = 0;
  }
}
