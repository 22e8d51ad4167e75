package io.github.tracecast.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.trace.text.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommandProgramsTest {
  private static final String MAIN =
      "#include <mpi.h>\nint main(int c, char **v) { MPI_Init(&c, &v); return MPI_Finalize(); }\n";

  @TempDir
  Path folder;

  private String compilerOf(MpiFamily mpi) throws Exception {
    return switch (mpi) {
      case OPEN_MPI -> "/usr/bin/mpicc.openmpi";
      case MPICH -> "/usr/bin/mpicc.mpich";
      case STANDARD -> standardCompiler();
    };
  }

  /** Makes an MPI of two functions, with the names that MPI 5 fixes. */
  private String standardCompiler() throws Exception {
    Path mpi = folder.resolve("standard");
    if (!Files.exists(mpi)) {
      Files.createDirectory(mpi);
      Files.writeString(mpi.resolve("mpi.h"), """
          #define MPI_ABI_VERSION 1
          typedef struct MPI_ABI_Comm *MPI_Comm;
          #define MPI_COMM_WORLD ((MPI_Comm)0x101)
          int MPI_Init(int *argc, char ***argv), MPI_Finalize(void), MPI_Barrier(MPI_Comm comm);
          """);
      compile(
          "/usr/bin/gcc",
          "int MPI_Init(int *c, char ***v) { return 0; } int MPI_Finalize(void) { return 0; }"
              + " int MPI_Barrier(void *comm) { return 0; }\n",
          "standard/libmpi_abi.so.1",
          "-shared",
          "-fPIC",
          "-Wl,-soname,libmpi_abi.so.1");
      Files.createSymbolicLink(mpi.resolve("libmpi_abi.so"), Path.of("libmpi_abi.so.1"));
    }
    return script(
            "standard/mpicc_abi",
            "#!/bin/sh",
            "exec gcc -I" + mpi + " \"$@\" -L" + mpi + " -lmpi_abi -Wl,-rpath," + mpi)
        .toString();
  }

  private void compile(String compiler, String source, String... arguments) throws Exception {
    if (!Files.isExecutable(Path.of(compiler))) {
      Assumptions.abort("SKIPPED: no " + compiler + "; " + MpiCompilers.GET_MPI);
    }
    Path file = Files.writeString(folder.resolve("source.c"), source);
    List<String> command = new ArrayList<>(List.of(compiler, "-o"));
    command.addAll(List.of(arguments));
    command.add(1, file.toString());
    assertThat(new ProcessBuilder(command)
            .directory(folder.toFile())
            .inheritIO()
            .start()
            .waitFor())
        .isZero();
  }

  private Path script(String name, String... lines) throws Exception {
    Path script = Files.writeString(folder.resolve(name), String.join("\n", lines) + "\n");
    return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Optional<MpiFamily> family(String... words) {
    return CommandPrograms.mpi(List.of(words), Map.of("PATH", "/usr/bin:/bin"))
        .map(MpiLibrary::family);
  }

  @ParameterizedTest
  @EnumSource
  void theMpiIsThatOfTheProgramWhateverStartsIt(MpiFamily mpi) throws Exception {
    compile(compilerOf(mpi), MAIN, "app");
    String app = folder.resolve("app").toString();
    script("plain.sh", "#!/bin/sh", "exec " + app + " \"$@\"");
    script("beside.sh", "#!/bin/sh", "exec \"$(dirname \"$0\")/app\" \"$@\"");
    script("nested.sh", "#!/bin/sh", "# /usr/bin/true", "exec " + folder.resolve("plain.sh"));
    Optional<MpiFamily> expected = Optional.of(mpi);

    assertThat(family(app)).isEqualTo(expected);
    assertThat(family("srun", "-n", "4", "--mpi=pmi2", app, "100")).isEqualTo(expected);
    assertThat(family("mpirun", "-n", "2", "env", "A=B", "nice", app)).isEqualTo(expected);
    assertThat(family("mpiexec", "-wdir", folder.toString(), "./app")).isEqualTo(expected);
    assertThat(family("mpirun", folder.resolve("plain.sh").toString())).isEqualTo(expected);
    assertThat(family("mpirun", folder.resolve("beside.sh").toString())).isEqualTo(expected);
    assertThat(family(folder.resolve("nested.sh").toString())).isEqualTo(expected);
    assertThat(MpiCompilers.family(Path.of(compilerOf(mpi)))).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void anMpiThatAnotherLibraryBringsIsFoundWhereTheLinkerWouldLook(MpiFamily mpi) throws Exception {
    Files.createDirectory(folder.resolve("lib"));
    compile(
        compilerOf(mpi),
        "#include <mpi.h>\nint solve(void) { return MPI_Barrier(MPI_COMM_WORLD); }\n",
        "lib/libsolver.so",
        "-shared",
        "-fPIC");
    String main = "int solve(void);\nint main(void) { return solve(); }\n";
    String[] link = {"-Llib", "-lsolver", "-Wl,--allow-shlib-undefined", "-Wl,--disable-new-dtags"};
    compile("/usr/bin/gcc", main, with("hidden", link));
    compile("/usr/bin/gcc", main, with("runpath", with("-Wl,-rpath,$ORIGIN/lib", link)));
    String library = "LD_LIBRARY_PATH=" + folder.resolve("lib");

    assertThat(family(folder.resolve("hidden").toString())).isEmpty();
    assertThat(family(folder.resolve("runpath").toString())).contains(mpi);
    assertThat(family("env", library, folder.resolve("hidden").toString())).contains(mpi);
    assertThat(family("mpirun", "-x", library, folder.resolve("hidden").toString()))
        .contains(mpi);
    assertThat(CommandPrograms.mpi(
                List.of(folder.resolve("hidden").toString()),
                Map.of("LD_LIBRARY_PATH", folder.resolve("lib").toString()))
            .map(MpiLibrary::family))
        .contains(mpi);
  }

  private static String[] with(String first, String... others) {
    List<String> all = new ArrayList<>(List.of(others));
    all.addFirst(first);
    return all.toArray(String[]::new);
  }

  @Test
  void aProgramWithoutMpiHasNone() throws Exception {
    Path loop = script("loop.sh", "#!/bin/sh", "exec " + folder.resolve("loop.sh"));

    assertThat(family("true")).isEmpty();
    assertThat(family("no-such-program", "", "-x", "/")).isEmpty();
    assertThat(family(loop.toString())).isEmpty();
  }

  @Test
  void theCompilerIsThatOfTheProgramsMpiAndNoOther() throws Exception {
    compile(compilerOf(MpiFamily.MPICH), MAIN, "app");
    compile(compilerOf(MpiFamily.OPEN_MPI), MAIN, "other");
    String app = folder.resolve("app").toString();

    assertThat(MpiCompilers.of(null, List.of("srun", app)))
        .isEqualTo(Path.of(compilerOf(MpiFamily.MPICH)));
    assertThatThrownBy(() -> MpiCompilers.of(compilerOf(MpiFamily.OPEN_MPI), List.of("srun", app)))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching(
            "`mpicc`: found /usr/bin/mpicc.openmpi, a compiler of Open MPI; expected a compiler of MPICH, which "
                + app + " uses \\(.*libmpich.so.*\\)");
  }

  @Test
  void theCompilerOfTheStandardBinaryInterfaceIsTheOneBesideItsLibrary() throws Exception {
    compile(compilerOf(MpiFamily.STANDARD), MAIN, "app");
    Files.createDirectory(folder.resolve("standard/bin"));
    Path beside = script(
        "standard/bin/mpicc_abi",
        "#!/bin/sh",
        "exec " + compilerOf(MpiFamily.STANDARD) + " \"$@\"");

    assertThat(MpiCompilers.of(null, List.of("srun", folder.resolve("app").toString())))
        .isEqualTo(beside);
  }

  @Test
  void damagedProgramsAreReadWithoutComplaint() throws Exception {
    compile(compilerOf(MpiFamily.OPEN_MPI), MAIN, "app");
    byte[] whole = Files.readAllBytes(folder.resolve("app"));
    Path damaged = folder.resolve("damaged");
    assertThat(ElfFile.read(folder.resolve("app")).orElseThrow().needed())
        .anyMatch(name -> name.startsWith("libmpi.so"));
    for (int seed = 0; seed < 2000; seed++) {
      Random random = new Random(seed);
      byte[] bytes = whole.clone();
      for (int i = 0; i <= seed % 8; i++) {
        int limit = seed % 2 == 0 ? 1024 : bytes.length;
        bytes[random.nextInt(limit)] = (byte) random.nextInt(256);
      }
      int length = seed % 3 == 0 ? random.nextInt(bytes.length) : bytes.length;
      Files.write(damaged, java.util.Arrays.copyOf(bytes, length));
      ElfFile.read(damaged);
    }
  }
}
