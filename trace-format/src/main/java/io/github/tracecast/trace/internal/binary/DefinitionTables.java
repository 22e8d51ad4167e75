package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.Datatype;
import io.github.tracecast.trace.Group;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes and reads the header and the definitions as tables. */
final class DefinitionTables {
  /**
   * The number that is added to the group of an inter-communicator to mark it. It is larger than
   * the number of any group.
   */
  private static final long INTER = 1L << 31;

  private DefinitionTables() {}

  static TableWriter header(Header header) {
    TableWriter table = new TableWriter(1, 2);
    table
        .column(0)
        .varint(header.ranks())
        .varint(header.requestRing())
        .varint(header.notes().size());
    if (header.threads() > 1 || header.flops()) {
      table.column(0).varint(header.threads()).octet(header.flops() ? 1 : 0);
    }
    table.column(1).text(header.origin());
    header.notes().forEach(table.column(1)::text);
    return table;
  }

  static Header header(TableReader table) {
    ColumnReader numbers = table.column(0);
    ColumnReader texts = table.column(1);
    int ranks = numbers.number("ranks");
    int ring = numbers.number("request ring");
    int noteCount = numbers.count(texts.left(), "notes");
    String origin = texts.text();
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < noteCount; i++) {
      notes.add(texts.text());
    }
    boolean more = numbers.left() > 0;
    int threads = more ? numbers.number("threads") : 1;
    boolean flops = more && numbers.octet() == 1;
    Header header = numbers.placed(
        () -> new Header(ranks, threads, flops, ring, origin, notes, Optional.empty()));
    table.expectEnd();
    return header;
  }

  static TableWriter datatypes(List<Datatype> datatypes) {
    TableWriter table = new TableWriter(datatypes.size(), 2);
    for (Datatype datatype : datatypes) {
      table.column(0).text(datatype.name());
      table.column(1).varint(datatype.bytes() - Datatype.UNKNOWN);
    }
    return table;
  }

  static List<Datatype> datatypes(TableReader table) {
    return table.rows(() -> {
      String name = table.column(0).text();
      long bytes = table.column(1).varint() + Datatype.UNKNOWN;
      return table.column(1).placed(() -> new Datatype(name, bytes));
    });
  }

  static TableWriter groups(List<Group> groups) {
    TableWriter table = new TableWriter(groups.size(), 4);
    for (Group group : groups) {
      table.column(0).varint(group.runs().size());
      for (Run run : group.runs()) {
        table.column(1).varint(run.start());
        table.column(2).zigzag(run.stride());
        table.column(3).varint(run.count());
      }
    }
    return table;
  }

  static List<Group> groups(TableReader table) {
    return table.rows(() -> {
      int count = table.column(0).count(table.column(1).left(), "runs");
      List<Run> runs = new ArrayList<>();
      for (int r = 0; r < count; r++) {
        int start = table.column(1).number("start");
        int stride = table.column(2).signed("stride");
        int members = table.column(3).number("count");
        runs.add(table.column(1).placed(() -> new Run(start, stride, members)));
      }
      return table.column(0).placed(() -> new Group(runs));
    });
  }

  static TableWriter communicators(List<Communicator> communicators) {
    TableWriter table = new TableWriter(communicators.size(), 2);
    for (Communicator communicator : communicators) {
      table.column(0).text(communicator.name());
      long group = communicator.group() - (long) Communicator.SELF_GROUP;
      if (communicator.isInter()) {
        table.column(1).varint(INTER + group).varint(communicator.firstGroup());
      } else {
        table.column(1).varint(group);
      }
    }
    return table;
  }

  static List<Communicator> communicators(TableReader table) {
    return table.rows(() -> {
      String name = table.column(0).text();
      long coded = table.column(1).varint();
      boolean inter = coded >= INTER;
      long number = inter ? coded - INTER : coded;
      if (number != (int) number || number < 0) {
        throw table.column(1).fail("group " + number, "a number of 31 bits");
      }
      int group = (int) number + Communicator.SELF_GROUP;
      int first = inter ? table.column(1).number("first group") : 0;
      return table.column(1).placed(() -> new Communicator(name, group, first));
    });
  }
}
