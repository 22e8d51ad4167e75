/** Combines successive calls, such as polls, if their number depends on time. */
package io.github.tracecast.imports.internal.series;
