package io.github.tracecast.predict.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the output of commands into the document that shows them. */
final class DocumentUpdate {
  private final Document document;
  private final List<String> lines;
  private int shift;

  DocumentUpdate(Document document) {
    this.document = document;
    this.lines = new ArrayList<>(document.lines());
  }

  /**
   * Replaces one output; examples come in the order of the document.
   *
   * @param updated the new lines; empty if the author must choose the lines to leave out
   */
  void replace(ConsoleExample example, Optional<List<String>> updated, List<String> actual)
      throws IOException {
    if (updated.isEmpty()) {
      throw new AssertionError(example.place()
          + ": the output has other lines now; choose anew what to show of\n"
          + String.join("\n", actual));
    }
    int first = example.first() + shift;
    int size = example.output().size();
    List<String> place = lines.subList(first, first + size);
    place.clear();
    place.addAll(updated.get());
    shift += updated.get().size() - size;
    Files.write(document.file(), lines);
  }
}
