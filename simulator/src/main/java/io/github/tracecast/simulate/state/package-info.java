/**
 * The state on which the rest of a replay depends: its description, its images and their comparison.
 */
package io.github.tracecast.simulate.state;
