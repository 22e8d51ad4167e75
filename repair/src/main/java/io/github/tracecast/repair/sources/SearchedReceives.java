package io.github.tracecast.repair.sources;

import io.github.tracecast.simulate.replay.LockstepReplay;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sources that receives took in a search, for each rank and each event that may have lost its
 * sources.
 * One thread.
 */
final class SearchedReceives implements LockstepReplay.Receives {
  private static final int NONE = -1;

  /** For each event, its index among the events that may have lost their sources, or {@link #NONE}. */
  private final int[] places;

  private final int ranks;

  /** The sources by index of the event and rank; null for a rank that has not made the call. */
  private final TakenSources[] taken;

  /** All lists of sources, in the order of creation. */
  private final List<TakenSources> lists = new ArrayList<>();

  /** For each rank, the sources of its latest receiving call; null if the trace has these sources. */
  private final TakenSources[] latest;

  /** For each slot of a receive, the list to which the source of the receive is added. */
  private TakenSources[] sources = new TakenSources[64];

  private int[] numbers = new int[64];

  /** @param lost the events that may have lost their sources */
  SearchedReceives(int events, int[] lost, int ranks) {
    this.ranks = ranks;
    places = new int[events];
    Arrays.fill(places, NONE);
    for (int place = 0; place < lost.length; place++) {
      places[lost[place]] = place;
    }
    taken = new TakenSources[lost.length * ranks];
    latest = new TakenSources[ranks];
  }

  /**
   * Returns one period of the world ranks that sent the messages of an event's receives, by
   * execution. An unknown sender is {@link TakenSources#UNKNOWN}. The list is empty if the rank has
   * not made the call.
   */
  IntArrayList of(int event, int rank) {
    TakenSources found = taken[places[event] * ranks + rank];
    return found == null ? IntArrayList.of() : found.period();
  }

  @Override
  public void begins(int rank, int event) {
    if (places[event] == NONE) {
      latest[rank] = null;
      return;
    }
    int index = places[event] * ranks + rank;
    if (taken[index] == null) {
      taken[index] = new TakenSources();
      lists.add(taken[index]);
    }
    taken[index].next();
    latest[rank] = taken[index];
  }

  @Override
  public void asks(int rank, int slot) {
    if (slot >= sources.length) {
      int size = Math.max(slot + 1, 2 * sources.length);
      sources = Arrays.copyOf(sources, size);
      numbers = Arrays.copyOf(numbers, size);
    }
    sources[slot] = latest[rank];
    numbers[slot] = latest[rank] == null ? 0 : latest[rank].walked() - 1;
  }

  @Override
  public void meets(int slot, int source) {
    if (sources[slot] != null) {
      sources[slot].set(numbers[slot], source);
    }
  }

  /** Returns the lengths of all lists of sources. Lists that are created later are repeated as a whole. */
  @Override
  public Moment moment() {
    int[] since = lists.stream().mapToInt(TakenSources::walked).toArray();
    return times -> {
      for (int i = 0; i < lists.size(); i++) {
        lists.get(i).repeat(i < since.length ? since[i] : 0, times);
      }
    };
  }
}
