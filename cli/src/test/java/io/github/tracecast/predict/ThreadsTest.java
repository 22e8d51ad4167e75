package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;

/** A command without an error ends when its main thread returns, so no other thread may keep the JVM alive. */
@AnalyzeClasses(
    packages = "io.github.tracecast",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ThreadsTest {
  @ArchTest
  static void platformThreadsAreDaemons(JavaClasses all) {
    assertThat(all.stream().filter(type -> calls(type, Thread.class, "ofPlatform")))
        .isNotEmpty()
        .allMatch(type -> calls(type, Thread.Builder.OfPlatform.class, "daemon"));
  }

  @ArchTest
  static void threadsWithoutABuilderRunAtTheEndOfTheJvm(JavaClasses all) {
    assertThat(all.stream().filter(type -> calls(type, Thread.class, "<init>")))
        .isNotEmpty()
        .allMatch(type -> calls(ShapeTest.topLevel(type), Runtime.class, "addShutdownHook"));
  }

  @ArchTest
  static void noPoolHasThreadsOfItsOwn(JavaClasses all) {
    assertThat(all.stream()
            .flatMap(type -> type.getAccessesFromSelf().stream())
            .map(access -> access.getTargetOwner().getName()))
        .doesNotContainAnyElementsOf(Set.of(
            Executors.class.getName(),
            ForkJoinPool.class.getName(),
            ThreadPoolExecutor.class.getName()));
  }

  private static boolean calls(JavaClass type, Class<?> owner, String name) {
    return type.getAccessesFromSelf().stream()
        .filter(access -> access instanceof JavaCall)
        .anyMatch(access ->
            access.getTargetOwner().isEquivalentTo(owner) && access.getName().equals(name));
  }
}
