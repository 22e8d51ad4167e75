/** What the operating system lends a process: temporary files, free space, and the life of its parent. */
@NullMarked
package io.github.tracecast.trace.system;

import org.jspecify.annotations.NullMarked;
