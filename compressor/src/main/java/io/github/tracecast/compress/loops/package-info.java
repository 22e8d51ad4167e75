/**
 * Searches for loop nests in one task's stream of symbols, after Xu, Subhlok and Hammen, "Efficient
 * Discovery of Loop Nests in Execution Traces" (MASCOTS 2010). There is a greedy search from the
 * innermost loops outwards, and a search for the shortest nest. Both searches need the whole
 * stream. The folding in {@link io.github.tracecast.compress} compresses a run while it is read.
 */
package io.github.tracecast.compress.loops;
