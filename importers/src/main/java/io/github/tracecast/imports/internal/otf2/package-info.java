/**
 * Reads OTF2 archives, for example those of Score-P, with the format's own library. {@code
 * Otf2Importer} reads in this process. {@code Otf2Process} uses another process, because a damaged
 * archive can crash the library.
 */
package io.github.tracecast.imports.internal.otf2;
