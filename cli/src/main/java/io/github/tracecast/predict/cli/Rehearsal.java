package io.github.tracecast.predict.cli;

import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.system.ParentProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the usual commands once, so that a start-up cache holds their classes. All commands run in
 * one JVM, because one JVM writes the cache.
 */
record Rehearsal(Path folder) {
  /**
   * Ends the JVM with the exit code of the first command that failed, or 0.
   *
   * @param arguments first an existing folder for the files that the commands write, then the
   *     engines; without engines, the shortest commands run, on the trace of an earlier rehearsal
   *     in the folder
   */
  public static void main(String[] arguments) {
    ParentProcess.follow();
    Rehearsal rehearsal = new Rehearsal(Path.of(arguments[0]));
    List<String> engines = List.of(arguments).subList(1, arguments.length);
    System.exit(run(engines.isEmpty() ? rehearsal.shortest() : rehearsal.predictions(engines)));
  }

  private static int run(List<List<String>> commands) {
    return commands.stream()
        .mapToInt(command -> Main.runWithStandardStreams(command.toArray(String[]::new)))
        .filter(code -> code != 0)
        .findFirst()
        .orElse(0);
  }

  private List<List<String>> shortest() {
    return List.of(
        List.of("--version"),
        List.of("--help"),
        List.of("predict", "--help"),
        List.of("info", file("stencil.ctrace")));
  }

  private List<List<String>> predictions(List<String> engines) {
    String trace = file("stencil.ctrace");
    List<List<String>> commands = new ArrayList<>(List.of(
        List.of("--help"),
        List.of(
            "generate",
            "stencil",
            "--shape",
            "3d",
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
    for (String engine : engines) {
      commands.add(predict(trace, engine));
      if (!engine.equals(Engines.SIMGRID)) { // a second engine of SimGrid aborts the process
        commands.add(
            predict(trace, engine, "--json", file("prediction.json"), "--html", file("page.html")));
      }
    }
    commands.add(predict(trace, "loggp", "--fast-forward", "off"));
    for (String pattern : List.of("stencil", "allreduce")) {
      String small = file(pattern + "8.ctrace");
      commands.add(List.of("generate", pattern, "--ranks", "8", "-o", small));
      commands.add(predict(small, "flows"));
    }
    return commands;
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private static List<String> predict(String trace, String engine, String... options) {
    List<String> arguments =
        new ArrayList<>(List.of("predict", trace, "--platform", "bluegene-l", "--engine", engine));
    arguments.addAll(List.of(options));
    return arguments;
  }
}
