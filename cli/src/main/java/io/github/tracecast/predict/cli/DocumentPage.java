package io.github.tracecast.predict.cli;

import java.util.Map;

/**
 * The page that explains a command: {@code docs/COMMAND.md}, or the page of the task that the
 * command is for. The help and the manual page of the command name this page.
 */
public final class DocumentPage {
  private static final Map<String, String> TASKS = Map.ofEntries(
      Map.entry("tracecast", "README"),
      Map.entry("sensitivity", "predict"),
      Map.entry("generate", "predict"),
      Map.entry("info", "import"),
      Map.entry("expand", "import"),
      Map.entry("compress", "import"),
      Map.entry("replay", "program"),
      Map.entry("platforms", "machines"),
      Map.entry("new", "machines"),
      Map.entry("doctor", "install"),
      Map.entry("completion", "scripting"),
      Map.entry("man", "scripting"),
      Map.entry("serve", "scripting"));

  private DocumentPage() {}

  /** Returns the path of a command's page in the folder of Tracecast. */
  public static String of(String command) {
    return "docs/" + TASKS.getOrDefault(command, command) + ".md";
  }
}
