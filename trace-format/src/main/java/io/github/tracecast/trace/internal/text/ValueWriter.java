package io.github.tracecast.trace.internal.text;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Values;
import io.github.tracecast.trace.internal.rows.GrowingRows;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes values, as many in each line as fit. Each instance is used for one text. */
final class ValueWriter {
  /** The column after which a line is broken at the next possible place. */
  private static final int WIDTH = 100;

  /** The smallest number of terms that is written as a repetition or progression. */
  private static final int REPEATED = 3;

  private static final int PROGRESSION = 4;

  /**
   * The number of characters that rows must save. Older versions of Tracecast can read the other
   * forms.
   */
  private static final int WORTH_A_VERSION = 16;

  private final StringBuilder out;
  private final Shorthand shorthand;
  private final Set<GrowingRows.Lengths> lengths;
  private final Expansion expansion = new Expansion();

  /** Whether numbers below 0 mean families of communicators. */
  private boolean ofFamily;

  private boolean newForms;

  /** @param loops the loops whose iterations may be the lengths of rows */
  ValueWriter(StringBuilder out, Shorthand shorthand, List<Loop> loops) {
    this.out = out;
    this.shorthand = shorthand;
    this.lengths = GrowingRows.lengths(loops);
  }

  /**
   * Appends a parameter and its values to the statement.
   *
   * @param all the ranks of the event or loop
   * @param list whether all elements are in brackets
   */
  void values(String name, Values values, RankList all, boolean list) {
    String known = shorthand.name(values);
    if (known == null) {
      pieces(" " + name, values, all, list);
    } else {
      int start = out.length();
      out.append(' ').append(name).append(' ').append(known);
      breakLine(start, "\n ");
    }
  }

  /** Appends the definition of a name. */
  void definition(Values values) {
    pieces("", values, values.pieces().size() == 1 ? values.ranks() : RankList.EMPTY, false);
  }

  /** Whether a form was written that {@link TextWriter#VERSION} does not have. */
  boolean hasNewForms() {
    return newForms;
  }

  /** Appends the numbers of a family. */
  void family(Sequence numbers) {
    sequence(numbers, false);
  }

  private void pieces(String name, Values values, RankList all, boolean list) {
    Sequence template = shorthand.template(values);
    if (template != null) {
      int start = out.length();
      out.append(name);
      ofFamily = true;
      sequence(template, false);
      ofFamily = false;
      if (!name.isEmpty()) {
        breakLine(start, "\n ");
      }
      return;
    }
    String before = name;
    String turn = "\n ";
    for (Piece piece : values.pieces()) {
      int start = out.length();
      out.append(before);
      sequence(piece.sequence(), list);
      if (!piece.ranks().equals(all)) {
        out.append(" for ").append(shorthand.text(piece.ranks()));
      }
      if (!before.isEmpty()) {
        breakLine(start, turn);
      }
      before = " |";
      turn = "\n   ";
    }
  }

  /** Breaks the line before the last word if the line is too long. */
  private void breakLine(int start, String turn) {
    int line = out.lastIndexOf("\n", start) + 1;
    if (out.length() - line > WIDTH && start - line > turn.length()) {
      out.insert(start, turn);
    }
  }

  private void sequence(Sequence sequence, boolean list) {
    if (sequence.isScalar() && !list) {
      scalars(sequence);
      return;
    }
    for (int e = 0; e < sequence.period(); ) {
      out.append(" [");
      int start = out.length();
      terms(sequence, e, sequence.length(e));
      if (out.length() > start) {
        out.deleteCharAt(start);
      }
      out.append(']');
      int times = 1;
      while (e + times < sequence.period() && sequence.sameElements(e, e + times)) {
        times++;
      }
      boolean repeated = times > 1
          && expansion.takes((times - 1L) * Math.max(1, sequence.length(e)), out.length());
      if (repeated) {
        out.append('*').append(times);
      }
      e += repeated ? times : 1;
    }
  }

  /** Writes terms, or {@link GrowingRows} if they are much shorter. */
  private void scalars(Sequence sequence) {
    int start = out.length();
    boolean newFormsBefore = newForms;
    terms(sequence, -1, sequence.period());
    GrowingRows rows = ofFamily ? null : GrowingRows.of(sequence, lengths);
    if (rows == null || !expansion.takes(sequence.period(), start)) {
      return;
    }
    String spelled = out.substring(start);
    boolean newFormsOfTerms = newForms;
    out.setLength(start);
    newForms = newFormsBefore;
    rows(rows, sequence.period());
    if (out.length() - start + WORTH_A_VERSION > spelled.length()) {
      out.setLength(start);
      out.append(spelled);
      newForms = newFormsOfTerms;
    }
  }

