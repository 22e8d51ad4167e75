package io.github.tracecast.predict.sweep;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.model.InputDigest;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.Version;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The inputs on which the outcomes of a sweep depend.
 *
 * @param parts the value or digest of each input, by name
 */
record SweepIdentity(SortedMap<String, String> parts) {
  private static final String TRACE = "trace";

  /**
   * The settings that are stored as one part: all settings except those of the machine and the
   * engine.
   */
  private static final List<Setting<?>> OPTIONS = Settings.all().stream()
      .filter(
          setting -> setting.group() != Setting.Group.MACHINE && !setting.key().equals("engine"))
      .toList();

  /** Returns the identity of a plan, whose jobs' traces must have been read. */
  static SweepIdentity of(List<PreparedTrace> traces, SweepPlan plan) {
    return of(
        Stream.concat(traces.stream().map(PreparedTrace::digest), plan.jobs().digests().stream())
            .collect(Collectors.joining(" ")),
        plan);
  }

  /** Refuses machine and mapping files that have changed since the sweep began. */
  void requireUnchanged(SweepPlan plan) {
    InputDigest.require(
        "the sweep",
        digest(),
        of(Objects.requireNonNull(parts.get(TRACE)), plan).digest());
  }

  private static SweepIdentity of(String traces, SweepPlan plan) {
    PredictionRequest base = plan.base();
    SortedMap<String, String> parts = new TreeMap<>();
    parts.put("version", Version.number());
    parts.put(TRACE, traces);
    parts.put(
        "platform",
        plan.valuesOf("platform", base.platform()).stream()
            .map(source -> InputDigest.ofMachine(
                PlatformCatalogue.load(source, base.figures()), source, base.figures()))
            .collect(Collectors.joining(" ")));
    parts.put(
        "engine",
        plan.valuesOf("engine", base.engine()).stream()
            .map(engine -> engine + " " + EngineVersion.of(engine))
            .collect(Collectors.joining(", ")));
    parts.put("mapping", InputDigest.ofMapping(base.mapping()));
    parts.put(
        "options",
        String.join(" ", Settings.options(base, OPTIONS))
            + (plan.sensitivity() ? " sensitivity" : "")
            + plan.scaling().map(scaling -> " scaling=" + scaling.text()).orElse(""));
    if (!plan.jobs().isEmpty()) {
      parts.put("jobs", plan.jobs().identity(plan));
    }
    parts.put("ranges", ranges(plan));
    return new SweepIdentity(parts);
  }

  private static String ranges(SweepPlan plan) {
    StringBuilder text = new StringBuilder(plan.zipped() ? "zipped" : "grid");
    for (Axis axis : plan.axes()) {
      String key = axis.key();
      List<String> values =
          switch (SweptJobs.isKey(key) ? key.substring(key.lastIndexOf('.') + 1) : key) {
            case "mapping" -> axis.values().stream().map(InputDigest::ofMapping).toList();
            case "nodes" ->
              axis.values().stream()
                  .map(nodes -> InputDigest.ofMapping(MappingSpec.NODES + nodes))
                  .toList();
            default -> axis.values();
          };
      text.append(' ').append(key).append('=').append(String.join(",", values));
    }
    return text.toString();
  }

  String digest() {
    return Sha256.of(parts.toString());
  }
}
