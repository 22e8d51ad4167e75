package io.github.tracecast.platform.internal;

import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the keys of machine files in the order of the documentation, each with its rules. */
public final class Keys {
  private static final String OF_FORMAT = "default";

  private final Map<String, Schema.Key> keys = new LinkedHashMap<>();

  /**
   * Adds a required key.
   *
   * @param meaning the meaning of the key, in Markdown
   */
  public void need(String name, Kind<?> kind, String meaning) {
    keys.put(name, new Schema.Key(kind, null, "", "", meaning));
  }

  /**
   * Adds a key that is required only with other keys.
   *
   * @param others these keys, in Markdown
   * @param meaning the meaning of the key, in Markdown
   */
  void needWith(String others, String name, Kind<?> kind, String meaning) {
    keys.put(name, new Schema.Key(kind, null, "", others, meaning));
  }

  /**
   * Adds an optional key.
   *
   * @param fallback the text of the default value, or = followed by the key whose text is the
   *     default
   * @param meaning the meaning of the key, in Markdown
   */
  public void may(String name, Kind<?> kind, String fallback, String meaning) {
    String source =
        fallback.startsWith("=") ? OF_FORMAT + ": as " + fallback.substring(1) : OF_FORMAT;
    may(name, kind, fallback, source, meaning);
  }

  /** Adds an optional key, with the origin of its default. */
  void may(String name, Kind<?> kind, String fallback, String source, String meaning) {
    keys.put(name, new Schema.Key(kind, fallback, source, "", meaning));
  }

  Map<String, Schema.Key> all() {
    return keys;
  }
}
