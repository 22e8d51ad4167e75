package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.imports.TraceFormat;
import io.github.tracecast.predict.cli.Main;
import io.github.tracecast.predict.documents.Document;
import io.github.tracecast.predict.documents.Documents;
import io.github.tracecast.trace.text.Arguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Commands of the documents, also those that no test runs: in blocks, and between backticks. */
class DocumentedOptionsTest {
  private static final Pattern COMMAND =
      Pattern.compile("(?:^|[|;&(=\"] ?|\\$ )(?:\\S*/)?tracecast ([a-z]+)((?: [^|>;`\"]*)?)");
  private static final Pattern OPTION = Pattern.compile("\\s(--[a-z][a-z-]*)");
  private static final Set<String> OF_THE_LAUNCHER = Set.of("setup");
  private static final List<String> MODULES = List.of(
      "trace-format",
      "platforms",
      "compressor",
      "decompressor",
      "importers",
      "simulator",
      "repair",
      "trace-tools",
      "exports",
      "recorder",
      "predictions",
      "reports",
      "cli");

  /** Classes that build whole commands, of Tracecast or of other programs, or that write documents. */
  private static final Set<String> WITH_OPTIONS = Set.of(
      "CommandPrograms", // launchers
      "JavaCommand",
      "Otf2Process",
      "StructurePlugin", // compilers
      "SymbolSizes", // nm
      "PredictionProcess",
      "BatchJobs",
      "FluxJobs",
      "PbsJobs",
      "SlurmJobs",
      "SweepPlan",
      "SweptJobs",
      "TraceReading",
      "Worker",
      "CalibrationText",
      "NextCommand",
      "RecordingReport",
      "PredictionReport",
      "Draft", // files of machines
      "KeyTables",
      "Schema");

  @Test
  void everyCommandAndOptionInADocumentExists() {
    Map<String, CommandLine> commands = Main.withAllCommands().getSubcommands();
    List<String> unknown = new ArrayList<>();
    for (Document document : Documents.all()) {
      for (String line : commandLines(document)) {
        Matcher command = COMMAND.matcher(line);
        while (command.find()) {
          check(command, commands, document.name() + ": " + line, unknown);
        }
      }
    }

    assertThat(unknown).isEmpty();
  }

