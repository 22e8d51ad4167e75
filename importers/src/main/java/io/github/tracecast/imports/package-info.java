/**
 * Converts foreign traces to comprehensive traces. {@link io.github.tracecast.imports.Importers}
 * detects the format from the content. One package under {@code internal} reads each format.
 */
package io.github.tracecast.imports;
