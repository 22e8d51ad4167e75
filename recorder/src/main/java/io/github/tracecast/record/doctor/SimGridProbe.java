package io.github.tracecast.record.doctor;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads SimGrid and starts its engine in a separate JVM, so a crash of native code ends only that
 * JVM. This class uses reflection, because the class path may lack SimGrid.
 */
public final class SimGridProbe {
  /**
   * The beginning of the line with the native library's path. Without such a line, SimGrid was not
   * loaded.
   */
  static final String LOADED = "loaded ";

  private SimGridProbe() {}

  public static void main(String[] args) throws Exception {
    Class<?> engineClass = Class.forName("org.simgrid.s4u.Engine");
    Object engine =
        engineClass.getConstructor(String[].class).newInstance((Object) new String[] {"doctor"});
    engineClass.getMethod("get_host_count").invoke(engine);
    System.out.println(LOADED + libraryPath());
    System.out.flush();
    // ends at once, because finalizers and the library's exit handlers could hang or crash
    Runtime.getRuntime().halt(0);
  }

  /** Returns the path of the loaded library on Linux; "(unknown place)" on other systems. */
  private static String libraryPath() throws Exception {
    Path maps = Path.of("/proc/self/maps");
    if (Files.isReadable(maps)) {
      for (String line : Files.readAllLines(maps)) {
        int path = line.indexOf('/');
        if (path >= 0 && line.indexOf("/libsimgrid.so", path) >= 0) {
          return line.substring(path);
        }
      }
    }
    return "(unknown place)";
  }
}
