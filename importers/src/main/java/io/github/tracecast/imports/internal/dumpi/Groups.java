package io.github.tracecast.imports.internal.dumpi;

import io.github.tracecast.imports.internal.dumpi.FirstPass.Step;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One rank's groups, as world ranks in their order. */
final class Groups {
  private static final int[] EMPTY = {};
  private static final int MOST = 1 << 22;

  private final Map<Integer, int[]> groups = new HashMap<>();

  Groups() {
    groups.put(DumpiHandles.GROUP_EMPTY, EMPTY);
  }

  /** The members; null for a group that is not known. */
  int @Nullable [] get(int handle) {
    return groups.get(handle);
  }

  /** @param members null for ones that are not known */
  void put(int handle, int @Nullable [] members) {
    if (members == null) {
      groups.remove(handle);
    } else {
      groups.put(handle, members);
    }
  }

  /** Carries out a call that makes a group. */
  void take(Step step) {
    int[] numbers = step.numbers();
    int[] one = groups.get(numbers[0]);
    int[] list = step.list() == null ? EMPTY : step.list();
    int made = numbers[numbers.length - 1];
    if (one == null) {
      groups.remove(made);
      return;
    }
    put(
        made,
        switch (step.call()) {
          case GROUP_UNION -> union(one, groups.get(numbers[1]));
          case GROUP_INTERSECTION -> kept(one, groups.get(numbers[1]), true);
          case GROUP_DIFFERENCE -> kept(one, groups.get(numbers[1]), false);
          case GROUP_INCL -> chosen(one, list);
          case GROUP_EXCL -> without(one, list);
          case GROUP_RANGE_INCL -> chosen(one, ranges(list));
          case GROUP_RANGE_EXCL -> without(one, ranges(list));
          default -> null;
        });
  }

  private static int @Nullable [] union(int[] one, int @Nullable [] other) {
    if (other == null) {
      return null;
    }
    Set<Integer> all = new LinkedHashSet<>();
    Arrays.stream(one).forEach(all::add);
    Arrays.stream(other).forEach(all::add);
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  private static int @Nullable [] kept(int[] one, int @Nullable [] other, boolean inOther) {
    if (other == null) {
      return null;
    }
    Set<Integer> others = new LinkedHashSet<>();
    Arrays.stream(other).forEach(others::add);
    return Arrays.stream(one)
        .filter(member -> others.contains(member) == inOther)
        .toArray();
  }

  private static int @Nullable [] chosen(int[] group, int @Nullable [] places) {
    return places == null
        ? null
        : Arrays.stream(places)
            .filter(place -> place >= 0 && place < group.length)
            .map(place -> group[place])
            .toArray();
  }

  private static int @Nullable [] without(int[] group, int @Nullable [] places) {
    if (places == null) {
      return null;
    }
    Set<Integer> left = new LinkedHashSet<>();
    Arrays.stream(places).forEach(left::add);
    return IntStream.range(0, group.length)
        .filter(place -> !left.contains(place))
        .map(place -> group[place])
        .toArray();
  }

  /** Returns the places of triplets of first, last and stride; null if they are not valid. */
  private static int @Nullable [] ranges(int[] triplets) {
    IntStream.Builder places = IntStream.builder();
    int count = 0;
    for (int i = 0; i + 2 < triplets.length; i += 3) {
      long stride = triplets[i + 2];
      long last = triplets[i + 1];
      for (long place = triplets[i];
          stride > 0 ? place <= last : stride < 0 && place >= last;
          place += stride) {
        if (++count > MOST) {
          return null;
        }
        places.add((int) place);
      }
    }
    return places.build().toArray();
  }
}
