/**
 * The critical path of a run: which of the machine's figures it consists of, and how
 * much slower each may become.
 */
package io.github.tracecast.simulate.criticalpath;
