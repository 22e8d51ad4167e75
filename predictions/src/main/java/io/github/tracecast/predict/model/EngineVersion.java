package io.github.tracecast.predict.model;

import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.Version;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.util.jar.Attributes;

/** Versions of the timing engines. */
public final class EngineVersion {
  static final String UNKNOWN = "unknown";

  private static final String SIMGRID_CLASS = "org/simgrid/s4u/Engine.class";

  private EngineVersion() {}

  /**
   * Returns the version of an engine: Tracecast's version for its own engines, the version of the
   * jar for SimGrid.
   */
  public static String of(String engine) {
    if (!engine.equals(Engines.SIMGRID)) {
      return Version.number();
    }
    URL location = EngineVersion.class.getClassLoader().getResource(SIMGRID_CLASS);
    try {
      return location == null ? UNKNOWN : stated(location);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  /** Returns the version that the jar with a class states. */
  static String stated(URL classInJar) throws IOException {
    Attributes attributes = classInJar.openConnection() instanceof JarURLConnection jar
        ? jar.getMainAttributes()
        : null;
    String stated = attributes == null ? null : attributes.getValue("Specification-Version");
    return stated == null ? UNKNOWN : stated.replace("\"", "");
  }
}
