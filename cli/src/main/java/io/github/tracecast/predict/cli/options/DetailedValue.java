package io.github.tracecast.predict.cli.options;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;

/**
 * The value {@code NAME[:KEY=VALUE]...} of an option: a name, such as the name of a file, and
 * details.
 *
 * @param name the part before the details; it may contain colons
 * @param details by key
 */
public record DetailedValue(String name, Map<String, String> details) {
  public DetailedValue {
    details = Map.copyOf(details);
  }

  /** Returns the name, because {@link OutputGuard} takes this text as the file. */
  @Override
  public String toString() {
    return name;
  }

  /** Reads a value whose details have given keys. A part without one of these keys belongs to the part before it. */
  public abstract static class Converter implements ITypeConverter<DetailedValue> {
    private final List<String> keys;

    protected Converter(String... keys) {
      this.keys = List.of(keys);
    }

    @Override
    public DetailedValue convert(String value) {
      String[] parts = value.split(":(?=(" + String.join("|", keys) + ")=)");
      Map<String, String> details = new HashMap<>();
      for (String part : List.of(parts).subList(1, parts.length)) {
        int equals = part.indexOf('=');
        details.put(part.substring(0, equals), part.substring(equals + 1));
      }
      return new DetailedValue(parts[0], details);
    }
  }
}
