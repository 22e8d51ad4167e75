/** The times at which ranks check for messages, for machines on which senders wait for this. */
package io.github.tracecast.simulate.progress;
