package io.github.tracecast.trace;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Joins disjoint sections into fewer sections. A set of up to {@link #SMALL} runs of ranks is built
 * anew from its runs, so that equal sets have equal sections. Larger sets are joined section by
 * section.
 */
final class Coalescing {
  /** A set with at most this many runs of consecutive ranks is rebuilt from these runs. */
  private static final int SMALL = 1024;

  /**
   * The largest number of passes that join sections. The first few passes join nearly all sections
   * that can be joined.
   */
  private static final int PASSES = 32;

  private Coalescing() {}

  /** Returns the joined sections, in ascending order of their starts. */
  static List<Section> coalesce(List<Section> disjoint) {
    if (disjoint.size() < 2) {
      return List.copyOf(disjoint);
    }
    List<Section> sections = new ArrayList<>(disjoint);
    sections.sort(Comparator.comparingInt(Section::start));
    long runs = sections.stream().mapToLong(Section::runs).sum();
    return runs <= SMALL ? ofRuns(runs(sections)) : join(sections);
  }

  /** Returns the sections of the set bits. */
  static List<Section> ofBits(BitSet bits) {
    List<Section> runs = new ArrayList<>();
    for (int from = bits.nextSetBit(0); from >= 0; ) {
      int to = bits.nextClearBit(from);
      runs.add(Section.of(from, 1, to - from));
      from = bits.nextSetBit(to);
    }
    return ofRuns(runs);
  }

  private static List<Section> ofRuns(List<Section> runs) {
    return runs.size() < 2 ? List.copyOf(runs) : join(runs);
  }

  /** Returns the maximal runs of consecutive ranks, ascending. */
  private static List<Section> runs(List<Section> sections) {
    List<int[]> runs = new ArrayList<>();
    for (Section section : sections) {
      addRuns(section, 0, section.start, runs);
    }
    runs.sort(Comparator.comparingInt(run -> run[0]));
    List<Section> joined = new ArrayList<>();
    for (int i = 0; i < runs.size(); ) {
      int from = runs.get(i)[0];
      int to = runs.get(i)[1];
      for (i++; i < runs.size() && runs.get(i)[0] == to; i++) {
        to = runs.get(i)[1];
      }
      joined.add(Section.of(from, 1, to - from));
    }
    return joined;
  }

  private static void addRuns(Section section, int level, int from, List<int[]> runs) {
    if (level == section.depth()) {
      runs.add(new int[] {from, from + 1});
    } else if (level == section.depth() - 1 && section.stride(level) == 1) {
      runs.add(new int[] {from, from + section.iterations(level)});
    } else {
      for (int i = 0; i < section.iterations(level); i++) {
        addRuns(section, level + 1, from + i * section.stride(level), runs);
      }
    }
  }

  private static List<Section> join(List<Section> sections) {
    List<Section> current = sections;
    int before;
    int passes = 0;
    do {
      before = current.size();
      current = joinEqualShapes(current);
      if (current.size() > 1) {
        current = new Extensions(current).joined();
      }
      current.sort(Comparator.comparingInt(Section::start));
    } while (current.size() > 1 && current.size() < before && ++passes < PASSES);
    return List.copyOf(current);
  }

  /**
   * Joins sections of the same shape into one section with a further level, if their starts form an
   * arithmetic progression.
   */
  private static List<Section> joinEqualShapes(List<Section> sections) {
    Map<IntBuffer, List<Section>> byShape = new LinkedHashMap<>();
    for (Section section : sections) {
      byShape
          .computeIfAbsent(IntBuffer.wrap(section.levels), shape -> new ArrayList<>())
          .add(section);
    }
    List<Section> joined = new ArrayList<>();
    for (List<Section> same : byShape.values()) {
      for (int i = 0; i < same.size(); ) {
        int count = progression(same, i);
        if (count == 2 && progression(same, i + 1) > 2) {
          count = 1;
        }
        Section first = same.get(i);
        if (count > 1) {
          int stride = same.get(i + 1).start - first.start;
          joined.add(first.with(position(first, stride), stride, count));
        } else {
          joined.add(first);
        }
        i += count;
      }
    }
    return joined;
  }

  /**
   * Returns how many sections from {@code i} on can be joined to one. Their starts form a
   * progression, whose stride nests with their levels.
   */
  private static int progression(List<Section> same, int i) {
    if (i + 1 >= same.size()) {
      return 1;
    }
    Section first = same.get(i);
    int stride = same.get(i + 1).start - first.start;
    int position = position(first, stride);
    int inner = first.extentFrom(position);
    if (stride <= inner) {
      return 1;
    }
    int room = position == 0 ? Integer.MAX_VALUE : first.stride(position - 1);
    int count = 1;
    while (i + count < same.size()
        && same.get(i + count).start - same.get(i + count - 1).start == stride
        && (long) stride * count + inner < room) {
      count++;
    }
    return count;
  }

  /** Returns the index of a section's first level with a smaller stride than the given stride. */
  private static int position(Section section, int stride) {
    int position = 0;
    while (position < section.depth() && section.stride(position) >= stride) {
      position++;
    }
    return position;
  }

  /**
   * Joins two sections that differ only in the iterations of one level, if the second continues the
   * first at that level.
   */
  private static final class Extensions {
    /** The sections by their starts. Disjoint sections have different starts. */
    private final Map<Integer, Section> index;

    private final List<Section> sections;

    Extensions(List<Section> sections) {
      this.sections = sections;
      index = HashMap.newHashMap(sections.size());
      sections.forEach(section -> index.put(section.start, section));
    }

    List<Section> joined() {
      List<Section> result = new ArrayList<>();
      for (Section section : sections) {
        if (index.get(section.start) != section) {
          continue; // the section has become part of another section
        }
        Section grown = section;
        for (Section more = grow(grown); more != null; more = grow(grown)) {
          index.remove(grown.start);
          index.put(more.start, more);
          grown = more;
        }
        result.add(grown);
      }
      result.removeIf(section -> index.get(section.start) != section);
      return result;
    }

    private @Nullable Section grow(Section section) {
      for (int level = 0; level < section.depth(); level++) {
        int stride = section.stride(level);
        int iterations = section.iterations(level);
        Section after = index.get(section.start + stride * iterations);
        if (after != null && isLike(section, after, level)) {
          index.remove(after.start);
          return section.withIterations(level, iterations + after.iterations(level));
        }
        if (after != null && isRow(after, section, level)) {
          index.remove(after.start);
          return section.withIterations(level, iterations + 1);
        }
        Section before = index.get(section.start - stride);
        if (before != null && isRow(before, section, level)) {
          return before.with(level, stride, iterations + 1);
        }
      }
      return null;
    }

    /** Whether the levels of two sections are equal except for the iterations of one level. */
    private static boolean isLike(Section one, Section other, int level) {
      int at = 2 * level + 1;
      int length = one.levels.length;
      return other.levels.length == length
          && Arrays.equals(one.levels, 0, at, other.levels, 0, at)
          && Arrays.equals(one.levels, at + 1, length, other.levels, at + 1, length);
    }

    /** Whether the levels of {@code row} are those of a section without one given level. */
    private static boolean isRow(Section row, Section section, int level) {
      int at = 2 * level;
      int length = row.levels.length;
      return section.levels.length == length + 2
          && Arrays.equals(row.levels, 0, at, section.levels, 0, at)
          && Arrays.equals(row.levels, at, length, section.levels, at + 2, length + 2);
    }
  }
}
