package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.report.page.Reproduction;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.Sha256;
import io.github.tracecast.trace.text.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** SHA-256 checksums of a prediction's inputs, as {@code sha256sum} prints them. */
public final class Checksums {
  private static final String FILE_MAPPING = "file:";

  private Checksums() {}

  /** Returns the checksums of the trace and the platform, and of the mapping if it is a file. */
  public static List<Reproduction.Input> of(Path trace, String platform, String mapping)
      throws IOException {
    return of(List.of(trace), List.of(platform), List.of(mapping));
  }

  /** Returns the checksums of the traces, the platforms and the mapping files. */
  public static List<Reproduction.Input> of(
      List<Path> traces, List<String> platforms, List<String> mappings) throws IOException {
    List<Reproduction.Input> inputs = new ArrayList<>();
    for (Path trace : traces) {
      inputs.add(input("trace", trace));
    }
    for (String platform : platforms) {
      inputs.add(platform(platform));
    }
    for (String mapping : mappings) {
      if (mapping.startsWith(FILE_MAPPING)) {
        inputs.add(input("mapping", Path.of(mapping.substring(FILE_MAPPING.length()))));
      }
    }
    return inputs;
  }

  /** Returns the checksums of the inputs of two predictions of one trace. Each file appears once. */
  public static List<Reproduction.Input> of(
      Path trace, PredictionRequest first, PredictionRequest second) throws IOException {
    Set<Reproduction.Input> inputs =
        new LinkedHashSet<>(of(trace, first.platform(), first.mapping()));
    inputs.addAll(of(trace, second.platform(), second.mapping()));
    return List.copyOf(inputs);
  }

  public static List<Reproduction.Input> ofPredictions(Path first, Path second) throws IOException {
    return List.of(input("prediction A", first), input("prediction B", second));
  }

  private static Reproduction.Input platform(String platform) throws IOException {
    return PlatformCatalogue.names().contains(platform)
        ? new Reproduction.Input(
            "platform",
            platform,
            Sha256.of(PlatformCatalogue.source(platform)),
            "part of tracecast, as " + platform + ".yaml")
        : input("platform", Path.of(platform));
  }

  /** Returns a file or folder as an input with its role. */
  public static Reproduction.Input input(String role, Path path) throws IOException {
    String name = path.toString();
    if (Files.isDirectory(path)) {
      return new Reproduction.Input(
          role,
          name,
          folder(path),
          "cd " + Shell.quoted(name)
              + " && find . -type f | LC_ALL=C sort | tr '\\n' '\\0' | xargs -0 sha256sum | sha256sum");
    }
    return Files.isRegularFile(path)
        ? new Reproduction.Input(role, name, file(path), "sha256sum " + Shell.quoted(name))
        : new Reproduction.Input(role, name, "", "none, because it is not a regular file");
  }

  private static String file(Path path) throws IOException {
    return Sha256.of(out -> Files.copy(path, out));
  }

  private static String folder(Path folder) throws IOException {
    List<String> names;
    try (Stream<Path> files = Files.walk(folder)) {
      names = files
          .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .map(file -> "./" + folder.relativize(file))
          .sorted()
          .toList();
    }
    StringBuilder lines = new StringBuilder();
    for (String name : names) {
      lines.append(file(folder.resolve(name))).append("  ").append(name).append('\n');
    }
    return Sha256.of(lines.toString());
  }
}
