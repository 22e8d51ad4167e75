package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.internal.recording.LogDefinitions.Frame;
import io.github.tracecast.trace.MpiCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names of call paths, innermost frame first: function, file and line where the program has them and {@code addr2line} is installed,
 * else the module and the offset of the return address in it.
 */
final class CallPaths {
  private final Map<String, Map<Long, String>> names = new HashMap<>();

  /** Looks up all frames of all logs, each module once. */
  CallPaths(List<LogDefinitions> logs) {
    TreeMap<String, TreeSet<Long>> wanted = new TreeMap<>();
    for (LogDefinitions log : logs) {
      for (List<Frame> site : log.sites) {
        for (Frame frame : site) {
          if (frame.module() > 0) {
            wanted
                .computeIfAbsent(log.modules.get(frame.module() - 1), m -> new TreeSet<>())
                .add(frame.offset());
          }
        }
      }
    }
    wanted.forEach(
        (module, offsets) -> names.put(module, resolved(module, new ArrayList<>(offsets))));
  }

  /** What a program that was linked statically has in its own module: MPI's Fortran bindings, and what comes before main. */
  private static final Pattern BINDING =
      Pattern.compile("[op]?mpir?_(\\w+?)(_f|_f08|_f08ts|_cdesc)?_*( \\(.*)?");

  private static final Pattern START = Pattern.compile("(__libc_start\\w*|_start)( \\(.*)?");

  private static final Set<String> MPI = Arrays.stream(MpiCall.values())
      .map(call -> call.mpiName().toLowerCase(Locale.ROOT))
      .collect(Collectors.toSet());

  String name(List<String> modules, List<Frame> frames) {
    List<String> path = frames.stream()
        .map(frame -> frame.module() == 0
            ? "0x" + Long.toHexString(frame.offset())
            : names.get(modules.get(frame.module() - 1)).get(frame.offset()))
        .toList();
    int first = 0;
    int last = path.size();
    while (first < last - 1 && isBinding(path.get(first))) {
      first++;
    }
    while (last > first + 1 && START.matcher(path.get(last - 1)).matches()) {
      last--;
    }
    return String.join(" < ", path.subList(first, last));
  }

  private static boolean isBinding(String frame) {
    Matcher matcher = BINDING.matcher(frame.toLowerCase(Locale.ROOT));
    return matcher.matches() && MPI.contains("mpi_" + matcher.group(1));
  }

  private static Map<Long, String> resolved(String module, List<Long> offsets) {
    Map<Long, String> resolved = new HashMap<>();
    for (long offset : offsets) {
      resolved.put(offset, place(module, offset));
    }
    Path input = null;
    try {
      input = Files.createTempFile("tracecast-addresses", ".txt");
      // The address before the one that is returned to lies within the call.
      Files.write(
          input, offsets.stream().map(o -> "0x" + Long.toHexString(o - 1)).toList());
      Process process = new ProcessBuilder("addr2line", "-f", "-C", "-e", module)
          .redirectInput(input.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      try (BufferedReader out = new BufferedReader(
          new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (long offset : offsets) {
          String function = out.readLine();
          String line = out.readLine();
          if (line == null) {
            break;
          }
          if (!function.equals("??")) {
            resolved.put(offset, function + where(line, place(module, offset)));
          }
        }
      }
    } catch (IOException e) {
      return resolved; // without addr2line, places have to do
    } finally {
      delete(input);
    }
    return resolved;
  }

  /** By the module's name as it is: what a log says need not be a path that this locale can spell. */
  private static String place(String module, long offset) {
    return module.substring(module.lastIndexOf('/') + 1) + "+0x" + Long.toHexString(offset);
  }

  private static String where(String line, String otherwise) {
    String plain = line.replaceFirst(" \\(discriminator \\d+\\)$", "");
    if (plain.startsWith("??") || plain.endsWith(":?") || plain.endsWith(":0")) {
      return " (" + otherwise + ")";
    }
    return " (" + plain.substring(plain.lastIndexOf('/') + 1) + ")";
  }

  private static void delete(Path file) {
    try {
      if (file != null) {
        Files.delete(file);
      }
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
