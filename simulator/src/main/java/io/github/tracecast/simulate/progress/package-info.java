/** The times at which ranks check for messages, for machines on which senders wait until their receivers check. */
package io.github.tracecast.simulate.progress;
