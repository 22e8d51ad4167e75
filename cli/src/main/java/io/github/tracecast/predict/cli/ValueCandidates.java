package io.github.tracecast.predict.cli;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.predict.sweep.SweepPlan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The beginnings of values that shells offer after a word. A candidate that ends with = is
 * incomplete: after {@code --set}, {@code node.speed=} needs a value.
 */
final class ValueCandidates {
  /** The option whose values begin with a call site of the trace. */
  static final String AT_SITE = Settings.of("compute-scale-at").option();

  private ValueCandidates() {}

  /** Returns the candidates by the word that precedes them, which is an option or a command. */
  static Map<String, List<String>> byWord() {
    List<String> machines = PlatformCatalogue.names();
    List<String> keys = PlatformCatalogue.keys();
    List<String> figures = assigned(keys.stream());
    List<String> settings = assigned(Settings.all().stream().map(Setting::key));
    Map<String, List<String>> candidates = new LinkedHashMap<>();
    candidates.put(Settings.of("platform").option(), machines);
    candidates.put("platforms", all(Stream.of(machines, List.of("new")))); // the subcommand new
    candidates.put(Settings.of("set").option(), figures);
    candidates.put("--vary", all(Stream.of(figures, assigned(SweepPlan.OPTIONS.stream()))));
    candidates.put("--with", all(Stream.of(machines, figures, settings)));
    candidates.put("--free", all(Stream.of(keys, List.of("none", "usual")))); // an option of fit
    return candidates;
  }

  private static List<String> assigned(Stream<String> keys) {
    return keys.map(key -> key + "=").toList();
  }

  private static List<String> all(Stream<List<String>> lists) {
    return lists.flatMap(List::stream).toList();
  }
}
