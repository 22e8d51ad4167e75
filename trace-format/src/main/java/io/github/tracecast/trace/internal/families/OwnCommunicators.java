package io.github.tracecast.trace.internal.families;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Run;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds and expands values that give each rank its own communicator, such as the row of a grid to
 * which it belongs. A family is a list of such communicators. Each rank that uses the family is a
 * member of exactly one communicator of the family.
 *
 * <p>Such values are written as a template, which is one sequence of constants for all ranks. A
 * number below 0 means a family: -1 is family 0, -2 is family 1. The colors of a split form a
 * family of numbers, in which each rank has the number of its communicator. Each instance is used
 * for one file. Not thread-safe.
 */
public final class OwnCommunicators {
  /**
   * The smallest number of definitions, or of pieces of a value, for which a short form is used.
   */
  static final int WORTH = 4;

  /**
   * The limit on the numbers and definitions that all templates and runs of a file may represent
   * together.
   */
  private static final int MOST = 1 << 20;

  /** Families are searched only among at most this many groups or communicators. */
  static final int DEFINITIONS = MOST / 4;

  /** This many ranks count as one number towards the limit {@link #MOST}. */
  private static final int RANKS = 16;

  /**
   * @param of the family to whose communicators the numbers belong; -1 if the numbers are the
   *     communicators themselves
   */
  public record Family(int of, Sequence numbers) {}

  private record Use(Sequence template, RankList ranks) {}

  private final List<Group> groups;
  private final List<Communicator> communicators;
  private final Map<Family, Integer> families = new LinkedHashMap<>();
  private final List<Family> listed = new ArrayList<>();
  private final Map<Use, Values> known = new HashMap<>();
  private final Map<Values, Sequence> templates = new HashMap<>();
  private long spent;

  public OwnCommunicators(List<Group> groups, List<Communicator> communicators) {
    this.groups = groups;
    this.communicators = communicators;
  }

  /**
   * Creates an instance for writing a trace. It counts all definitions towards the limit, because
   * runs may represent them.
   */
  public static OwnCommunicators of(Trace trace) {
    OwnCommunicators own = new OwnCommunicators(trace.groups(), trace.communicators());
    own.spent = Math.min(DEFINITIONS, trace.groups().size())
        + (long) Math.min(DEFINITIONS, trace.communicators().size());
    return own;
  }

  /** Returns the families in order. */
  public List<Family> families() {
    return listed;
  }

  /** Adds a family of communicators. */
  public void add(Sequence communicators) {
    add(new Family(-1, communicators));
  }

  /**
   * Adds numbers for the communicators of a family.
   *
   * @param numbers the numbers of the communicators; they repeat if there are fewer numbers than
   *     communicators
   * @throws TraceException if there is no such family, or if its size is not a multiple of the
   *     number of {@code numbers}
   */
  public void add(Sequence numbers, int of) {
    if (of < 0 || of >= listed.size() || listed.get(of).of >= 0) {
      throw TraceException.at(
          "family " + of,
          "no communicators of this family",
          "a family of communicators before its numbers");
    }
    int members = listed.get(of).numbers.period();
    if (members % numbers.period() != 0) {
      throw TraceException.at(
          "family " + of,
          numbers.period() + " numbers for " + members + " communicators",
          members + " numbers, or a count that divides " + members);
    }
    add(new Family(of, numbers));
  }

  private void add(Family family) {
    families.putIfAbsent(family, listed.size());
    listed.add(family);
  }

  /** Finds the templates that give exactly the values of an event, and adds their families. */
  public void find(Event event) {
    for (Parameter parameter : List.of(Parameter.COMMUNICATOR, Parameter.NEW_COMMUNICATOR)) {
      Values values = event.parameter(parameter);
      if (values != null && isPossible(values)) {
        templates.put(values, findTemplate(values, event.ranks()));
      }
    }
    Values colors = event.parameter(Parameter.COLOR);
    Values made = event.parameter(Parameter.NEW_COMMUNICATOR);
    Sequence template = made == null ? null : template(made);
    if (template != null && colors != null && isPossible(colors)) {
      templates.put(colors, colors(colors, template, event.ranks()));
    }
  }

  private boolean isPossible(Values values) {
    return values.pieces().size() >= WORTH && !templates.containsKey(values);
  }

  /** Returns the template that was found; null if there is none. */
  public @Nullable Sequence template(Values values) {
    return values.pieces().size() < WORTH ? null : templates.get(values);
  }

