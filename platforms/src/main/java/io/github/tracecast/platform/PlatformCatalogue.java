package io.github.tracecast.platform;

import io.github.tracecast.platform.internal.PlatformReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The machines that come with the product, and the reading of users' own. */
public final class PlatformCatalogue {
  private static final List<String> NAMES =
      List.of("bluegene-l", "cluster", "fat-tree", "graphene", "loggp-default");
  private static final long LARGEST_FILE = 1 << 20;

  private PlatformCatalogue() {}

  /** Names of the machines that come with the product, in alphabetical order. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * Reads a machine.
   *
   * @param nameOrPath a name of the catalogue, or the path of a YAML file
   * @param overrides dotted key to value, as {@code --set} takes them
   * @throws PlatformException if there is no such machine, or a key or figure is refused
   */
  public static Platform load(String nameOrPath, Map<String, String> overrides) {
    if (NAMES.contains(nameOrPath)) {
      return PlatformReader.read(
          nameOrPath + ".yaml",
          nameOrPath,
          bundled(nameOrPath),
          PlatformCatalogue::bundled,
          overrides);
    }
    Path path = path(nameOrPath);
    String file = path.getFileName() == null ? nameOrPath : path.getFileName().toString();
    return PlatformReader.read(
        nameOrPath,
        file.replaceFirst("\\.ya?ml$", ""),
        text(path),
        PlatformCatalogue::bundled,
        overrides);
  }

  private static Path path(String nameOrPath) {
    try {
      Path path = Path.of(nameOrPath);
      if (!nameOrPath.isBlank() && Files.isRegularFile(path)) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw unknown(nameOrPath);
    }
    throw unknown(nameOrPath);
  }

  private static PlatformException unknown(String nameOrPath) {
    return new PlatformException(
        "platform: found " + (nameOrPath.isBlank() ? "nothing" : nameOrPath)
            + ", which is neither of the catalogue nor a file; expected one of "
            + String.join(", ", NAMES) + " or the path of a YAML file");
  }

  private static String text(Path path) {
    try {
      if (Files.size(path) > LARGEST_FILE) {
        throw new PlatformException(path + ": found " + Files.size(path)
            + " B; expected a platform file of at most " + LARGEST_FILE + " B");
      }
      return Files.readString(path);
    } catch (MalformedInputException e) {
      throw new PlatformException(
          path + ": found bytes that are no UTF-8 text; expected a YAML file", e);
    } catch (IOException e) {
      throw new PlatformException(path + ": cannot be read (" + e + "); expected a YAML file", e);
    }
  }

  private static String bundled(String name) {
    if (!NAMES.contains(name)) {
      return null;
    }
    try (InputStream in = PlatformCatalogue.class.getResourceAsStream(name + ".yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
