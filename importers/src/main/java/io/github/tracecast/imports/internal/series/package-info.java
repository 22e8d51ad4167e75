/** Adds up successive calls, such as polls, if time decides their number. */
package io.github.tracecast.imports.internal.series;
