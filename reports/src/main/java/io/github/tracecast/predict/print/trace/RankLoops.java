package io.github.tracecast.predict.print.trace;

import io.github.tracecast.compress.loops.LoopDiscovery;
import io.github.tracecast.predict.text.TextTable;
import io.github.tracecast.trace.text.Numbers;
import java.io.PrintWriter;
import tools.jackson.core.JsonGenerator;

/**
 * The loops of a rank's calls, with the columns of Xu and Subhlok's table.
 *
 * @param search the name of the search in lower case
 * @param different number of distinct pairs of an MPI call and a call site
 * @param wallSeconds wall time of the search, s
 */
public record RankLoops(
    int rank, String search, long different, LoopDiscovery found, double wallSeconds) {
  public void print(PrintWriter out) {
    out.println("Loops of rank " + rank + ", " + search
        + (found.exact() ? ", proven to be the shortest nest" : ""));
    out.println();
    new TextTable("rrrrrr")
        .heading("calls", "different", "% in loops", "compressed", "ratio", "time")
        .row(
            Numbers.count(found.nest().rawLength()),
            Numbers.count(different),
            Numbers.percent(found.span()),
            Numbers.count(found.nest().writtenLength()),
            Numbers.ratio(found.ratio()),
            Numbers.time(wallSeconds))
        .print(out, "  ");
    out.println();
    out.println("  Notation: iterations(numbers of the calls in the loop, and inner loops)");
    out.println("  " + found.nest().outline());
  }

  public void write(JsonGenerator json) {
    json.writeNumberProperty("rank", rank);
    json.writeStringProperty("search", search);
    json.writeBooleanProperty("exact", found.exact());
    json.writeNumberProperty("raw_length", found.nest().rawLength());
    json.writeNumberProperty("different_calls", different);
    json.writeStringProperty("loop_structure", found.nest().outline());
    json.writeNumberProperty("span_covered", found.span());
    json.writeNumberProperty("compressed_length", found.nest().writtenLength());
    json.writeNumberProperty("ratio", found.ratio());
    json.writeNumberProperty("wall_seconds", wallSeconds);
  }
}
