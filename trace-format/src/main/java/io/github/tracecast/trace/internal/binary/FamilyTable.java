package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.internal.families.CommunicatorRun;
import io.github.tracecast.trace.internal.families.GroupRun;
import io.github.tracecast.trace.internal.families.OwnCommunicators;
import io.github.tracecast.trace.internal.families.OwnCommunicators.Family;
import java.util.List;

/**
 * Writes and reads families of communicators, and rows that represent several groups or several
 * communicators.
 */
final class FamilyTable {
  /**
   * Marks a family of numbers; the index of the family of communicators to which the numbers belong
   * follows.
   */
  private static final int NUMBERS = 0;

  private FamilyTable() {}

  /** Returns the table, which is empty if each row is one definition and there are no families. */
  static TableWriter write(
      List<GroupRun> groups, List<CommunicatorRun> communicators, List<Family> families) {
    boolean runs = groups.stream().anyMatch(run -> run.count() > 1)
        || communicators.stream().anyMatch(run -> run.count() > 1);
    TableWriter table = new TableWriter(families.size(), SectionId.FAMILIES.columns().length);
    if (!runs && families.isEmpty()) {
      return table;
    }
    for (GroupRun run : groups) {
      table.column(0).varint(run.count() - 1);
      if (run.count() > 1) {
        table.column(0).zigzag(run.step());
      }
    }
    for (CommunicatorRun run : communicators) {
      table.column(1).varint(run.count() - 1);
      if (run.count() > 1) {
        table.column(1).zigzag(run.step());
        if (run.step() != 0) {
          table.column(1).varint(run.number()).text(run.name()).text(run.rest());
        }
      }
    }
    for (Family family : families) {
      if (family.of() >= 0) {
        table.column(2).varint(NUMBERS).varint(family.of());
      }
      table.column(2).varint(family.numbers().period());
      Progressions.write(family.numbers(), table.column(2));
    }
    return table;
  }

  /** Expands rows that represent several groups or communicators, and adds the families. */
  static void read(
      TableReader table,
      List<Group> groups,
      List<Communicator> communicators,
      OwnCommunicators own) {
    List<Group> firsts = List.copyOf(groups);
    groups.clear();
    for (Group first : firsts) {
      addGroups(table.column(0), first, groups, own);
    }
    List<Communicator> heads = List.copyOf(communicators);
    communicators.clear();
    for (Communicator first : heads) {
      addCommunicators(table.column(1), first, communicators, own);
    }
    Progressions progressions = new Progressions();
    for (int i = 0; i < table.rows(); i++) {
      family(progressions, table.column(2), own);
    }
    table.expectEnd();
  }

  private static void family(Progressions progressions, ColumnReader column, OwnCommunicators own) {
    int period = progressions.count(column);
    if (period != NUMBERS) {
      own.add(column.placed(() -> Sequence.scalars(Progressions.read(period, column))));
      return;
    }
    int of = column.index(own.families().size(), "family");
    int numbered = progressions.count(column);
    Sequence numbers = column.placed(() -> Sequence.scalars(Progressions.read(numbered, column)));
    column.placed(() -> own.add(numbers, of));
  }

  private static void addGroups(
      ColumnReader column, Group first, List<Group> groups, OwnCommunicators own) {
    int count = count(column, own);
    int step = count > 1 ? column.signed("step") : 0;
    groups.addAll(column.placed(() -> new GroupRun(first, count, step).groups()));
  }

  private static void addCommunicators(
      ColumnReader column,
      Communicator first,
      List<Communicator> communicators,
      OwnCommunicators own) {
    int count = count(column, own);
    int step = count > 1 ? column.signed("step of numbers") : 0;
    int number = step == 0 ? 0 : column.number("number");
    String name = step == 0 ? first.name() : column.text();
    String rest = step == 0 ? "" : column.text();
    if (count > 1 && (first.isSelf() || first.group() > Integer.MAX_VALUE - count)) {
      throw column.fail("several communicators of group " + first.group(), "one");
    }
    communicators.addAll(
        new CommunicatorRun(first, count, name, number, step, rest).communicators());
  }

  private static int count(ColumnReader column, OwnCommunicators own) {
    int count = column.number("definitions") + 1;
    if (count > 1) {
      column.placed(() -> own.spend(count));
    }
    return count;
  }
}
