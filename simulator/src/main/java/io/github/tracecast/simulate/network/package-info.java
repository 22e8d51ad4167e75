/**
 * Carries messages from start to arrival where the arrival does not follow from the start alone.
 */
package io.github.tracecast.simulate.network;
