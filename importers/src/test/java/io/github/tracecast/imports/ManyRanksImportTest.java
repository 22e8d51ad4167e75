package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Sequence;
import io.github.tracecast.trace.Term;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** 65,536 ranks import in seconds, however the file spells them. */
class ManyRanksImportTest {
  private static final int SIDE = 256;
  private static final int RANKS = SIDE * SIDE;

  @Test
  void aStencilOf65536Ranks() {
    String all = "[ 1 -1 0 " + RANKS + " 1 ]";
    String corners = "[ 1 -2 0 2 " + (RANKS - SIDE) + " 2 " + (SIDE - 1) + " ]";
    String edges = "[ 2 -2 1 2 " + (RANKS - SIDE) + " " + (SIDE - 2) + " 1 -2 " + SIDE + " "
        + (SIDE - 2) + " " + SIDE + " 2 " + (SIDE - 1) + " ]";
    String interior =
        "[ 1 -2 " + (SIDE + 1) + " " + (SIDE - 2) + " " + SIDE + " " + (SIDE - 2) + " 1 ]";
    String trips =
        "iter: ( 2 )" + corners + "( 3 )" + edges + "( 4 )" + interior + " mem: ( 1 )" + all;
    int up = RANKS - SIDE;
    int left = RANKS - 1;
    String[] to = {
      "1a ( 1 256 )[ 1 -1 0 1 0 ]",
      "1a ( " + left + " 256 )[ 1 -1 255 1 0 ]",
      "1a ( " + up + " 1 )[ 1 -1 65280 1 0 ]",
      "1a ( " + up + " " + left + " )[ 1 -1 65535 1 0 ]",
      "1a ( " + left + " 1 256 )[ 1 -1 1 254 1 ]",
      "1a ( " + up + " " + left + " 1 )[ 1 -1 65281 254 1 ]",
      "1a ( " + up + " 1 256 )[ 1 -1 256 254 256 ]",
      "1a ( " + up + " " + left + " 256 )[ 1 -1 511 254 256 ]",
      "1a ( " + up + " " + left + " 1 256 )" + interior
    };
    ScalaTraceText text = new ScalaTraceText(RANKS)
        .event(
            1090,
            "r",
            withLoops(
                "LOOP0: iter: ( 1000 )" + all + " mem: ( 3 )" + all, "LOOP1: " + trips, "2b", to))
        .event(1092, "s", withLoops(null, "LOOP0: " + trips, "1a", to))
        .event(
            1149,
            "w",
            "c ( 9996 9997 9999 9999 )" + corners,
            "c ( 9994 9995 9996 9999 9999 9999 )" + edges,
            "c ( 9992 9993 9994 9995 9996 9997 9998 9999 )" + interior,
            "12 ( 4 )" + corners,
            "12 ( 6 )" + edges,
            "12 ( 8 )" + interior);
    Trace trace = CpuLimit.within(30, text::trace);
    EventCounts counts = EventCounts.of(Programs.of(trace));
    assertThat(counts.sends())
        .isEqualTo(1000L * 4 * SIDE * (SIDE - 1))
        .isEqualTo(counts.receives());
    assertThat(trace.events().get(1).parameter(Parameter.SOURCE).pieces()).hasSize(9);
  }

  private static String[] withLoops(String outer, String inner, String tag, String[] endpoints) {
    return Stream.of(
            Stream.of(outer, inner, "10 2", "12 32", "14 10", "1b 0").filter(line -> line != null),
            Arrays.stream(endpoints).map(line -> line.replace("1a ", tag + " ")))
        .flatMap(lines -> lines)
        .toArray(String[]::new);
  }

  @Test
  void rowsAndColumnsOf65536RanksWithALineForEachRank() {
    String[] split = new String[RANKS + 2];
    String[] next = new String[RANKS + 4];
    String[] root = new String[RANKS + 3];
    split[0] = "10 2";
    split[1] = "24 0";
    next[0] = root[0] = "10 1000";
    next[1] = root[1] = "12 1";
    next[2] = root[2] = "14 10";
    next[3] = "1b 0";
    root[3] = "1b 0";
    for (int rank = 0; rank < RANKS; rank++) {
      String ranks = " )[ 1 -1 " + rank + " 1 0 ]";
      split[rank + 2] = "23 ( " + rank / SIDE + ranks;
      next[rank + 4] = "1a ( " + Math.floorMod((rank + 1) % SIDE - rank, RANKS) + ranks;
      if (rank > 0) {
        root[rank + 3] = "2b ( " + Math.floorMod(-rank, RANKS) + ranks;
      }
    }
    root[3] = "1b 0";
    ScalaTraceText text = new ScalaTraceText(RANKS)
        .event(1036, "s", split)
        .event(1113, "n", next)
        .event("1 -1 1 " + (RANKS - 1) + " 1", 1102, "r", root);
    Trace trace = CpuLimit.within(60, text::trace);
    assertThat(trace.communicators()).hasSize(2 + SIDE);
    assertThat(trace.events().get(2).parameter(Parameter.DESTINATION))
        .isEqualTo(Values.uniform(RankList.range(0, RANKS), Sequence.of(Term.rankPlusMod(1))));
    assertThat(trace.events().get(3).parameter(Parameter.SOURCE))
        .isEqualTo(Values.constant(RankList.range(1, RANKS - 1), 0));
  }
}
