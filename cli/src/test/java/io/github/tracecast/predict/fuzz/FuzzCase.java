package io.github.tracecast.predict.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files and what to run on them.
 *
 * @param name what is fuzzed
 * @param files relative path to content
 * @param commands run one after the other; {@code @/} stands for the folder with the files
 * @param agreement the share by which predicted times of the commands may differ; negative if
 *     the commands predict different things
 */
record FuzzCase(
    String name, SortedMap<String, byte[]> files, List<List<String>> commands, double agreement) {
  /** Stands for the case's folder in arguments. */
  static final String FOLDER = "@/";

  static FuzzCase of(String name, Map<String, byte[]> files, List<List<String>> commands) {
    return new FuzzCase(name, new TreeMap<>(files), commands, -1);
  }

  /** Commands that must predict the same times. */
  static FuzzCase agreeing(
      String name, byte[] program, List<List<String>> commands, double agreement) {
    return new FuzzCase(name, new TreeMap<>(Map.of("t", program)), commands, agreement);
  }

  boolean agrees() {
    return agreement >= 0;
  }

  /** Whether a command reads a file that the command before it has written, and so has to succeed. */
  boolean readsWhatItWrote(List<String> command) {
    return command != commands.getFirst() && command.get(1).startsWith(FOLDER + "out");
  }

  FuzzCase with(String file, byte[] content) {
    SortedMap<String, byte[]> changed = new TreeMap<>(files);
    changed.put(file, content);
    return new FuzzCase(name, changed, commands, agreement);
  }

  FuzzCase with(List<List<String>> others) {
    return new FuzzCase(name, files, others, agreement);
  }

  /** Writes the files. */
  void write(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }

  /** All bytes of files and arguments. */
  long size() {
    return files.values().stream().mapToLong(content -> content.length).sum()
        + commands.stream().flatMap(List::stream).mapToLong(String::length).sum();
  }
}
