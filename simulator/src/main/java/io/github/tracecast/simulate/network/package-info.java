/**
 * Messages and their channels, and the networks that carry messages from their start to their
 * arrival.
 */
package io.github.tracecast.simulate.network;
