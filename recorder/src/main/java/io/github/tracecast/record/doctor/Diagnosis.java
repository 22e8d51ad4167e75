package io.github.tracecast.record.doctor;

import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.record.MpiCompilers;
import io.github.tracecast.record.structure.ClangPackages;
import io.github.tracecast.record.structure.PluginCompilers;
import io.github.tracecast.trace.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The findings of {@code tracecast doctor}. The component names in snake case are the names in the
 * JSON report.
 *
 * @param ready true if {@code --engine simgrid} can run
 * @param javaVersion the running JVM's version, such as 25.0.3
 * @param javaHome the folder of that JVM
 * @param simgrid the result of loading SimGrid
 * @param startupCache the AOT cache given to the JVM, or null if there is none
 * @param mpi the MPI of the mpicc on the PATH, with which {@code tracecast record} and {@code
 *     calibrate} build their programs, or null if there is none
 * @param slowHostName the name of this host if its lookup takes long, so that each start of an MPI
 *     program takes long too; otherwise null
 * @param otf2Library the library that reads and writes OTF2 archives, or null if it is not
 *     installed
 * @param structureCompilers the compilers for {@code tracecast structure --build}, or null if there
 *     is no clang
 * @param processors number of processors that the JVM may use
 * @param memoryBytes memory of the machine or container, in bytes
 * @param maximumHeapBytes the largest size of the JVM's heap, in bytes
 * @param leftovers files that killed commands left in the current folder, each with advice
 */
public record Diagnosis(
    boolean ready,
    String javaVersion,
    String javaHome,
    SimGrid simgrid,
    @Nullable String startupCache,
    @Nullable Mpi mpi,
    @Nullable String slowHostName,
    @Nullable String otf2Library,
    @Nullable PluginCompilers structureCompilers,
    int processors,
    long memoryBytes,
    long maximumHeapBytes,
    List<String> leftovers) {
  /** The number of characters of a label together with the blanks after it. */
  public static final int LABEL = 13;

  /**
   * The state of SimGrid as a child JVM found it. Unknown components are null.
   *
   * @param usable true if SimGrid was loaded and its engine started
   * @param version the version that the jar states, such as 4.0.0
   * @param jar the jar on the class path
   * @param library the native library that was loaded
   * @param problem why SimGrid is not usable, in one line
   * @param remedy the command or the package that makes SimGrid usable, in one line
   */
  public record SimGrid(
      boolean usable,
      @Nullable String version,
      @Nullable String jar,
      @Nullable String library,
      @Nullable String problem,
      @Nullable String remedy) {}

  /**
   * An MPI and what the recorder can do with it.
   *
   * @param compiler the MPI's mpicc
   * @param unrecordedCalls the functions that the recorder leaves out, because it cannot wrap them
   * @param problem why the recorder cannot be built, in one line, or null if it can be built
   */
  public record Mpi(
      String compiler,
      List<String> unrecordedCalls,
      @Nullable String problem) {
    private List<String> lines() {
      if (problem != null) {
        return List.of("NOT USABLE: " + problem);
      }
      return unrecordedCalls.isEmpty()
          ? List.of(compiler)
          : List.of(
              compiler,
              Numbers.counted(unrecordedCalls.size(), "function")
                  + " of this MPI cannot be recorded: "
                  + String.join(", ", unrecordedCalls));
    }
  }

  /** Returns the diagnosis as text for users, with one fact in each line. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("Java         " + javaVersion + ", " + javaHome);
    if (simgrid.usable()) {
      lines.add("SimGrid      " + simgrid.version() + ", " + simgrid.jar());
      lines.add("             " + simgrid.library());
    } else {
      lines.add("SimGrid      NOT USABLE: " + simgrid.problem());
      lines.add("             " + simgrid.remedy());
    }
    lines.add("Start-up     "
        + (startupCache == null
            ? "no cache; ./tracecast setup creates one, which makes commands start faster"
            : "cache " + startupCache));
    add(
        lines,
        "MPI          ",
        mpi == null
            ? List.of("no mpicc, which tracecast record, retime, replay and calibrate need: "
                + MpiCompilers.GET_MPI)
            : mpi.lines());
    if (slowHostName != null) {
      lines.add("Host name    the lookup of " + slowHostName
          + " takes long, and each process of an MPI program waits for the lookup; add the line"
          + " \"127.0.1.1 " + slowHostName + "\" to /etc/hosts");
    }
    lines.add("OTF2         "
        + (otf2Library == null
            ? "no library, which import, export and timelines of OTF2 need: " + Otf2Library.advice()
            : otf2Library));
    List<String> compilers = structureCompilers == null
        ? List.of("no clang, which tracecast structure --build needs: " + ClangPackages.advice())
        : structureCompilers.lines();
    add(lines, "Structure    ", compilers);
    lines.add("Processors   " + processors);
    lines.add("Memory       "
        + gibibytes(memoryBytes)
        + ", up to "
        + gibibytes(maximumHeapBytes)
        + " for the heap (for 8 GiB, set TRACECAST_JAVA_OPTS=-Xmx8g)");
    leftovers.forEach(left -> lines.add("Left over    " + left));
    lines.add("");
    lines.add(
        ready
            ? "Ready: predictions with `engine simgrid` work."
            : "Not ready: `engine simgrid` does not work; use `engine flows`.");
    return lines;
  }

  private static void add(List<String> lines, String label, List<String> facts) {
    lines.add(label + facts.getFirst());
    facts.stream().skip(1).forEach(fact -> lines.add(" ".repeat(LABEL) + fact));
  }

  private static String gibibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GiB", bytes / (double) (1L << 30));
  }
}
