package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.github.tracecast.simulate.network.Network;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What keeps the simulator readable: one seam, parts that own their state, and packages that do not grow. */
@AnalyzeClasses(
    packages = "io.github.tracecast",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ShapeTest {
  private static final String ROOT = "io.github.tracecast.";
  private static final String CORE = ROOT + "simulate.mpi";
  private static final String NETWORKS = ROOT + "simulate.network";

  /** Creates the parts of a run and passes on the network's deliveries. */
  private static final Set<String> KNOW_A_NETWORK = Set.of("Interpreter");

  private static final int MOST_CLASSES = 30;

  /** Public types of the package that is a module's entry. */
  private static final int MOST_PUBLIC = 25;

  /** Packages with more classes, and how many. They may only shrink. */
  private static final Map<String, Integer> LARGE = Map.of("compress", 51);

  @ArchTest
  static void noClassAsksWhichNetworkItIs(JavaClasses all) {
    assertThat(all.stream().flatMap(type -> type.getInstanceofChecks().stream()))
        .isNotEmpty()
        .noneMatch(check -> check.getRawType().isAssignableTo(Network.class));
  }

  @ArchTest
  static void onlyWhoMakesARunNamesANetwork(JavaClasses all) {
    assertThat(all.stream()
            .filter(type -> !type.getPackageName().equals(NETWORKS))
            .filter(type -> type.getDirectDependenciesFromSelf().stream()
                .map(Dependency::getTargetClass)
                .anyMatch(used -> used.isAssignableTo(Network.class) && !used.isInterface()))
            .map(type -> topLevel(type).getSimpleName())
            .distinct())
        .isSubsetOf(KNOW_A_NETWORK);
  }

  static JavaClass topLevel(JavaClass type) {
    return type.getEnclosingClass().map(ShapeTest::topLevel).orElse(type);
  }

  @ArchTest
  static void aPartOwnsItsState(JavaClasses all) {
    assertThat(all.stream()
            .filter(type -> Set.of(CORE, NETWORKS).contains(type.getPackageName()))
            .filter(type -> !type.getModifiers().contains(JavaModifier.SYNTHETIC))
            .filter(type -> !isPrivate(type))
            .flatMap(type -> type.getFields().stream())
            .filter(field -> !field.getModifiers().contains(JavaModifier.PRIVATE)
                && !field.getModifiers().contains(JavaModifier.SYNTHETIC)
                && !(field.getModifiers().contains(JavaModifier.STATIC)
                    && field.getModifiers().contains(JavaModifier.FINAL)))
            .map(field -> field.getFullName()))
        .isEmpty();
  }

  @ArchTest
  static void aPackageHasAtMostThirtyClasses(JavaClasses all) {
    Map<String, Long> sizes = all.stream()
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .collect(Collectors.groupingBy(
            type -> type.getPackageName().substring(ROOT.length()),
            TreeMap::new,
            Collectors.counting()));
    assertThat(sizes).containsKeys("simulate.mpi", "trace");
    sizes
        .entrySet()
        .removeIf(entry -> entry.getValue() <= LARGE.getOrDefault(entry.getKey(), MOST_CLASSES));
    assertThat(sizes).isEmpty();
  }

  /** A module's entry is small; what is for the module alone is package-private, or under internal. */
  @ArchTest
  static void aModuleShowsFewTypes(JavaClasses all) {
    for (String module : List.of(
        "trace",
        "compress",
        "decompress",
        "imports",
        "platform",
        "simulate",
        "repair",
        "tools",
        "exports",
        "record",
        "predict",
        "predict.print",
        "predict.report",
        "predict.cli")) {
      assertThat(all.stream()
              .filter(type -> type.getPackageName().equals(ROOT + module))
              .filter(type ->
                  type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC)))
          .as(module)
          .hasSizeLessThanOrEqualTo(MOST_PUBLIC);
    }
  }

  /**
   * The packages of the simulator may only lose lines. To add some, take as many away, or say in
   * the commit why the file of figures has larger ones.
   */
  @Test
  void packagesOfTheSimulatorDoNotGrow() throws IOException {
    Map<String, Long> most = figures();
    Map<String, Long> lines = new TreeMap<>();
    for (String folder : List.of(
        "../simulator/src/main/java", "../simulator/src/simgrid/java", "../repair/src/main/java")) {
      Path root = Path.of(folder);
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> lines.merge(
                root.relativize(file.getParent())
                    .toString()
                    .replace("io/github/tracecast/", "")
                    .replace('/', '.'),
                lines(file),
                Long::sum));
      }
    }
    assertThat(lines).hasSizeGreaterThan(10);
    String report = lines.entrySet().stream()
        .map(entry -> entry.getKey() + " " + entry.getValue())
        .collect(Collectors.joining("\n"));
    assertThat(lines)
        .as("lines by package; today's are\n%s", report)
        .allSatisfy((name, count) ->
            assertThat(count).as(name).isLessThanOrEqualTo(most.getOrDefault(name, 0L)));
  }

  private static Map<String, Long> figures() throws IOException {
    try (var in = ShapeTest.class.getResourceAsStream("lines-by-package.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(line -> line.split(" "))
          .collect(Collectors.toMap(words -> words[0], words -> Long.valueOf(words[1])));
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPrivate(JavaClass type) {
    return type.getModifiers().contains(JavaModifier.PRIVATE)
        || type.getEnclosingClass().filter(ShapeTest::isPrivate).isPresent();
  }

  /** Both fail where the folder for temporary files is full, and where a container has no mount table. */
  @ArchTest
  static void temporaryFilesAndFreeSpaceAreAskedForInOnePlace(JavaClasses all) {
    assertThat(all.stream()
            .filter(type -> !type.getPackageName().startsWith(ROOT + "benchmarks"))
            .flatMap(type -> type.getMethodCallsFromSelf().stream())
            .filter(call -> call.getTargetOwner().isEquivalentTo(Files.class))
            .filter(call ->
                call.getName().startsWith("createTemp") || call.getName().equals("getFileStore"))
            .map(call -> call.getOriginOwner().getSimpleName())
            .distinct())
        .containsExactly("TemporaryFiles");
  }
}
