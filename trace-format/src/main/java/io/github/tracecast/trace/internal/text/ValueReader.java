package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Section;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import io.github.tracecast.trace.internal.rows.GrowingRows;
import io.github.tracecast.trace.internal.rows.GrowingRows.Lengths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads rank lists and values, and stores the rank lists and values that have names. */
final class ValueReader {
  private static final String TERMS =
      "a whole number below 2^63, rank+NUMBER, rank+NUMBER%size, transposed:NUMBER,"
          + " other:NUMBER, matched:NUMBER, persistent:NUMBER, any or none";

  /** The kinds of terms that are written as a word and a number, by their words. */
  static final Map<String, Term.Kind> KINDS = Map.of(
      "persistent:", Term.Kind.PERSISTENT,
      "transposed:", Term.Kind.TRANSPOSED,
      "other:", Term.Kind.OTHER,
      "matched:", Term.Kind.MATCHED);

  /** The text before the number of a family of communicators. */
  static final String FAMILY = "C";

  /** The prefixes of {@link GrowingRows}. */
  static final String STARTS = "starts:";

  static final String ENDS = "ends:";

  private static final Pattern ROWS =
      Pattern.compile("(?:starts|ends):(\\d{1,10})([+-]\\d{1,10})\\*(\\d{1,10})");

  /**
   * @param ranks null for all ranks of the event or loop
   * @param own whether numbers below 0 are families of communicators
   */
  private record Part(@Nullable RankList ranks, Sequence sequence, boolean own) {}

  private final LineCursor line;
  private final int ranks;
  private final OwnCommunicators families;

  /**
   * Whether the current sequence names a family. {@link #negative} tells whether the sequence has a
   * number below 0.
   */
  private boolean ofFamily;

  private boolean negative;
  private final Expansion expansion = new Expansion();

  /** The lists that were read, so that equal lists are the same object. */
  private final Map<RankList, RankList> spelled = new HashMap<>();

  private final List<RankList> lists = new ArrayList<>();
  private final List<List<Part>> values = new ArrayList<>();

  /** @param ranks number of ranks of the run */
  ValueReader(LineCursor line, int ranks, OwnCommunicators families) {
    this.families = families;
    this.line = line;
    this.ranks = ranks;
  }

  /** Reads the definitions of all names. */
  void definitions() {
    while (line.takes("R" + lists.size())) {
      line.expect("=");
      lists.add(ranks());
      line.nextLine();
    }
    while (line.takes(FAMILY + families.families().size())) {
      line.expect("=");
      family(sequence());
      line.nextLine();
    }
    while (line.takes("V" + values.size())) {
      line.expect("=");
      values.add(parts());
      line.nextLine();
    }
  }

  private void family(Sequence numbers) {
    if (!line.takes("of")) {
      families.add(numbers);
      return;
    }
    int of = number(line.word("a family"), families.families().size(), "a family");
    line.placed(() -> families.add(numbers, of));
  }

  /**
   * Reads a rank list or its name. The list must have at least one rank, and only ranks of the run.
   */
  RankList ranks() {
    if (line.begins("R")) {
      String name = line.word("a rank list");
      return lists.get(number(name, lists.size(), "a rank list"));
    }
    RankList list = readList();
    if (list.isEmpty()) {
      throw line.fail("an empty rank list", "at least one rank");
    }
    if (list.max() >= ranks) {
      throw line.fail("rank " + list.max(), "0 to " + (ranks - 1) + ", as in the header");
    }
    return list;
  }

  /** Reads a rank list without a name. Its first words give its length. */
  private RankList readList() {
    int count = line.intNumber("number of sections", 0, (line.left() + 2) / 2);
    List<Section> sections = new ArrayList<>(count);
    for (int s = 1; s <= count; s++) {
      int start = line.intNumber("start of section " + s, Integer.MIN_VALUE, Integer.MAX_VALUE);
      int[] levels = new int[2 * line.intNumber("depth of section " + s, 0, line.left() / 4)];
      for (int i = 0; i < levels.length; i++) {
        String what = i % 2 == 0 ? "stride" : "iterations";
        levels[i] = line.intNumber(what, Integer.MIN_VALUE, Integer.MAX_VALUE);
      }
      sections.add(line.placed(() -> Section.of(start, levels)));
    }
    RankList list = line.placed(() -> RankList.ofSections(sections));
    RankList known = spelled.putIfAbsent(list, list);
    return known == null ? list : known;
  }

