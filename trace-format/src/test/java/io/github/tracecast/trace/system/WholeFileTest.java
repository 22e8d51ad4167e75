package io.github.tracecast.trace.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  /** Above the largest number that Linux gives. */
  private static final String DEAD = "999999999";

  @TempDir
  private Path folder;

  @Test
  void whatAKilledWriterOfTheSameFileLeftIsRemovedByTheNext() throws IOException {
    assumeTrue(ProcessHandle.of(Long.parseLong(DEAD)).isEmpty());
    Path left = Files.createFile(folder.resolve(".a.csv." + DEAD + ".part"));
    Path other = Files.createFile(folder.resolve(".b.csv." + DEAD + ".part"));
    Path alive = Files.createFile(folder.resolve(
        ".a.csv." + ProcessHandle.current().parent().orElseThrow().pid() + ".part"));

    WholeFile.write(folder.resolve("a.csv"), out -> out.write('x'));

    assertThat(left).doesNotExist();
    assertThat(other).exists();
    assertThat(alive).exists();
    assertThat(folder.resolve("a.csv")).hasContent("x");
  }

  @Test
  void aLinkThatSomebodyPutInPlaceOfTheNewFileIsNotFollowed() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "of the user");
    Path part = folder.resolve(".a.csv." + ProcessHandle.current().pid() + ".part");
    Files.createSymbolicLink(part, secret);

    WholeFile.write(folder.resolve("a.csv"), out -> out.write('x'));

    assertThat(secret).hasContent("of the user");
    assertThat(folder.resolve("a.csv")).isRegularFile().hasContent("x");
    assertThat(Files.isSymbolicLink(folder.resolve("a.csv"))).isFalse();
  }

  @Test
  void aFailureLeavesNoFile() throws IOException {
    assertThatThrownBy(() -> WholeFile.write(folder.resolve("a.csv"), out -> {
          out.write('x');
          throw new IllegalStateException("in the middle");
        }))
        .hasMessage("in the middle");

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aSignalInTheMiddleLeavesNoFile() throws Exception {
    Process writer = new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            folder.resolve("a.csv").toString())
        .start();
    assertThat(writer.getInputStream().read()).isEqualTo('w');
    assertThat(folder).isNotEmptyDirectory();

    writer.destroy();

    assertThat(writer.waitFor()).isEqualTo(143);
    assertThat(folder).isEmptyDirectory();
  }

  /** Writes half a file, and waits. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws IOException {
      WholeFile.write(Path.of(arguments[0]), out -> {
        out.write('x');
        System.out.print('w');
        System.out.flush();
        LockSupport.park();
      });
    }
  }
}
