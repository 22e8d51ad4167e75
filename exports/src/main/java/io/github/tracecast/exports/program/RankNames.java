package io.github.tracecast.exports.program;

import io.github.tracecast.trace.RankList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Assigns numbers to rank lists, and writes them as a table of the C file. List 0 has all ranks. */
final class RankNames {
  private final Map<RankList, Integer> numbers = new LinkedHashMap<>();

  RankNames(int ranks) {
    number(RankList.range(0, ranks));
  }

  int number(RankList ranks) {
    return numbers.computeIfAbsent(ranks, list -> numbers.size());
  }

  /** Returns a C condition that holds on these ranks. */
  String condition(RankList ranks) {
    return "in[" + number(ranks) + "]";
  }

  int count() {
    return numbers.size();
  }

  void write(StringBuilder out) {
    out.append(
        "/* Rank lists: sections, each with start, depth, and stride and iterations per depth. */\n");
    numbers.forEach((ranks, number) -> out.append("static const int R")
        .append(number)
        .append("[] = {")
        .append(ranks.toString().replace(" ", ", "))
        .append("};\n"));
    out.append("static const int *const lists[] = {")
        .append(
            numbers.values().stream().map(number -> "R" + number).collect(Collectors.joining(", ")))
        .append("};\n\n");
  }
}
