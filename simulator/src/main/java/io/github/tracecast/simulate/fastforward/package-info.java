/**
 * Fast-forward: finds when a replay becomes periodic, or how long random iterations take, and skips
 * the rest.
 */
package io.github.tracecast.simulate.fastforward;
