package io.github.tracecast.predict.cli.options.reports;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.predict.mapping.GraphMapping;
import io.github.tracecast.predict.mapping.LaunchFiles;
import io.github.tracecast.predict.mapping.MappingRanking;
import io.github.tracecast.predict.print.MappingJson;
import io.github.tracecast.predict.print.MappingText;
import io.github.tracecast.predict.print.NextCommand;
import io.github.tracecast.predict.report.mapping.MappingReport;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.text.Shell;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options for the outputs of a ranking of mappings: text, page, JSON and the mapping itself.
 */
public final class MappingOutput {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Writes the fastest mapping to FILE, for predict --mapping file:FILE; with FILE -, to standard output"
              + " instead of the text.")
  private @Nullable String fastest;

  @Option(
      names = "--hosts",
      paramLabel = "FILE",
      description =
          "Beside the file of -o, also writes files for launchers: .rankfile for Open MPI, and .hosts for Slurm"
              + " and MPICH. FILE lists the hosts of the job, one per line, in the order of the machine's nodes.")
  private @Nullable Path hosts;

  private @Nullable LaunchFiles forLaunchers;

  @Mixin
  private ReportOutput report;

  public boolean isQuiet() {
    return report.isQuiet();
  }

  /** Refuses invalid options before any long work. */
  public void check() {
    if (hosts != null && (fastest == null || ReportFile.isStandardOutput(fastest))) {
      throw new UsageException("--hosts: found without -o FILE; expected both");
    }
    forLaunchers = hosts == null ? null : LaunchFiles.read("--hosts", hosts);
    report.check(target(), launcher(".rankfile"), launcher(".hosts"));
  }

  /** Returns the path of a launcher's file beside the file of {@code -o}. */
  private ReportFile.Target launcher(String ending) {
    return new ReportFile.Target("--hosts", hosts == null ? null : fastest + ending);
  }

  private void writeForLaunchers(LaunchFiles files, Machine machine) throws IOException {
    files.check("--hosts", machine);
    ReportFile.write(
        "--hosts", fastest + ".rankfile", writer -> writer.write(files.rankfile(machine)));
    ReportFile.write(
        "--hosts", fastest + ".hosts", writer -> writer.write(files.hostsOfRanks(machine)));
  }

  /** Returns, for each launcher, the options that use the written files; empty if no files are written. */
  private List<String> launches(Machine machine) {
    String file = Shell.quoted(String.valueOf(fastest));
    return hosts == null
        ? List.of()
        : List.of(
            "Open MPI: mpirun --rankfile " + file + ".rankfile -n " + machine.ranks() + " ./app",
            "MPICH: mpiexec -f " + file + ".hosts -n " + machine.ranks() + " ./app",
            "Slurm: SLURM_HOSTFILE=" + file + ".hosts srun --distribution=arbitrary -n "
                + machine.ranks() + " ./app");
  }

  private ReportFile.Target target() {
    return new ReportFile.Target("-o", fastest);
  }

  /**
   * Writes a ranking.
   *
   * @param request the command's settings, from which the suggested next command is built
   * @param shown the same settings with the mapping and the deltas that were used
   * @param computation source and scale of the recorded computation, as text
   */
  public void write(
      MappingRanking ranking,
      Path trace,
      PredictionRequest request,
      PredictionRequest shown,
      String computation,
      List<String> warnings)
      throws IOException {
    if (fastest != null) {
      int[] slots = GraphMapping.slots(ranking.fastestMachine());
      ReportFile.write(
          "-o",
          fastest,
          report.out(),
          writer -> GraphMapping.write(slots, ranking.fastestMachine(), writer));
    }
    if (forLaunchers != null) {
      writeForLaunchers(forLaunchers, ranking.fastestMachine());
    }
    MappingText text = new MappingText(ranking, report.out());
    String file = trace.toString();
    Optional<String> written =
        Optional.ofNullable(fastest).filter(name -> !ReportFile.isStandardOutput(name));
    List<String> launches = launches(ranking.fastestMachine());
    report.write(
        new ReportOutput.Forms(
            json -> MappingJson.write(ranking, file, shown, computation, json),
            () -> MappingReport.of(
                ranking,
                file,
                shown,
                computation,
                launches.isEmpty()
                    ? NextCommand.useOfBest(file, request, ranking, written).stream()
                        .toList()
                    : launches,
                warnings,
                report.provenance(trace, request)),
            text::headline,
            () -> text.print(
                file,
                shown,
                computation,
                launches,
                NextCommand.afterRanking(file, request, ranking, written))),
        target());
  }
}
