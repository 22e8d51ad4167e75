package io.github.tracecast.predict.internal;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of another process like this one. */
public final class JavaCommand {
  /** What is passed on of this JVM's options, beside what every such process is given. */
  private static final List<String> INHERITED =
      List.of("-Xmx", "-Xms", "-Xmn", "-XX:AOTCache=", "-XX:+UseSerialGC");

  private JavaCommand() {}

  /**
   * A JVM with this one's classes and native libraries.
   *
   * @param main the class whose main method understands the arguments
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
