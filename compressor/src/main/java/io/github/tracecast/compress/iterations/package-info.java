/**
 * Chooses a few iterations whose times represent all iterations of a run. They are the same for all
 * ranks and calls.
 */
package io.github.tracecast.compress.iterations;
