package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads, once, the text of a machine and of the machines that it extends, and creates platforms
 * with overrides from this text.
 */
public final class PlatformReader {
  private static final int LONGEST_NAME = 80;
  private static final String TOPOLOGY = "network.topology";

  /** The largest number of files that extend each other. */
  private static final int DEEPEST = 8;

  private final Source source;
  private final String fallbackName;
  private final List<TopologyType> types;
  private final List<Level> chain;
  private final Map<String, PlatformFile.Entry> entries;

  /**
   * The text of a machine file, and access to the files that it names.
   *
   * @param label the file's name in messages
   * @param bases returns a machine that the file extends, by name; null if it is unknown
   * @param files returns the text of a file that the machine file names, such as a table of nodes;
   *     null if there is no such file
   */
  public record Source(
      String label,
      String yaml,
      Function<String, @Nullable Source> bases,
      Function<String, @Nullable String> files) {}

  /** A file in a chain of files that extend each other, with only the values in this file. */
  private record Level(Source source, Map<String, PlatformFile.Entry> own) {}

  /**
   * Reads the files.
   *
   * @param fallbackName the machine's name if the file does not give it
   * @param types all topologies
   * @throws PlatformException if a file is not valid YAML, or extends an unknown file
   */
  public PlatformReader(Source source, String fallbackName, List<TopologyType> types) {
    this.source = source;
    this.fallbackName = fallbackName;
    this.types = types;
    this.chain = chain(source);
    this.entries = entries(chain, types);
  }

  /**
   * Reads a platform from its text.
   *
   * @param overrides values by dotted key, as in {@code --set}
   * @throws PlatformException if the file or an override is not valid
   */
  public Platform platform(Map<String, String> overrides) {
    Map<String, PlatformFile.Entry> all = new LinkedHashMap<>(entries);
    new TreeMap<>(overrides).forEach((key, value) -> {
      if (Schema.HEADINGS.contains(key)) {
        throw new PlatformException(
            "`set " + key
                + "`: found a key that only machine files may have; expected the key of a value, such as network.link_bandwidth");
      }
      all.put(key, new PlatformFile.Entry(value.strip(), "`set " + key + "`", Figures.BY_USER));
    });
    Figures figures = new Figures(source.label, all, file -> file(chain, file), types);
    return PlatformBuilder.build(
        shortened(text(all, "name", fallbackName)), text(all, "description", ""), figures);
  }

  /** The machine's file, the file that it extends, and so on. */
  private static List<Level> chain(Source source) {
    List<Level> chain = new ArrayList<>();
    Source next = source;
    while (next != null) {
      Level level = new Level(next, PlatformFile.read(next.label, next.yaml));
      chain.add(level);
      PlatformFile.Entry base = level.own.get("extends");
      if (base == null) {
        return chain;
      }
      if (chain.size() > DEEPEST) {
        throw new PlatformException(base.place() + ": extends: found a chain of more than "
            + DEEPEST + " files; expected a chain that ends");
      }
      next = next.bases.apply(base.text());
      if (next == null) {
        throw new PlatformException(
            base.place() + ": extends: found " + base.text()
                + "; expected a machine of the catalogue, or a YAML file in the folder of this file or in a folder below");
      }
    }
    return chain;
  }

  /**
   * The values of the machine: each file's values replace those of the file that it extends. If the
   * topology changes, values of the section network are kept for keys that the new topology has
   * too.
   */
  private static Map<String, PlatformFile.Entry> entries(
      List<Level> chain, List<TopologyType> types) {
    Map<String, PlatformFile.Entry> entries = new LinkedHashMap<>();
    for (Level level : chain.reversed()) {
      entries.remove("name");
      PlatformFile.Entry topology = level.own.get(TOPOLOGY);
      if (topology != null && TopologyType.names(types).contains(topology.text())) {
        Set<String> legal = new Schema(types, topology.text(), Set.of()).keys().keySet();
        entries.keySet().removeIf(key -> key.startsWith("network.") && !legal.contains(key));
      }
      entries.putAll(level.own);
    }
    return entries;
  }

  /** The text of a file that a file of the chain names; null if there is no such file. */
  private static @Nullable String file(List<Level> chain, String name) {
    for (Level level : chain) {
      String text = level.source.files.apply(name);
      if (text != null) {
        return text;
      }
    }
    return null;
  }

  /** Shortens a machine's name, because lines and tables of all outputs contain it. */
  private static String shortened(String name) {
    return name.codePointCount(0, name.length()) <= LONGEST_NAME
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME)) + "...";
  }

  private static String text(Map<String, PlatformFile.Entry> entries, String key, String fallback) {
    PlatformFile.Entry entry = entries.get(key);
    return entry == null ? fallback : entry.text();
  }
}