  private @Nullable Sequence findTemplate(Values values, RankList ranks) {
    List<Sequence> all = values.pieces().stream().map(Piece::sequence).toList();
    int period = all.stream().mapToInt(Sequence::period).max().orElseThrow();
    if (!areNumbers(all, period)) {
      return null;
    }
    int before = listed.size();
    Sequence.Builder template = Sequence.builder();
    for (int element = 0; element < period; element++) {
      TreeSet<Long> numbers = new TreeSet<>();
      for (Sequence one : all) {
        numbers.add(number(one, element));
      }
      template.add(Term.constant(numbers.size() == 1 ? numbers.first() : -1 - family(numbers)));
    }
    return templateIfExact(template.build(), values, ranks, before);
  }

  private static boolean areNumbers(List<Sequence> all, int period) {
    return all.stream()
        .allMatch(one -> period % one.period() == 0 && one.isScalar() && one.isConstant());
  }

  private static long number(Sequence sequence, int element) {
    return sequence.number(element % sequence.period(), 0);
  }

  /**
   * Returns a template if it represents exactly the values. Otherwise removes the families that it
   * added, and returns null.
   */
  private @Nullable Sequence templateIfExact(
      Sequence made, Values values, RankList ranks, int before) {
    try {
      if (values(made, ranks).equals(values)) {
        return made;
      }
    } catch (TraceException notDisjoint) {
      // the values are written without a template
    }
    while (listed.size() > before) {
      families.remove(listed.removeLast());
    }
    known.clear();
    return null;
  }

  private int family(TreeSet<Long> numbers) {
    return family(new Family(
        -1, Sequence.scalars(numbers.stream().mapToLong(Long::longValue).toArray())));
  }

  private int family(Family family) {
    if (!families.containsKey(family)) {
      add(family);
    }
    return Objects.requireNonNull(families.get(family));
  }

  /**
   * Returns a template of colors, if the color of a rank depends only on the communicator that the
   * rank gets.
   */
  private @Nullable Sequence colors(Values colors, Sequence made, RankList ranks) {
    List<Sequence> all = colors.pieces().stream().map(Piece::sequence).toList();
    if (!areNumbers(all, made.period())) {
      return null;
    }
    int before = listed.size();
    Sequence.Builder template = Sequence.builder();
    for (int element = 0; element < made.period(); element++) {
      long number = made.number(element, 0);
      template.add(Term.constant(
          number < 0
              ? -1 - family(colors((int) (-1 - number), colors, element))
              : number(all.getFirst(), element)));
    }
    return templateIfExact(template.build(), colors, ranks, before);
  }

  /** Returns a family with the color of the first member of each communicator. */
  private Family colors(int family, Values colors, int element) {
    Sequence members = listed.get(family).numbers;
    Map<Integer, Integer> firsts = new HashMap<>();
    for (int i = 0; i < members.period(); i++) {
      Group group = groups.get(communicators.get((int) members.number(i, 0)).group());
      firsts.put(group.runs().getFirst().start(), i);
    }
    long[] numbers = new long[members.period()];
    for (Piece piece : colors.pieces()) {
      piece.ranks().forEach(rank -> {
        Integer member = firsts.get(rank);
        if (member != null) {
          numbers[member] = number(piece.sequence(), element);
        }
      });
    }
    return new Family(family, Sequence.scalars(numbers));
  }

  /**
   * Returns the values of a template for some ranks.
   *
   * @throws TraceException if a number names no family or communicator, if a rank is a member of no
   *     communicator or several communicators of a family, or if all templates represent too many
   *     values
   */
  public Values values(Sequence template, RankList ranks) {
    return known.computeIfAbsent(new Use(template, ranks), use -> expanded(template, ranks));
  }

