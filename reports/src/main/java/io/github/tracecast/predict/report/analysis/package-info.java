/** Pages of the commands that look into one trace: its content, its topology, its sensitivity. */
package io.github.tracecast.predict.report.analysis;
