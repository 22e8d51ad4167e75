package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Section;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads rank lists and sequences. Each distinct list or sequence is stored once. */
final class ValueTables {
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

  private static final Term.Kind[] KINDS = Term.Kind.values();

  private ValueTables() {}

  static TableWriter rankLists(List<RankList> lists) {
    TableWriter table = new TableWriter(lists.size(), SectionId.RANK_LISTS.columns().length);
    for (RankList list : lists) {
      table.column(0).varint(list.sections().size());
      int before = 0;
      for (Section section : list.sections()) {
        table.column(1).varint(section.start() - before);
        before = section.start();
        table.column(2).varint(section.depth());
        for (int level = 0; level < section.depth(); level++) {
          table.column(3).varint(section.stride(level));
          table.column(4).varint(section.iterations(level));
        }
      }
    }
    return table;
  }

  static List<RankList> rankLists(TableReader table) {
    return table.rows(() -> {
      int count = table.column(0).count(table.column(1).left(), "sections");
      List<Section> sections = new ArrayList<>();
      int before = 0;
      for (int s = 0; s < count; s++) {
        int start =
            before + table.column(1).index(RankList.MAX_RANKS - before, "distance of starts");
        before = start;
        int[] levels = new int[2 * table.column(2).count(table.column(3).left(), "levels")];
        for (int level = 0; level < levels.length; level += 2) {
          levels[level] = table.column(3).number("stride");
          levels[level + 1] = table.column(4).number("iterations");
        }
        sections.add(table.column(1).placed(() -> Section.of(start, levels)));
      }
      return table.column(0).placed(() -> RankList.ofSections(sections));
    });
  }

  static TableWriter sequences(List<Sequence> sequences) {
    TableWriter table = new TableWriter(sequences.size(), SectionId.SEQUENCES.columns().length);
    Progressions progressions = new Progressions();
    for (Sequence sequence : sequences) {
      table.column(0).varint(sequence.period());
      if (progressions.takes(sequence)) {
        table.column(1).octet(sequence.isConstant() ? PROGRESSIONS : OTHERS);
        Progressions.write(sequence, table.column(4));
        continue;
      }
      table
          .column(1)
          .octet((sequence.isScalar() ? 0 : TUPLES) | (sequence.isConstant() ? 0 : SPECIAL));
      for (int e = 0; e < sequence.period(); e++) {
        if (!sequence.isScalar()) {
          table.column(2).varint(sequence.length(e));
        }
        for (int i = 0; i < sequence.length(e); i++) {
          if (!sequence.isConstant()) {
            table.column(3).octet(sequence.kind(e, i).ordinal());
          }
          table.column(4).zigzag(sequence.number(e, i));
        }
      }
    }
    return table;
  }

  static List<Sequence> sequences(TableReader table) {
    Progressions progressions = new Progressions();
    return table.rows(() -> {
      int form = table.column(1).octet();
      if (form > OTHERS) {
        throw table.column(1).fail("form " + form, "0 to " + OTHERS);
      }
      if (form >= PROGRESSIONS) {
        Term.Kind kind = form == OTHERS ? Term.Kind.OTHER : Term.Kind.CONSTANT;
        int period = progressions.period(table.column(0));
        return table.column(0).placed(() -> progressions.read(kind, period, table.column(4)));
      }
      boolean tuples = (form & TUPLES) != 0;
      int period = table.column(0).count(table.column(tuples ? 2 : 4).left(), "elements");
      Sequence.Builder builder = Sequence.builder();
      for (int e = 0; e < period; e++) {
        int length = tuples ? table.column(2).count(table.column(4).left(), "terms") : 1;
        for (int t = 0; t < length; t++) {
          Term.Kind kind = (form & SPECIAL) == 0
              ? Term.Kind.CONSTANT
              : KINDS[table.column(3).index(KINDS.length, "kind of term")];
          builder.add(kind, table.column(4).zigzag());
        }
        builder.endTuple();
      }
      return table.column(0).placed(builder::build);
    });
  }
}
