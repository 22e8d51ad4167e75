package io.github.tracecast.predict.settings;

import io.github.tracecast.trace.system.ParentProcess;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Creates the command line of another JVM like this one. */
public final class JavaCommand {
  /** The class with the main method of the command {@code tracecast}. */
  public static final String TRACECAST = "io.github.tracecast.predict.cli.Main";

  /** The options of this JVM that are passed on to its child processes. */
  private static final List<String> INHERITED = List.of(
      "-Xmx",
      "-Xms",
      "-Xmn",
      "-XX:PretenureSizeThreshold=",
      "-XX:MaxRAM",
      "-XX:AOTCache=",
      "-XX:+UseSerialGC",
      "-XX:TieredStopAtLevel=",
      "-XX:CompileThresholdScaling=",
      "-XX:FreqInlineSize=",
      "-XX:MaxInlineLevel=",
      "-Djava.io.tmpdir=");

  private JavaCommand() {}

  /** Returns a command whose process ends when this process ends. */
  public static List<String> following(String main, List<String> arguments) {
    List<String> command = of(main, arguments);
    command.add(1, ParentProcess.option());
    return command;
  }

  /**
   * Returns a command that starts a JVM with the classes and native libraries of this JVM.
   *
   * @param main the class with the main method for the arguments
   */
  public static List<String> of(String main, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--enable-native-access=ALL-UNNAMED",
        "--finalization=disabled",
        "-XX:-CreateCoredumpOnCrash",
        "-XX:ErrorFile=/dev/null",
        "-Dstdout.encoding=UTF-8",
        "-Dstderr.encoding=UTF-8",
        "-Xlog:disable",
        "-Djava.library.path=" + System.getProperty("java.library.path")));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> INHERITED.stream().anyMatch(argument::startsWith))
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    return command;
  }
}
