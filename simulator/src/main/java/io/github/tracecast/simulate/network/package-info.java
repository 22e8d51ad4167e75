/** Messages and their channels, and the networks that carry messages from start to arrival. */
package io.github.tracecast.simulate.network;