  private void rows(GrowingRows rows, int count) {
    newForms = true;
    int step = rows.lengths().step();
    out.append(" " + (rows.ends() ? ValueReader.ENDS : ValueReader.STARTS));
    out.append(rows.lengths().first() + (step < 0 ? "" : "+") + step + "*" + count + " [");
    int start = out.length();
    terms(rows.pattern(), -1, rows.pattern().period());
    out.deleteCharAt(start).append(']');
  }

  /** @param element the element whose terms are written; -1 for the only term of each element */
  private void terms(Sequence sequence, int element, int count) {
    for (int i = 0; i < count; ) {
      int same = 1;
      while (i + same < count && same(sequence, element, i, i + same)) {
        same++;
      }
      int progressing = ofFamily ? 0 : progression(sequence, element, i, count);
      if (same >= REPEATED && expansion.takes(same - 1, out.length())) {
        term(sequence, element, i);
        out.append('*').append(same);
        i += same;
      } else if (progressing >= PROGRESSION && expansion.takes(progressing - 1, out.length())) {
        term(sequence, element, i);
        newForms |= isRelative(kind(sequence, element, i));
        long step = Math.abs(number(sequence, element, i + 1) - number(sequence, element, i));
        out.append("..").append(number(sequence, element, i + progressing - 1));
        if (step > 1) {
          out.append(':').append(step);
        }
        i += progressing;
      } else {
        term(sequence, element, i++);
      }
    }
  }

  private static boolean isRelative(Term.Kind kind) {
    return kind == Term.Kind.RANK_PLUS || kind == Term.Kind.RANK_PLUS_MOD;
  }

  /** Returns how many terms of one kind, from an index on, form a progression. */
  private static int progression(Sequence sequence, int element, int from, int count) {
    if (from + 1 >= count) {
      return 1;
    }
    Term.Kind kind = kind(sequence, element, from);
    if (kind != Term.Kind.CONSTANT && kind != Term.Kind.OTHER && !isRelative(kind)) {
      return 0;
    }
    long first = number(sequence, element, from);
    long step = number(sequence, element, from + 1) - first;
    int length = 0;
    while (from + length < count
        && kind(sequence, element, from + length) == kind
        && number(sequence, element, from + length) == first + length * step) {
      length++;
    }
    return step == 0 || Math.abs(step) > Integer.MAX_VALUE ? 0 : length;
  }

  private static boolean same(Sequence sequence, int element, int a, int b) {
    return number(sequence, element, a) == number(sequence, element, b)
        && kind(sequence, element, a) == kind(sequence, element, b);
  }

  private static Term.Kind kind(Sequence sequence, int element, int i) {
    return element < 0 ? sequence.kind(i, 0) : sequence.kind(element, i);
  }

  private static long number(Sequence sequence, int element, int i) {
    return element < 0 ? sequence.number(i, 0) : sequence.number(element, i);
  }

  private void term(Sequence sequence, int element, int i) {
    long number = number(sequence, element, i);
    out.append(' ');
    Term.Kind kind = kind(sequence, element, i);
    switch (kind) {
      case CONSTANT -> {
        if (ofFamily && number < 0) {
          out.append(ValueReader.FAMILY).append(-1 - number);
        } else {
          out.append(number);
        }
      }
      case RANK_PLUS -> out.append(number < 0 ? "rank" : "rank+").append(number);
      case RANK_PLUS_MOD ->
        out.append(number < 0 ? "rank" : "rank+").append(number).append("%size");
      case TIMES_RANK -> timesRank(number);
      case TIMES_RANK_MOD -> {
        timesRank(number);
        out.append("%size");
      }
      case ANY -> out.append("any");
      case NONE -> out.append("none");
      case OTHER, MATCHED, TRANSPOSED, PERSISTENT -> {
        newForms |= kind == Term.Kind.MATCHED;
        out.append(kind.name().toLowerCase(Locale.ROOT)).append(':').append(number);
      }
    }
  }

  private void timesRank(long number) {
    long offset = Term.offset(number);
    out.append(Term.slope(number)).append(offset < 0 ? "rank" : "rank+").append(offset);
  }
}
