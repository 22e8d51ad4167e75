package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Call sites of Python programs are places in their own files, whether or not the interpreter's lock is held. */
class RecordPythonTest {
  private static final String PYTHON = "/usr/bin/python3";

  @TempDir
  private Path folder;

  @BeforeEach
  void needsMpi4py() throws Exception {
    MpiCommands.require("openmpi");
    boolean found = Files.isExecutable(Path.of(PYTHON))
        && new ProcessBuilder(PYTHON, "-c", "import mpi4py.MPI").start().waitFor() == 0;
    Assumptions.assumeTrue(found, "SKIPPED: no mpi4py of " + PYTHON);
  }

  @Test
  void aCallSiteIsFunctionFileAndLineOfTheProgram() throws IOException {
    List<String> sites = sites("""
        from mpi4py import MPI
        comm = MPI.COMM_WORLD

        def exchange():
            request = comm.irecv(source=1 - comm.rank)
            comm.send(7, dest=1 - comm.rank)
            request.wait()

        class Norm:
            def sums(self):
                return comm.allreduce(1) + comm.allreduce(2)

        def deep(n):
            return Norm().sums() if n == 0 else deep(n - 1)

        for step in range(10):
            exchange()
            deep(step)
        comm.Barrier()
        """);

    assertThat(sites)
        .contains(
            "exchange (app.py:6) < <module> (app.py:17)",
            "Norm.sums (app.py:11) < deep (app.py:14) < <module> (app.py:18)",
            "Norm.sums (app.py:11) #2 < deep (app.py:14) < <module> (app.py:18)",
            "<module> (app.py:19)")
        .noneMatch(site -> site.contains("cpython") && !site.contains("Py_RunMain")) // at its end
        .filteredOn(site -> site.startsWith("Norm.sums"))
        .allMatch(site -> site.endsWith("<module> (app.py:18)"));
  }

  @Test
  void threadsThatWaitForTheInterpreterAndTheRecorderGoOn() throws IOException {
    assertThat(sites("""
            import threading
            from mpi4py import MPI
            comm = MPI.COMM_WORLD

            def work(tag):
                for step in range(300):
                    comm.sendrecv(step, 1 - comm.rank, tag, None, 1 - comm.rank, tag)
                    comm.Get_rank()

            threads = [threading.Thread(target=work, args=(tag,)) for tag in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            """))
        .anyMatch(site -> site.startsWith("work (app.py:7) < Thread.run (threading.py:"));
  }

  private List<String> sites(String program) throws IOException {
    Path app = Files.writeString(folder.resolve("app.py"), program);
    String trace = folder.resolve("app.ctrace").toString();
    List<String> command = new ArrayList<>(List.of("record", "--verify", "-o", trace, "--"));
    command.addAll(MpiCommands.launch("openmpi", "-n", "2", PYTHON, app.toString()));
    Cli.Result recorded = Cli.run(command.toArray(String[]::new));
    assertThat(recorded.exitCode()).as(recorded.err()).isZero();
    assertThat(recorded.err()).contains("verified: ");

    try (Stream<String> lines =
        Cli.run("expand", trace, "--rank", "1").expectOut().lines()) {
      return lines
          .filter(line -> line.contains(" site="))
          .map(line -> line.replaceFirst(".* site=", ""))
          .distinct()
          .toList();
    }
  }
}
