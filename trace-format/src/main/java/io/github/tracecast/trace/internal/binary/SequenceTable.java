package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Loop;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.internal.rows.GrowingRows;
import io.github.tracecast.trace.internal.rows.GrowingRows.Lengths;
import java.util.List;
import java.util.Set;

/** Writes and reads sequences. Each distinct sequence is stored once. */
final class SequenceTable {
  /**
   * The forms of sequences, as bits: tuples whose length is not 1, and terms that are not
   * constants.
   */
  private static final int TUPLES = 1;

  private static final int SPECIAL = 2;

  /** The form of a sequence of numbers that is written as progressions. */
  private static final int PROGRESSIONS = 4;

  /** The form of a sequence of {@link Term.Kind#OTHER} whose numbers are written as progressions. */
  private static final int OTHERS = 5;

  /** The form of tuples whose numbers are written as progressions, since {@link Container#RULES}. */
  private static final int TUPLE_PROGRESSIONS = 6;

  /**
   * The form of a sequence of another kind of term whose numbers are written as progressions, since
   * {@link Container#RULES}.
   */
  private static final int KIND_PROGRESSIONS = 7;

  /** The forms of {@link GrowingRows}: starts and ends, since {@link Container#RULES}. */
  private static final int STARTS = 8;

  private static final int ENDS = 9;

  /**
   * The number of bytes that a form of a newer version must save. If a newer form saves less, the
   * older form is used, which older versions of Tracecast can read and which deflate makes about as
   * short.
   */
  private static final int WORTH_A_VERSION = 16;

  private static final Term.Kind[] KINDS = Term.Kind.values();

  private final TableWriter table;
  private int version = Container.VERSION;

  private SequenceTable(List<Sequence> sequences, Set<Lengths> lengths) {
    table = new TableWriter(sequences.size(), SectionId.SEQUENCES.columns().length);
    Progressions progressions = new Progressions();
    for (Sequence sequence : sequences) {
      table.column(0).varint(sequence.period());
      GrowingRows rows = GrowingRows.of(sequence, lengths);
      if (rows != null
          && sequence.onlyKind() != null
          && progressions.takes(rows.pattern(), sequence, WORTH_A_VERSION)) {
        write(rows);
      } else {
        int form = form(sequence, progressions);
        table.column(1).octet(form);
        write(form, sequence);
      }
    }
  }

  /** @param loops the loops whose iterations may be the lengths of rows */
  static SequenceTable of(List<Sequence> sequences, List<Loop> loops) {
    return new SequenceTable(sequences, GrowingRows.lengths(loops));
  }

  TableWriter table() {
    return table;
  }

  /** Returns the lowest version of the format that has all forms of the table. */
  int version() {
    return version;
  }

  private int form(Sequence sequence, Progressions progressions) {
    Term.Kind kind = sequence.onlyKind();
    version = kind == Term.Kind.MATCHED ? Container.RULES : version;
    if (sequence.isScalar()) {
      if (kind == Term.Kind.CONSTANT || kind == Term.Kind.OTHER) {
        if (progressions.takes(sequence, 1)) {
          return kind == Term.Kind.OTHER ? OTHERS : PROGRESSIONS;
        }
      } else if (kind != null && progressions.takes(sequence, WORTH_A_VERSION)) {
        version = Container.RULES;
        return KIND_PROGRESSIONS;
      }
    } else if (sequence.isConstant() && progressions.takes(sequence, WORTH_A_VERSION)) {
      version = Container.RULES;
      return TUPLE_PROGRESSIONS;
    }
    return (sequence.isScalar() ? 0 : TUPLES) | (sequence.isConstant() ? 0 : SPECIAL);
  }

  private void write(GrowingRows rows) {
    version = Container.RULES;
    table.column(1).octet(rows.ends() ? ENDS : STARTS);
    table.column(3).octet(rows.pattern().kind(0, 0).ordinal());
    table
        .column(4)
        .varint(rows.lengths().first())
        .zigzag(rows.lengths().step())
        .varint(rows.pattern().period());
    Progressions.write(rows.pattern(), table.column(4));
  }

