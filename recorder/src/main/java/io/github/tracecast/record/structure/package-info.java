/**
 * The static structure of a program: loops, branches and calls that its compiler wrote down, joined
 * into one tree.
 */
package io.github.tracecast.record.structure;
