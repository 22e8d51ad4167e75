/**
 * Foreign traces become comprehensive traces. {@link io.github.tracecast.imports.Importers} tells by content what a file is; one
 * package under {@code internal} reads each format.
 */
package io.github.tracecast.imports;
