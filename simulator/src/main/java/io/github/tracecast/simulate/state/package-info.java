/** The state on which the rest of a replay depends: its description, copies of it, and its comparison with a copy. */
package io.github.tracecast.simulate.state;
