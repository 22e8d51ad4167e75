package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Reads a platform from its text, the text of the machine that it extends, and overrides. */
public final class PlatformReader {
  private PlatformReader() {}

  /**
   * Reads a platform.
   *
   * @param label the file's name in messages
   * @param fallbackName the machine's name if the file gives none
   * @param yaml the file's text
   * @param catalogue gives the text of a machine of the catalogue by its name
   * @param files gives the text of a file that the machine names, such as a table of nodes
   * @param types the topologies that there are
   * @param overrides dotted key to value, as the user sets them
   * @throws PlatformException if the file or an override is not valid
   */
  public static Platform read(
      String label,
      String fallbackName,
      String yaml,
      Function<String, String> catalogue,
      Function<String, String> files,
      List<TopologyType> types,
      Map<String, String> overrides) {
    Map<String, PlatformFile.Entry> entries = new LinkedHashMap<>();
    Map<String, PlatformFile.Entry> own = PlatformFile.read(label, yaml);
    PlatformFile.Entry base = own.get("extends");
    if (base != null) {
      String text = catalogue.apply(base.text());
      if (text == null) {
        throw new PlatformException(base.place() + ": extends: found " + base.text()
            + "; expected a machine of the catalogue");
      }
      entries.putAll(PlatformFile.read(base.text() + ".yaml", text));
      entries.remove("name");
      if (own.containsKey("network.topology")
          && !own.get("network.topology")
              .text()
              .equals(entries.get("network.topology").text())) {
        entries.keySet().removeIf(key -> key.startsWith("network."));
      }
    }
    entries.putAll(own);
    new TreeMap<>(overrides).forEach((key, value) -> {
      if (Schema.HEADINGS.contains(key)) {
        throw new PlatformException(
            "--set " + key
                + ": found a key that is only for files; expected a figure such as network.link_bandwidth");
      }
      entries.put(key, new PlatformFile.Entry(value.strip(), "--set " + key, Figures.BY_USER));
    });
    Figures figures = new Figures(label, entries, files, types);
    return PlatformBuilder.build(
        text(entries, "name", fallbackName), text(entries, "description", ""), figures);
  }

  private static String text(Map<String, PlatformFile.Entry> entries, String key, String fallback) {
    PlatformFile.Entry entry = entries.get(key);
    return entry == null ? fallback : entry.text();
  }
}
