/**
 * OTF2 archives, as Score-P writes them, read by the format's own library. {@code Otf2Importer} reads in this process; {@code
 * Otf2Process} has another process do it, as a damaged archive can make the library crash.
 */
package io.github.tracecast.imports.internal.otf2;
