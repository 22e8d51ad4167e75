/**
 * The state on which the rest of a replay depends: its description, copies of it, and their
 * comparison.
 */
package io.github.tracecast.simulate.state;
