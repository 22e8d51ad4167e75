package io.github.tracecast.trace.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ParentProcessTest {
  /** Runs until it is ended. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws InterruptedException {
      ParentProcess.follow();
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  @Test
  void aProcessEndsWithTheOneThatStartedItEvenIfThatIsKilled() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process parent = new ProcessBuilder(
            "sh",
            "-c",
            "\"$0\" -cp \"$1\" -Dtracecast.parent=$$ '" + Child.class.getName()
                + "' >/dev/null 2>&1 & echo $!; wait",
            java,
            System.getProperty("java.class.path"))
        .start();
    long pid = Long.parseLong(parent.inputReader(StandardCharsets.UTF_8).readLine());
    ProcessHandle child = ProcessHandle.of(pid).orElseThrow();
    assertThat(child.isAlive()).isTrue();

    parent.destroyForcibly();

    child.onExit().get(2, TimeUnit.MINUTES);
  }

  /** Says so after a second. */
  static final class Living {
    private Living() {}

    public static void main(String[] arguments) throws InterruptedException {
      ParentProcess.follow();
      Thread.sleep(1000);
      System.out.println("lives");
    }
  }

  @Test
  void aProcessGoesOnWhereNobodyKnowsItsParent() throws Exception {
    Path home = Path.of(System.getProperty("java.home"));
    ProcessBuilder builder = new ProcessBuilder(
            "unshare",
            "--map-root-user",
            "--mount",
            "sh",
            "-c",
            "mount -t tmpfs none /proc || exit 99; \"$0\" -Xmx64m -XX:+UseSerialGC -cp \"$1\" -Dtracecast.parent=$$ '"
                + Living.class.getName() + "'; echo code $?",
            home.resolve("bin/java").toString(),
            System.getProperty("java.class.path"))
        .redirectErrorStream(true);
    // without /proc, some JDKs do not find their own libraries
    builder.environment().put("LD_LIBRARY_PATH", home.resolve("lib").toString());
    Process withoutProc = builder.start();
    String output = withoutProc.inputReader(StandardCharsets.UTF_8).readAllAsString();
    assumeTrue(withoutProc.waitFor() == 0, "unshare cannot hide /proc here");

    assertThat(output).isEqualTo("lives\ncode 0\n");
  }
}
