/** Pages of the commands that analyse one trace: its content, its topology, its sensitivity. */
package io.github.tracecast.predict.report.analysis;
