/** Standard output of a command: notices when its reader has ended and when the disk is full. */
package io.github.tracecast.predict.cli.output;
