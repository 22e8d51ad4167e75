package io.github.tracecast.simulate.engine;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.simulate.EngineMissingException;
import io.github.tracecast.simulate.ReplayException;
import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The timing engines by name. */
public final class Engines {
  /** Name of the engine SimGrid, which models contention. This engine needs SimGrid's native library. */
  public static final String SIMGRID = "simgrid";

  /** Name of the engine that implements SimGrid's contention model in Java, without a native library. */
  public static final String FLOWS = "flows";

  /** Name of the LogGP engine, which has no contention. */
  public static final String LOGGP = "loggp";

  /** The class of the SimGrid engine. The class exists only if SimGrid's bindings were available when Tracecast was built. */
  private static final String SIMGRID_CLASS = "io.github.tracecast.simulate.simgrid.SimGridEngine";

  private static final String HOW_TO_GET =
      "run ./tracecast setup to install SimGrid 4 with its Java bindings, or use `engine flows`";

  private Engines() {}

  public static List<String> names() {
    return List.of(SIMGRID, FLOWS, LOGGP);
  }

  /** Returns the default engine: SimGrid if it is installed and can model the machine, otherwise {@link #FLOWS}. */
  public static String usual(Platform platform) {
    return hasSimGrid() && platform.topology().beyondSimGrid().isEmpty() ? SIMGRID : FLOWS;
  }

  /**
   * Whether SimGrid is available, that is, its classes exist and a searched folder has its library.
   * The check does not load the native library.
   */
  public static boolean hasSimGrid() {
    ClassLoader classes = Engines.class.getClassLoader();
    boolean jars = classes.getResource(SIMGRID_CLASS.replace('.', '/') + ".class") != null
        && classes.getResource("org/simgrid/s4u/Engine.class") != null;
    return jars
        && Stream.of(System.getProperty("java.library.path", "").split(File.pathSeparator))
            .flatMap(folder -> Stream.of("simgrid-java", "simgrid")
                .map(library -> Path.of(folder, System.mapLibraryName(library))))
            .anyMatch(Files::exists);
  }

  /**
   * Opens an engine for one replay on a machine.
   *
   * @throws EngineMissingException if the engine's libraries are not installed or do not load
   */
  public static TimingEngine open(String name, Machine machine) {
    return switch (name) {
      case FLOWS -> new FlowEngine(machine);
      case LOGGP -> new LogGpEngine(machine);
      case SIMGRID -> simGrid(machine);
      default ->
        throw new ReplayException("found engine '" + name + "'; expected one of " + names());
    };
  }

  private static TimingEngine simGrid(Machine machine) {
    try {
      return (TimingEngine)
          Class.forName(SIMGRID_CLASS).getConstructor(Machine.class).newInstance(machine);
    } catch (ClassNotFoundException e) {
      throw missing("Tracecast was built without SimGrid", e);
    } catch (InvocationTargetException e) {
      throw switch (e.getCause()) {
        case LinkageError missing ->
          missing("SimGrid's library does not load (" + missing.getMessage() + ")", missing);
        case RuntimeException own -> own; // for example, SimGrid cannot express the machine
        case null, default -> new IllegalStateException(e.getCause());
      };
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } catch (LinkageError e) {
      throw missing(
          "SimGrid's Java bindings are not on the class path (" + e.getMessage() + ")", e);
    }
  }

  private static EngineMissingException missing(String found, Throwable cause) {
    return new EngineMissingException("engine simgrid: " + found + "; " + HOW_TO_GET, cause);
  }
}
