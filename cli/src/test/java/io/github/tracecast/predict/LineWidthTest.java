package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.predict.cli.Main;
import io.github.tracecast.predict.text.Screen;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.record.structure.StructurePlugin;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a command prints fits a terminal of 80 columns: its report, its notes and its warnings. */
@ResourceLock("mpi")
@Order(1)
class LineWidthTest {
  /** The exit code of {@code doctor} where this machine lacks something. */
  private static final int SOMETHING_MISSING = 1;

  private static final Screen TERMINAL = new Screen(true, Screen.USUAL_WIDTH, false);

  /** A path alone, or behind the name of its row. Paths are not broken. */
  private static final String PATH = "(\\w+)? *\\S*/\\S*";

  private static final String LONG_NAME =
      "exchange (solver/halo.c:20) #2 < step (solver/main.c:67) < main (solver/main.c:99)";

  /** A script for a shell, the source of a manual page, answers to a program, and two with tests of their own. */
  private static final Set<String> OTHERS =
      Set.of("completion", "man", "serve", "replay", "structure");

  /** They start programs. */
  private static final List<String> MPI = List.of(
      "record --payload=0 -o F/recorded F/app",
      "retime F/recorded --payload F/recorded.payload -o F/timed -- F/app",
      "calibrate --seconds 0.1 -o F/here.yaml ");

  private static final List<String> COMMANDS = List.of(
      "predict F/t --platform bluegene-l --engine loggp --verbose",
      "predict F/t --platform cluster --engine flows --set node.memory_bandwidth=1GBps",
      "sweep F/t --platform bluegene-l --engine loggp --vary network.link_bandwidth=50MBps:1GBps:log9"
          + " --vary node.mode=coprocessor,virtual-node --rows 4",
      "sweep F/t --platform bluegene-l --engine loggp --vary mapping=xyzt,zyxt,random:1",
      "sweep F/t --platform cluster --engine loggp --vary node.cores=32,64",
      "compare F/t --platform bluegene-l --with cluster --engine loggp",
      "compare F/t --platform cluster --with network.link_bandwidth=11.6GBps --engine loggp",
      "map F/t --platform bluegene-l --engine loggp --random 1",
      "sensitivity F/t --platform bluegene-l --engine loggp",
      "info F/t",
      "topology F/t",
      "expand F/t --rank 3",
      "expand F/t --rank 3 --logical",
      "generate stencil --ranks 8 --steps 5 --compute 1e-4 --bytes 8192 -o F/8",
      "extrapolate F/8 F/t --ranks 64 -o F/64",
      "predict F/64 --platform cluster --engine loggp",
      "export F/t --to goal -o F/t.goal",
      "import F/t.goal -o F/from-goal",
      "compress F/t -o F/smaller",
      "program F/t --shorten 0.2 -o F/skeleton.c",
      "fit F/measured.csv --platform cluster",
      "platforms",
      "platforms bluegene-l",
      "platforms fat-tree",
      "doctor");

  @TempDir
  private Path folder;

  @Test
  void everyCommandIsTried() {
    Set<String> tried = new TreeSet<>(OTHERS);
    Stream.concat(COMMANDS.stream(), MPI.stream()).forEach(c -> tried.add(c.split(" ")[0]));

    assertThat(tried).containsExactlyInAnyOrderElementsOf(Main.commands().keySet());
  }

  @Test
  void reportsNotesAndWarningsFit() throws IOException {
    Path generated = folder.resolve("generated");
    Cli.generate(generated, "stencil --ranks 27 --steps 5 --compute 1e-4 --bytes 8192 --text");
    Files.writeString(
        folder.resolve("t"),
        Files.readString(generated).replaceAll("(site \\d+ \")[^\"]+", "$1" + LONG_NAME));
    Files.writeString(
        folder.resolve("measured.csv"),
        "nodes,collective,algorithm,buffer_bytes,median_us\n"
            + "4,allreduce,recursive_doubling_over,64,4.8\n"
            + "4,allreduce,recursive_doubling_over,262144,265\n"
            + "8,allreduce,recursive_doubling_over,64,7.2\n");

    for (String command : COMMANDS) {
      assertFits(words(command));
    }
  }

  @Test
  void outputsOfCommandsThatStartProgramsFit() throws Exception {
    MpiCommands.compile("openmpi", folder, """
        #include <mpi.h>
        int main(int argc, char **argv) {
          MPI_Init(&argc, &argv);
          MPI_Barrier(MPI_COMM_WORLD);
          MPI_Finalize();
        }
        """);
    List<String> two = MpiCommands.launch("openmpi", "-n", "2");
    for (String command : MPI) {
      List<String> words = words(command);
      if (List.of("record", "calibrate").contains(words.getFirst())) {
        int end = command.endsWith(" ") ? words.size() : words.size() - 1;
        List<String> launched = new ArrayList<>(words.subList(0, end));
        launched.add("--");
        launched.addAll(two);
        launched.addAll(words.subList(end, words.size()));
        words = launched;
      }
      assertFits(words);
    }
  }

  @Test
  void theStructureOfAProgramFits() throws Exception {
    String function = "exchange_of_the_halo_with_all_neighbours";
    Files.writeString(
        folder.resolve("app.c"),
        "int MPI_Barrier(void);\nstatic void " + function + "(int n) { if (n) MPI_Barrier(); }\n"
            + "int main(int n, char **v) {\n"
            + "for (int i = 0; i < n; i++) ".repeat(16) + function + "(n);\n}\n");
    StructurePlugin plugin = StructureCompilers.plugin();
    StructureCompilers.run(folder, plugin.compiler(), plugin, "-g", "app.c");

    assertFits(words("structure F/app.o"));
  }

  private List<String> words(String command) {
    return List.of(command.replace("F/", folder + "/").split(" "));
  }

  private void assertFits(List<String> command) {
    StringWriter text = new StringWriter();
    int exitCode;
    try (TerminalWriter out = writer(text);
        TerminalWriter err = writer(text)) {
      exitCode = Main.run(out, err, command.toArray(String[]::new));
    }
    assertThat(exitCode)
        .as("%s: %s", command, text)
        .isBetween(0, command.equals(List.of("doctor")) ? SOMETHING_MISSING : 0);
    assertThat(text.toString().replace(folder + "/", "").lines())
        .as("%s", command)
        .filteredOn(line -> !line.matches(PATH))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Screen.USUAL_WIDTH));
  }

  private static TerminalWriter writer(StringWriter to) {
    return new TerminalWriter(new PrintWriter(to), () -> TERMINAL);
  }
}
