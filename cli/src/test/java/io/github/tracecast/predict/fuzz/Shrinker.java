package io.github.tracecast.predict.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing case smaller as long as it fails in the same way. */
final class Shrinker {
  private final Predicate<FuzzCase> fails;
  private int runs;

  /**
   * @param fails whether a case fails in the way that is looked for
   * @param runs cases to try at most
   */
  Shrinker(Predicate<FuzzCase> fails, int runs) {
    this.fails = fails;
    this.runs = runs;
  }

  FuzzCase smallest(FuzzCase failing) {
    FuzzCase smallest = failing;
    for (String file : failing.files().keySet()) {
      smallest = shortened(smallest, file);
    }
    return failing.agrees()
        ? smallest
        : withFewerWords(smallest); // fewer words predict other times
  }

  private boolean stillFails(FuzzCase one) {
    return runs-- > 0 && fails.test(one);
  }

  private FuzzCase shortened(FuzzCase from, String file) {
    FuzzCase smallest = from;
    for (int size = Math.max(1, from.files().get(file).length / 2); size > 0; size /= 2) {
      for (int at = 0; at < smallest.files().get(file).length && runs > 0; ) {
        FuzzCase shorter = smallest.with(file, without(smallest.files().get(file), at, size));
        if (stillFails(shorter)) {
          smallest = shorter;
        } else {
          at += size;
        }
      }
    }
    return smallest;
  }

  private static byte[] without(byte[] content, int from, int length) {
    ByteArrayOutputStream rest = new ByteArrayOutputStream();
    rest.write(content, 0, from);
    int end = Math.min(content.length, from + length);
    rest.write(content, end, content.length - end);
    return rest.toByteArray();
  }

  private FuzzCase withFewerWords(FuzzCase from) {
    FuzzCase smallest = from;
    for (int command = 0; command < from.commands().size(); command++) {
      for (int word = smallest.commands().get(command).size() - 1; word > 0; word--) {
        List<List<String>> commands = new ArrayList<>(smallest.commands());
        List<String> words = new ArrayList<>(commands.get(command));
        words.remove(word);
        commands.set(command, words);
        FuzzCase shorter = smallest.with(commands);
        if (stillFails(shorter)) {
          smallest = shorter;
        }
      }
    }
    return smallest;
  }
}
