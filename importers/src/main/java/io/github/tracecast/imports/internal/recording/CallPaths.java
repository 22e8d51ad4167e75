package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.internal.recording.LogDefinitions.Frame;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.system.TemporaryFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Names of call paths, innermost frame first. A frame is function, file and line if the program has
 * them and {@code addr2line} is installed. Otherwise, the name has the module and the offset of
 * the return address in the module. Inlined functions are frames too. In a stripped module, {@code
 * addr2line} names the nearest symbol before an address; {@link SymbolSizes} tells whether the
 * address is part of it.
 *
 * <p>A call site is a path of return addresses, and its name is for display. If several paths would
 * have the same name, such as two calls on one line, the differing frames are numbered: {@code main
 * (a.c:5)}, {@code main (a.c:5) #2}.
 */
final class CallPaths {
  /** The prefix of call sites that the program itself named for the recorder. */
  private static final String NAMED = "call site: ";

  private final Map<String, Map<Long, List<String>>> frames = new HashMap<>();
  private final Map<List<Address>, String> names = new HashMap<>();

  /** A return address: its offset in a module, or in the process where the module's name is empty. */
  private record Address(String module, long offset) {}

  /** Looks up all frames of all logs, each module once. */
  CallPaths(List<LogDefinitions> logs) {
    Set<List<Address>> paths = new HashSet<>();
    TreeMap<String, TreeSet<Long>> wanted = new TreeMap<>();
    for (LogDefinitions log : logs) {
      for (List<Frame> site : log.sites) {
        paths.add(addresses(log.modules, site));
      }
    }
    for (List<Address> path : paths) {
      for (Address address : path) {
        wanted.computeIfAbsent(address.module(), m -> new TreeSet<>()).add(address.offset());
      }
    }
    wanted.forEach((module, offsets) -> frames.put(
        module, module.isEmpty() ? unnamed(offsets) : resolved(module, List.copyOf(offsets))));
    // Ranks of several programs have paths of several modules. Paths with the same name are one
    // site.
    paths.stream()
        .collect(Collectors.groupingBy(
            path -> List.of(plain(path), path.stream().map(Address::module).toList())))
        .values()
        .forEach(this::nameAll);
  }

  private static List<Address> addresses(List<String> modules, List<Frame> site) {
    return site.stream()
        .map(frame ->
            new Address(frame.module() == 0 ? "" : modules.get(frame.module() - 1), frame.offset()))
        .toList();
  }

  private static Map<Long, List<String>> unnamed(Set<Long> offsets) {
    return offsets.stream()
        .collect(Collectors.toMap(Function.identity(), o -> List.of("0x" + Long.toHexString(o))));
  }

  /** Names paths of the same modules that look alike. */
  private void nameAll(List<List<Address>> alike) {
    int depth = alike.getFirst().size();
    List<List<Long>> differing = IntStream.range(0, depth)
        .mapToObj(at -> alike.stream()
            .map(path -> path.get(at).offset())
            .distinct()
            .sorted()
            .toList())
        .toList();
    for (List<Address> path : alike) {
      List<String> named = new ArrayList<>();
      for (int at = 0; at < depth; at++) {
        int number = differing.get(at).indexOf(path.get(at).offset());
        List<String> inlined = new ArrayList<>(framesAt(path.get(at)));
        if (number > 0) {
          inlined.set(0, inlined.getFirst() + " #" + (number + 1));
        }
        named.addAll(inlined);
      }
      names.put(path, ofProgram(named));
    }
  }

  private String plain(List<Address> path) {
    return ofProgram(
        path.stream().flatMap(address -> framesAt(address).stream()).toList());
  }

  /** All addresses were looked up at the start. */
  private List<String> framesAt(Address address) {
    return Objects.requireNonNull(
        Objects.requireNonNull(frames.get(address.module())).get(address.offset()));
  }

  /** Functions in the module of a statically linked program that are not its own: MPI's Fortran bindings, and the code before main. */
  private static final Pattern BINDING =
      Pattern.compile("[op]?mpir?_(\\w+?)(_f|_f08|_f08ts|_cdesc)?_*( \\(.*)?");

  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]{1,16}");

  private static final Pattern START = Pattern.compile("(__libc_start\\w*|_start)( \\(.*)?");

  private static final Set<String> MPI = Arrays.stream(MpiCall.values())
      .map(call -> call.mpiName().toLowerCase(Locale.ROOT))
      .collect(Collectors.toSet());

  /** Returns the name of a path of one of the logs. */
  String name(List<String> modules, List<Frame> site) {
    return Objects.requireNonNull(names.get(addresses(modules, site)));
  }

  private static String ofProgram(List<String> path) {
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

  private static Map<Long, List<String>> resolved(String module, List<Long> offsets) {
    Map<Long, List<String>> resolved = new HashMap<>();
    if (module.startsWith(NAMED)) {
      offsets.forEach(offset -> resolved.put(offset, List.of(module.substring(NAMED.length()))));
      return resolved;
    }
    for (long offset : offsets) {
      resolved.put(offset, List.of(place(module, offset)));
    }
    Path input = null;
    NavigableSet<Long> withoutLine = new TreeSet<>();
    try {
      input = TemporaryFiles.file("addresses", ".txt");
      // The address before the return address lies within the call.
      Files.write(
          input, offsets.stream().map(o -> "0x" + Long.toHexString(o - 1)).toList());
      Process process = new ProcessBuilder("addr2line", "-a", "-i", "-f", "-C", "-e", module)
          .redirectInput(input.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      try (BufferedReader out = new BufferedReader(
          new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        readFrames(out, module, resolved, withoutLine);
      }
    } catch (IOException e) {
      return resolved; // without addr2line, frames keep module and offset
    } finally {
      delete(input);
    }
    for (long offset : SymbolSizes.outside(module, withoutLine)) {
      resolved.put(offset, List.of(place(module, offset)));
    }
    return resolved;
  }

  /**
   * The output has one line for each address, and two lines for each frame: the function, and its
   * file and line.
   */
  private static void readFrames(
      BufferedReader out, String module, Map<Long, List<String>> resolved, Set<Long> withoutLine)
      throws IOException {
    long offset = 0;
    List<String> inlined = null;
    for (String function = out.readLine(); function != null; function = out.readLine()) {
      if (ADDRESS.matcher(function).matches()) {
        offset = Long.parseUnsignedLong(function, 2, function.length(), 16) + 1;
        inlined = new ArrayList<>();
        continue;
      }
      String line = out.readLine();
      if (line == null || inlined == null) {
        return;
      }
      if (!function.equals("??")) {
        inlined.add(function + where(line, place(module, offset)));
        resolved.put(offset, List.copyOf(inlined));
        if (line.startsWith("??")) {
          withoutLine.add(offset);
        }
      }
    }
  }

  /** Uses the module's name unchanged, because a name in a log may not be a valid path in this locale. */
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

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.delete(file);
      }
    } catch (IOException e) {
      file.toFile().deleteOnExit();
    }
  }
}
