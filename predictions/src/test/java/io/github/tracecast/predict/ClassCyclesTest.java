package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Within a package, only a few classes may all depend on each other: many would be one class in many files. */
@AnalyzeClasses(
    packages = "io.github.tracecast",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ClassCyclesTest {
  private static final int LARGEST = 12;

  @ArchTest
  static void aCycleWithinAPackageHasAtMostADozenClasses(JavaClasses all) {
    Map<String, Set<String>> uses = new TreeMap<>();
    for (JavaClass type : all) {
      String user = topLevel(type).getName();
      Set<String> used = uses.computeIfAbsent(user, name -> new TreeSet<>());
      type.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .map(ClassCyclesTest::topLevel)
          .filter(other -> other.getPackageName().equals(type.getPackageName()))
          .map(JavaClass::getName)
          .filter(name -> !name.equals(user))
          .forEach(used::add);
    }
    List<Set<String>> cycles = cycles(uses);
    assertThat(cycles).anySatisfy(cycle -> assertThat(cycle).hasSizeGreaterThan(1));
    assertThat(cycles).allSatisfy(cycle -> assertThat(cycle).hasSizeLessThanOrEqualTo(LARGEST));
  }

  private static JavaClass topLevel(JavaClass type) {
    JavaClass inner = type.isArray() ? type.getBaseComponentType() : type;
    return inner.getEnclosingClass().map(ClassCyclesTest::topLevel).orElse(inner);
  }

  /** Groups the names that reach each other. */
  private static List<Set<String>> cycles(Map<String, Set<String>> uses) {
    Map<String, Set<String>> reached =
        uses.keySet().stream().collect(Collectors.toMap(name -> name, name -> reached(name, uses)));
    List<Set<String>> cycles = new ArrayList<>();
    Set<String> done = new HashSet<>();
    for (String name : uses.keySet()) {
      if (done.add(name)) {
        Set<String> cycle = reached.get(name).stream()
            .filter(other -> reached.get(other).contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
        done.addAll(cycle);
        cycles.add(cycle);
      }
    }
    return cycles;
  }

  private static Set<String> reached(String from, Map<String, Set<String>> uses) {
    Set<String> found = new HashSet<>();
    List<String> open = new ArrayList<>(uses.get(from));
    while (!open.isEmpty()) {
      String next = open.removeLast();
      if (found.add(next)) {
        open.addAll(uses.get(next));
      }
    }
    return found;
  }
}
