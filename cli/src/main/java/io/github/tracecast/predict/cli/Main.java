package io.github.tracecast.predict.cli;

import io.github.tracecast.predict.cli.commands.CalibrateCommand;
import io.github.tracecast.predict.cli.commands.CompareCommand;
import io.github.tracecast.predict.cli.commands.CompressCommand;
import io.github.tracecast.predict.cli.commands.DoctorCommand;
import io.github.tracecast.predict.cli.commands.ExpandCommand;
import io.github.tracecast.predict.cli.commands.ExportCommand;
import io.github.tracecast.predict.cli.commands.ExtrapolateCommand;
import io.github.tracecast.predict.cli.commands.FitCommand;
import io.github.tracecast.predict.cli.commands.GenerateCommand;
import io.github.tracecast.predict.cli.commands.ImportCommand;
import io.github.tracecast.predict.cli.commands.InfoCommand;
import io.github.tracecast.predict.cli.commands.MapCommand;
import io.github.tracecast.predict.cli.commands.PlatformsCommand;
import io.github.tracecast.predict.cli.commands.PredictCommand;
import io.github.tracecast.predict.cli.commands.ProgramCommand;
import io.github.tracecast.predict.cli.commands.RecordCommand;
import io.github.tracecast.predict.cli.commands.ReplayCommand;
import io.github.tracecast.predict.cli.commands.RetimeCommand;
import io.github.tracecast.predict.cli.commands.SensitivityCommand;
import io.github.tracecast.predict.cli.commands.StructureCommand;
import io.github.tracecast.predict.cli.commands.SweepCommand;
import io.github.tracecast.predict.cli.commands.TopologyCommand;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OutputGuard;
import io.github.tracecast.predict.cli.options.PredictionOptions;
import io.github.tracecast.predict.cli.options.Quiet;
import io.github.tracecast.predict.cli.options.Warnings;
import io.github.tracecast.predict.cli.output.StandardStream;
import io.github.tracecast.predict.cli.output.Terminal;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.trace.system.ParentProcess;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.Version;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code tracecast}. */
@Command(
    name = "tracecast",
    mixinStandardHelpOptions = true,
    versionProvider = Main.ProductVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "How long would this MPI program take on a machine that I do not have?",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:success",
      "1:doctor found that a component is missing",
      "2:invalid input or option, a deadlocked replay, or too little memory",
      "3:the sweep has points that could not be predicted",
      "70:a bug in tracecast"
    },
    footer = {"", "Run tracecast COMMAND --help for its options."})
public final class Main implements Runnable, Warnings.Holder {
  @Spec
  private CommandSpec spec;

  private final Warnings warnings = new Warnings();

  public Main() {}

  @Override
  public Warnings warnings() {
    return warnings;
  }

