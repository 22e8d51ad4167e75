/** Several programs that run side by side, as one trace. */
package io.github.tracecast.tools.jobs;
