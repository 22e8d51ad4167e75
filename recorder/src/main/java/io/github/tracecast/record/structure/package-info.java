/**
 * The static structure of a program: what its compiler wrote about its loops, branches and calls,
 * joined into one tree.
 */
package io.github.tracecast.record.structure;
