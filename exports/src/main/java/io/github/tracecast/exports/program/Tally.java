package io.github.tracecast.exports.program;

import io.github.tracecast.trace.CallSite;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts, by call site, the calls that a skeleton drops or resizes. */
final class Tally {
  private static final int DROPPED = 0;
  private static final int RESIZED = 1;

  private final List<CallSite> names;
  private final Map<Site, long[]> counts =
      new TreeMap<>(Comparator.comparing(Site::number).thenComparing(Site::call));

  private record Site(int number, MpiCall call) {}

  Tally(Trace trace) {
    this.names = trace.callSites();
  }

  void dropped(Event event) {
    count(event, DROPPED);
  }

  void resized(Event event) {
    count(event, RESIZED);
  }

  private void count(Event event, int what) {
    counts.computeIfAbsent(new Site(event.callSite(), event.call()), site -> new long[2])[what]++;
  }

  /**
   * Returns a sentence about all calls, then a sentence for each call site; empty if no call was
   * counted.
   */
  List<String> notes() {
    if (counts.isEmpty()) {
      return List.of();
    }
    List<String> notes = new ArrayList<>();
    long[] all = new long[2];
    counts.values().forEach(count -> {
      all[DROPPED] += count[DROPPED];
      all[RESIZED] += count[RESIZED];
    });
    notes.add("calls lost their partners: " + sentence(all));
    counts.forEach((site, count) -> notes.add(
        site.call.mpiName() + " at " + names.get(site.number).name() + ": " + sentence(count)));
    return notes;
  }

  private static String sentence(long[] count) {
    List<String> words = new ArrayList<>();
    if (count[DROPPED] > 0) {
      words.add(Numbers.count(count[DROPPED]) + " dropped");
    }
    if (count[RESIZED] > 0) {
      words.add(Numbers.count(count[RESIZED]) + " with the median size");
    }
    return String.join(", ", words);
  }
}