  private int number(String name, int defined, String what) {
    try {
      int number = Integer.parseInt(name, 1, name.length(), 10);
      if (number >= 0 && number < defined) {
        return number;
      }
    } catch (NumberFormatException e) {
      // the name does not end in a number, which is an error that is raised below
    }
    char letter = name.charAt(0);
    throw line.fail(
        LineCursor.quote(name),
        defined == 0
            ? what + ", because no name is defined"
            : what + ", or a name from " + letter + "0 to " + letter + (defined - 1));
  }

  /**
   * Reads all values of a parameter, or their name.
   *
   * @param all the ranks of the event or loop
   */
  List<Piece> pieces(RankList all) {
    List<Part> parts;
    if (line.begins("V")) {
      String name = line.word("values");
      parts = values.get(number(name, values.size(), "values"));
    } else {
      parts = parts();
    }
    List<Piece> pieces = new ArrayList<>(parts.size());
    for (Part part : parts) {
      RankList its = part.ranks == null ? all : part.ranks;
      if (part.own) {
        pieces.addAll(line.placed(() -> families.values(part.sequence, its)).pieces());
      } else {
        pieces.add(new Piece(its, part.sequence));
      }
    }
    return pieces;
  }

  private List<Part> parts() {
    List<Part> parts = new ArrayList<>(1);
    do {
      ofFamily = false;
      negative = false;
      Sequence sequence = sequence();
      if (ofFamily && (negative || !sequence.isScalar() || !sequence.isConstant())) {
        throw line.fail("other values beside families", "communicators");
      }
      boolean its = ofFamily;
      parts.add(new Part(line.takes("for") ? ranks() : null, sequence, its));
    } while (line.takesAcrossLines("|"));
    return parts;
  }

  private Sequence sequence() {
    Sequence.Builder sequence = Sequence.builder();
    do {
      if (line.takes("[")) {
        tuples(sequence);
      } else if (seesRows()) {
        rows(sequence);
      } else {
        terms(sequence, true);
      }
    } while (seesTerm());
    return sequence.build();
  }

  /** Whether the next word is a term, not the name of another parameter. */
  private boolean seesTerm() {
    return !line.atEnd()
        && (line.beginsWithDigit()
            || line.isNext("[")
            || line.begins("any")
            || line.begins("none")
            || KINDS.keySet().stream().anyMatch(line::begins)
            || seesRows()
            || line.begins("rank") && !line.isNext("ranks")
            || line.begins("-")
            || line.begins(FAMILY));
  }

  private boolean seesRows() {
    return line.begins(STARTS) || line.begins(ENDS);
  }

  private void rows(Sequence.Builder sequence) {
    String word = line.word("rows");
    Matcher numbers = ROWS.matcher(word);
    if (!numbers.matches()) {
      throw line.fail(LineCursor.quote(word), "starts:LENGTH+STEP*COUNT or ends:LENGTH+STEP*COUNT");
    }
    int count = (int) times(word, numbers.start(3));
    takes(word, count - 1);
    line.expect("[");
    Sequence.Builder pattern = Sequence.builder();
    while (!line.takes("]")) {
      terms(pattern, true);
    }
    long first = Long.parseLong(numbers.group(1));
    long step = Long.parseLong(numbers.group(2));
    line.placed(
        () -> new GrowingRows(Lengths.of(first, step), word.startsWith(ENDS), pattern.build())
            .addTo(sequence, count));
  }

  private void tuples(Sequence.Builder sequence) {
    int terms = 0;
    while (!line.takes("]")) {
      terms += terms(sequence, false);
    }
    sequence.endTuple();
    if (line.begins("*")) {
      String word = line.word("a number of times");
      long times = times(word, 1);
      takes(word, (times - 1) * Math.max(1, terms));
      for (long i = 1; i < times; i++) {
        sequence.repeatTuple();
      }
    }
  }

  private long times(String word, int from) {
    long times = whole(word, from, word.length());
    if (times < 1 || times > Integer.MAX_VALUE) {
      throw line.fail(LineCursor.quote(word), "a repetition count from 1 to 2^31 - 1");
    }
    return times;
  }

  private void takes(String word, long more) {
    if (!expansion.takes(more, line.position())) {
      throw line.fail(
          more + " more values by " + LineCursor.quote(word),
          "at most 1024 values in total for each byte read so far");
    }
  }

  /** Reads a term, a repetition or a progression. Returns the number of terms. */
  private int terms(Sequence.Builder sequence, boolean elements) {
    String word = line.word("a value");
    int star = word.indexOf('*');
    int dots = word.indexOf("..");
    if (dots > 0) {
      return progression(sequence, elements, word, dots);
    }
    Term term = term(star > 0 ? word.substring(0, star) : word);
    long times = star > 0 ? times(word, star + 1) : 1;
    takes(word, times - 1);
    for (long i = 0; i < times; i++) {
      sequence.add(term.kind(), term.number());
      if (elements) {
        sequence.endTuple();
      }
    }
    return (int) times;
  }

