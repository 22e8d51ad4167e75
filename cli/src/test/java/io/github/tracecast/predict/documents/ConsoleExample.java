package io.github.tracecast.predict.documents;

import java.util.ArrayList;
import java.util.List;

/**
 * A command of a {@code console} block and the output beside it.
 *
 * @param document that it stands in
 * @param block that it stands in
 * @param command without the prompt; a line that ends in a backslash continues on the next one
 * @param first index of the document's line where the output begins
 * @param expected the lines of the output; {@code ...} stands for anything
 */
record ConsoleExample(
    Document document, Document.Block block, String command, int first, List<String> expected) {
  private static final String PROMPT = "$ ";

  /** The examples of all {@code console} blocks, in order. */
  static List<ConsoleExample> of(Document document) {
    List<ConsoleExample> examples = new ArrayList<>();
    for (Document.Block block : document.blocks()) {
      if (block.language().equals("console")) {
        examples.addAll(of(document, block));
      }
    }
    return examples;
  }

  private static List<ConsoleExample> of(Document document, Document.Block block) {
    List<ConsoleExample> examples = new ArrayList<>();
    int i = block.first();
    while (i < block.end()) {
      if (!document.lines().get(i).startsWith(PROMPT)) {
        throw new AssertionError(
            document.name() + ":" + (i + 1) + ": a console block begins with $ and a command");
      }
      StringBuilder command = new StringBuilder(document.lines().get(i++).substring(2));
      while (command.toString().endsWith("\\") && i < block.end()) {
        command.append('\n').append(document.lines().get(i++));
      }
      int first = i;
      while (i < block.end() && !document.lines().get(i).startsWith(PROMPT)) {
        i++;
      }
      examples.add(new ConsoleExample(
          document, block, command.toString(), first, document.lines().subList(first, i)));
    }
    return examples;
  }

  /** The place of the example, for messages. */
  String place() {
    return document.name() + ":" + first;
  }

  /** The expected output without the empty line that sets off the next command. */
  List<String> output() {
    int size = expected.size();
    while (size > 0 && expected.get(size - 1).isBlank()) {
      size--;
    }
    return expected.subList(0, size);
  }
}
