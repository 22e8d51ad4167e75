package io.github.tracecast.tools.extrapolate;

import io.github.tracecast.platform.Grids;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Creates the families of communicators of the result, which is the extrapolated trace. One call
 * creates a family for all ranks. The members of a communicator have equal coordinates in the
 * family's fixed dimensions, and are in the order of their world ranks. If no dimension is fixed,
 * the communicator is a duplicate of MPI_COMM_WORLD. If all dimensions are fixed, each rank has its
 * own communicator.
 */
final class CommunicatorFamilies {
  private final Recording largest;
  private final Layout target;
  private final Map<Integer, Integer> fixedOf = new LinkedHashMap<>();
  private final Map<String, Integer> baseOf = new LinkedHashMap<>();
  private final List<Group> groups = new ArrayList<>();
  private final List<Communicator> communicators = new ArrayList<>();

  /** @param target the layout of the result */
  CommunicatorFamilies(Recording largest, Layout target) {
    this.largest = largest;
    this.target = target;
    groups.add(Group.world(target.ranks()));
    communicators.add(new Communicator(name(Communicator.WORLD), 0));
    communicators.add(new Communicator(name(Communicator.SELF), Communicator.SELF_GROUP));
    int known = largest.trace().communicators().size();
    for (int id = Communicator.FIRST_USER; id < known; id++) {
      if (fixed(largest, id) >= 0) {
        id(id, 0);
      }
    }
  }

  private String name(int id) {
    return largest.trace().communicators().get(id).name();
  }

  List<Group> groups() {
    return groups;
  }

  List<Communicator> communicators() {
    return communicators;
  }

  /**
   * Returns a bit set of the dimensions in which all members of a communicator have the same
   * coordinate; -1 if these coordinates do not determine the members.
   */
  static int fixed(Recording recording, int id) {
    Communicator communicator = recording.trace().communicators().get(id);
    Layout layout = recording.layout();
    if (communicator.isInter()) {
      return -1;
    }
    if (communicator.isSelf()) {
      return (1 << layout.dimensions()) - 1;
    }
    Group group = recording.trace().groups().get(communicator.group());
    for (int fixed = 0; fixed < 1 << layout.dimensions(); fixed++) {
      if (isLine(layout, fixed, group)) {
        return fixed;
      }
    }
    return -1;
  }

  private static boolean isLine(Layout layout, int fixed, Group group) {
    int first = group.worldRank(0);
    if (size(layout, fixed) != group.size()) {
      return false;
    }
    for (int local = 0; local < group.size(); local++) {
      int rank = group.worldRank(local);
      if (line(layout, fixed, rank) != line(layout, fixed, first)
          || local > 0 && rank <= group.worldRank(local - 1)) {
        return false;
      }
    }
    return true;
  }

  private static int size(Layout layout, int fixed) {
    int size = 1;
    for (int dimension = 0; dimension < layout.dimensions(); dimension++) {
      size *= (fixed >> dimension & 1) == 0 ? layout.extents().get(dimension) : 1;
    }
    return size;
  }

  /** Returns a number that identifies the coordinates of a rank in the fixed dimensions. */
  private static int line(Layout layout, int fixed, int rank) {
    int line = 0;
    for (int dimension = layout.dimensions() - 1; dimension >= 0; dimension--) {
      if ((fixed >> dimension & 1) == 1) {
        line = line * layout.extents().get(dimension) + layout.coordinate(rank, dimension);
      }
    }
    return line;
  }

  /**
   * Returns the communicator of a family to which a rank of the result belongs.
   *
   * @param id a communicator of the family in the largest recording; its {@link #fixed} is not -1
   */
  int id(int id, int rank) {
    if (id <= Communicator.SELF) {
      return id;
    }
    int fixed = fixedOf.computeIfAbsent(id, key -> fixed(largest, key));
    String family = fixed + " " + number(id, fixed);
    Integer base = baseOf.get(family);
    if (base == null) {
      base = communicators.size();
      baseOf.put(family, base);
      define(id, fixed);
    }
    return isSingle(fixed) ? base : base + line(target, fixed, rank);
  }

  /**
   * Returns the number of earlier communicators with the same members. This number distinguishes
   * families with the same fixed dimensions.
   */
  private long number(int id, int fixed) {
    int line = firstLine(id, fixed);
    return IntStream.range(Communicator.FIRST_USER, id)
        .filter(other -> fixedOf.computeIfAbsent(other, key -> fixed(largest, key)) == fixed
            && firstLine(other, fixed) == line)
        .count();
  }

  private int firstLine(int id, int fixed) {
    Communicator communicator = largest.trace().communicators().get(id);
    int rank = communicator.isSelf()
        ? 0
        : largest.trace().groups().get(communicator.group()).worldRank(0);
    return line(largest.layout(), fixed, rank);
  }

  /**
   * Whether each communicator of a family has a single rank. One communicator then represents the
   * whole family.
   */
  private boolean isSingle(int fixed) {
    return fixed == (1 << target.dimensions()) - 1;
  }

  private void define(int id, int fixed) {
    if (isSingle(fixed)) {
      communicators.add(new Communicator(name(id), Communicator.SELF_GROUP));
      return;
    }
    Map<Integer, List<Integer>> members = IntStream.range(0, target.ranks())
        .boxed()
        .collect(Collectors.groupingBy(
            rank -> line(target, fixed, rank), TreeMap::new, Collectors.toList()));
    for (List<Integer> line : members.values()) {
      int group = 0;
      if (fixed != 0) {
        group = groups.size();
        groups.add(Group.of(Grids.array(line)));
      }
      communicators.add(new Communicator(name(id), group));
    }
  }

  /**
   * Returns the local rank of a rank in a communicator of the result; -1 if the rank is not a
   * member.
   */
  int localRank(int communicator, int rank) {
    Communicator known = communicators.get(communicator);
    return known.isSelf() ? 0 : groups.get(known.group()).localRank(rank);
  }
}
