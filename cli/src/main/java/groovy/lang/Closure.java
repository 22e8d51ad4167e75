package groovy.lang;

/** Picocli looks for this class when it starts. If it were missing, the JVM would open all jars to search for it, 10 ms. */
public final class Closure {
  private Closure() {}
}
