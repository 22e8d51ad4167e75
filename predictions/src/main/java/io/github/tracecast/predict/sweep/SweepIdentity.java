package io.github.tracecast.predict.sweep;

import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.model.EngineVersion;
import io.github.tracecast.predict.model.PreparedTrace;
import io.github.tracecast.predict.output.Sha256;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Version;
import io.github.tracecast.trace.BinaryCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The inputs that decide the outcomes of a sweep.
 *
 * @param parts the value or digest of each part
 */
record SweepIdentity(SortedMap<String, String> parts) {

  static SweepIdentity of(List<PreparedTrace> traces, SweepPlan plan) {
    PredictionRequest base = plan.base();
    SortedMap<String, String> parts = new TreeMap<>();
    parts.put("version", Version.number());
    parts.put(
        "trace", traces.stream().map(SweepIdentity::content).collect(Collectors.joining(" ")));
    parts.put(
        "platform",
        Sha256.of(plan.valuesOf("platform", base.platform()).stream()
            .map(platform -> PlatformCatalogue.load(platform, base.figures()))
            .map(platform -> platform.name() + "\n" + platform.figures())
            .collect(Collectors.joining("\n"))));
    parts.put(
        "engine",
        plan.valuesOf("engine", base.engine()).stream()
            .map(engine -> engine + " " + EngineVersion.of(engine))
            .collect(Collectors.joining(", ")));
    parts.put("mapping", mapping(base.mapping()));
    parts.put(
        "options",
        "deltas " + base.deltas() + " seed " + base.seed() + " scale "
            + base.computeScale().option() + " "
            + new TreeMap<>(base.computeScaleAt()) + " " + base.fastForward()
            + (plan.sensitivity() ? " sensitivity" : ""));
    parts.put("ranges", ranges(plan));
    return new SweepIdentity(parts);
  }

  /** Returns a digest of a trace's content, independent of its file and format. */
  private static String content(PreparedTrace trace) {
    try {
      return Sha256.of(out -> BinaryCodec.write(trace.trace(), out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String ranges(SweepPlan plan) {
    StringBuilder text = new StringBuilder(plan.zipped() ? "zipped" : "grid");
    for (Axis axis : plan.axes()) {
      List<String> values = switch (axis.key()) {
        case "mapping" -> axis.values().stream().map(SweepIdentity::mapping).toList();
        case "nodes" ->
          axis.values().stream()
              .map(nodes -> mapping(MappingSpec.NODES + nodes))
              .toList();
        default -> axis.values();
      };
      text.append(' ').append(axis.key()).append('=').append(String.join(",", values));
    }
    return text.toString();
  }

  /** Returns a mapping's name with a digest of its file. */
  private static String mapping(String text) {
    return switch (MappingSpec.parse(text)) {
      case MappingSpec.FromFile file -> withDigest(text, file.path());
      case MappingSpec.Allocated nodes
      when Files.isRegularFile(Path.of(nodes.source())) ->
        withDigest(text, Path.of(nodes.source()));
      default -> text;
    };
  }

  private static String withDigest(String text, Path file) {
    try {
      return text + " " + Sha256.of(out -> Files.copy(file, out));
    } catch (IOException e) {
      return text; // reading the mapping will report this error
    }
  }

  String digest() {
    return Sha256.of(parts.toString());
  }
}
