package io.github.tracecast.imports.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The recorder's wrappers, made from prototypes of every version of MPI that has some, and from
 * headers unlike those of the MPIs that are installed. {@code standard.txt} has the functions; here
 * they become an {@code mpi.h}, and {@code cc} an {@code mpicc}.
 */
class GeneratedWrappersTest {
  private static final Pattern TYPE = Pattern.compile("MPI_[A-Za-z0-9_]+");

  private static final Pattern WRAPPED = Pattern.compile("typedef int \\(\\*tc_type_(\\w+)\\)");

  /** How a header defines handles: as MPICH or as Open MPI. */
  enum Handles {
    NUMBERS,
    POINTERS
  }

  @TempDir
  Path folder;

  /** A function of the standard. */
  private record Function(
      String returns, String name, String since, String largeSince, String types) {
    static List<Function> all() throws Exception {
      return Files.readAllLines(MpiInstallation.recorder().resolve("tests/standard.txt")).stream()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", 5))
          .map(f -> new Function(f[0], f[1], f[2], f[3], f[4].substring(1, f[4].length() - 1)))
          .toList();
    }

    /** The prototypes of a version: of the function and of its variant with large counts. */
    List<String> prototypes(String version, boolean named) {
      List<String> prototypes = new ArrayList<>();
      if (since.compareTo(version) <= 0) {
        prototypes.add(prototype(name, named, type -> type.replaceFirst(" \\| .*", "")));
      }
      if (!largeSince.equals("-") && largeSince.compareTo(version) <= 0) {
        prototypes.add(prototype(name + "_c", named, type -> type.replaceFirst(".* \\| ", "")));
      }
      return prototypes;
    }

    private String prototype(String called, boolean named, UnaryOperator<String> which) {
      String[] parameters = types.split(", ");
      for (int i = 0; i < parameters.length; i++) {
        parameters[i] = which.apply(parameters[i]);
        if (named && !parameters[i].matches("void|\\.{3}")) {
          // names that a wrapper could use for itself
          String own =
              List.of("a", "e", "real", "result", "has", "call").get(i % 6) + (i < 6 ? "" : i / 6);
          parameters[i] = parameters[i].replaceFirst("(\\[.*)?$", " " + own + "$1");
        }
      }
      String list = "MPI_" + called + "(" + String.join(", ", parameters) + ");";
      return returns + " " + list + "\n" + returns + " P" + list + "\n";
    }
  }

  /** An mpi.h with these prototypes, and the mpicc that has it. */
  private Path compiler(Handles handles, String prototypes) throws Exception {
    StringBuilder header = new StringBuilder("#ifndef MPI_SUCCESS\n#define MPI_SUCCESS 0\n");
    header.append("#define MPI_MAX_OBJECT_NAME 64\n");
    header.append("typedef long MPI_Aint;\ntypedef long long MPI_Count, MPI_Offset;\n");
    header.append("typedef int MPI_Fint;\n");
    header.append("typedef struct { int MPI_SOURCE, MPI_TAG, MPI_ERROR; } MPI_Status;\n");
    String types = Function.all().stream().map(Function::types).collect(Collectors.joining(" "))
        + " MPI_Message ";
    new TreeSet<>(TYPE.matcher(types).results().map(MatchResult::group).toList())
        .stream()
            .filter(type -> !type.matches("MPI_(Aint|Count|Offset|Fint|Status)"))
            .forEach(type -> header.append(
                handles == Handles.NUMBERS
                    ? "typedef int " + type + ";\n"
                    : "typedef struct s_" + type + " *" + type + ";\n"));
    header.append(prototypes).append("#endif\n");
    Files.writeString(folder.resolve("mpi.h"), header);
    Path compiler = folder.resolve("mpicc");
    Files.writeString(compiler, "#!/bin/sh\nexec cc '-I" + folder + "' \"$@\"\n");
    compiler.toFile().setExecutable(true);
    return compiler;
  }

  private static String standard(String version, boolean named) throws Exception {
    return Function.all().stream()
        .flatMap(function -> function.prototypes(version, named).stream())
        .collect(Collectors.joining());
  }

  private String run(Map<String, String> environment, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("HOME", folder.toString());
    builder.environment().remove("XDG_CACHE_HOME");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }

  private List<String> leftOut(Path compiler) throws Exception {
    String build = MpiInstallation.recorder().resolve("build.sh").toString();
    return Files.readAllLines(Path.of(run(Map.of(), "sh", build, compiler.toString(), "left-out")));
  }