  /** In errors, hints and help, which are written in the code. */
  @Test
  void everyCommandAndOptionInAMessageExists() throws IOException {
    Map<String, CommandLine> commands = Main.withAllCommands().getSubcommands();
    List<String> unknown = new ArrayList<>();
    int found = 0;
    for (String module : MODULES) {
      Path sources = Documents.repository().resolve(module + "/src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          for (String text : texts(Files.readString(file))) {
            Matcher command = COMMAND.matcher(text);
            while (command.find()) {
              found++;
              check(command, commands, file.getFileName() + ": " + text, unknown);
            }
          }
        }
      }
    }

    assertThat(unknown).isEmpty();
    assertThat(found).isGreaterThan(50);
  }

  /** Other modules name arguments, as {@link Arguments} says. A command that is named may have options. */
  @Test
  void onlyTheCommandLineNamesOptions() throws IOException {
    String commands = String.join("|", Main.withAllCommands().getSubcommands().keySet());
    Pattern option = Pattern.compile("(?<!\\b(?:" + commands + ") )--[a-z]");
    Map<String, List<String>> named = new TreeMap<>();
    for (String module : MODULES.subList(0, MODULES.indexOf("cli"))) {
      Path sources = Documents.repository().resolve(module + "/src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          List<String> found = texts(Files.readString(file)).stream()
              .filter(text -> option.matcher(text).find())
              .toList();
          if (!found.isEmpty()) {
            named.put(file.getFileName().toString().replace(".java", ""), found);
          }
        }
      }
    }
    named.keySet().removeAll(WITH_OPTIONS);

    assertThat(named).isEmpty();
  }

  /** Options of launchers and batch systems in the help and in hints. */
  private static final Set<String> OF_OTHER_PROGRAMS = Set.of(
      "--cpus-per-task", "--partition", "--exclusive", "--rankfile", "--distribution", "--mca");

  /** An option in the code of a command, or of options that commands share, is one of theirs, unless the text names another command. */
  @Test
  void everyOptionInTheTextsOfACommandIsItsOwn() throws IOException {
    Map<String, CommandLine> commands = Main.withAllCommands().getSubcommands();
    Map<String, Set<String>> ownOptions = new TreeMap<>();
    commands.values().forEach(command -> addOptions(command, ownOptions));
    Set<String> ofPredict =
        commands.get("predict").getCommandSpec().optionsMap().keySet();
    List.of("DoctorCommand", "ServeCommand") // speak of predictions
        .forEach(name -> ownOptions.get(name).addAll(ofPredict));
    Pattern option = Pattern.compile("(?:\\b([a-z]+) )?(?<![\\w-])(--[a-z][a-z-]+)");
    List<String> unknown = new ArrayList<>();
    int found = 0;
    Path sources = Documents.repository().resolve("cli/src/main/java");
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        for (String text :
            ownOptions.containsKey(name) ? texts(Files.readString(file)) : List.<String>of()) {
          Matcher one = option.matcher(text);
          while (one.find()) {
            found++;
            CommandLine other = one.group(1) == null ? null : commands.get(one.group(1));
            Set<String> known = other == null
                ? ownOptions.get(name)
                : other.getCommandSpec().optionsMap().keySet();
            if (!known.contains(one.group(2).replaceFirst("^--no-", "--"))
                && !OF_OTHER_PROGRAMS.contains(one.group(2))) {
              unknown.add(name + ": " + one.group());
            }
          }
        }
      }
    }

    assertThat(unknown).isEmpty();
    assertThat(found).isGreaterThan(200);
  }

  /** Adds a command's options to the class of the command and to the classes of the options that it shares. */
  private static void addOptions(CommandLine command, Map<String, Set<String>> byClass) {
    Set<String> options = command.getCommandSpec().optionsMap().keySet();
    Deque<CommandLine.Model.CommandSpec> left = new ArrayDeque<>(List.of(command.getCommandSpec()));
    while (!left.isEmpty()) {
      CommandLine.Model.CommandSpec spec = left.remove();
      left.addAll(spec.mixins().values());
      byClass
          .computeIfAbsent(spec.userObject().getClass().getSimpleName(), name -> new TreeSet<>())
          .addAll(options);
    }
    command.getSubcommands().values().forEach(one -> addOptions(one, byClass));
  }

  /** The commands that print the messages of a folder, the narrowest folder first. */
  private static final Map<String, List<String>> PRINTED_BY = new LinkedHashMap<>();

  static {
    PRINTED_BY.put("exports/program/", List.of("program", "replay"));
    PRINTED_BY.put("tracecast/exports/", List.of("export", "predict"));
    PRINTED_BY.put("record/calibrate/", List.of("calibrate"));
    PRINTED_BY.put("record/retime/", List.of("retime", "record"));
    PRINTED_BY.put("record/doctor/", List.of("predict", "record"));
    PRINTED_BY.put("tracecast/record/", List.of("record", "retime", "replay", "calibrate"));
    PRINTED_BY.put("tracecast/compress/", List.of("compress", "import", "record"));
    PRINTED_BY.put("predict/sweep/", List.of("sweep"));
    PRINTED_BY.put("predict/sensitivity/", List.of("sensitivity", "sweep"));
    PRINTED_BY.put("predict/model/", List.of("predict"));
    PRINTED_BY.put("tracecast/simulate/", List.of("predict", "import"));
  }

  @Test
  void everyArgumentInAMessageIsAnOptionOfTheCommandThatPrintsIt() throws IOException {
    Map<String, CommandLine> commands = Main.withAllCommands().getSubcommands();
    Pattern argument = Pattern.compile("(?:([a-z]+) (?:again )?(?:with )?)?`([a-z][a-z-]*+)[ =`]");
    List<String> unknown = new ArrayList<>();
    int found = 0;
    for (String module : MODULES.subList(0, MODULES.indexOf("cli"))) {
      Path sources = Documents.repository().resolve(module + "/src/main/java");
      try (Stream<Path> files = Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          List<String> printing = PRINTED_BY.entrySet().stream()
              .filter(entry -> file.toString().contains(entry.getKey()))
              .map(Map.Entry::getValue)
              .findFirst()
              .orElse(List.of());
          for (String text :
              printing.isEmpty() ? List.<String>of() : texts(Files.readString(file))) {
            Matcher one = argument.matcher(text);
            while (one.find()) {
              found++;
              List<String> whose = one.group(1) != null && commands.containsKey(one.group(1))
                  ? List.of(one.group(1))
                  : printing;
              if (whose.stream()
                  .noneMatch(command -> commands
                      .get(command)
                      .getCommandSpec()
                      .optionsMap()
                      .containsKey("--" + one.group(2)))) {
                unknown.add(file.getFileName() + ": " + text);
              }
            }
          }
        }
      }
    }

    assertThat(unknown).isEmpty();
    assertThat(found).isGreaterThan(60);
  }

  /** Documents of machines put keys and values between backticks. */
  @Test
  void everyArgumentInAMessageIsAnOption() throws IOException {
    Set<String> options = Main.withAllCommands().getSubcommands().values().stream()
        .flatMap(command -> command.getCommandSpec().optionsMap().keySet().stream())
        .collect(Collectors.toSet());
    Pattern argument = Pattern.compile("`([a-z][a-z-]*+)[ =`]");
    List<String> unknown = new ArrayList<>();
    for (String module : MODULES.subList(0, MODULES.indexOf("cli"))) {
      Path sources = Documents.repository().resolve(module + "/src/main/java");
      try (Stream<Path> files = module.equals("platforms") ? Stream.empty() : Files.walk(sources)) {
        for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
          for (String text : texts(Files.readString(file))) {
            argument
                .matcher(text)
                .results()
                .map(found -> "--" + found.group(1))
                .filter(option -> !options.contains(option))
                .forEach(option -> unknown.add(file.getFileName() + ": " + option));
          }
        }
      }
    }

    assertThat(unknown).isEmpty();
  }

  /** The string literals of a class; those that are added to each other are one. */
  private static List<String> texts(String code) {
    return Pattern.compile("\"([^\"\\\\\n]*+(?:\\\\.[^\"\\\\\n]*+)*+)\"")
        .matcher(code.replaceAll("\"\\s*\\+\\s*\"", ""))
        .results()
        .map(literal -> literal.group(1))
        .toList();
  }

  @Test
  void everyTraceFormatIsOnThePageAboutImporting() throws IOException {
    String page = Files.readString(Documents.repository().resolve("docs/import.md"));

    for (TraceFormat format : TraceFormat.values()) {
      if (format.isSupported()) {
        assertThat(page).contains("| " + format.label().replaceFirst("^a ", "").split("[ (]")[0]);
      }
    }
  }

  private static void check(
      Matcher found, Map<String, CommandLine> commands, String place, List<String> unknown) {
    CommandLine command = commands.get(found.group(1));
    if (command == null) {
      if (!OF_THE_LAUNCHER.contains(found.group(1))) {
        unknown.add(place + ": no command " + found.group(1));
      }
      return;
    }
    String first = found.group(2).strip().split(" ")[0];
    command = command.getSubcommands().getOrDefault(first, command);
    Matcher option = OPTION.matcher(found.group(2).split(" -- ")[0]);
    while (option.find()) {
      if (!command.getCommandSpec().optionsMap().containsKey(option.group(1))) {
        unknown.add(place + ": no option " + option.group(1));
      }
    }
  }

  /** The lines of blocks, with continued lines joined, and all other text between backticks. */
  private static List<String> commandLines(Document document) {
    List<String> lines = new ArrayList<>();
    for (Document.Block block : document.blocks()) {
      String text = String.join("\n", document.lines().subList(block.first(), block.end()));
      if (block.language().matches("console|sh|bash|")) {
        text.replaceAll("\\\\\n\\s*", " ")
            .lines()
            .map(line -> line.replaceFirst("\\s#.*", ""))
            .forEach(lines::add);
      }
    }
    Pattern code = Pattern.compile("`([^`]+)`");
    for (String line : document.prose()) {
      code.matcher(line).results().forEach(span -> lines.add(span.group(1)));
    }
    return lines;
  }
}
