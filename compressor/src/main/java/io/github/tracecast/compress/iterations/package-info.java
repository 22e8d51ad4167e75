/** Times of a few iterations that represent all of a run: the same ones for all ranks and calls. */
package io.github.tracecast.compress.iterations;
