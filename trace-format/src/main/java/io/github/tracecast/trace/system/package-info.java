/**
 * Access to services of the operating system: temporary files, free space, signals, and the end of
 * the parent process.
 */
@NullMarked
package io.github.tracecast.trace.system;

import org.jspecify.annotations.NullMarked;
