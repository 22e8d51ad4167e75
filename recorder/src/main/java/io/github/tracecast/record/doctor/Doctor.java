package io.github.tracecast.record.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.record.Commands;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.record.RecordingFolder;
import io.github.tracecast.record.structure.PluginCompilers;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether this machine can run predictions.
 *
 * @param classes the loader that is searched for SimGrid's jar
 * @param probe the command that runs {@link SimGridProbe}
 */
public record Doctor(ClassLoader classes, List<String> probe) {
  private static final String ENGINE_CLASS = "org/simgrid/s4u/Engine.class";
  private static final String CACHE_OPTION = "-XX:AOTCache=";
  private static final int PROBE_SECONDS = 120;

  private static final String GET_SIMGRID =
      "./tracecast setup installs SimGrid 4 on Debian and Ubuntu into a private folder; setup does not need root";
  private static final String GET_LIBRARY =
      "./tracecast setup links Debian's libraries; on other systems, set the folder of libsimgrid.so with"
          + " TRACECAST_JAVA_OPTS=-Djava.library.path=FOLDER";
  private static final String GET_WHOLE =
      "./tracecast setup installs a matching jar and libraries (Debian, Ubuntu); both must come from the same"
          + " SimGrid, version 4.0 or newer";

  /** Runs all checks. The checks take a second, mostly for the child JVM that loads SimGrid. */
  public Diagnosis diagnose() {
    Diagnosis.SimGrid simgrid = simgrid();
    var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return new Diagnosis(
        simgrid.usable(),
        Runtime.version().toString().replaceFirst("[-+].*", ""),
        System.getProperty("java.home"),
        simgrid,
        startupCache(),
        Commands.onPath("mpicc").map(Doctor::mpi).orElse(null),
        HostName.slow().orElse(null),
        Otf2Library.installed().orElse(null),
        PluginCompilers.installed(Commands::onPath).orElse(null),
        Runtime.getRuntime().availableProcessors(),
        machine.getTotalMemorySize(),
        Runtime.getRuntime().maxMemory(),
        RecordingFolder.leftovers(Path.of("").toAbsolutePath()));
  }

  /**
   * Generates the wrappers of the MPI's calls without building the recorder, and returns the
   * findings.
   */
  private static Diagnosis.Mpi mpi(Path compiler) {
    try {
      List<String> leftOut = new RecorderLibrary(line -> {}).leftOut(compiler);
      return new Diagnosis.Mpi(compiler.toString(), leftOut, null);
    } catch (UsageException e) {
      String problem = e.getMessage().lines().toList().getLast();
      return new Diagnosis.Mpi(compiler.toString(), List.of(), problem);
    }
  }

  private static @Nullable String startupCache() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith(CACHE_OPTION))
        .map(argument -> argument.substring(CACHE_OPTION.length()))
        .filter(file -> Files.isRegularFile(Path.of(file)))
        .findFirst()
        .orElse(null);
  }

  private Diagnosis.SimGrid simgrid() {
    URL engine = classes.getResource(ENGINE_CLASS);
    if (engine == null) {
      return unusable(null, null, "no simgrid.jar on the class path", GET_SIMGRID);
    }
    String jar = engine.toString();
    String version = "unknown version";
    try {
      if (engine.openConnection() instanceof JarURLConnection connection) {
        jar = Path.of(connection.getJarFileURL().toURI()).toString();
        var attributes = connection.getMainAttributes();
        String stated = attributes == null ? null : attributes.getValue("Specification-Version");
        version = stated == null ? version : stated.replace("\"", "");
      }
      return probed(version, jar);
    } catch (IOException | java.net.URISyntaxException e) {
      return unusable(version, jar, "cannot be examined: " + e.getMessage(), GET_WHOLE);
    }
  }

  /** Loads SimGrid in a child JVM and reads the outcome. */
  private Diagnosis.SimGrid probed(String version, String jar) throws IOException {
    Path output = TemporaryFiles.file("doctor", ".txt");
    try {
      Process child = new ProcessBuilder(probe)
          .redirectErrorStream(true)
          .redirectOutput(output.toFile())
          .start();
      child.getOutputStream().close();
      boolean ended = false;
      try {
        ended = child.waitFor(PROBE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        child.destroyForcibly();
      }
      if (!ended) {
        return unusable(version, jar, "did not start in " + PROBE_SECONDS + " s", GET_WHOLE);
      }
      List<String> lines =
          new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines().toList();
      return judged(version, jar, child.exitValue(), lines);
    } finally {
      Files.delete(output);
    }
  }

  private static Diagnosis.SimGrid judged(
      String version, String jar, int exitCode, List<String> lines) {
    if (exitCode > 128) {
      return unusable(
          version,
          jar,
          "native code crashed while it was loaded (signal " + (exitCode - 128) + ")",
          GET_WHOLE);
    }
    for (String line : lines) {
      if (exitCode == 0 && line.startsWith(SimGridProbe.LOADED)) {
        String library = line.substring(SimGridProbe.LOADED.length());
        return new Diagnosis.SimGrid(true, version, jar, library, null, null);
      }
    }
    for (String line : lines) {
      int at = line.indexOf("UnsatisfiedLinkError: ");
      if (at >= 0) {
        return unusable(
            version,
            jar,
            "native library: " + line.substring(at + "UnsatisfiedLinkError: ".length()),
            GET_LIBRARY);
      }
    }
    String reason = lines.isEmpty() ? "exit code " + exitCode : lines.getLast().strip();
    return unusable(version, jar, "does not start: " + reason, GET_WHOLE);
  }

  private static Diagnosis.SimGrid unusable(
      @Nullable String version, @Nullable String jar, String problem, String remedy) {
    return new Diagnosis.SimGrid(false, version, jar, null, problem, remedy);
  }
}
