package io.github.tracecast.imports.otf2;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Stores the error messages that the library would otherwise print. Each thread has its own
 * messages.
 */
public final class Complaints {
  private static final int LONGEST = 400;
  private static final MethodHandle FORMAT = Otf2Library.systemFunction(
      "vsnprintf",
      FunctionDescriptor.of(
          ValueLayout.JAVA_INT,
          ValueLayout.ADDRESS,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG,
          ValueLayout.JAVA_LONG));

  private static final ThreadLocal<String> FIRST = new ThreadLocal<>();
  private static boolean registered;

  private Complaints() {}

  /** Makes the library pass its messages to this class instead of standard error. */
  public static synchronized void collect(Otf2Library library) {
    if (!registered) {
      MemorySegment callback = Otf2Library.callback(
          MethodHandles.lookup(), new Complaints(), "complain", Arena.global());
      library.pointer("OTF2_Error_RegisterCallback", callback.address(), 0L);
      registered = true;
    }
    FIRST.remove();
  }

  @SuppressWarnings("unused") // the library calls this method
  private int complain(
      long user, long file, long line, long function, int code, long format, long arguments) {
    if (code > 0 && FIRST.get() == null) {
      FIRST.set(format(format, arguments));
    }
    return code;
  }

  private static String format(long format, long arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(LONGEST);
      int length = (int) FORMAT.invokeExact(text, (long) LONGEST, format, arguments);
      return length < 0 ? Otf2Library.text(format) : text.getString(0);
    } catch (Throwable e) {
      return "";
    }
  }

  /**
   * Returns this thread's first message since the last call of this method.
   *
   * @param status the return value of the library's function
   */
  public static String take(Otf2Library library, int status) {
    String first = FIRST.get();
    FIRST.remove();
    String description = Otf2Library.text(library.pointer("OTF2_Error_GetDescription", status));
    if (first == null || first.isBlank()) {
      return description;
    }
    String words = first.strip().replaceAll("[.!]$", "");
    return status == Otf2Library.SUCCESS ? words : description + ": " + words;
  }
}
