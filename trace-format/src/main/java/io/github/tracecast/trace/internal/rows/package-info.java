/** Writes values in a loop whose iterations grow or shrink with each execution of the loop. */
package io.github.tracecast.trace.internal.rows;