  private Values expanded(Sequence template, RankList ranks) {
    int[] all = ranks.toArray();
    int[] classes = new int[all.length];
    int count = 1;
    Map<Integer, int[]> own = new HashMap<>();
    for (int element = 0; element < template.period(); element++) {
      long number = template.number(element, 0);
      if (number < 0 && !own.containsKey((int) (-1 - number))) {
        int family = family(-1 - number);
        own.put(family, ownIndexes(family, all));
        count = refine(classes, own.get(family));
      }
    }
    spend((long) count * template.period() + all.length / RANKS);
    int[] sizes = new int[count];
    for (int one : classes) {
      sizes[one]++;
    }
    int[][] members = new int[count][];
    int[] places = new int[count];
    Arrays.setAll(members, one -> new int[sizes[one]]);
    for (int i = 0; i < all.length; i++) {
      members[classes[i]][places[classes[i]]++] = i;
    }
    List<Piece> pieces = new ArrayList<>(count);
    for (int[] of : members) {
      pieces.add(new Piece(
          RankList.of(Arrays.stream(of).map(i -> all[i]).toArray()), at(of[0], template, own)));
    }
    return new Values(pieces);
  }

  private int family(long number) {
    if (number >= listed.size()) {
      throw TraceException.at(
          "family",
          Long.toString(number),
          listed.isEmpty() ? "none" : "at most " + (listed.size() - 1));
    }
    return (int) number;
  }

  /**
   * Divides classes of ranks so that ranks with different communicators in a family are in
   * different classes. Returns the number of classes.
   */
  private static int refine(int[] classes, int[] own) {
    Map<Long, Integer> numbers = new HashMap<>();
    for (int i = 0; i < classes.length; i++) {
      classes[i] = numbers.computeIfAbsent((long) classes[i] << 32 | own[i], key -> numbers.size());
    }
    return numbers.size();
  }

  private Sequence at(int rank, Sequence template, Map<Integer, int[]> own) {
    Sequence.Builder builder = Sequence.builder();
    for (int element = 0; element < template.period(); element++) {
      long number = template.number(element, 0);
      builder.add(Term.constant(number < 0 ? number(number, own, rank) : number));
    }
    return builder.build();
  }

  private long number(long template, Map<Integer, int[]> own, int rank) {
    int family = (int) (-1 - template);
    return number(listed.get(family).numbers, Objects.requireNonNull(own.get(family))[rank]);
  }

  /**
   * Returns for each rank the index of its communicator or number in a family. For equal numbers,
   * it is the index of the first of them.
   */
  private int[] ownIndexes(int family, int[] ranks) {
    Family its = listed.get(family);
    if (its.of < 0) {
      return ofCommunicators(family, ranks);
    }
    Map<Long, Integer> firsts = new HashMap<>();
    return Arrays.stream(ofCommunicators(its.of, ranks))
        .map(place -> firsts.computeIfAbsent(number(its.numbers, place), key -> place))
        .toArray();
  }

  private int[] ofCommunicators(int family, int[] ranks) {
    int[] own = new int[ranks.length];
    Arrays.fill(own, -1);
    Sequence members = listed.get(family).numbers;
    long size = 0;
    for (int i = 0; i < members.period(); i++) {
      long number = members.number(i, 0);
      if (number < 0
          || number >= communicators.size()
          || communicators.get((int) number).isSelf()) {
        throw TraceException.at(
            "family " + family, "communicator " + number, "a communicator that has a group");
      }
      Group group = groups.get(communicators.get((int) number).group());
      size += group.size();
      if (size > RankList.MAX_RANKS) {
        throw TraceException.at(
            "family " + family, size + " members or more", "at most " + RankList.MAX_RANKS);
      }
      for (Run run : group.runs()) {
        mark(run, i, family, ranks, own);
      }
    }
    for (int i = 0; i < own.length; i++) {
      if (own[i] < 0) {
        throw TraceException.at(
            "family " + family,
            "rank " + ranks[i] + " in none of its communicators",
            "each rank in one communicator of the family");
      }
    }
    return own;
  }

  private void mark(Run run, int member, int family, int[] ranks, int[] own) {
    Sequence members = listed.get(family).numbers;
    for (int i = 0; i < run.count(); i++) {
      int place = Arrays.binarySearch(ranks, run.start() + run.stride() * i);
      if (place >= 0 && own[place] >= 0) {
        throw TraceException.at(
            "family " + family,
            "rank " + ranks[place] + " in communicators " + members.number(own[place], 0) + " and "
                + members.number(member, 0),
            "each rank in one communicator of the family");
      }
      if (place >= 0) {
        own[place] = member;
      }
    }
  }

  /** Adds to the count of represented numbers, and refuses a count above the limit. */
  public void spend(long numbers) {
    spent += numbers;
    if (spent > MOST) {
      throw TraceException.at(
          "families", spent + " numbers and definitions or more", "at most " + MOST);
    }
  }
}
