package io.github.tracecast.predict.cli;

import io.github.tracecast.exports.ExportFormat;
import io.github.tracecast.exports.TimelineFormat;
import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.platform.PlatformCatalogue;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lists that help texts name, as in {@code ${bundle:topologies}}. So a new topology or format
 * appears in the help without a change to the command.
 */
final class HelpLists extends ResourceBundle {
  private static final Map<String, Supplier<String>> LISTS = Map.of(
      "topologies", () -> String.join(", ", PlatformCatalogue.topologies()),
      "trace-formats", TraceFormat::supportedLabels,
      "exported-files", ExportFormat::writtenFiles,
      "timeline-files", TimelineFormat::writtenFiles);

  @Override
  protected @Nullable Object handleGetObject(String key) {
    Supplier<String> list = LISTS.get(key);
    return list == null ? null : list.get();
  }

  @Override
  public Enumeration<String> getKeys() {
    return Collections.enumeration(LISTS.keySet());
  }
}
