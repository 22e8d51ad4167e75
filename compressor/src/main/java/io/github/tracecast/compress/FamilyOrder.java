package io.github.tracecast.compress;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Run;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Sorts the communicators of a run so that the communicators of a family, such as the rows of a
 * grid, follow one another. In all communicators of a family, the members have the same distances
 * from the first member. So a file can write a family as one definition.
 */
final class FamilyOrder {
  /**
   * @param firstGroup the size of the first group of an inter-communicator; 0 for an
   *     intra-communicator
   * @param members runs of ranks relative to the first member, as start, stride and count of each
   *     run; empty for one process
   */
  private record Shape(int firstGroup, List<Integer> members) {}

  private record FromRoot(Shape shape, int root) {}

  /**
   * @param before the number of communicators that have the same shape, the same rank 0 and lower
   *     numbers
   */
  private record Family(Shape shape, int before) {}

  private static final Comparator<Definitions.Key> BY_ROOT =
      Comparator.comparing(Definitions.Key::root).thenComparing(Definitions.Key::number);

  private FamilyOrder() {}

  /**
   * Returns the handles of the communicators: first the predefined communicators, then the
   * communicators of each family in ascending order of their rank 0.
   */
  static List<Integer> of(Definitions definitions, List<Communicator> all) {
    List<Integer> byRoot = IntStream.range(0, all.size())
        .filter(id -> definitions.key(id) != Definitions.Key.PREDEFINED)
        .boxed()
        .sorted(Comparator.comparing(definitions::key, BY_ROOT))
        .toList();
    Map<FromRoot, Integer> fromRoots = new HashMap<>();
    Map<Family, Integer> families = new HashMap<>();
    Map<Integer, Integer> places = new HashMap<>();
    for (int id : byRoot) {
      Shape shape = shape(definitions, all.get(id));
      int before =
          fromRoots.merge(new FromRoot(shape, definitions.key(id).root()), 1, Integer::sum);
      places.put(id, families.computeIfAbsent(new Family(shape, before), key -> families.size()));
    }
    return Stream.concat(
            IntStream.range(0, all.size())
                .filter(id -> definitions.key(id) == Definitions.Key.PREDEFINED)
                .boxed(),
            byRoot.stream().sorted(Comparator.comparing(places::get)))
        .toList();
  }

  private static Shape shape(Definitions definitions, Communicator communicator) {
    if (communicator.isSelf()) {
      return new Shape(0, List.of());
    }
    List<Run> runs = definitions.groups().get(communicator.group()).runs();
    int first = runs.getFirst().start();
    return new Shape(
        communicator.firstGroup(),
        runs.stream()
            .flatMap(run -> Stream.of(run.start() - first, run.stride(), run.count()))
            .toList());
  }
}