  private void write(int form, Sequence sequence) {
    if (!sequence.isScalar()) {
      for (int e = 0; e < sequence.period(); e++) {
        table.column(2).varint(sequence.length(e));
      }
    }
    if (form == KIND_PROGRESSIONS) {
      table.column(3).octet(sequence.kind(0, 0).ordinal());
    }
    if (form >= PROGRESSIONS) {
      Progressions.write(sequence, table.column(4));
      return;
    }
    for (int i = 0; i < sequence.terms(); i++) {
      if (!sequence.isConstant()) {
        table.column(3).octet(sequence.kindAt(i).ordinal());
      }
      table.column(4).zigzag(sequence.numberAt(i));
    }
  }

  static List<Sequence> read(TableReader table) {
    Progressions progressions = new Progressions();
    return table.rows(() -> {
      int form = table.column(1).octet();
      return switch (form) {
        case PROGRESSIONS -> inProgressions(Term.Kind.CONSTANT, progressions, table);
        case OTHERS -> inProgressions(Term.Kind.OTHER, progressions, table);
        case KIND_PROGRESSIONS -> inProgressions(kind(table), progressions, table);
        case TUPLE_PROGRESSIONS -> tuplesInProgressions(progressions, table);
        case STARTS, ENDS -> rows(form == ENDS, progressions, table);
        case 0, TUPLES, SPECIAL, TUPLES | SPECIAL -> plain(form, table);
        default -> throw table.column(1).fail("form " + form, "0 to " + ENDS);
      };
    });
  }

  private static Term.Kind kind(TableReader table) {
    return KINDS[table.column(3).index(KINDS.length, "kind of term")];
  }

  private static Sequence inProgressions(
      Term.Kind kind, Progressions progressions, TableReader table) {
    int period = progressions.count(table.column(0));
    return table.column(0).placed(scalars(kind, period, table.column(4))::build);
  }

  /** Reads numbers in progressions, each of which is an element of this kind. */
  private static Sequence.Builder scalars(Term.Kind kind, int count, ColumnReader column) {
    Sequence.Builder builder = Sequence.builder();
    for (long number : Progressions.read(count, column)) {
      builder.add(kind, number).endTuple();
    }
    return builder;
  }

  private static Sequence rows(boolean ends, Progressions progressions, TableReader table) {
    int count = progressions.count(table.column(0));
    Term.Kind kind = kind(table);
    int first = table.column(4).number("length of a row");
    long step = table.column(4).zigzag();
    int period = table.column(4).index(count + 1L, "number of terms of a pattern");
    Sequence.Builder pattern = scalars(kind, period, table.column(4));
    return table
        .column(4)
        .placed(() -> new GrowingRows(Lengths.of(first, step), ends, pattern.build())
            .addTo(Sequence.builder(), count)
            .build());
  }

  private static Sequence tuplesInProgressions(Progressions progressions, TableReader table) {
    int period = table.column(0).count(table.column(2).left(), "elements");
    int[] lengths = new int[period];
    int terms = 0;
    for (int e = 0; e < period; e++) {
      lengths[e] = progressions.count(table.column(2));
      terms += lengths[e];
    }
    long[] numbers = Progressions.read(terms, table.column(4));
    Sequence.Builder builder = Sequence.builder();
    int at = 0;
    for (int length : lengths) {
      for (int end = at + length; at < end; at++) {
        builder.add(Term.Kind.CONSTANT, numbers[at]);
      }
      builder.endTuple();
    }
    return table.column(0).placed(builder::build);
  }

  private static Sequence plain(int form, TableReader table) {
    boolean tuples = (form & TUPLES) != 0;
    int period = table.column(0).count(table.column(tuples ? 2 : 4).left(), "elements");
    Sequence.Builder builder = Sequence.builder();
    for (int e = 0; e < period; e++) {
      int length = tuples ? table.column(2).count(table.column(4).left(), "terms") : 1;
      for (int t = 0; t < length; t++) {
        Term.Kind kind = (form & SPECIAL) == 0 ? Term.Kind.CONSTANT : kind(table);
        builder.add(kind, table.column(4).zigzag());
      }
      builder.endTuple();
    }
    return table.column(0).placed(builder::build);
  }
}