  /** The version that {@code --version} prints. */
  static final class ProductVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"tracecast " + Version.number()};
    }
  }

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    ParentProcess.follow();
    if (arguments.length > 1) { // loads BigDecimal and the formats of numbers meanwhile, 20 ms
      Thread.ofPlatform().daemon().name("load numbers").start(() -> Numbers.bytes(1e6));
    }
    end(runWithStandardStreams(arguments));
  }

  /** Runs one command of this process, and returns its exit code. */
  static int runWithStandardStreams(String... arguments) {
    TemporaryFiles.deleteAbandoned();
    StandardStream standardOutput = new StandardStream(FileDescriptor.out);
    TerminalWriter out =
        new TerminalWriter(writer(standardOutput), () -> Terminal.screen(Terminal.OUT));
    TerminalWriter err = new TerminalWriter(
        writer(new StandardStream(FileDescriptor.err)), () -> Terminal.screen(Terminal.ERR));
    int exitCode = run(out, err, arguments);
    out.flush();
    if (exitCode == 0 && standardOutput.lost() != null) {
      err.println("error: cannot write to standard output (" + standardOutput.lost() + ")");
      exitCode = CommandLine.ExitCode.USAGE;
    }
    err.flush();
    return exitCode;
  }

  /**
   * Ends the JVM, with standard error closed. If a signal ended the JVM at the same time, the JVM
   * would otherwise print that it cannot log the exit. Without an error, the JVM ends when the main
   * thread returns, so all other threads are daemons: to log an exit, it would open all jars, 10 ms.
   */
  static void end(int exitCode) {
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  private static PrintWriter writer(StandardStream stream) {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)));
  }

  /** Runs one command in this JVM. */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine commands = new CommandLine(new Main());
    HelpLayout.apply(commands);
    Map<String, Class<?>> commandClasses = commands();
    String first = arguments.length == 0 ? "" : arguments[0];
    if (first.equals("help")) {
      String[] helpArguments = Arrays.copyOfRange(arguments, 1, arguments.length + 1);
      helpArguments[helpArguments.length - 1] = "--help";
      return run(out, err, helpArguments);
    }
    if (commandClasses.containsKey(first)) { // reading the annotations of all commands takes time
      add(commands, first, commandClasses.get(first));
    } else if (arguments.length == 0
        || (arguments.length == 1 && List.of("--help", "-h").contains(first))) {
      commandClasses.forEach( // the list of commands shows no options
          (name, command) -> commands.getCommandSpec().addSubcommand(name, described(command)));
    } else if (!first.equals("--version") && !first.equals("-V")) {
      commandClasses.forEach((name, command) -> add(commands, name, command));
    }
    commands.setExecutionStrategy(Main::guarded);
    TerminalWriter complaints = TerminalWriter.of(err);
    commands.setOut(TerminalWriter.of(out));
    commands.setErr(complaints);
    commands.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    commands.setParameterExceptionHandler(Failures::wrongUsage);
    commands.setExecutionExceptionHandler(Failures::failed);
    try {
      return commands.execute(arguments);
    } catch (Error e) {
      out.flush();
      return Failures.broken(e, complaints);
    }
  }

  public static CommandLine withAllCommands() {
    CommandLine all = new CommandLine(new Main());
    HelpLayout.apply(all);
    commands().forEach((name, command) -> add(all, name, command));
    return all;
  }

  /** Returns a command without its options, for the list of commands. */
  private static CommandSpec described(Class<?> type) {
    CommandSpec command = CommandSpec.create().resourceBundle(new HelpLists());
    command.usageMessage().description(type.getAnnotation(Command.class).description());
    return command;
  }

  private static void add(CommandLine to, String name, Class<?> type) {
    CommandLine command = new CommandLine(type);
    PredictionOptions.addTo(command.getCommandSpec());
    OutputGuard.addForce(command.getCommandSpec());
    complete(command);
    command.getSubcommands().values().forEach(Main::complete);
    command.setResourceBundle(new HelpLists());
    to.addSubcommand(name, command);
  }

  /** Adds the options and the help layout that all commands have. */
  private static void complete(CommandLine command) {
    Quiet.addTo(command.getCommandSpec());
    HelpLayout.addHelpAll(command.getCommandSpec());
    HelpLayout.apply(command);
  }

  /** Checks the outputs of the innermost subcommand on the command line, then runs it. */
  private static int guarded(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    if (!last.isUsageHelpRequested() && !last.isVersionHelpRequested()) {
      CommandSpec command = last.commandSpec();
      try {
        OutputGuard.check(command);
      } catch (RuntimeException e) {
        throw new ExecutionException(command.commandLine(), e.getMessage(), e);
      }
    }
    try {
      return new CommandLine.RunLast().execute(parsed);
    } finally {
      last.commandSpec().commandLine().getOut().flush();
      ErrorLines.printWarnings(last.commandSpec());
    }
  }

  public static Map<String, Class<?>> commands() {
    Map<String, Class<?>> commands = new LinkedHashMap<>();
    commands.put("predict", PredictCommand.class);
    commands.put("sweep", SweepCommand.class);
    commands.put("sensitivity", SensitivityCommand.class);
    commands.put("compare", CompareCommand.class);
    commands.put("map", MapCommand.class);
    commands.put("info", InfoCommand.class);
    commands.put("topology", TopologyCommand.class);
    commands.put("extrapolate", ExtrapolateCommand.class);
    commands.put("expand", ExpandCommand.class);
    commands.put("retime", RetimeCommand.class);
    commands.put("import", ImportCommand.class);
    commands.put("record", RecordCommand.class);
    commands.put("structure", StructureCommand.class);
    commands.put("calibrate", CalibrateCommand.class);
    commands.put("fit", FitCommand.class);
    commands.put("compress", CompressCommand.class);
    commands.put("export", ExportCommand.class);
    commands.put("program", ProgramCommand.class);
    commands.put("replay", ReplayCommand.class);
    commands.put("generate", GenerateCommand.class);
    commands.put("platforms", PlatformsCommand.class);
    commands.put("doctor", DoctorCommand.class);
    commands.put("serve", ServeCommand.class);
    commands.put("completion", CompletionCommand.class);
    commands.put("man", ManCommand.class);
    return commands;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Returns the names of all commands for error messages. */
  public static String commandNames() {
    return String.join(", ", commands().keySet());
  }
}
