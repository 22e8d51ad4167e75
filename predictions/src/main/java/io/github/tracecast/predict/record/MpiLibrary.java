package io.github.tracecast.predict.record;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The MPI library that a program uses.
 *
 * @param program that uses it
 * @param file the library
 */
public record MpiLibrary(Path program, Path file, MpiFamily family) {
  /** Open MPI and MPICH both have a library of this name; Debian's MPICH, Cray's and others add to it. */
  private static final String NAME = "libmpi";

  /** The MPI that a program or a library is linked with, if it is. */
  static Optional<MpiLibrary> of(Path program, LibrarySearch search) {
    return search
        .find(program, MpiLibrary::isMpi)
        .map(file -> new MpiLibrary(
            program,
            file,
            ElfFile.read(file).map(ElfFile::openMpi).orElse(false)
                ? MpiFamily.OPEN_MPI
                : MpiFamily.MPICH));
  }

  /** The library itself, and not one of those for Fortran or C++, which are linked with it. */
  private static boolean isMpi(Path file) {
    String name = file.getFileName().toString();
    return name.matches(NAME + "(ch|_[a-z0-9]+)?\\.so(\\..*)?")
        && !name.matches(NAME + "_(mpifh|usempi.*|cxx|java|ignore.*)\\.so.*");
  }
}
