package io.github.tracecast.imports.internal.communicators;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Executes the calls of one rank that make groups. Such calls need no other rank. Not thread-safe.
 */
final class GroupReplay {
  /** The largest number of ranks that ranges may expand to. A range of three numbers can mean billions of ranks. */
  private static final int MOST_PLACES = 1 << 22;

  private final int rank;
  private final MakingResults results;
  private final GroupTable table;
  private final Map<Long, @Nullable RankGroup> groups = new HashMap<>();

  GroupReplay(int rank, MakingResults results, GroupTable table) {
    this.rank = rank;
    this.results = results;
    this.table = table;
    groups.put(Making.EMPTY_GROUP, RankGroup.EMPTY);
  }

  /** Returns the group with this handle; null if it is not known. */
  @Nullable RankGroup get(long handle) {
    RankGroup group = groups.get(handle);
    if (group == null) {
      results.fault(
          rank,
          "group " + handle + " of rank " + rank,
          Making.EMPTY_GROUP + ", or a group that the rank created");
    }
    return group;
  }

  /** @param of the communicator whose group the call returns; null if it is not known */
  void ofCommunicator(Making.GroupOf call, @Nullable RunCommunicator of) {
    RankGroup group = of == null
        ? null
        : call.call() == MpiCall.COMM_GROUP ? of.group() : of.isInter() ? of.remote() : null;
    groups.put(
        call.made(),
        group == null || group.id() != RankGroup.NO_ID ? group : table.of(group.members()));
  }

  void ofTwo(Making.GroupOfTwo call) {
    RankGroup one = get(call.one());
    RankGroup other = get(call.other());
    groups.put(
        call.made(),
        one == null || other == null
            ? null
            : switch (call.call()) {
              case GROUP_UNION -> table.union(one, other);
              case GROUP_INTERSECTION -> table.intersection(one, other);
              case GROUP_DIFFERENCE -> table.difference(one, other);
              default -> throw new AssertionError(call);
            });
  }

  void ofPlaces(Making.GroupOfPlaces call) {
    RankGroup group = get(call.group());
    long[] places =
        group == null || !call.areRanges() ? call.places() : places(call.places(), group.size());
    RankGroup made = null;
    if (group != null && places != null) {
      RankGroup chosen = table.of(Arrays.stream(places)
          .filter(place -> isIn(group, place))
          .mapToInt(place -> group.worldRank((int) place))
          .toArray());
      made = call.excludes() ? table.difference(group, chosen) : chosen;
    }
    groups.put(call.made(), made);
  }

  private boolean isIn(RankGroup group, long place) {
    boolean in = place >= 0 && place < group.size();
    if (!in) {
      results.fault(
          rank,
          "rank " + place + " of a group of " + group.size(),
          group.size() == 0 ? "no rank, because the group is empty" : "0 to " + (group.size() - 1));
    }
    return in;
  }

  /** Expands triplets of first, last and stride to ranks; null if there are too many. */
  private long @Nullable [] places(long[] triplets, int size) {
    LongStream.Builder places = LongStream.builder();
    int count = 0;
    for (int i = 0; i + 2 < triplets.length; i += 3) {
      long first = triplets[i];
      long last = triplets[i + 1];
      long stride = triplets[i + 2];
      if (stride == 0 || Math.min(first, last) < 0 || Math.max(first, last) >= size) {
        results.fault(
            rank,
            "range " + first + " to " + last + " with stride " + stride,
            "ranks of the group and a stride other than 0");
      }
      for (long place = first;
          stride > 0 ? place <= last : stride < 0 && place >= last;
          place += stride) {
        if (++count > MOST_PLACES) {
          results.fault(rank, "ranges of more than " + MOST_PLACES + " ranks", "fewer ranks");
          return null;
        }
        places.add(place);
      }
    }
    return places.build().toArray();
  }
}
