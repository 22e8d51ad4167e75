/** Adds up successive calls of which time decides how many there are. */
package io.github.tracecast.imports.internal.series;
