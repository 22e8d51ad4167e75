package io.github.tracecast.predict.documents;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The Markdown files of the repository. */
public final class Documents {
  private static final Set<String> NOT_OURS = Set.of("target", "node_modules");

  private Documents() {}

  /** The folder of the repository, which holds the launcher. */
  public static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("tracecast"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** All documents, sorted by path. */
  public static List<Document> all() {
    try {
      List<Path> files = new ArrayList<>();
      Files.walkFileTree(repository(), new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
          String name = folder.getFileName().toString();
          boolean hidden = name.startsWith(".") && !folder.equals(repository());
          return hidden || NOT_OURS.contains(name)
              ? FileVisitResult.SKIP_SUBTREE
              : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
          if (file.toString().endsWith(".md")) {
            files.add(file);
          }
          return FileVisitResult.CONTINUE;
        }
      });
      List<Document> documents = new ArrayList<>();
      for (Path file : files.stream().sorted().toList()) {
        documents.add(Document.read(file));
      }
      return documents;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
