package io.github.tracecast.imports.otf2;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.AptPackages;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The C library of OTF2, called through Java's foreign-function interface. Arguments are {@code
 * long} for pointers and 64-bit numbers, {@code int} for 32-bit numbers, and {@code byte} for 8-bit
 * numbers. This class is thread-safe; the library's objects may not be.
 */
@SuppressWarnings("restricted") // all native code is called through this class
public final class Otf2Library {
  /**
   * The environment variable with the path of the library, in case the linker does not find the
   * library.
   */
  public static final String PATH_VARIABLE = "TRACECAST_OTF2_LIBRARY";

  /** The status that functions return when they succeed. */
  public static final int SUCCESS = 0;

  private static final List<String> NAMES = List.of(
      "libopen-trace-format2.so.10",
      "libopen-trace-format2.so",
      "libotf2.so.10",
      "libotf2.so",
      "libotf2.dylib");

  private static final String PACKAGE = "libopen-trace-format2-";

  private final String name;
  private final SymbolLookup symbols;
  private final Map<String, MethodHandle> functions = new ConcurrentHashMap<>();

  private Otf2Library(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
  }

  private static final class Loaded {
    private static final Optional<Otf2Library> LIBRARY = find();

    private static Optional<Otf2Library> find() {
      String path = System.getenv(PATH_VARIABLE);
      return Stream.concat(Stream.ofNullable(path), NAMES.stream())
          .flatMap(name -> open(name).stream())
          .filter(library -> library.has("OTF2_Reader_RegisterEvtCallbacks"))
          .findFirst();
    }

    private static Optional<Otf2Library> open(String name) {
      try {
        return Optional.of(new Otf2Library(name, SymbolLookup.libraryLookup(name, Arena.global())));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * Returns the library, which is loaded on the first call.
   *
   * @throws TraceException if the library is not installed; the message explains how to install it
   */
  public static Otf2Library load() {
    return Loaded.LIBRARY.orElseThrow(() -> new TraceException(
        "OTF2 needs the library libopen-trace-format2, which is not installed; " + advice()));
  }

  /** Returns in one line how to install the library. */
  public static String advice() {
    return advice(AptPackages.startingWith(PACKAGE));
  }

  /**
   * Returns in one line how to install the library, from the names of known packages. Since Debian
   * 13, the names of packages whose interface contains times end in "t64".
   */
  static String advice(Collection<String> known) {
    String installed = known.stream()
        .filter(name -> name.matches(PACKAGE + "\\d+(t64)?"))
        .findFirst()
        .map(name -> "apt-get install " + name)
        .orElse("install OTF2 from https://www.vi-hps.org/projects/score-p");
    return installed + ", or set " + PATH_VARIABLE + " to the file libotf2.so";
  }

  /** Returns the file name under which the library was found; empty if it is not installed. */
  public static Optional<String> installed() {
    return Loaded.LIBRARY.map(library -> library.name);
  }

  /** Whether this version of the library has a function. */
  public boolean has(String function) {
    return symbols.find(function).isPresent();
  }

  public int status(String function, Object... arguments) {
    return (int) call(function, ValueLayout.JAVA_INT, arguments);
  }

  /** Calls a function that returns a pointer. The result 0 is the null pointer. */
  public long pointer(String function, Object... arguments) {
    return (long) call(function, ValueLayout.JAVA_LONG, arguments);
  }

  /** Calls a function without a return value. */
  public void run(String function, Object... arguments) {
    call(function, null, arguments);
  }

  private Object call(String function, @Nullable MemoryLayout result, Object... arguments) {
    MethodHandle handle = functions.computeIfAbsent(function, name -> {
      MemoryLayout[] layouts = Stream.of(arguments)
          .map(argument -> layout(argument.getClass()))
          .toArray(MemoryLayout[]::new);
      return function(
          name,
          result == null
              ? FunctionDescriptor.ofVoid(layouts)
              : FunctionDescriptor.of(result, layouts));
    });
    try {
      return handle.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a handle of a function, for functions that are called often. */
  public MethodHandle function(String name, FunctionDescriptor descriptor) {
    MemorySegment address = symbols
        .find(name)
        .orElseThrow(() -> new TraceException(
            "the installed library of OTF2 lacks " + name + "; expected version 3.0 or later"));
    return Linker.nativeLinker().downcallHandle(address, descriptor);
  }

  /**
   * Creates a function pointer that calls a method of an object. The method must return an {@code
   * int} and must not throw. Its parameters have the types that the library passes.
   *
   * @param lookup as for {@link #method}
   */
  public static MemorySegment callback(
      MethodHandles.Lookup lookup, Object target, String method, Arena arena) {
    return callback(method(lookup, target.getClass(), method).bindTo(target), arena);
  }

  /**
   * Returns a handle of a method, whose name occurs once in the class.
   *
   * @param lookup a lookup that may access the method
   */
  public static MethodHandle method(MethodHandles.Lookup lookup, Class<?> type, String name) {
    try {
      return lookup.unreflect(Stream.of(type.getDeclaredMethods())
          .filter(method -> method.getName().equals(name))
          .findFirst()
          .orElseThrow());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Creates a function pointer that calls a method handle. The handle must return an {@code int}
   * and must not throw.
   */
  public static MemorySegment callback(MethodHandle handle, Arena arena) {
    MemoryLayout[] layouts = handle.type().parameterList().stream()
        .map(Otf2Library::layout)
        .toArray(MemoryLayout[]::new);
    FunctionDescriptor descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts);
    return Linker.nativeLinker().upcallStub(handle, descriptor, arena);
  }

  private static MemoryLayout layout(Class<?> type) {
    if (type == long.class || type == Long.class) {
      return ValueLayout.JAVA_LONG;
    }
    if (type == int.class || type == Integer.class) {
      return ValueLayout.JAVA_INT;
    }
    if (type == byte.class || type == Byte.class) {
      return ValueLayout.JAVA_BYTE;
    }
    throw new IllegalArgumentException(type.getName());
  }

  /** Returns a handle of a function of the C standard library. */
  static MethodHandle systemFunction(String name, FunctionDescriptor descriptor) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), descriptor);
  }

  /** Returns the numbers that a pointer points to. */
  public static long[] longs(long pointer, long count) {
    return count == 0
        ? new long[0]
        : MemorySegment.ofAddress(pointer)
            .reinterpret(count * Long.BYTES)
            .toArray(ValueLayout.JAVA_LONG);
  }

  /** Returns the text that a pointer points to, up to its first 0 byte. */
  public static String text(long pointer) {
    return pointer == 0
        ? ""
        : MemorySegment.ofAddress(pointer).reinterpret(Long.MAX_VALUE).getString(0);
  }
}
