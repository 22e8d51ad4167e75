/** The C library of the OTF2 format, for what reads and what writes archives. */
package io.github.tracecast.imports.otf2;
