package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.record.Commands;
import io.github.tracecast.record.structure.ClangPackages;
import io.github.tracecast.record.structure.StructurePlugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StructureCommandTest {
  /** Declarations in place of mpi.h, so that no MPI is needed. */
  private static final String MPI =
      "int MPI_Init(void), MPI_Send(int), MPI_Recv(int), MPI_Barrier(void), MPI_Finalize(void);\n"
          + "int MPI_Comm_rank(int *), printf(const char *, ...), elsewhere(int);\n";

  @TempDir
  Path folder;

  @Test
  void loopsBranchesAndCallsAreAsInTheSource() throws Exception {
    assertThat(structure("""
        static double work(int n) {
          double sum = 0;
          for (int i = 0; i < n; i++) sum += i;
          return sum;
        }
        static void exchange(int rank, int size) {
          if (rank > 0) MPI_Send(rank - 1);
          if (rank < size - 1) MPI_Recv(rank + 1);
          else printf("last %f\\n", work(10));
        }
        int main(int argc, char **argv) {
          int rank;
          MPI_Init();
          MPI_Comm_rank(&rank);
          for (int step = 0; step < argc; step++) {
            for (int k = 0; k < step; k++) exchange(rank, argc);
            if (step % 5 == 0) MPI_Barrier();
          }
          MPI_Finalize();
        }
        """)).isEqualTo("""
            main (app.c:13)
              MPI_Init (app.c:15)
              loop (app.c:17)
                loop (app.c:18)
                  exchange (app.c:8)
                    branch (app.c:9)
                      MPI_Send (app.c:9)
                    branch (app.c:10)
                      MPI_Recv (app.c:10)
                branch (app.c:19)
                  MPI_Barrier (app.c:19)
              MPI_Finalize (app.c:21)
            """);
  }

  @Test
  void aFunctionThatCallsItselfIsALoop() throws Exception {
    assertThat(structure("""
        static void odd(int n);
        static void even(int n) { if (n) { MPI_Send(n); odd(n - 1); MPI_Recv(n); } }
        static void odd(int n) { if (n) even(n - 1); }
        int main(int argc, char **argv) { even(argc); }
        """)).isEqualTo("""
            main (app.c:6)
              loop by recursion of even (app.c:4)
                branch (app.c:4)
                  MPI_Send (app.c:4)
                  odd (app.c:5)
                    branch (app.c:5)
                      again even
                  MPI_Recv (app.c:4)
            """);
  }

  @Test
  void jumpsOutOfLoopsAndFunctionsBecomeBranches() throws Exception {
    assertThat(structure("""
        int main(int argc, char **argv) {
          for (int i = 0; i < argc; i++) {
            MPI_Send(i);
            if (i == 3) break;
            MPI_Recv(i);
          }
          if (argc == 7) return 1;
          switch (argc) {
            case 1: MPI_Send(1);
            case 2: MPI_Recv(2); break;
            default: goto end;
          }
          MPI_Barrier();
        end:
          MPI_Finalize();
        }
        """)).isEqualTo("""
            main (app.c:3)
              loop (app.c:4)
                MPI_Send (app.c:5)
                branch (app.c:7)
                  MPI_Recv (app.c:7)
              branch (app.c:10)
                branch (app.c:11)
                  MPI_Send (app.c:11)
                branch (app.c:12)
                  MPI_Recv (app.c:12)
                  MPI_Barrier (app.c:15)
                MPI_Finalize (app.c:17)
            """);
  }

  @Test
  void functionsOfOtherFilesAndThroughPointersAreFound() throws Exception {
    Files.writeString(folder.resolve("other.c"), """
        int MPI_Barrier(void);
        static void reach(int n) { MPI_Barrier(); }
        void (*pointer)(int) = reach;
        int elsewhere(int n) { for (int i = 0; i < n; i++) pointer(i); return n; }
        """);

    assertThat(structure("int main(int argc, char **argv) { return elsewhere(argc); }", "other.c"))
        .isEqualTo("""
            main (app.c:3)
              elsewhere (other.c:4)
                loop (other.c:4)
                  call by a pointer (other.c:4)
            """);
  }

  @Test
  void fortranIsReadToo() throws Exception {
    StructurePlugin plugin = plugin();
    if (plugin.fortran().isEmpty()) {
      Assumptions.abort(
          "SKIPPED: no flang beside " + plugin.compiler() + "; " + ClangPackages.advice());
    }
    Files.writeString(folder.resolve("app.f90"), """
        program app
          integer :: step, error
          call mpi_init(error)
          do step = 1, 10
            if (mod(step, 2) == 0) call swap(step)
          end do
          call mpi_finalize(error)
        end program
        subroutine swap(n)
          integer :: n, error
          call mpi_barrier(n, error)
        end subroutine
        """);
    compile(plugin.fortran().orElseThrow(), plugin, "app.f90");

    assertThat(printed().replaceAll(" \\(.*\\)", "")).isEqualTo("""
        main program
          MPI_Init
          loop
            branch
              swap_
                MPI_Barrier
          MPI_Finalize
        """);
  }

  @Test
  void theFlagsNameTheBuiltPlugin() {
    String library = plugin().library().toString();

    assertThat(Cli.run("structure", "--flags").expectOut())
        .isEqualTo("-fpass-plugin=" + library + "\n");
  }

  @Test
  void whatCannotBeReadIsSaidInOneLine() throws Exception {
    Path text = Files.writeString(folder.resolve("app"), "x".repeat(100));

    assertThat(Cli.run("structure", text.toString()))
        .isEqualTo(
            new Cli.Result(
                2,
                "",
                "error: " + text
                    + ": found no 64-bit ELF file; expected a program that was compiled with the options that tracecast structure --flags prints\n"));
    assertThat(Cli.run("structure", "/bin/sh").err()).contains("/bin/sh: found no structure");
    assertThat(Cli.run("structure", folder.resolve("none").toString()).err())
        .contains("none: cannot be read");
    assertThat(Cli.run("structure").err()).contains("found 0 programs; expected one program");
    assertThat(Cli.run("structure", "--flags=no-such-clang").err())
        .contains("found no program no-such-clang; expected a clang");
    assertThat(Cli.run("structure", "--build").err()).contains("found no command");
  }

  private static StructurePlugin plugin() {
    return StructureCompilers.plugin();
  }

  private String structure(String source, String... more) throws Exception {
    Files.writeString(folder.resolve("app.c"), MPI + source);
    StructurePlugin plugin = plugin();
    List<String> files = new ArrayList<>(List.of("-g", "app.c"));
    files.addAll(List.of(more));
    compile(plugin.compiler(), plugin, files.toArray(String[]::new));
    return printed();
  }

  /** Compiles to an object file for each source, joined by the linker as in a program. */
  private void compile(Path compiler, StructurePlugin plugin, String... files) throws Exception {
    StructureCompilers.run(folder, compiler, plugin, files);
    Path linker = Commands.onPath("ld").orElseThrow();
    assertThat(new ProcessBuilder("sh", "-c", linker + " -r -o app *.o")
            .directory(folder.toFile())
            .inheritIO()
            .start()
            .waitFor())
        .isZero();
  }

  private String printed() {
    return Cli.run("structure", folder.resolve("app").toString()).expectOut();
  }
}