  /** The functions that get a wrapper of the recorder. Compiles the wrappers with all warnings as errors. */
  private List<String> wrapped(Path compiler) throws Exception {
    Path recorder = MpiInstallation.recorder();
    Path include = Files.createDirectories(folder.resolve("made"));
    Path source = folder.resolve("wrappers.c");
    String sources = recorder.resolve("src").toString();
    Map<String, String> names =
        Map.of("S", sources, "C", compiler.toString(), "D", folder.toString());
    run(names, "sh", "-c", "cd \"$D\"; echo '#include <mpi.h>' >all.c; \"$C\" -E -P all.c >all.i");
    run(names, "sh", "-c", "cd \"$D\"; awk -f \"$S/late.awk\" all.i >made/late-names.h");
    String make =
        "cd \"$S\"; awk -f prototypes.awk -f wrappers.awk calls.txt \"$D/all.i\" >\"$D/wrappers.c\"";
    run(names, "sh", "-c", make);
    run(
        Map.of(),
        compiler.toString(),
        "-std=gnu11",
        "-fsyntax-only",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-I" + include,
        "-I" + sources,
        source.toString());
    Matcher matcher = WRAPPED.matcher(Files.readString(source));
    return matcher.results().map(result -> "MPI_" + result.group(1)).toList();
  }

  private static void requireTools() {
    for (String tool : List.of("cc", "awk")) {
      boolean there = List.of(System.getenv("PATH").split(":")).stream()
          .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
      if (!there) {
        Assumptions.abort("SKIPPED: no " + tool + "; apt-get install gcc mawk");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3.1,NUMBERS,true",
    "4.0,POINTERS,true",
    "4.0,NUMBERS,false",
    "4.1,NUMBERS,true",
    "4.1,POINTERS,false",
    "5.0,NUMBERS,false",
    "5.0,POINTERS,true"
  })
  void everyVersionOfMpiIsWrappedWhateverItsHeaderLooksLike(
      String version, Handles handles, boolean named) throws Exception {
    requireTools();
    Path compiler = compiler(handles, standard(version, named));

    List<String> wrapped = wrapped(compiler);

    assertThat(leftOut(compiler)).isEmpty();
    assertThat(wrapped)
        .contains("MPI_Send", "MPI_Alltoallw", "MPI_Comm_split", "MPI_File_write_ordered_end")
        .doesNotContain("MPI_Aint_add", "MPI_Wtime", "MPI_Comm_c2f", "MPI_Comm_toint")
        .doesNotHaveDuplicates();
    assertThat(wrapped.contains("MPI_Send_c")).isEqualTo(version.compareTo("4.0") >= 0);
    assertThat(wrapped.contains("MPI_Buffer_flush")).isEqualTo(version.compareTo("4.1") >= 0);
    assertThat(wrapped.contains("MPI_Psend_init_c")).isEqualTo(version.compareTo("5.0") >= 0);
  }

  /** The wrapper of a function that returns something else would cut off what it returns. */
  @Test
  void onlyFunctionsThatReturnAnErrorCodeAreWrapped() throws Exception {
    requireTools();
    Path compiler = compiler(Handles.NUMBERS, standard("3.1", true) + """
        unsigned int MPIX_Unsigned(int a);
        MPI_Fint MPIX_Of_a_type_that_ends_in_int(int a);
        typedef int MPIX_Type_of_functions(int a);
        static inline int MPIX_Defined_here(int a) { return a; }
        extern int MPIX_Usual(int a) __attribute__((visibility("default")));
        """);

    assertThat(wrapped(compiler))
        .filteredOn(name -> name.startsWith("MPI_X_"))
        .containsExactly("MPI_X_Usual");
  }

  @Test
  void aFunctionThatCannotBeWrappedIsLeftOutAndNamedAndStopsNoBuild() throws Exception {
    requireTools();
    String standard = standard("4.1", false)
        .replaceFirst("int MPI_Bcast\\(.*", "int MPI_Bcast(void *, int);")
        .replaceFirst("int MPI_Wait\\(.*", "int MPI_Wait(struct unlike *, MPI_Status *);");
    Path compiler =
        compiler(Handles.NUMBERS, "struct unknown; struct unlike { int a; };\n" + standard + """
        int MPIX_With_a_function(void (*call)(int), MPI_Comm comm);
        int MPIX_With_any_arguments(int first, ...);
        int MPIX_With_a_type_without_a_size(struct unknown it);
        int MPIX_With_nothing(void);
        int MPIX_With_a_constant_handle(const MPI_Comm);
        """);

    assertThat(leftOut(compiler))
        .containsExactlyInAnyOrder(
            "MPIX_With_a_function", "MPIX_With_any_arguments", "MPIX_With_a_type_without_a_size");
    assertThat(wrapped(compiler(
            Handles.NUMBERS,
            "struct unlike { int a; };\n" + standard.replace("struct unlike", "MPI_Request"))))
        .contains("MPI_Bcast"); // known by name only, as its arguments are others
  }

  /** MPI is in the program, which may load it after the recorder, and without making its names global. */
  @ParameterizedTest
  @EnumSource
  void theLibrariesNeedNoNameOfMpiWhenTheyAreLoaded(MpiInstallation mpi) throws Exception {
    mpi.compile(folder, "cost.c", "mpicc"); // skips where there is no such MPI
    for (Path library : List.of(mpi.library(), mpi.payload())) {
      assertThat(
              run(Map.of(), "nm", "-D", "--undefined-only", library.toString()).lines())
          .hasSizeGreaterThan(10)
          .noneMatch(line -> line.matches(".* (P?MPIX?_|MPI[RU]_|ompi_).*"));
    }
  }
}
