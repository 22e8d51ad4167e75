package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.cli.commands.DoctorCommand;
import io.github.tracecast.record.doctor.Diagnosis;
import io.github.tracecast.record.doctor.Doctor;
import io.github.tracecast.record.doctor.SimGridProbe;
import io.github.tracecast.record.structure.ClangPackages;
import io.github.tracecast.record.structure.PluginCompilers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DoctorTest {
  @TempDir
  Path folder;

  @Test
  void aLibraryThatLoadsIsReadyWithItsVersionAndPlaces() throws IOException {
    Diagnosis found = withProbe("echo 'loaded /usr/lib/libsimgrid.so.4.0'");

    assertThat(found.ready()).isTrue();
    assertThat(found.simgrid())
        .isEqualTo(new Diagnosis.SimGrid(
            true, "4.0.0", jar().toString(), "/usr/lib/libsimgrid.so.4.0", null, null));
    assertThat(found.lines()).last().isEqualTo("Ready: predictions with `engine simgrid` work.");
  }

  @Test
  void aCrashOfNativeCodeEndsTheProbeOnlyAndIsReportedWithWhatToDo() throws IOException {
    Diagnosis found = withProbe("kill -SEGV $$");

    assertThat(found.ready()).isFalse();
    assertThat(found.simgrid().problem())
        .isEqualTo("native code crashed while it was loaded (signal 11)");
    assertThat(found.simgrid().remedy()).contains("./tracecast setup");
    assertThat(found.lines())
        .contains("SimGrid      NOT USABLE: native code crashed while it was loaded (signal 11)")
        .last()
        .isEqualTo("Not ready: `engine simgrid` does not work; use `engine flows`.");
  }

  @Test
  void aMissingNativeLibraryIsNamedThoughSimGridItselfEndsWithoutAnError() throws IOException {
    Diagnosis found =
        withProbe("echo 'java.lang.UnsatisfiedLinkError: no simgrid in java.library.path: /lib'");

    assertThat(found.simgrid().problem())
        .isEqualTo("native library: no simgrid in java.library.path: /lib");
    assertThat(found.simgrid().remedy()).contains("-Djava.library.path=FOLDER");
  }

  @Test
  void aLoadThatFailsAfterwardsIsNotReady() throws IOException {
    Diagnosis found = withProbe("echo 'loaded /usr/lib/libsimgrid.so.4.0'; echo bang; exit 3");

    assertThat(found.ready()).isFalse();
    assertThat(found.simgrid().problem()).isEqualTo("does not start: bang");
  }

  @Test
  void aClassPathWithoutSimGridSaysHowToGetIt() {
    Doctor doctor = new Doctor(new URLClassLoader(new URL[0], null), List.of("false"));

    Diagnosis found = doctor.diagnose();

    assertThat(found.ready()).isFalse();
    assertThat(found.simgrid().problem()).isEqualTo("no simgrid.jar on the class path");
    assertThat(found.simgrid().remedy()).contains("./tracecast setup installs SimGrid 4");
  }

  @Test
  void theCommandWritesTextAndJsonAndItsExitCodeSaysWhetherPredictionsCanRun() throws IOException {
    Path json = folder.resolve("doctor.json");
    StringWriter out = new StringWriter();

    int exitCode = run(out, "--json", json.toString());

    JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
    assertThat(exitCode).isEqualTo(report.get("ready").booleanValue() ? 0 : 1);
    assertThat(report.propertyNames())
        .containsExactly(
            "ready",
            "java_version",
            "java_home",
            "simgrid",
            "startup_cache",
            "mpi",
            "slow_host_name",
            "otf2_library",
            "structure_compilers",
            "processors",
            "memory_bytes",
            "maximum_heap_bytes",
            "leftovers");
    assertThat(report.get("java_version").stringValue()).startsWith("2");
    assertThat(report.get("processors").intValue()).isPositive();
    assertThat(report.get("memory_bytes").longValue()).isGreaterThan(1L << 28);
    assertThat(out.toString())
        .startsWith("Java         ")
        .contains("SimGrid      ", "OTF2         ", "Structure    ");
  }

  @Test
  void aDashPutsTheJsonAloneOnStandardOutput() {
    StringWriter out = new StringWriter();

    run(out, "--json", "-");

    assertThat(JsonMapper.shared().readTree(out.toString()).has("simgrid")).isTrue();
  }

  @Test
  void aJsonFileThatCannotBeWrittenIsAWrongOption() {
    Cli.Result result =
        Cli.run("doctor", "--json", folder.resolve("no/such/file").toString());

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .startsWith("error: --json: found ")
        .contains("which cannot be written (its folder does not exist)");
  }

  @Test
  void theSimGridOfThisMachineIsLoadedInAChild() {
    SimGridChild.assumeInstalled();
    Process child;
    List<String> lines;
    try {
      child = new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "--enable-native-access=ALL-UNNAMED",
              "-Djava.library.path=" + System.getProperty("java.library.path"),
              "-cp",
              System.getProperty("java.class.path"),
              SimGridProbe.class.getName())
          .redirectErrorStream(true)
          .start();
      lines = child.inputReader().lines().toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }

    assertThat(lines).anyMatch(line -> line.matches("loaded /.*/libsimgrid\\.so.*"));
  }

  @Test
  void theNewestClangThatHasAFlangIsTheOneForStructures() throws IOException {
    for (String file : List.of("llvm-16/bin/clang-16", "llvm-16/bin/flang-new-16", "clang-19")) {
      Path path = folder.resolve(file);
      Files.createDirectories(path.getParent());
      Files.createFile(path);
    }
    Path clang = folder.resolve("llvm-16/bin/clang-16").toRealPath();
    Path flang = clang.resolveSibling("flang-new-16");
    Map<String, Path> onPath =
        Map.of("clang-19", folder.resolve("clang-19"), "clang-16", clang, "flang-new-16", flang);

    assertThat(structure(onPath))
        .containsExactly(
            "Structure    " + clang,
            "             " + flang,
            "             no LLVM headers of the same version, which the build of the plugin needs",
            "             to install all: " + ClangPackages.advice());

    Path header = folder.resolve("llvm-16/include/llvm/Passes/PassPlugin.h");
    Files.createDirectories(header.getParent());
    Files.createFile(header);
    assertThat(structure(onPath)).containsExactly("Structure    " + clang, "             " + flang);
  }

  @Test
  void withoutAFlangOrAClangTheDoctorSaysWhatToInstall() throws IOException {
    Path clang = Files.createFile(folder.resolve("clang"));

    assertThat(structure(Map.of("clang", clang)))
        .contains(
            "Structure    " + clang,
            "             no flang of the same version, which Fortran programs need");
    assertThat(structure(Map.of()))
        .containsExactly("Structure    no clang, which tracecast structure --build needs: "
            + ClangPackages.advice());
  }

  @Test
  void functionsOfAnMpiThatCannotBeRecordedAreCountedAndNamed() {
    assertThat(mpi(new Diagnosis.Mpi("/usr/bin/mpicc", List.of(), null)))
        .containsExactly("MPI          /usr/bin/mpicc");
    assertThat(mpi(new Diagnosis.Mpi("/usr/bin/mpicc", List.of("MPI_New", "MPIX_Odd"), null)))
        .containsExactly(
            "MPI          /usr/bin/mpicc",
            "             2 functions of this MPI cannot be recorded: MPI_New, MPIX_Odd");
    assertThat(mpi(new Diagnosis.Mpi("/usr/bin/mpicc", List.of(), "error: no mpi.h")))
        .containsExactly("MPI          NOT USABLE: error: no mpi.h");
  }

  @Test
  void aHostNameThatNoServerAnswersIsNamedWithTheLineThatMendsIt() {
    assertThat(diagnosis(null, "node1", null).lines())
        .contains("Host name    the lookup of node1 takes long, and each process of an MPI program"
            + " waits for the lookup; add the line \"127.0.1.1 node1\" to /etc/hosts");
    assertThat(diagnosis(null, null, null).lines()).noneMatch(line -> line.startsWith("Host"));
  }

  private static List<String> mpi(Diagnosis.Mpi found) {
    List<String> lines = diagnosis(found, null, null).lines();
    int first = lines.indexOf("Start-up     "
            + "no cache; ./tracecast setup creates one, which makes commands start faster")
        + 1;
    return lines.subList(
        first,
        IntStream.range(0, lines.size())
            .filter(line -> lines.get(line).startsWith("OTF2"))
            .findFirst()
            .orElseThrow());
  }

  /** The lines about structures where these programs are on the PATH. */
  private static List<String> structure(Map<String, Path> onPath) {
    List<String> lines = diagnosis(
            null,
            null,
            PluginCompilers.installed(name -> Optional.ofNullable(onPath.get(name)))
                .orElse(null))
        .lines();
    int first = IntStream.range(0, lines.size())
        .filter(line -> lines.get(line).startsWith("Structure"))
        .findFirst()
        .orElseThrow();
    return lines.subList(first, lines.indexOf("Processors   2"));
  }

  private static Diagnosis diagnosis(
      Diagnosis.@Nullable Mpi mpi,
      @Nullable String slowHostName,
      @Nullable PluginCompilers compilers) {
    return new Diagnosis(
        true,
        "25",
        "/java",
        new Diagnosis.SimGrid(true, "4.0.0", "simgrid.jar", "libsimgrid.so", null, null),
        null,
        mpi,
        slowHostName,
        null,
        compilers,
        2,
        1,
        1,
        List.of());
  }

  private static int run(StringWriter out, String... arguments) {
    return new CommandLine(new DoctorCommand()).setOut(new PrintWriter(out)).execute(arguments);
  }

  private Diagnosis withProbe(String shellCommand) throws IOException {
    Path jar = jar();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.SPECIFICATION_VERSION, "\"4.0.0\"");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new JarEntry("org/simgrid/s4u/Engine.class"));
    }
    URI place = jar.toUri();
    try (URLClassLoader classes = new URLClassLoader(new URL[] {place.toURL()}, null)) {
      return new Doctor(classes, List.of("sh", "-c", shellCommand)).diagnose();
    }
  }

  private Path jar() {
    return folder.resolve("simgrid.jar");
  }
}
