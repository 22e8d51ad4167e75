package io.github.tracecast.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds the shared libraries of a program in the search order of the dynamic linker (ld.so(8)). */
final class LibrarySearch {
  private static final List<String> DEFAULTS = List.of("/lib64", "/usr/lib64", "/lib", "/usr/lib");
  private static final int MOST_LIBRARIES = 2000;
  private static final int MOST_INCLUDES = 64;

  private final List<String> environment;
  private final Set<String> configured = new LinkedHashSet<>();
  private int includes;

  /** A library to check, and the search folders that it inherits from the files that need it. */
  private record Found(Path file, List<String> inherited) {}

  /**
   * Creates a search in the search folders of the linker.
   *
   * @param libraryPath folders separated by colons, as in LD_LIBRARY_PATH; may be empty
   */
  LibrarySearch(String libraryPath) {
    this.environment = split(libraryPath);
    configuration(Path.of("/etc/ld.so.conf"));
    configured.addAll(DEFAULTS);
  }

  /**
   * Returns the first matching library that a file needs directly or through another library. The
   * search is breadth first, in the order of loading.
   */
  Optional<Path> find(Path program, Predicate<Path> wanted) {
    Set<Path> seen = new HashSet<>();
    Deque<Found> open = new ArrayDeque<>(List.of(new Found(program, List.of())));
    while (!open.isEmpty() && seen.size() < MOST_LIBRARIES) {
      Found next = open.remove();
      Optional<ElfFile> elf = ElfFile.read(next.file);
      if (!seen.add(next.file) || elf.isEmpty()) {
        continue;
      }
      List<String> rpath = placed(elf.get().rpath(), next.file);
      List<String> inherited = new ArrayList<>(rpath);
      inherited.addAll(next.inherited);
      List<String> runpath = placed(elf.get().runpath(), next.file);
      for (String name : elf.get().needed()) {
        Optional<Path> library = library(name, inherited, runpath);
        if (library.isPresent() && wanted.test(library.get())) {
          return library;
        }
        library.ifPresent(file -> open.add(new Found(file, inherited)));
      }
    }
    return Optional.empty();
  }

  private Optional<Path> library(String name, List<String> rpath, List<String> runpath) {
    if (name.contains("/")) {
      return Optional.of(Path.of(name)).filter(Files::isRegularFile);
    }
    List<String> folders = new ArrayList<>(runpath.isEmpty() ? rpath : List.of());
    folders.addAll(environment);
    folders.addAll(runpath);
    folders.addAll(configured);
    return folders.stream()
        .map(folder -> Path.of(folder).resolve(name))
        .filter(file -> ElfFile.read(file).isPresent())
        .findFirst();
  }

  private static List<String> placed(String paths, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    return split(paths).stream()
        .map(path -> path.replace("${ORIGIN}", "" + folder).replace("$ORIGIN", "" + folder))
        .toList();
  }

  private static List<String> split(String paths) {
    return Stream.of(paths.split("[:;]")).filter(path -> !path.isEmpty()).toList();
  }

  /** Reads the folders of /etc/ld.so.conf, the source of the linker's cache. */
  private void configuration(Path file) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return; // some systems have no such file
    }
    for (String line : lines) {
      String text = line.replaceFirst("#.*", "").strip();
      if (text.startsWith("include ")) {
        included(text.substring("include ".length()).strip());
      } else if (text.startsWith("/")) {
        configured.add(text);
      }
    }
  }

  private void included(String pattern) {
    Path path = Path.of("/etc").resolve(pattern);
    try (var files =
        Files.newDirectoryStream(path.getParent(), path.getFileName().toString())) {
      List<Path> sorted = new ArrayList<>();
      files.forEach(sorted::add);
      sorted.sort(null);
      for (Path file : sorted) {
        if (includes++ < MOST_INCLUDES) {
          configuration(file);
        }
      }
    } catch (IOException e) {
      return; // no file matches the pattern
    }
  }
}
