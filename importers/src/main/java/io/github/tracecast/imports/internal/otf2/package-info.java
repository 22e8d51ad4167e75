/**
 * Reads OTF2 archives, for example those of Score-P, with the format's own library. {@code
 * Otf2Importer} reads an archive in the current process. {@code Otf2Process} reads an archive in
 * another process, because a damaged archive can crash the library.
 */
package io.github.tracecast.imports.internal.otf2;
