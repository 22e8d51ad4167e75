package io.github.tracecast.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder in which build.sh puts its results. The test uses the supervisor, because it is the fastest part to build. */
class RecorderCacheTest {
  private static final String GONE = "";

  @TempDir
  Path folder;

  private Path temporary;

  @BeforeEach
  void makeATemporaryFolder() throws Exception {
    temporary = Files.createDirectory(folder.resolve("tmp"));
  }

  private Path built(Map<String, String> changes) throws Exception {
    return built(changes, "exec \"$@\"");
  }

  /** @param shell shell code that runs before the script and ends with it */
  private Path built(Map<String, String> changes, String shell) throws Exception {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("recorder/build.sh"))) {
      root = root.getParent();
    }
    ProcessBuilder builder = new ProcessBuilder(
        "sh",
        "-c",
        shell,
        "sh",
        "sh",
        root.resolve("recorder/build.sh").toString(),
        "-",
        "supervise");
    builder.environment().put("TMPDIR", temporary.toString());
    builder.environment().remove("XDG_CACHE_HOME");
    changes.forEach((name, value) -> {
      if (value.equals(GONE)) {
        builder.environment().remove(name);
      } else {
        builder.environment().put(name, value);
      }
    });
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return Path.of(output.lines().toList().getLast());
  }

  private static void mode(Path path, String permissions) throws Exception {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void theCacheIsInTheHomeFolder() throws Exception {
    Path program = built(Map.of("HOME", folder.toString()));

    assertThat(program).startsWith(folder.resolve(".cache/tracecast/recorder")).isExecutable();
    assertThat(temporary).isEmptyDirectory();
    assertThat(built(Map.of("HOME", folder.toString()))).isEqualTo(program);
  }

  @Test
  void withoutAHomeItIsAPrivateTemporaryFolder() throws Exception {
    Path program = built(Map.of("HOME", GONE));

    assertThat(program).startsWith(temporary);
    Path cache = program.getParent().getParent();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
    assertThat(built(Map.of("HOME", GONE))).isEqualTo(program);
  }

  @Test
  void aFullDiskIsNotUsed() throws Exception {
    assumeTrue(
        new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0,
        "SKIPPED: no right to mount a small disk");
    Path full = Files.createDirectory(folder.resolve("full"));

    Path program = built(
        Map.of("HOME", full.toString()),
        "exec unshare --mount sh -c 'mount -t tmpfs -o size=64k none \"$HOME\" && exec \"$@\"' sh \"$@\"");

    assertThat(program).startsWith(temporary).isExecutable();
  }

  @Test
  void aFolderThatOthersCanWriteToIsNotUsed() throws Exception {
    Path open = Files.createDirectory(folder.resolve("open"));
    mode(open, "rwxrwxrwx");

    assertThat(built(Map.of("HOME", open.toString()))).startsWith(temporary);
  }

  @Test
  void aPlantedTemporaryFolderIsNotUsed() throws Exception {
    Path program = built(Map.of("HOME", GONE));
    Path cache = program.getParent().getParent();
    Path planted = folder.resolve("planted");
    Files.move(cache, planted);
    Files.createSymbolicLink(cache, planted);

    assertThat(built(Map.of("HOME", GONE)).startsWith(cache)).isFalse();
  }

  @Test
  void aFileThatOthersCanWriteToIsBuiltAnew() throws Exception {
    Path program = built(Map.of("HOME", folder.toString()));
    Files.writeString(program, "#!/bin/sh\nexit 9\n");
    mode(program, "rwxrwxrwx");

    assertThat(built(Map.of("HOME", folder.toString()))).isEqualTo(program);
    assertThat(Files.size(program)).isGreaterThan(1000);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program)))
        .isEqualTo("rwxr-xr-x");
  }

  @Test
  void aPathThatPreloadingCannotNameIsNotUsed() throws Exception {
    for (String name : new String[] {"a b", "a:b", "$a"}) {
      Path cache = Files.createDirectory(folder.resolve(name));
      assertThat(built(Map.of("XDG_CACHE_HOME", cache.toString()))).startsWith(temporary);
    }
  }

  /** The JVM has a UTF-8 locale, which the launcher sets. */
  @Test
  void aSupervisedProgramGetsTheLocaleOfTheUser() throws Exception {
    Path supervise = built(Map.of("HOME", folder.toString()));
    ProcessBuilder builder = new ProcessBuilder(
        supervise.toString(),
        Long.toString(ProcessHandle.current().pid()),
        "sh",
        "-c",
        "echo ${LC_ALL-none} ${LOCPATH-none} ${TRACECAST_LC_ALL-none}");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().put("TRACECAST_LC_ALL", "");
    builder.environment().put("LOCPATH", "/archive/lib/locale");
    builder.environment().put("TRACECAST_LOCPATH", "/users/own");
    Process process = builder.start();

    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("none /users/own none\n");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void aCompilerThatNeedsAHomeHasOneWithoutThatOfTheUser() throws Exception {
    ProcessBuilder compiler = new ProcessBuilder("sh", "-c", "test -n \"$HOME\"");
    compiler.environment().remove("HOME");

    Commands.setHome(compiler);

    assertThat(compiler.start().waitFor()).isZero();
  }
}
