package io.github.tracecast.imports.internal.recording;

import io.github.tracecast.imports.internal.recording.LogDefinitions.Frame;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.system.TemporaryFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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

/**
 * The names of call paths, innermost frame first. A frame has function, file and line if {@code
 * addr2line} is installed and finds them. Otherwise it has the module and the offset of the return
 * address in the module. Inlined functions are frames, too. In a stripped module, {@code addr2line}
 * returns the nearest symbol before an address, and {@link SymbolSizes} finds out whether the
 * address is part of that symbol.
 *
 * <p>A call site is identified by its path of return addresses; its name is only for display. If
 * several paths would have the same name, such as two calls on one line, the differing frames are
 * numbered: {@code main (a.c:5)}, {@code main (a.c:5) #2}.
 */
final class CallPaths {
  /** The prefix of a module's name that marks a call site named by the program itself. */
  private static final String NAMED = "call site: ";

  private final Map<String, Map<Long, List<String>>> frames = new HashMap<>();
  private final Map<List<Address>, String> names = new HashMap<>();

  /**
   * A return address: its offset in a module. If the module's name is empty, it is an offset in the
   * process.
   */
  private record Address(String module, long offset) {}

  /** Looks up the frames of all call paths in the logs, with one lookup for each module. */
  CallPaths(List<LogDefinitions> logs) {
    Set<List<Address>> paths = logs.stream()
        .flatMap(log -> log.sites.stream().map(site -> addresses(log.modules, site)))
        .collect(Collectors.toSet());
    TreeMap<String, TreeSet<Long>> wanted = new TreeMap<>();
    paths.forEach(path -> path.forEach(address ->
        wanted.computeIfAbsent(address.module(), m -> new TreeSet<>()).add(address.offset())));
    wanted.forEach((module, offsets) -> frames.put(
        module, module.isEmpty() ? unnamed(offsets) : resolved(module, List.copyOf(offsets))));
    // Paths through different modules belong to different programs; with equal names, they are
    // one call site. Paths through the same modules with equal names get suffixes such as " #2".
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

  /** Gives different names to paths of the same modules that would otherwise have equal names. */
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

  /** Returns the frames of an address. The constructor has looked them up. */
  private List<String> framesAt(Address address) {
    return Objects.requireNonNull(
        Objects.requireNonNull(frames.get(address.module())).get(address.offset()));
  }

  /**
   * Matches functions of libraries in the module of a statically linked program: MPI's Fortran
   * bindings, and the code before main.
   */
  private static final Pattern BINDING =
      Pattern.compile("[op]?mpir?_(\\w+?)(_f|_f08|_f08ts|_cdesc)?_*( \\(.*)?");

  private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-f]{1,16}");

  private static final Pattern START = Pattern.compile("(__libc_start\\w*|_start)( \\(.*)?");

  private static final Set<String> MPI = Arrays.stream(MpiCall.values())
      .map(call -> call.mpiName().toLowerCase(Locale.ROOT))
      .collect(Collectors.toSet());

  /** Returns the name of a call path of a log. */
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
    NavigableSet<Long> withoutLine = new TreeSet<>();
    // addr2line gets the return address minus 1, which lies within the call
    String calls = offsets.stream()
        .map(offset -> "0x" + Long.toHexString(offset - 1) + "\n")
        .collect(Collectors.joining());
    try {
      TemporaryFiles.lend(".txt", calls, input -> readFrames(input, module, resolved, withoutLine));
    } catch (UncheckedIOException e) {
      return resolved; // without addr2line, a frame is a module and an offset
    }
    for (long offset : SymbolSizes.outside(module, withoutLine)) {
      resolved.put(offset, List.of(place(module, offset)));
    }
    return resolved;
  }

  private static void readFrames(
      Path addresses, String module, Map<Long, List<String>> resolved, Set<Long> withoutLine) {
    try {
      Process process = new ProcessBuilder("addr2line", "-a", "-i", "-f", "-C", "-e", module)
          .redirectInput(addresses.toFile())
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
        readFrames(out, module, resolved, withoutLine);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the output of {@code addr2line}. For each address it has a line with the address, and for
   * each frame of the address a line with the function and a line with file and line number.
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

  /**
   * Returns the name of a frame without a function. It uses the module's name unchanged, because a
   * name in a log may not be a valid path in this locale.
   */
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
}
