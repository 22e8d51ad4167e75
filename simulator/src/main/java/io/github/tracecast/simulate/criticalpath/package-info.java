/**
 * The critical path of a run: how much of it each of the machine's figures takes, and how much
 * slower each figure may become.
 */
package io.github.tracecast.simulate.criticalpath;
