package io.github.tracecast.exports;

import io.github.tracecast.imports.otf2.RankEvents;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the functions around a rank's calls as regions that the rank enters and leaves between its
 * calls. The functions come from the names of call sites. Not thread-safe.
 */
final class Otf2Path {
  /** The text between functions, innermost first. */
  private static final String CALLED_FROM = " < ";

  /** The text between a call and the calling function, if the name begins with the call. */
  private static final String AT = " at ";

  private final Trace trace;
  private final Otf2Definitions definitions;
  private final RankEvents events;
  private final Int2ObjectOpenHashMap<int[]> pathOfSite = new Int2ObjectOpenHashMap<>();
  private final Int2ObjectOpenHashMap<Integer> regionOfEvent = new Int2ObjectOpenHashMap<>();
  private final IntArrayList entered = new IntArrayList();

  Otf2Path(Trace trace, Otf2Definitions definitions, RankEvents events) {
    this.trace = trace;
    this.definitions = definitions;
    this.events = events;
  }

  /** Leaves the functions that do not enclose a call site, and enters those that enclose it. */
  void move(int site, long time) {
    int[] wanted = pathOfSite.computeIfAbsent(site, this::regions);
    int common = 0;
    while (common < wanted.length
        && common < entered.size()
        && wanted[common] == entered.getInt(common)) {
      common++;
    }
    leave(common, time);
    for (int i = common; i < wanted.length; i++) {
      events.enter(time, wanted[i]);
      entered.add(wanted[i]);
    }
  }

  void leaveAll(long time) {
    leave(0, time);
  }

  private void leave(int keep, long time) {
    while (entered.size() > keep) {
      events.leave(time, entered.removeInt(entered.size() - 1));
    }
  }

  /** Returns the regions of the functions around a call site, outermost first. */
  private int[] regions(int site) {
    String name = trace.callSites().get(site).name();
    String path = isCall(name)
        ? name.contains(AT) ? name.substring(name.indexOf(AT) + AT.length()) : ""
        : name;
    if (path.isBlank()) {
      return new int[0];
    }
    List<String> functions = Arrays.asList(path.split(CALLED_FROM));
    return functions.reversed().stream().mapToInt(definitions::region).toArray();
  }

  private static boolean isCall(String name) {
    return name.startsWith("MPI_");
  }

  /** Returns the region of a call. If the trace knows only the call's name, the region has this name. */
  int region(int event, MpiCall call) {
    return regionOfEvent.computeIfAbsent(event, key -> {
      String site = trace.callSites().get(trace.events().get(key).callSite()).name();
      String name = call == MpiCall.OTHER && isCall(site) ? site.split(" ", 2)[0] : call.mpiName();
      return definitions.region(name, call);
    });
  }

  /** Returns the region of a call that is not an event of the trace. */
  int region(MpiCall call) {
    return definitions.region(call.mpiName(), call);
  }
}