  private int progression(Sequence.Builder sequence, boolean elements, String word, int dots) {
    Term start = progressing(word.substring(0, dots));
    long first = start.number();
    int colon = word.indexOf(':', dots);
    long last = whole(word, dots + 2, colon < 0 ? word.length() : colon);
    long step = colon < 0 ? 1 : whole(word, colon + 1, word.length());
    long distance;
    try {
      distance = Math.absExact(Math.subtractExact(last, first));
    } catch (ArithmeticException e) {
      distance = -1;
    }
    if (step < 1 || distance < 0 || distance % step != 0 || distance / step >= Integer.MAX_VALUE) {
      throw line.fail(
          LineCursor.quote(word),
          "FIRST..LAST:STEP with a positive STEP that divides the distance from FIRST to LAST");
    }
    long count = distance / step + 1;
    takes(word, count - 1);
    for (long i = 0; i < count; i++) {
      sequence.add(start.kind(), last < first ? first - i * step : first + i * step);
      if (elements) {
        sequence.endTuple();
      }
    }
    return (int) count;
  }

  /** Reads the first term of a progression. */
  private Term progressing(String word) {
    Term first = word.startsWith(FAMILY) ? Term.NONE : term(word);
    return switch (first.kind()) {
      case CONSTANT, RANK_PLUS, RANK_PLUS_MOD, OTHER -> first;
      case ANY, NONE, PERSISTENT, TRANSPOSED, TIMES_RANK, TIMES_RANK_MOD, MATCHED ->
        throw line.fail(
            LineCursor.quote(word + ".."),
            "a progression that begins with a number, rank+NUMBER, rank+NUMBER%size or"
                + " other:NUMBER");
    };
  }

  private long whole(String word, int from, int to) {
    try {
      return Long.parseLong(word, from, to, 10);
    } catch (NumberFormatException e) {
      throw line.fail(LineCursor.quote(word), TERMS);
    }
  }

  /** Reads a term such as {@code 2rank+1} or {@code 2rank+1%size}. */
  private Term timesRank(String word, int rank) {
    boolean modulo = word.endsWith("%size");
    int end = modulo ? word.length() - 5 : word.length();
    int from = rank + 4;
    long slope = whole(word, 0, rank);
    if (Math.abs(slope) > Term.MOST_SLOPE
        || from >= end
        || word.charAt(from) != '+' && word.charAt(from) != '-') {
      throw line.fail(
          LineCursor.quote(word),
          "NUMBERrank+NUMBER or NUMBERrank-NUMBER, optionally with %size at the end; the first"
              + " NUMBER is at most "
              + Term.MOST_SLOPE);
    }
    long offset = whole(word, from, end);
    if (offset != (int) offset) {
      throw line.fail(LineCursor.quote(word), "an offset that fits into 32 bits");
    }
    return new Term(
        modulo ? Term.Kind.TIMES_RANK_MOD : Term.Kind.TIMES_RANK, Term.timesRank(slope, offset));
  }

  private Term term(String word) {
    if (word.startsWith(FAMILY)) {
      ofFamily = true;
      return Term.constant(-1L - number(word, families.families().size(), "a value"));
    }
    negative |= word.startsWith("-");
    if (word.equals("any") || word.equals("none")) {
      return word.equals("any") ? Term.ANY : Term.NONE;
    }
    Term.Kind named = KINDS.get(word.substring(0, word.indexOf(':') + 1));
    if (named != null) {
      return new Term(named, whole(word, word.indexOf(':') + 1, word.length()));
    }
    int rank = word.indexOf("rank");
    if (rank > 0) {
      return timesRank(word, rank);
    }
    boolean relative = rank == 0;
    boolean modulo = relative && word.endsWith("%size");
    if (relative && !word.startsWith("+", 4) && !word.startsWith("-", 4)) {
      throw line.fail(
          LineCursor.quote(word), "rank+NUMBER or rank-NUMBER, optionally with %size at the end");
    }
    Term.Kind kind =
        modulo ? Term.Kind.RANK_PLUS_MOD : relative ? Term.Kind.RANK_PLUS : Term.Kind.CONSTANT;
    int end = modulo ? word.length() - 5 : word.length();
    return new Term(kind, whole(word, relative ? 4 : 0, end));
  }
}
