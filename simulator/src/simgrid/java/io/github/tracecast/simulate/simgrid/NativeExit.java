package io.github.tracecast.simulate.simgrid;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * Ends the process without the destructors of native libraries. At a signal the JVM calls {@code
 * exit}, which destroys the global data of SimGrid. A thread that is inside SimGrid at that moment
 * would crash the process.
 */
final class NativeExit {
  private NativeExit() {}

  /**
   * Makes {@code exit} call {@code _exit} with its status before the handlers that libraries have
   * registered. Linking takes 0.1 s, so only an interrupted run does it. With a C library without
   * {@code on_exit}, the method has no effect.
   */
  @SuppressWarnings("restricted") // the class needs native calls
  static void skipDestructors() {
    Linker linker = Linker.nativeLinker();
    SymbolLookup library = linker.defaultLookup();
    Optional<MemorySegment> register = library.find("on_exit");
    Optional<MemorySegment> end = library.find("_exit");
    if (register.isEmpty() || end.isEmpty()) {
      return;
    }
    FunctionDescriptor type = FunctionDescriptor.of(
        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
    try {
      int _ = (int) linker
          .downcallHandle(register.get(), type)
          .invokeExact(end.get(), MemorySegment.NULL);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
