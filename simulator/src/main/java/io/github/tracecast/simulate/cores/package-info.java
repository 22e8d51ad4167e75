/** The cores of a node that ranks share with each other and with competing processes. */
package io.github.tracecast.simulate.cores;
