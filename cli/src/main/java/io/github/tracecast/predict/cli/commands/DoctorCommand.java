package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.predict.settings.JavaCommand;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.record.doctor.Diagnosis;
import io.github.tracecast.record.doctor.Doctor;
import io.github.tracecast.record.doctor.SimGridProbe;
import io.github.tracecast.trace.text.Arguments;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** {@code tracecast doctor}: shows what is installed, what is missing and how to get it. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Reports what is installed, what is missing, and how to install it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:predictions with --engine simgrid work",
      "1:something that --engine simgrid needs is missing",
      "2:invalid option, or the JSON file cannot be written"
    })
public final class DoctorCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the findings as JSON. With - as FILE, prints only the JSON, to standard output.")
  private @Nullable String json;

  @Override
  public Integer call() throws IOException {
    ReportFile.check("--json", json);
    Diagnosis diagnosis = doctor().diagnose();
    TerminalWriter out = TerminalWriter.of(spec.commandLine().getOut());
    if (!ReportFile.isStandardOutput(json)) {
      Arguments.asOptions(diagnosis.lines())
          .forEach(line -> out.folded(line, " ".repeat(Diagnosis.LABEL)));
    }
    if (json != null) {
      ReportFile.write(
          "--json",
          json,
          out,
          writer -> writer.append(Arguments.asOptions(toJson(diagnosis))).append('\n'));
    }
    out.flush();
    return diagnosis.ready() ? 0 : 1;
  }

  /** Returns the findings as JSON with snake_case names, in the order of the record's components. */
  static String toJson(Diagnosis diagnosis) {
    return JsonMapper.builder()
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .disable(tools.jackson.databind.MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .build()
        .writeValueAsString(diagnosis);
  }

  /** Returns a doctor that examines the Java, the class path and the native libraries of the running JVM. */
  private static Doctor doctor() {
    return new Doctor(
        Doctor.class.getClassLoader(), JavaCommand.of(SimGridProbe.class.getName(), List.of()));
  }
}
