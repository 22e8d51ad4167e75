package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.record.Commands;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher and set-up scripts, run on a copy of them without a build. */
class LauncherTest {
  /** A time that only a hanging process takes, even on a busy machine. */
  private static final int PATIENCE_SECONDS = 900;

  private static final String SHELL = "cli/src/main/shell";

  /** Writes a cache when it is told to, and otherwise prints the cache that it was given. */
  private static final String JAVA_THAT_MAKES_CACHES =
      "given='no cache'; for word; do case $word in"
          + " -XX:AOTCacheOutput=*) echo classes >\"${word#*=}\" ;;"
          + " -XX:AOTCache=*) given=${word#*=} ;; esac; done; echo \"$given\"";

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

  @Test
  void theJvmLearnsWhatWasTyped() throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $*");
    String java = "JAVA_HOME='" + jdk + "' ";

    assertThat(run("sh", "-c", "cd '" + checkout + "'; " + java + "./tracecast info x")
            .output())
        .contains(" -Dtracecast.typed=./tracecast ");
    assertThat(run("sh", "-c", "PATH='" + checkout + "':$PATH; " + java + "tracecast info x")
            .output())
        .contains(" -Dtracecast.typed=tracecast ");
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

  @ParameterizedTest
  @CsvSource({
    "LC_ALL=C, C.UTF-8",
    "LC_ALL=POSIX, C.UTF-8",
    "LC_CTYPE=C LANG=de_DE.UTF-8, C.UTF-8",
    "LANG=, C.UTF-8",
    "LC_ALL=xx_XX, C.UTF-8",
    "LC_ALL=de_DE.ISO-8859-1, de_DE.ISO-8859-1"
  })
  void theJvmGetsALocaleOfUtf8UnlessTheUserHasAnotherEncoding(String variables, String locale)
      throws Exception {
    Path jdk = jdkWhoseJavaIs("echo \"$LC_ALL\"");

    Ended ended = run(
        "sh",
        "-c",
        "unset LC_ALL LC_CTYPE LANG; " + variables + " JAVA_HOME='" + jdk + "' sh '"
            + checkout.resolve("tracecast") + "' info app.ctrace");

    assertThat(ended.output()).isEqualTo(locale + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"C", "POSIX", "xx_XX.UTF-8"})
  void namesOutsideAsciiAreReadAndWrittenInEveryLocale(String locale) throws Exception {
    Path work = Files.createDirectory(checkout.resolveSibling("Müller büro"));
    Files.copy(repository().resolve("examples/heat.ctrace"), work.resolve("wärme.ctrace"));
    Path jdk = jdkWhoseJavaIs(
        "while [ \"$1\" != -cp ]; do shift; done; shift 2; exec '" + System.getProperty("java.home")
            + "/bin/java' -cp '" + System.getProperty("java.class.path") + "' \"$@\"");

    Ended ended = run(
        "sh",
        "-c",
        "cd '" + work + "'; LC_ALL=" + locale + " JAVA_HOME='" + jdk + "' sh '"
            + checkout.resolve("tracecast")
            + "' predict wärme.ctrace --platform cluster --engine loggp --quiet --html fluß.html");

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(work.resolve("fluß.html")).content().contains("wärme.ctrace");
  }

  @Test
  void theTemporaryFolderIsTheOneOfTheUser() throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $*");

