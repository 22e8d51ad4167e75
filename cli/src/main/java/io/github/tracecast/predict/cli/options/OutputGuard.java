package io.github.tracecast.predict.cli.options;

import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.serve.Session;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Prevents a command from overwriting its own inputs, from writing two outputs to one file, and
 * from replacing a trace. It runs before every command, so the commands need no code for this.
 */
public final class OutputGuard {
  /** The options that name a file to write, in every command. */
  public static final Set<String> OUTPUTS =
      Set.of("--output", "--json", "--html", "--csv", "--timeline", "--links", "--journal");

  /** The option that overrides a refusal, such as replacing a trace. */
  static final String FORCE = "--force";

  private final CommandSpec command;

  private OutputGuard(CommandSpec command) {
    this.command = command;
  }

  /**
   * A command that writes traces. A file in one of its formats may replace a file in another of its
   * formats.
   */
  public interface TraceWriter {
    /** Returns the formats that an earlier run of the same command may have written. */
    default Set<TraceFormat> writes() {
      return Set.of(TraceFormat.TRACECAST);
    }

    /** Whether the command writes the trace of {@code --output -} to standard output. */
    default boolean streams() {
      return true;
    }
  }

  /** Adds {@code --force} to a command that writes files. */
  public static void addForce(CommandSpec command) {
    if (command.options().stream().anyMatch(OutputGuard::isOutput)) {
      command.addOption(OptionSpec.builder(FORCE)
          .type(boolean.class)
          .order(1000)
          .description(
              "Replaces an output file even if it holds a trace. Also allows outputs of more than 1 GB, and"
                  + " replays that need more memory than the limit.")
          .build());
    }
  }

  /**
   * Refuses a parsed command line whose outputs would overwrite needed files.
   *
   * @throws UsageException if an output is also an input or another output, or would replace a
   *     trace
   */
  public static void check(CommandSpec command) {
    new OutputGuard(command).check();
  }

  private record Output(String option, Path file) {}

  private void check() {
    List<Output> outputs = outputs();
    List<Path> inputs = outputs.isEmpty() ? List.of() : inputs();
    for (int i = 0; i < outputs.size(); i++) {
      Output output = outputs.get(i);
      for (Path input : inputs) {
        if (isSame(output.file, input)) {
          throw new UsageException(output.option + ": found " + output.file
              + ", which is also an input"
              + (input.equals(output.file) ? "" : " (" + input + ")") + "; expected another file");
        }
      }
      for (Output other : outputs.subList(0, i)) {
        if (isSame(output.file, other.file)) {
          throw new UsageException(output.option + ": found " + output.file + ", which "
              + other.option + " names too; expected two different files");
        }
      }
      requireNoTrace(output);
    }
  }

  private void requireNoTrace(Output output) {
    Optional<TraceFormat> found =
        OptionValues.isSet(command, FORCE) ? Optional.empty() : TraceFormat.ofFile(output.file);
    if (found.isPresent() && !written(output.option).contains(found.get())) {
      String label = found.get().label();
      throw new UsageException(output.option + ": found " + output.file + ", which holds "
          + (label.startsWith("a ") ? label : "a trace of " + label)
          + "; expected another file, or " + FORCE + " to replace it");
    }
  }

  /**
   * Returns the formats that an option writes. An earlier result of the same command may be
   * replaced.
   */
  private Set<TraceFormat> written(String option) {
    return switch (option) {
      case "--timeline" -> Set.of(TraceFormat.CHROME, TraceFormat.PAJE, TraceFormat.PARAVER);
      case "--output" ->
        command.userObject() instanceof TraceWriter writer ? writer.writes() : Set.of();
      default -> Set.of();
    };
  }

  private List<Output> outputs() {
    List<Output> outputs = new ArrayList<>();
    for (OptionSpec option : command.options()) {
      Object value = isOutput(option) ? option.getValue() : null;
      if (value instanceof Path file
          && ReportFile.isStandardOutput(file.toString())
          && !isStreamed(option)) {
        throw new UsageException(option.longestName()
            + ": found -, but this output cannot go to standard output; expected a file");
      }
      if (value != null && !ReportFile.isStandardOutput(value.toString())) {
        Path file = Path.of(value.toString());
        if (!WholeFile.isSpecial(file)) {
          outputs.add(new Output(option.longestName(), file));
        }
      }
    }
    return outputs;
  }

  private boolean isStreamed(OptionSpec option) {
    return option.longestName().equals("--output")
        && Session.current().isEmpty() // a session's answers go to standard output
        && command.userObject() instanceof TraceWriter writer
        && writer.streams();
  }

  private static boolean isOutput(OptionSpec option) {
    return OUTPUTS.contains(option.longestName());
  }

  /** Returns every existing file that the command line or one of its machine files names, except outputs. */
  private List<Path> inputs() {
    List<Path> named = files(Path::of);
    List<Path> inputs = new ArrayList<>(named);
    for (Path machine : named) {
      if (machine.toString().endsWith(".yaml") || machine.toString().endsWith(".yml")) {
        inputs.addAll(PlatformCatalogue.files(machine.toString(), Map.of()));
        // a word may name a file from the machine's folder, as in --set network.edges=FILE
        inputs.addAll(files(machine::resolveSibling));
      }
    }
    return inputs;
  }

  /** Returns the existing files that words of the command line name. */
  private List<Path> files(Function<String, Path> named) {
    List<Path> files = new ArrayList<>();
    for (String word : words().filter(word -> !word.isBlank()).toList()) {
      try {
        files.add(named.apply(word));
      } catch (InvalidPathException e) {
        continue; // the word is no file
      }
    }
    files.removeIf(file -> !Files.isRegularFile(file));
    return files;
  }

  private Stream<String> words() {
    return command.commandLine().getParseResult().matchedArgs().stream()
        .filter(argument -> !(argument instanceof OptionSpec option && isOutput(option)))
        .map(ArgSpec::originalStringValues)
        .flatMap(List::stream)
        .flatMap(OutputGuard::words);
  }

  /**
   * Returns a value and the file names that it may contain, as in {@code mapping=file:a,file:b} or
   * {@code b.ctrace nodes=c}.
   */
  private static Stream<String> words(String value) {
    return Stream.concat(Stream.of(value), Stream.of(value.split("[=,: ]")))
        .map(word -> word.startsWith("file:") ? word.substring("file:".length()) : word);
  }

  /** Whether two paths name the same file, existing or not, also through links or different spellings. */
  private static boolean isSame(Path one, Path other) {
    try {
      return Files.exists(one) && Files.exists(other)
          ? Files.isSameFile(one, other)
          : real(one).equals(real(other));
    } catch (IOException e) {
      return real(one).equals(real(other));
    }
  }

  /** Returns a path without links, whether or not the file exists. */
  private static Path real(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    try {
      if (Files.isSymbolicLink(absolute) && !Files.exists(absolute)) {
        return absolute.resolveSibling(Files.readSymbolicLink(absolute)).normalize();
      }
      Path folder = absolute.getParent();
      return folder == null ? absolute : folder.toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      return absolute;
    }
  }
}
