package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.predict.record.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher and set-up scripts, run on a copy of them without a build. */
class LauncherTest {
  private static final String SHELL = "predictions/src/main/shell";

  @TempDir
  Path folder;

  private Path checkout;

  @BeforeEach
  void copyTheScripts() throws IOException {
    Path repository = repository();
    checkout = folder.toRealPath().resolve("a checkout");
    Files.createDirectories(checkout.resolve(SHELL));
    Files.copy(repository.resolve("tracecast"), checkout.resolve("tracecast"));
    try (Stream<Path> scripts = Files.list(repository.resolve(SHELL))) {
      for (Path script : scripts.toList()) {
        Files.copy(script, checkout.resolve(SHELL).resolve(script.getFileName()));
      }
    }
  }

  @Test
  void aLauncherReachedBySymbolicLinksFindsItsCheckoutAndSaysHowToBuildIt() throws Exception {
    Path first = Files.createSymbolicLink(folder.resolve("first"), Path.of("a checkout/tracecast"));
    Path second = Files.createSymbolicLink(folder.resolve("second"), first);

    Ended ended = run("sh", second.toString(), "info", "app.ctrace");

    assertThat(ended.output())
        .isEqualTo("error: " + checkout + " is not built yet; run ./tracecast setup to build it\n");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "SEGV, 70, the native code of engine simgrid crashed (signal 11)",
    "ABRT, 70, the native code of engine simgrid crashed (signal 6)",
    "KILL, 2, the run was killed (signal 9)"
  })
  void aJvmThatDiesWhilePredictingIsReportedWithWhatToDo(String signal, int exitCode, String words)
      throws Exception {
    Path jdk = jdkWhoseJavaIs("kill -" + signal + " $$");

    Ended ended = run(
        "sh",
        "-c",
        "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' predict app.ctrace");

    assertThat(ended.output()).contains("error: " + words, "--engine loggp");
    assertThat(ended.exitCode()).isEqualTo(exitCode);
  }

  @ParameterizedTest
  @CsvSource({
    "info run.ctrace, true",
    "--version, true",
    "predict --help, true",
    "info run.prv.gz, false",
    "predict run.ctrace, false"
  })
  void onlyShortCommandsDoWithoutTheOptimisingCompiler(String command, boolean isShort)
      throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $*");

    Ended ended = run(
        "sh",
        "-c",
        "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' " + command);

    assertThat(ended.output()).endsWith("io.github.tracecast.predict.cli.Main " + command + "\n");
    assertThat(ended.output().contains("-XX:TieredStopAtLevel=1")).isEqualTo(isShort);
  }

  /** A JDK in name only, and a build in name only. */
  private Path jdkWhoseJavaIs(String command) throws IOException {
    Path jdk = folder.resolve("jdk");
    Path java = jdk.resolve("bin/java");
    Path javac = jdk.resolve("bin/javac");
    Path jar = checkout.resolve("predictions/target/predictions-1.jar");
    Path library = checkout.resolve("predictions/target/lib/a.jar");
    for (Path file : List.of(jar, library, javac, java)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\n");
    Files.writeString(java, "#!/bin/sh\n" + command + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(javac.toFile().setExecutable(true)).isTrue();
    return jdk;
  }

  @Test
  void anUnknownOptionOfSetupIsRefusedBeforeAnythingIsDone() throws Exception {
    Ended ended = run("sh", checkout.resolve("tracecast").toString(), "setup", "--tests");

    assertThat(ended.output())
        .isEqualTo(
            "error: setup: unknown option --tests; expected --test, --prefix, --yes or --help\n");
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(checkout.resolve(".tracecast")).doesNotExist();
  }

  @Test
  void aStartUpCacheIsDroppedOnceAJarIsNewer() throws Exception {
    Path jar = checkout.resolve("predictions/target/predictions-1.jar");
    Path library = checkout.resolve("predictions/target/lib/a.jar");
    Path cache = checkout.resolve(".tracecast/tracecast.aot");
    Path madeFor = checkout.resolve(".tracecast/tracecast.aot.for");
    for (Path file : List.of(jar, library, cache, madeFor)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, file == madeFor ? "/jdk " + jar + ":" + library + "\n" : "");
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    }
    String fits =
        "simgrid_jar=/none; jdk=/jdk; set_class_path && cache_fits && echo fits || echo no";

    assertThat(inScript("jdk.sh", fits)).isEqualTo("fits\n");

    Files.setLastModifiedTime(library, FileTime.fromMillis(2_000_000));
    assertThat(inScript("jdk.sh", fits)).isEqualTo("no\n");

    Files.setLastModifiedTime(library, FileTime.fromMillis(1_000_000));
    assertThat(inScript("jdk.sh", fits.replace("jdk=/jdk", "jdk=/other"))).isEqualTo("no\n");
  }

  @Test
  void theStartUpCacheIsMadeAnewInTheBackgroundOnceAJarIsNewer() throws Exception {
    Path jdk = jdkWhoseJavaIs(
        "for word; do case $word in -XX:AOTCacheOutput=*) echo classes >\"${word#*=}\" ;; esac;"
            + " done");
    Path cache = checkout.resolve(".tracecast/tracecast.aot");
    Path madeFor = checkout.resolve(".tracecast/tracecast.aot.for");
    String command =
        "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' info app.ctrace";

    assertThat(run("sh", "-c", command).output()).isEmpty();
    assertThat(madeFor).as("without setup, nothing is left behind").doesNotExist();

    Files.createDirectories(cache.getParent());
    Files.writeString(cache, "older classes");
    Files.writeString(madeFor, "another JDK and other jars\n");
    assertThat(run("sh", "-c", command).output()).isEmpty();
    for (int i = 0; i < 600 && !isMade(cache); i++) {
      Thread.sleep(100);
    }
    assertThat(cache).hasContent("classes\n");
    assertThat(madeFor).content().startsWith(jdk + " " + checkout);
  }

  /** A checkout that was set up, and whose next build ends with the given result. */
  private Path setUpWithABuildThat(String ends) throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $*");
    Files.writeString(checkout.resolve("predictions/target/predictions-1.jar"), "first");
    Files.createDirectories(checkout.resolve(".tracecast"));
    Files.writeString(checkout.resolve(".tracecast/built"), "by the first setup\n");
    Path programs = Files.createDirectories(folder.resolve("bin"));
    executable(programs.resolve("apt-get"), "exit 1");
    executable(programs.resolve("apt-cache"), "exit 1");
    executable(
        checkout.resolve("mvnw"),
        "echo half >predictions/target/predictions-1.jar; rm -rf predictions/target/lib; " + ends);
    return jdk;
  }

  private static void executable(Path file, String code) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + code + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Ended setUp(Path jdk, String option) throws Exception {
    return run(
        "sh",
        "-c",
        "PATH='" + folder.resolve("bin") + "':$PATH JAVA_HOME='" + jdk + "' setsid -w sh '"
            + checkout.resolve("tracecast") + "' setup " + option);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--test"})
  void aSetupThatFailsLeavesTheFirstOneWorking(String option) throws Exception {
    Path jdk = setUpWithABuildThat("exit 1");

    Ended ended = setUp(jdk, option);

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output()).contains("The build before this one stays in use");
    assertThat(checkout.resolve("predictions/target/predictions-1.jar")).hasContent("first");
    assertThat(checkout.resolve("predictions/target/lib/a.jar")).exists();
    assertThat(checkout.resolve(".tracecast/built")).hasContent("by the first setup");
    assertThat(checkout.resolve(".tracecast/kept")).doesNotExist();
  }

  @Test
  void aSetupThatIsKilledLeavesTheFirstOneWorking() throws Exception {
    Path jdk = setUpWithABuildThat("kill -9 -$(ps -o pgid= $$ | tr -d ' ')");

    setUp(jdk, "--test");
    Ended ended = run(
        "sh",
        "-c",
        "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' info app.ctrace");

    assertThat(ended.output())
        .contains(
            "note: setup has not finished; this is the build before it",
            checkout + "/.tracecast/kept/predictions-1.jar:" + checkout
                + "/.tracecast/kept/lib/a.jar");
    assertThat(checkout.resolve(".tracecast/kept/predictions-1.jar")).hasContent("first");
  }

  @Test
  void whatSetupDownloadsDoesNotStayInTheCacheOfTheSystem() throws Exception {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    executable(programs.resolve("apt-get"), "echo \"$*\"");
    executable(programs.resolve("sudo"), "exec \"$@\"");

    inScript("apt.sh", "say() { :; }; PATH='" + programs + "':$PATH; apt_get install -y some");

    assertThat(checkout.resolve(".tracecast/install.log"))
        .content()
        .contains("-o APT::Keep-Downloaded-Packages=false ")
        .endsWith("install -y some\n");
  }

  private static boolean isMade(Path cache) throws IOException {
    return Files.exists(cache) && Files.readString(cache).equals("classes\n");
  }

  @Test
  void aJdkIsJudgedByItsReleaseFile() throws Exception {
    Path jdk = folder.resolve("jdk");
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(jdk.resolve("bin/javac"), "");
    assertThat(jdk.resolve("bin/javac").toFile().setExecutable(true)).isTrue();
    String judged = "is_jdk25 '" + jdk + "' && echo yes || echo no";

    Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"25.0.3\"\n");
    assertThat(inScript("jdk.sh", judged)).isEqualTo("yes\n");

    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
    assertThat(inScript("jdk.sh", judged)).isEqualTo("no\n");

    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"1.8.0\"\n");
    assertThat(inScript("jdk.sh", judged)).isEqualTo("no\n");
  }

  @Test
  void theJdkThatSetupUsedIsTakenBeforeThatOfJavaHome() throws Exception {
    Path java = folder.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Path remembered = Files.createDirectories(checkout.resolve(".tracecast")).resolve("jdk");
    Files.writeString(remembered, folder.resolve("jdk") + "\n");
    String recalled = "recall_jdk && echo \"$jdk\"";

    assertThat(inScript("jdk.sh", recalled)).isEqualTo(folder.resolve("jdk") + "\n");

    Files.delete(java);
    assertThat(inScript("jdk.sh", recalled)).isEqualTo(System.getProperty("java.home") + "\n");
  }

  @Test
  void thePrivatePrefixComesFromTheMirrorsOfTheSystem() throws Exception {
    Path apt = Files.createDirectories(folder.resolve("bin")).resolve("apt-get");
    Files.writeString(apt, """
        #!/bin/sh
        echo 'http://others.example/apt/ bookworm'
        echo 'cdrom://Debian/debian/ bookworm'
        echo 'https://mirror.example/some/debian/ bookworm-updates'
        echo 'https://mirror.example/some/debian/ bookworm'
        """);
    assertThat(apt.toFile().setExecutable(true)).isTrue();
    String mirrors = "PATH='" + apt.getParent()
        + "':$PATH; echo $(mirror_of debian) $(mirror_of debian-security)";

    assertThat(inScript("prefix.sh", mirrors))
        .isEqualTo("https://mirror.example/some/debian http://deb.debian.org/debian-security\n");
  }

  @Test
  void aPrivatePrefixThatWasMovedOrNotFinishedIsNotUsed() throws Exception {
    String judged = "has_prefix && echo yes || echo no";
    Path prefix = Files.createDirectories(checkout.resolve(".tracecast/prefix"));
    assertThat(inScript("prefix.sh", judged)).isEqualTo("no\n");

    Files.writeString(prefix.resolve("complete"), prefix.resolve("root") + "\n");
    assertThat(inScript("prefix.sh", judged)).isEqualTo("yes\n");

    Files.writeString(prefix.resolve("complete"), "/elsewhere/.tracecast/prefix/root\n");
    assertThat(inScript("prefix.sh", judged)).isEqualTo("no\n");
  }

  @Test
  void partsWhoseProgramsAreMissingAreNamedAsNotTested() throws Exception {
    Path there = Files.writeString(folder.resolve("there"), "");

    String output = inScript(
        "testtools.sh",
        "say() { echo \"$@\"; }; test_parts() { echo 'one;" + there + ";a'; echo 'two;" + there
            + " /no/such;b c'; }; for_missing_parts say_not_tested");

    assertThat(output).isEqualTo("NOT TESTED: two. It needs b c (apt-get install b c).\n");
  }

  @Test
  void theReasonsOfSkippedTestsAreNamedAsNotTested() throws Exception {
    Path report = Files.writeString(folder.resolve("TEST-some.xml"), """
        <testcase name="a"><skipped message="SKIPPED: no &lt;a&gt; &amp; b&#10;more" type="x"/></testcase>
        <testcase name="b">
          <skipped message="SKIPPED: no &lt;a&gt; &amp; b" type="x"><![CDATA[trace]]></skipped>
        </testcase>
        <testcase name="c"/>
        <testcase name="d">
          <skipped type="x.TestAbortedException"><![CDATA[x.TestAbortedException: SKIPPED: no c
        ]]></skipped>
        </testcase>
        """);

    String output = inScript(
        "testtools.sh",
        "say() { echo \"$@\"; }; say_skipped " + report + "; say_skipped /no/such/TEST-*.xml");

    assertThat(output)
        .isEqualTo("NOT TESTED, 2 of the tests: no <a> & b\nNOT TESTED, 1 of the tests: no c\n");
  }

  @Test
  void theShellScriptsPassShellcheck() throws Exception {
    assumeTrue(Commands.onPath("shellcheck").isPresent(), "SKIPPED: no shellcheck");
    Path repository = repository();

    Ended ended = run(
        "shellcheck",
        "-x",
        "-a",
        repository.resolve("tracecast").toString(),
        repository.resolve(SHELL).resolve("setup.sh").toString(),
        repository.resolve("recorder/build.sh").toString(),
        repository.resolve("distribution/archive.sh").toString());

    assertThat(ended.output()).isEmpty();
    assertThat(ended.exitCode()).isZero();
  }

  private static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("tracecast"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private record Ended(int exitCode, String output) {}

  /** Runs shell code in a script's functions; the exit code must be 0. */
  private String inScript(String script, String code) throws Exception {
    String source = checkout.resolve(SHELL).resolve(script).toString();
    Ended ended = run(
        "sh",
        "-euc",
        "root=$1; state=$1/.tracecast; . \"$2\"; " + code,
        "sh",
        checkout.toString(),
        source);
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return ended.output();
  }

  private Ended run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("CI");
    builder.directory(folder.toFile()).redirectErrorStream(true);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