    Ended ended = run(
        "sh",
        "-c",
        "TMPDIR=/some/folder JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast")
            + "' info app.ctrace");

    assertThat(ended.output()).contains(" -Djava.io.tmpdir=/some/folder ");
  }

  @ParameterizedTest
  @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
  void aPredictionThatASignalEndsHasItsExitCode(String signal, int exitCode) throws Exception {
    Path jdk = jdkWhoseJavaIs(
        "trap 'exit 143' TERM; kill -" + signal + " $PPID; while :; do sleep 0.1; done");

    Ended ended = run(
        "env",
        "--default-signal=INT,HUP,TERM",
        "JAVA_HOME=" + jdk,
        "sh",
        checkout.resolve("tracecast").toString(),
        "predict",
        "app.ctrace");

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(exitCode);
  }

  @Test
  void onlyTheJvmOfAPredictionFollowsItsLauncherBecauseOthersReplaceIt() throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $PPID $*");
    String launcher = "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' ";

    assertThat(run("sh", "-c", launcher + "predict app.ctrace").output())
        .matches("(?s)([0-9]+) .* -Dtracecast\\.parent=\\1 .*");
    assertThat(run("sh", "-c", launcher + "sweep app.ctrace").output())
        .doesNotContain("tracecast.parent");
  }

  @ParameterizedTest
  @CsvSource({
    "predict run.ctrace --memory 2GiB, -Xmx2147483648",
    "sweep run.ctrace --memory=1.5GB, -Xmx1500000000",
    "predict run.ctrace --memory much, -XX:MaxRAMPercentage=50",
    "predict run.ctrace, -XX:MaxRAMPercentage=50",
    "record -- ./app --memory 2GB, -XX:MaxRAMPercentage=50"
  })
  void theHeapIsHalfOfTheMemoryOrWhatTheUserAllows(String command, String heap) throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $*");

    Ended ended = run(
        "sh",
        "-c",
        "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' " + command);

    assertThat(ended.output()).contains(" " + heap + " ");
    assertThat(ended.output().split("-Xmx|MaxRAMPercentage")).hasSize(2);
  }

  /** A JDK in name only, and a build in name only. */
  private Path jdkWhoseJavaIs(String command) throws IOException {
    Path jdk = folder.resolve("jdk");
    Path java = jdk.resolve("bin/java");
    Path javac = jdk.resolve("bin/javac");
    Path jar = checkout.resolve("cli/target/cli-1.jar");
    Path library = checkout.resolve("cli/target/lib/a.jar");
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
    Path jar = checkout.resolve("cli/target/cli-1.jar");
    Path library = checkout.resolve("cli/target/lib/a.jar");
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
    Path jdk = jdkWhoseJavaIs(JAVA_THAT_MAKES_CACHES);
    Path cache = checkout.resolve(".tracecast/tracecast.aot");
    Path madeFor = checkout.resolve(".tracecast/tracecast.aot.for");
    String command =
        "JAVA_HOME='" + jdk + "' sh '" + checkout.resolve("tracecast") + "' info app.ctrace";

    assertThat(run("sh", "-c", command).output()).isEqualTo("no cache\n");
    assertThat(checkout.resolve(".tracecast"))
        .as("without setup, nothing is left behind")
        .doesNotExist();

    Files.createDirectories(cache.getParent());
    Files.writeString(cache, "older classes");
    Files.writeString(madeFor, "another JDK and other jars\n");
    assertThat(run("sh", "-c", command).output()).isEqualTo("no cache\n");
    awaitCache(checkout);
    assertThat(cache).hasContent("classes\n");
    assertThat(madeFor).content().startsWith(jdk + " " + checkout);
  }

  /** Moves the scripts into a folder like the one that the archive for Linux unpacks. */
  private Path archive(String name) throws IOException {
    Path archive = Files.move(checkout, checkout.resolveSibling(name));
    Path java = archive.resolve("runtime/bin/java");
    for (Path file : List.of(
        java,
        archive.resolve("jars/cli-1.jar"),
        archive.resolve("jars/lib/a.jar"),
        archive.resolve("jars/simgrid.jar"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
    executable(java, JAVA_THAT_MAKES_CACHES);
    return archive;
  }

  /** Waits until the background process has made the cache and removed its own folder. */
  private static void awaitCache(Path root) throws Exception {
    for (int i = 0; i < PATIENCE_SECONDS * 10 && !isMade(root.resolve(".tracecast")); i++) {
      Thread.sleep(100);
    }
    assertThat(isMade(root.resolve(".tracecast"))).isTrue();
  }

  private static boolean isMade(Path state) throws IOException {
    if (!Files.exists(state.resolve("tracecast.aot.for"))
        || Files.readString(state.resolve("tracecast.aot.for")).startsWith("another")) {
      return false;
    }
    try (Stream<Path> files = Files.list(state)) {
      return files.noneMatch(file -> file.getFileName().toString().startsWith("cache.new"));
    }
  }

  private Ended inArchive(Path archive, String... command) throws Exception {
    return run(
        Stream.concat(Stream.of("sh", archive.resolve("tracecast").toString()), Stream.of(command))
            .toArray(String[]::new));
  }

  @Test
  void theFirstCommandOfAnArchiveMakesTheCacheThatTheSecondUsesAlsoAfterAMove() throws Exception {
    Path archive = archive("Wärme im Büro");

    assertThat(inArchive(archive, "predict", "x").output()).isEqualTo("no cache\n");
    awaitCache(archive);
    assertThat(inArchive(archive, "predict", "x").output())
        .isEqualTo(archive + "/.tracecast/tracecast.aot\n");

    Path moved = Files.move(archive, archive.resolveSibling("elsewhere"));
    assertThat(inArchive(moved, "predict", "x").output()).isEqualTo("no cache\n");
    for (int i = 0;
        i < PATIENCE_SECONDS * 10 && inArchive(moved, "info", "x").output().equals("no cache\n");
        i++) {
      Thread.sleep(100);
    }
    awaitCache(moved);
    assertThat(inArchive(moved, "predict", "x").output())
        .isEqualTo(moved + "/.tracecast/tracecast.aot\n");
  }

  @Test
  void theShortestCommandsUseTheCacheWithFewerClassesIfItWasMade() throws Exception {
    Path archive = archive("short");
    inArchive(archive, "predict", "x");
    awaitCache(archive);
    Path small = archive.resolve(".tracecast/short.aot");
    String large = archive + "/.tracecast/tracecast.aot\n";

    for (String command : List.of("--version", "--help", "predict --help", "info a.ctrace")) {
      assertThat(inArchive(archive, command.split(" ")).output())
          .as(command)
          .isEqualTo(small + "\n");
    }
    for (String command : List.of("predict a.ctrace", "info --json b a.ctrace", "info a.tit")) {
      assertThat(inArchive(archive, command.split(" ")).output()).as(command).isEqualTo(large);
    }

    Files.delete(small);
    assertThat(inArchive(archive, "--help").output()).isEqualTo(large);
  }

  @Test
  void setupOfAnArchiveMakesTheCacheOnceAndTakesNoOption() throws Exception {
    Path archive = archive("archive");

    assertThat(inArchive(archive, "setup", "--prefix").output())
        .isEqualTo("error: setup: found --prefix; expected no option, since this archive brings all"
            + " that Tracecast needs\n");
    assertThat(archive.resolve(".tracecast")).doesNotExist();

    assertThat(inArchive(archive, "setup").output())
        .startsWith("Making the start-up cache")
        .contains(
            "Tracecast is set up. For record and calibrate, install a C compiler and an MPI.");
    assertThat(inArchive(archive, "info").output())
        .isEqualTo(archive + "/.tracecast/tracecast.aot\n");
    assertThat(inArchive(archive, "setup").output()).startsWith("Tracecast is set up.");
    assertThat(inArchive(archive, "setup", "--help").output())
        .startsWith("Usage: ./tracecast setup\n");
  }

  /** A rehearsal beside a program would change the times that the command measures. */
  @ParameterizedTest
  @ValueSource(strings = {"record", "calibrate", "replay", "retime"})
  void commandsThatMeasureProgramsDoNotBeginTheCache(String command) throws Exception {
    Path archive = archive("archive");

    assertThat(inArchive(archive, command).output()).isEqualTo("no cache\n");
    assertThat(archive.resolve(".tracecast")).doesNotExist();
  }

  @Test
  void aCacheThatIsBeingMadeIsNotBegunTwiceAndAKilledOneIsBegunAgain() throws Exception {
    Path archive = archive("archive");
    Path ofThisProcess = Files.createDirectories(
        archive.resolve(".tracecast/cache.new" + ProcessHandle.current().pid()));
    Files.createDirectories(archive.resolve(".tracecast/cache.new999999999"));
    checkout = archive;
    String due = "recall_jdk; set_class_path; cache_is_due && echo due || echo no";

    assertThat(inScript("jdk.sh", due)).isEqualTo("no\n");

    Files.delete(ofThisProcess);
    assertThat(inScript("jdk.sh", due)).isEqualTo("due\n");
    assertThat(inArchive(archive, "info").output()).isEqualTo("no cache\n");
    awaitCache(archive);
    assertThat(archive.resolve(".tracecast/cache.new999999999")).doesNotExist();
  }

  @Test
  void anArchiveOfAnotherUserWorksWithoutACacheAndSetupSaysWhoseItIs() throws Exception {
    assumeOtherUsers();
    Path archive = archive("archive");
    openTo(archive);
    String launcher = archive.resolve("tracecast").toString();

    assertThat(asAnotherUser("sh", launcher, "info").output()).isEqualTo("no cache\n");
    assertThat(archive.resolve(".tracecast")).doesNotExist();
    Ended ended = asAnotherUser("sh", launcher, "setup");
    assertThat(ended.output())
        .isEqualTo("error: " + archive
            + " cannot be written to; it belongs to root. Run setup as that user."
            + " Until then, every command works and takes a little longer to start\n");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  /** A checkout that was set up, and whose next build ends with the given result. */
  private Path setUpWithABuildThat(String ends) throws Exception {
    Path jdk = jdkWhoseJavaIs("echo $*");
    Files.writeString(checkout.resolve("cli/target/cli-1.jar"), "first");
    Files.createDirectories(checkout.resolve(".tracecast"));
    Files.writeString(checkout.resolve(".tracecast/built"), "by the first setup\n");
    Path programs = Files.createDirectories(folder.resolve("bin"));
    executable(programs.resolve("apt-get"), "exit 1");
    executable(programs.resolve("apt-cache"), "exit 1");
    executable(
        checkout.resolve("mvnw"),
        "echo half >cli/target/cli-1.jar; rm -rf cli/target/lib; " + ends);
    return jdk;
  }

  private static void executable(Path file, String code) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + code + "\n");
    assertThat(file.toFile().setExecutable(true, false)).isTrue();
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
    assertThat(ended.output()).contains("The previous build stays in use");
    assertThat(checkout.resolve("cli/target/cli-1.jar")).hasContent("first");
    assertThat(checkout.resolve("cli/target/lib/a.jar")).exists();
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
            "note: setup has not finished, so the previous build runs",
            checkout + "/.tracecast/kept/cli-1.jar:" + checkout + "/.tracecast/kept/lib/a.jar");
    assertThat(checkout.resolve(".tracecast/kept/cli-1.jar")).hasContent("first");
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
  void aClonePutElsewhereSettlesItsOwnJdk() throws Exception {
    Path java = checkout.resolve(".tracecast/prefix/root/usr/lib/jvm/jdk/bin/java");
    Files.createDirectories(java.getParent());
    executable(java, "");
    executable(
        checkout.resolve(SHELL).resolve("settle.sh"), "echo settled >\"$1/.tracecast/settled\"");
    Path remembered = checkout.resolve(".tracecast/jdk");
    Files.writeString(remembered, "/old/place/.tracecast/prefix/root/usr/lib/jvm/jdk\n");

    assertThat(inScript("jdk.sh", "recall_jdk && echo \"$jdk\""))
        .endsWith(checkout + "/.tracecast/prefix/root/usr/lib/jvm/jdk\n");
    assertThat(checkout.resolve(".tracecast/settled")).exists();

    Files.writeString(remembered, checkout + "/.tracecast/prefix/root/usr/lib/jvm/jdk\n");
    Files.delete(checkout.resolve(".tracecast/settled"));
    inScript("jdk.sh", "recall_jdk");
    assertThat(checkout.resolve(".tracecast/settled")).doesNotExist();
  }

  @Test
  void setupInACloneOfAnotherUserSaysWhoseItIs() throws Exception {
    assumeOtherUsers();
    openTo(checkout);

    Ended ended = asAnotherUser("sh", checkout.resolve("tracecast").toString(), "setup");

    assertThat(ended.output())
        .isEqualTo("error: " + checkout
            + " belongs to root: run setup as this user, or in your own clone. After setup, all users can run "
            + checkout + "/tracecast\n");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  private static void assumeOtherUsers() {
    assumeTrue(
        System.getProperty("user.name").equals("root")
            && Commands.onPath("setpriv").isPresent(),
        "SKIPPED: only root can start setup as another user");
  }

  private void openTo(Path root) throws IOException {
    for (Path opened = root; !opened.equals(folder.getParent()); opened = opened.getParent()) {
      Files.setPosixFilePermissions(opened, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** Without the tests' own library, which may lie where the other user cannot read. */
  private Ended asAnotherUser(String... command) throws Exception {
    return run(Stream.concat(
            Stream.of(
                "env",
                "-u",
                "LD_PRELOAD",
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups"),
            Stream.of(command))
        .toArray(String[]::new));
  }

  @Test
  void aFailureOfCertificatesIsThreeLinesWithWhatToDo() throws Exception {
    Path jdk = setUpWithABuildThat(
        "for i in 1 2 3 4 5 6 7 8 9; do echo '[ERROR] PKIX path building failed: unable to find valid"
            + " certification path'; done; exit 1");

    Ended ended = setUp(jdk, "");

    assertThat(ended.output())
        .containsOnlyOnce("error: the build failed")
        .contains("update-ca-certificates")
        .doesNotContain("PKIX");
    assertThat(checkout.resolve(".tracecast/build.log")).content().contains("PKIX");
  }

  @Test
  void theModuleThatSetupBuildsIsShownWhileItIsBuilt() throws Exception {
    Path jdk = setUpWithABuildThat(
        "echo '[INFO] Building trace-format 1.0             [2/13]'; echo '[INFO] other words'; exit 1");

    assertThat(setUp(jdk, "").output())
        .contains("  | trace-format 1.0 (2/13)\n")
        .doesNotContain("other words");
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
  void theArchiveIsRefusedBeforeAnythingIsMadeIfAProgramIsMissing() throws Exception {
    Path distribution = Files.createDirectories(checkout.resolve("distribution"));
    Files.copy(repository().resolve("distribution/archive.sh"), distribution.resolve("archive.sh"));
    Path programs = Files.createDirectories(folder.resolve("bin"));
    for (String program : List.of("sh", "dirname", "mkdir", "gzip", "tar", "sha256sum")) {
      Files.createSymbolicLink(
          programs.resolve(program), Commands.onPath(program).orElseThrow());
    }
    executable(programs.resolve("git"), "exit 1"); // a bare system has none

    Ended ended =
        run("env", "PATH=" + programs, "sh", distribution.resolve("archive.sh").toString());

    assertThat(ended.output())
        .isEqualTo("error: archive.sh needs objcopy (apt-get install binutils)\n");
    assertThat(ended.exitCode()).isEqualTo(1);
  }

  @Test
  void aCellOfTheMatrixThatCannotBeMadeIsNamedAsNotTestedWithTheReason() throws Exception {
    Path programs = Files.createDirectories(folder.resolve("bin"));
    executable(programs.resolve("id"), "echo 1000");

    Ended ended = run(
        "env",
        "PATH=" + programs + ":/usr/bin:/bin",
        "sh",
        repository().resolve(".ci/matrix").toString(),
        "12-mpich",
        "13-openmpi");

    assertThat(ended.output())
        .isEqualTo("NOT TESTED: 12-mpich: it needs root\nNOT TESTED: 13-openmpi: it needs root\n");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void ciRunsTheMatrixBeforeAllTestsAndFailsIfEitherFails() throws Exception {
    Path run = Files.createDirectories(folder.resolve("clone/.ci")).resolve("run");
    Files.copy(repository().resolve(".ci/run"), run);
    executable(run.resolveSibling("matrix"), "echo the matrix; exit ${MATRIX:-0}");
    executable(folder.resolve("clone/tracecast"), "echo \"$@\"; exit ${TESTS:-0}");

    for (String failing : List.of("NONE=1", "MATRIX=1", "TESTS=1")) {
      Ended ended = run("env", failing, "sh", run.toString());

      assertThat(ended.output()).as(failing).isEqualTo("the matrix\nsetup --test\n");
      assertThat(ended.exitCode()).as(failing).isEqualTo(failing.equals("NONE=1") ? 0 : 1);
    }
  }

  @Test
  void theArchiveHasTheNameThatTheDocumentsGiveIt() throws Exception {
    Path repository = repository();
    Matcher version = Pattern.compile("(?m)^  <version>(.*)</version>$")
        .matcher(Files.readString(repository.resolve("pom.xml")));
    assertThat(version.find()).isTrue();

    for (String page : List.of("README.md", "docs/install.md")) {
      assertThat(Files.readString(repository.resolve(page)))
          .as(page)
          .contains("tar xzf tracecast-" + version.group(1) + "-linux-x86_64.tar.gz")
          .contains("distribution/archive.sh");
    }
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
        repository.resolve(SHELL).resolve("settle.sh").toString(),
        repository.resolve(SHELL).resolve("cache.sh").toString(),
        repository.resolve(".ci/run").toString(),
        repository.resolve(".ci/matrix").toString(),
        repository.resolve(".ci/cell").toString(),
        repository.resolve(".ci/release").toString(),
        repository.resolve("distribution/release").toString(),
        repository.resolve("recorder/build.sh").toString(),
        repository.resolve("distribution/archive.sh").toString(),
        repository.resolve("distribution/deb.sh").toString(),
        repository.resolve("distribution/debian/tracecast.postinst").toString(),
        repository.resolve("distribution/debian/tracecast.prerm").toString());

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
