/**
 * Rules that replace values that differ between ranks: a multiple of the rank, or the numbers of
 * all other ranks. With a rule, the values of all ranks are one piece.
 */
package io.github.tracecast.compress.rules;
