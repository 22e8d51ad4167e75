/** The C library of the OTF2 format, for readers and writers of archives. */
package io.github.tracecast.imports.otf2;
