/** What a run uses of a machine: node hours, energy and money, also for a run of full length. */
package io.github.tracecast.predict.usage;
