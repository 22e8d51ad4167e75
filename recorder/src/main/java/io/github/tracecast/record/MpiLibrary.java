package io.github.tracecast.record;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The MPI library that a program uses.
 *
 * @param program the program or library that uses the MPI library
 * @param file the library's file
 */
public record MpiLibrary(Path program, Path file, MpiFamily family) {
  /**
   * The prefix of the library's file name. Open MPI and MPICH use exactly this name; the MPICH of
   * Debian and of Cray, and others, append a suffix to it.
   */
  private static final String NAME = "libmpi";

  /** Returns the MPI that a program or library is linked with, if any. */
  static Optional<MpiLibrary> of(Path program, LibrarySearch search) {
    return search
        .find(program, MpiLibrary::isMpi)
        .map(file -> new MpiLibrary(program, file, family(file)));
  }

  /** Returns a library's family. All MPIs use one library name for the standard interface. */
  private static MpiFamily family(Path file) {
    if (file.getFileName().toString().startsWith(NAME + "_abi.")) {
      return MpiFamily.STANDARD;
    }
    return ElfFile.read(file).map(ElfFile::openMpi).orElse(false)
        ? MpiFamily.OPEN_MPI
        : MpiFamily.MPICH;
  }

  /**
   * Whether a file is the MPI library itself, not a library for Fortran or C++ that is linked with
   * it.
   */
  private static boolean isMpi(Path file) {
    String name = file.getFileName().toString();
    return name.matches(NAME + "(ch|_[a-z0-9]+)?\\.so(\\..*)?")
        && !name.matches(NAME + "_(mpifh|usempi.*|cxx|java|ignore.*)\\.so.*");
  }
}
