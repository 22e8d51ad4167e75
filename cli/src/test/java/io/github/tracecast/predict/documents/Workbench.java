package io.github.tracecast.predict.documents;

import io.github.tracecast.predict.MpiSettings;
import io.github.tracecast.predict.StartUpCache;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A folder in which a shell runs the examples of one document; {@code tracecast} there is the code under test. */
final class Workbench {
  private static final int PATIENCE_SECONDS = 900;
  private static final String FILE = "file:";

  /** The output of a command on both streams. */
  record Ended(int exitCode, List<String> output) {}

  private final Path folder;

  /**
   * Makes one.
   *
   * @param home an empty folder, for the commands and their caches
   */
  Workbench(Path home) throws IOException {
    this.folder = Files.createDirectories(home.resolve("work"));
    Path program = Files.createDirectories(home.resolve("bin")).resolve("tracecast");
    List<String> java = StartUpCache.OF_ALL_CHILDREN.command();
    java.add(1, "-Dtracecast.home=" + Documents.repository());
    StringBuilder script = new StringBuilder(
        "#!/bin/sh\ncase $0 in ./*) typed=$0 ;; *) typed=tracecast ;; esac\nexec");
    java.forEach(word -> script.append(" '").append(word).append('\''));
    script.insert(script.indexOf("'-Dtracecast.home="), "\"-Dtracecast.typed=$typed\" ");
    Files.writeString(program, script.append(" \"$@\"\n"));
    if (!program.toFile().setExecutable(true)) {
      throw new IOException(program + " cannot be made executable");
    }
    Files.createSymbolicLink(folder.resolve("tracecast"), program);
    Path examples = Files.createDirectories(folder.resolve("examples"));
    try (Stream<Path> files = Files.list(Documents.repository().resolve("examples"))) {
      for (Path file : files.toList()) {
        Files.copy(file, examples.resolve(file.getFileName()));
      }
    }
  }

  /** Writes the blocks of a document whose remark names a file. */
  void write(Document document) throws IOException {
    for (Document.Block block : document.blocks()) {
      if (block.remark().startsWith(FILE)) {
        Files.write(
            folder.resolve(block.remark().substring(FILE.length()).strip()),
            document.lines().subList(block.first(), block.end()));
      }
    }
  }

  Ended run(String command) throws IOException, InterruptedException {
    return run(command, PATIENCE_SECONDS);
  }

  /** Runs a command that may take so long. */
  Ended run(String command, int patienceSeconds) throws IOException, InterruptedException {
    Path output = folder.resolveSibling("output");
    ProcessBuilder shell = new ProcessBuilder("bash", "-c", command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile());
    Map<String, String> environment = shell.environment();
    environment.put("PATH", folder.resolveSibling("bin") + ":" + environment.get("PATH"));
    environment.put(
        "HOME", Files.createDirectories(folder.resolveSibling("home")).toString());
    environment.put("TRACECAST", Documents.repository().toString());
    environment.put(
        "TRACECAST_COMMAND", folder.resolveSibling("bin").resolve("tracecast").toString());
    environment.put("LC_ALL", "C.UTF-8");
    environment.putAll(MpiSettings.ENVIRONMENT);
    environment.remove("XDG_CACHE_HOME");
    environment.remove("COLUMNS");
    Process process = shell.start();
    if (!process.waitFor(patienceSeconds, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError("no end after " + patienceSeconds + " s: " + command);
    }
    String text = Files.readString(output, StandardCharsets.UTF_8).stripTrailing();
    return new Ended(
        process.exitValue(), text.isEmpty() ? List.of() : text.lines().toList());
  }
}
