package io.github.tracecast.trace.internal.binary;

import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Section;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads rank lists. Each distinct list is stored once. */
final class RankListTable {
  private RankListTable() {}

  static TableWriter write(List<RankList> lists) {
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

  static List<RankList> read(TableReader table) {
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
}
