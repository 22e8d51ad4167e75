package io.github.tracecast.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the MPI library of the program that a command runs through launchers and wrappers. The
 * search checks each word of the command that names an executable file. Launchers are not linked
 * with MPI. The words of a script are checked in the same way.
 */
public final class CommandPrograms {
  private static final int MOST_SCRIPT_BYTES = 1 << 16;
  private static final int DEEPEST = 4;
  private static final Pattern ASSIGNMENT = Pattern.compile("\\A(?:.*,)?LD_LIBRARY_PATH=([^,]*).*");
  private static final Pattern SCRIPT_WORD = Pattern.compile("[^\\s\"'`;|&()<>]+");
  private static final Set<String> FOLDER_OPTIONS =
      Set.of("-wdir", "--wdir", "-wd", "--wd", "-D", "--chdir", "-C");

  private final List<Path> folders = new ArrayList<>();
  private final Set<Path> scripts = new LinkedHashSet<>();
  private final String path;
  private String libraryPath;

  private CommandPrograms(Map<String, String> environment) {
    this.path = environment.getOrDefault("PATH", "/usr/bin:/bin");
    this.libraryPath = environment.getOrDefault("LD_LIBRARY_PATH", "");
    folders.add(Path.of(""));
  }

  /**
   * Returns the MPI library of the first program of a command that is linked with MPI.
   *
   * @param command the command line
   * @param environment the environment of the command
   */
  public static Optional<MpiLibrary> mpi(List<String> command, Map<String, String> environment) {
    return new CommandPrograms(environment).of(command, 0);
  }

  private Optional<MpiLibrary> of(List<String> words, int depth) {
    settings(words);
    for (String word : words) {
      for (Path file : files(word)) {
        Optional<MpiLibrary> found = MpiLibrary.of(file, new LibrarySearch(libraryPath));
        if (found.isEmpty() && depth < DEEPEST && scripts.add(file)) {
          found = of(script(file), depth + 1);
        }
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** Adds search paths for programs and libraries from a command's options and variables. */
  private void settings(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      Matcher assigned = ASSIGNMENT.matcher(word);
      if (assigned.matches()) {
        libraryPath = assigned.group(1) + ":" + libraryPath;
      }
      if (i + 1 < words.size() && FOLDER_OPTIONS.contains(word)) {
        folders.add(Path.of("").resolve(words.get(i + 1)));
      }
      if (i + 2 < words.size()
          && words.get(i + 1).equals("LD_LIBRARY_PATH")
          && word.matches("--?g?env")) {
        libraryPath = words.get(i + 2) + ":" + libraryPath;
      }
    }
  }

  /**
   * Returns the executable file that a word of a command names; empty if there is none. Launchers
   * search the PATH, and some search the folder of the run too.
   */
  private List<Path> files(String word) {
    if (word.isEmpty() || word.startsWith("-") || word.indexOf('\0') >= 0) {
      return List.of();
    }
    Stream<Path> searched = word.contains("/")
        ? folders.stream()
        : Stream.concat(
            Stream.of(path.split(":")).filter(folder -> !folder.isEmpty()).map(Path::of),
            folders.stream());
    return searched
        .map(folder -> folder.resolve(word).toAbsolutePath())
        .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
        .limit(1)
        .toList();
  }

  /** Returns the words of a script; empty if the file is not a script. */
  private static List<String> script(Path file) {
    byte[] bytes;
    try (var in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_SCRIPT_BYTES);
    } catch (IOException e) {
      return List.of();
    }
    if (bytes.length < 2 || bytes[0] != '#' || bytes[1] != '!') {
      return List.of();
    }
    List<String> words = new ArrayList<>();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Path absolute = file.toAbsolutePath();
    text.lines().skip(1).filter(line -> !line.stripLeading().startsWith("#")).forEach(line -> {
      Matcher word = SCRIPT_WORD.matcher(line);
      while (word.find()) {
        words.add(word.group());
        if (word.group().contains("$") || word.group().startsWith("/")) {
          // a path that starts with a variable is usually in the folder of the script
          words.add(absolute
              .resolveSibling(word.group().substring(word.group().lastIndexOf('/') + 1))
              .toString());
        }
      }
    });
    return words;
  }
}
