package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A simple name means one class in the whole project. */
@AnalyzeClasses(
    packages = "io.github.tracecast",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ClassNamesTest {
  @ArchTest
  static void eachSimpleNameIsUsedOnce(JavaClasses all) {
    Map<String, List<String>> bySimpleName = all.stream()
        .filter(JavaClass::isTopLevelClass)
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .collect(Collectors.groupingBy(
            JavaClass::getSimpleName,
            TreeMap::new,
            Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(bySimpleName).containsKeys("RankList", "Replay", "Tracecast");
    bySimpleName.values().removeIf(names -> names.size() == 1);
    assertThat(bySimpleName).isEmpty();
  }
}
