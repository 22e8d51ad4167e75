package io.github.tracecast.predict.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the usual commands once, so that the start-up cache holds their classes. All commands run in
 * one JVM, because one JVM writes the cache.
 */
final class Rehearsal {
  private final Path folder;
  private final PrintWriter out;

  private Rehearsal(Path folder, PrintWriter out) {
    this.folder = folder;
    this.out = out;
  }

  /**
   * Ends the JVM with the exit code of the first command that failed, or 0.
   *
   * @param arguments first an existing folder for the files that the commands write, then the engines
   */
  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    List<String> engines = List.of(arguments).subList(1, arguments.length);
    System.exit(new Rehearsal(Path.of(arguments[0]), out).run(engines));
  }

  private int run(List<String> engines) {
    String trace = file("stencil.ctrace");
    List<List<String>> commands = new ArrayList<>(List.of(
        List.of("--help"),
        List.of(
            "generate",
            "stencil",
            "--ranks",
            "64",
            "--steps",
            "100",
            "--compute",
            "0.001",
            "-o",
            trace),
        List.of("info", "--json", file("info.json"), trace),
        List.of("expand", trace, "--rank", "1"),
        List.of("platforms", "bluegene-l")));
    engines.forEach(engine -> commands.add(predict(trace, "--engine", engine)));
    commands.add(predict(trace, "--engine", "loggp", "--fast-forward", "off"));
    return commands.stream()
        .mapToInt(this::command)
        .filter(code -> code != 0)
        .findFirst()
        .orElse(0);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> predict(String trace, String... options) {
    List<String> arguments = new ArrayList<>(List.of("predict", trace, "--platform", "bluegene-l"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--json", file("prediction.json"), "--html", file("prediction.html")));
    return arguments;
  }

  private int command(List<String> arguments) {
    return Main.run(out, out, arguments.toArray(String[]::new));
  }
}
