/** When ranks check for messages, on machines where a sender waits for that. */
package io.github.tracecast.simulate.progress;
