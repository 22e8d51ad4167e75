package io.github.tracecast.predict;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Dependencies run one way, as ARCHITECTURE.md says; traces and machines use nothing of ours. */
@AnalyzeClasses(
    packages = "io.github.tracecast",
    importOptions = ImportOption.DoNotIncludeTests.class)
class DependencyDirectionTest {
  private static final String ROOT = "io.github.tracecast.";
  private static final List<String> MODULES = List.of(
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
      "predict");

  /** The packages of the modules reports and cli. */
  private static final String[] SHOWN = {
    ROOT + "predict.print..",
    ROOT + "predict.report..",
    ROOT + "predict.text..",
    ROOT + "predict.cli.."
  };

  /** The packages that are an interface to what is under their {@code internal}. */
  private static final List<String> WITH_INTERNALS =
      List.of(ROOT + "trace", ROOT + "imports", ROOT + "platform");

  @ArchTest
  static final ArchRule traceUsesNothingOfOurs = uses("trace");

  @ArchTest
  static final ArchRule platformUsesNothingOfOurs = uses("platform");

  @ArchTest
  static final ArchRule decompressUsesTraceOnly = uses("decompress", "trace");

  @ArchTest
  static final ArchRule compressUsesTraceOnly = uses("compress", "trace").allowEmptyShould(true);

  @ArchTest
  static final ArchRule importsUseTracesAndTheCompressor = uses("imports", "trace", "compress");

  @ArchTest
  static final ArchRule simulateUsesTracesAndMachines =
      uses("simulate", "trace", "decompress", "platform");

  @ArchTest
  static final ArchRule repairUsesTheSimulator =
      uses("repair", "trace", "decompress", "platform", "simulate");

  @ArchTest
  static final ArchRule toolsUseTracesAndMachines =
      uses("tools", "trace", "decompress", "compress", "platform");

  @ArchTest
  static final ArchRule exportsUseReplays = uses(
      "exports", "trace", "decompress", "compress", "imports", "platform", "simulate", "repair");

  @ArchTest
  static final ArchRule theRecorderUsesItsImporter =
      uses("record", "trace", "decompress", "compress", "imports", "platform");

  @ArchTest
  static final ArchRule predictionsDoNotKnowHowTheyAreShown = noClasses()
      .that()
      .resideOutsideOfPackages(SHOWN)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(SHOWN);

  @ArchTest
  static final ArchRule onlyTheCommandLineKnowsItself = noClasses()
      .that()
      .resideOutsideOfPackage(ROOT + "predict.cli..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(ROOT + "predict.cli..");

  @ArchTest
  static final ArchRule onlyTheCommandLineKnowsPicocli = noClasses()
      .that()
      .resideOutsideOfPackage(ROOT + "predict.cli..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("picocli..");

  @ArchTest
  static final ArchRule onlyOnePackageKnowsSimGrid = noClasses()
      .that(resideOutside(ROOT + "simulate.simgrid", ROOT + "record.doctor.SimGridProbe"))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("org.simgrid..");

  @ArchTest
  static final ArchRule noCycles = slices().matching(ROOT + "(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyTheSimulatorKnowsHowItRuns = noClasses()
      .that()
      .resideOutsideOfPackage(ROOT + "simulate..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          ROOT + "simulate.fastforward..",
          ROOT + "simulate.lowering..",
          ROOT + "simulate.mpi..",
          ROOT + "simulate.network..",
          ROOT + "simulate.state..");

  @ArchTest
  static void packagesOfAModuleHaveNoCyclesAtAnyDepth(JavaClasses all) {
    for (String module : MODULES) {
      int deepest = all.stream()
          .filter(type -> type.getPackageName().startsWith(ROOT + module))
          .mapToInt(type -> type.getPackageName().split("\\.").length)
          .max()
          .orElseThrow();
      for (int depth = (ROOT + module).split("\\.").length + 1; depth <= deepest; depth++) {
        slices()
            .assignedFrom(new Packages(ROOT + module, depth))
            .should()
            .beFreeOfCycles()
            .check(all);
      }
    }
  }

  /**
   * The packages of a module; those below a depth belong to the one at that depth. A package whose
   * inside is under {@code internal} is left out: it calls its inside, which is made of its types.
   */
  private record Packages(String module, int depth) implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      String name = type.getPackageName();
      boolean api = name.equals(module) && WITH_INTERNALS.contains(name);
      return !api && (name + ".").startsWith(module + ".")
          ? SliceIdentifier.of(
              Arrays.stream(name.split("\\.")).limit(depth).collect(Collectors.joining(".")))
          : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "packages of " + module + " to depth " + depth;
    }
  }

  @ArchTest
  static void internalsStayInTheirModule(JavaClasses all) {
    for (String module : MODULES) {
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + module + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + module + "..internal..")
          .allowEmptyShould(true)
          .check(all);
    }
  }

  private static ArchRule uses(String module, String... others) {
    String[] strangers = MODULES.stream()
        .filter(other -> !other.equals(module) && !List.of(others).contains(other))
        .map(other -> ROOT + other + "..")
        .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(ROOT + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(strangers);
  }

  private static DescribedPredicate<JavaClass> resideOutside(String... names) {
    return DescribedPredicate.describe(
        "reside outside of " + List.of(names),
        type -> List.of(names).stream().noneMatch(name -> type.getName().startsWith(name)));
  }
}
