/**
 * Converts foreign traces to comprehensive traces. {@link io.github.tracecast.imports.Importers}
 * detects the format from the content. The code of each format is in a package under {@code
 * internal}.
 */
package io.github.tracecast.imports;
