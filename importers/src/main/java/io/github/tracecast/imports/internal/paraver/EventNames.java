package io.github.tracecast.imports.internal.paraver;

import io.github.tracecast.imports.internal.PlainInput;
import io.github.tracecast.imports.internal.TextLines;
import io.github.tracecast.trace.TraceException;
import it.unimi.dsi.fastutil.longs.Long2ObjectMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names of the values of events, from a {@code .pcf} file. Its sections are EVENT_TYPE with one
 * line per type, and VALUES with one line per value of these types.
 */
final class EventNames {
  private static final Pattern NUMBERED = Pattern.compile("(\\d{1,18})\\s+(\\S.*)");
  private static final Pattern TYPE = Pattern.compile("-?\\d+\\s+(\\d{1,18})\\s+.*");

  private final String file;
  private final Long2ObjectMap<Long2ObjectMap<String>> names = new Long2ObjectOpenHashMap<>();

  private EventNames(String file) {
    this.file = file;
  }

  /**
   * Returns the {@code .pcf} file of a trace. Its name ends in {@code .pcf} instead of {@code .prv}
   * or {@code .prv.gz}.
   */
  static Path namesFile(Path trace) {
    String name = trace.getFileName().toString();
    String stem = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    stem = stem.endsWith(".prv") ? stem.substring(0, stem.length() - 4) : stem;
    return trace.resolveSibling(stem + ".pcf");
  }

  static EventNames read(Path path) {
    EventNames result = new EventNames(path.toString());
    try (InputStream in = PlainInput.open(path)) {
      result.read(new TextLines(in, path.toString(), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      throw new TraceException(
          path
              + ": no such file; expected this file beside the trace, because it has the names of calls",
          e);
    } catch (IOException e) {
      throw PlainInput.unreadable(path.toString(), e);
    }
    return result;
  }

  private void read(TextLines in) {
    List<Long2ObjectMap<String>> types = new ArrayList<>();
    boolean values = false;
    boolean inTypes = false;
    for (String line = in.next(); line != null; line = in.next()) {
      String text = line.strip();
      if (text.isEmpty()) {
        continue;
      }
      if (!Character.isDigit(text.charAt(0)) && text.charAt(0) != '-') {
        values = text.equals("VALUES") && !types.isEmpty();
        inTypes = text.equals("EVENT_TYPE");
        if (!values) {
          types.clear();
        }
        continue;
      }
      Matcher type = TYPE.matcher(text);
      Matcher value = NUMBERED.matcher(text);
      if (inTypes && type.matches()) {
        types.add(names.computeIfAbsent(
            Long.parseLong(type.group(1)), key -> new Long2ObjectOpenHashMap<>()));
      } else if (values && value.matches()) {
        String name = fullName(value.group(2));
        long number = Long.parseLong(value.group(1));
        types.forEach(names -> names.put(number, name));
      }
    }
  }

  /**
   * Returns the text in brackets at the end of a name, which is the full form of a shortened name.
   * If there are no brackets, returns the name itself.
   */
  private static String fullName(String name) {
    int open = name.lastIndexOf('[');
    return open >= 0 && name.endsWith("]") ? name.substring(open + 1, name.length() - 1) : name;
  }

  private @Nullable String nameOrNull(long type, long value) {
    Long2ObjectMap<String> ofType = names.get(type);
    return ofType == null ? null : ofType.get(value);
  }

  /** Returns the name of a value, or the value itself if it has no name. */
  String name(long type, long value) {
    String name = nameOrNull(type, value);
    return name == null ? Long.toString(value) : name;
  }

  /**
   * Returns the name of the MPI call for a value of an event type.
   *
   * @param records the records, whose current line is the place in error messages
   */
  String call(long type, long value, Records records) {
    String name = nameOrNull(type, value);
    if (name == null) {
      throw records.fault("value " + value + " of type " + type, "one of the values in " + file);
    }
    return name;
  }
}
