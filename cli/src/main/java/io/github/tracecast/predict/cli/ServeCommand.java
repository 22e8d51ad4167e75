package io.github.tracecast.predict.cli;

import io.github.tracecast.predict.cli.serve.Session;
import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.text.Screen;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.FittingText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;

/** {@code tracecast serve}: answers many commands in one process. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Answers the commands of another program in one process. The Python package uses it.",
      "Each line of standard input is a request, such as {\"id\": 1, \"arguments\": [\"info\", \"app.ctrace\","
          + " \"--json\", \"-\"]}. Each line of standard output is an answer, or the progress of a request. An"
          + " answer has the members id, exit_code, output and errors, and also error if the command failed."
    })
final class ServeCommand implements Callable<Integer> {
  /** The most characters of a faulty request that an error quotes. */
  private static final int QUOTED = 100;

  /**
   * Commands that run a program. The program would write to the standard output of this process,
   * which carries the answers.
   */
  private static final Set<String> RUN_PROGRAMS =
      Set.of("record", "retime", "replay", "calibrate", "structure", "serve");

  /** Commands that replay in this process, and not in worker processes. The replay may use SimGrid. */
  private static final Set<String> REPLAY_HERE = Set.of("predict", "fit");

  private static final String ENGINE = "--engine";

  /** A screen so wide that no line is broken, because the reader is a program. */
  private static final Screen WIDE = new Screen(false, 10_000, false);

  private static final JsonMapper MAPPER = JsonMapper.builder()
      .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
      .changeDefaultPropertyInclusion(all ->
          all.withValueInclusion(com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL))
      .build();

  @Spec
  private CommandSpec spec;

  /**
   * Whether requests come from standard input. This is the only transport, so the option has no
   * effect; clients of language servers pass it.
   */
  @SuppressWarnings("unused")
  @Option(names = "--stdio", hidden = true)
  private boolean stdio;

  @Option(names = "--once", hidden = true)
  private boolean once;

  private record Answer(
      JsonNode id, int exitCode, String output, String errors, Session.@Nullable Failure error) {}

  private record Step(String task, String unit, long done, long total) {}

  private record Progress(JsonNode id, Step progress) {}

  private JsonNode current = NullNode.getInstance();

  @Override
  public Integer call() throws IOException {
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Session session = new Session((task, unit, done, total) ->
        send(new Progress(current, new Step(task, unit, done, total))));
    int number = 0;
    for (String line; (line = requests.readLine()) != null; ) {
      number++;
      if (!line.isBlank()) {
        answer(line, number, session);
      }
    }
    return 0;
  }

  private void answer(String line, int number, Session session) throws IOException {
    current = NullNode.getInstance();
    String[] arguments;
    try {
      JsonNode request = MAPPER.readTree(line);
      current = request.path("id").isMissingNode() ? current : request.path("id");
      arguments = MAPPER.treeToValue(request.path("arguments"), String[].class);
    } catch (JacksonException e) {
      arguments = null;
    }
    if (arguments == null
        || arguments.length == 0
        || Arrays.stream(arguments).anyMatch(Objects::isNull)) {
      refuse(
          "standard input:" + number + ": found "
              + FittingText.shortened(line, QUOTED)
              + "; expected one JSON object, such as {\"id\": 1, \"arguments\": [\"info\", \"app.ctrace\"]}");
    } else if (RUN_PROGRAMS.contains(arguments[0])) {
      refuse(arguments[0]
          + ": found a command that starts programs, which serve refuses; run tracecast "
          + arguments[0] + " in a process of its own");
    } else if (!once && needsProcess(List.of(arguments))) {
      inProcess(line);
    } else {
      run(arguments, session);
    }
  }

  private void run(String[] arguments, Session session) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    PrintWriter outWriter = wide(out);
    PrintWriter errWriter = wide(err);
    int exitCode = session.run(() -> Main.run(outWriter, errWriter, arguments));
    outWriter.flush();
    errWriter.flush();
    send(new Answer(
        current, exitCode, out.toString(), err.toString(), session.failure().orElse(null)));
  }

  private static PrintWriter wide(Writer to) {
    return new TerminalWriter(new PrintWriter(to), () -> WIDE);
  }

  /** Whether a request may replay with SimGrid, which works only once in a process. */
  private static boolean needsProcess(List<String> arguments) {
    if (!REPLAY_HERE.contains(arguments.getFirst()) || arguments.contains("--help")) {
      return false;
    }
    String engine = arguments.getFirst().equals("fit") ? Engines.LOGGP : Engines.SIMGRID;
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      if (word.startsWith(ENGINE + "=")) {
        engine = word.substring(ENGINE.length() + 1);
      } else if (word.equals(ENGINE) && i + 1 < arguments.size()) {
        engine = arguments.get(i + 1);
      }
    }
    return engine.equals(Engines.SIMGRID);
  }

  /** Runs one request in a separate process and passes its answer on. */
  private void inProcess(String request) throws IOException {
    Process process = new ProcessBuilder(
            JavaCommand.following(JavaCommand.TRACECAST, List.of("serve", "--once")))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      try (Writer requests =
          new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
        requests.write(request + "\n");
      }
      boolean answered = false;
      for (String line; (line = lines.readLine()) != null; ) {
        answered |= line.contains("\"exit_code\":");
        answers().println(line);
        answers().flush();
      }
      if (!answered) {
        String message = "the process of engine simgrid ended with exit code " + process.waitFor()
            + "; run tracecast doctor to test SimGrid, or use --engine flows";
        send(new Answer(current, Failures.OUR_FAULT, "", "", new Session.Failure("bug", message)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }

  private void refuse(String message) {
    send(new Answer(
        current,
        ExitCode.USAGE,
        "",
        "error: " + message + "\n",
        new Session.Failure("usage", message)));
  }

  private PrintWriter answers() {
    return spec.commandLine().getOut();
  }

  private synchronized void send(Object answer) {
    answers().println(MAPPER.writeValueAsString(answer));
    answers().flush();
  }
}
