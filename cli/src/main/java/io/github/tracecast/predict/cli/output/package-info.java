/** Standard output as a command writes to it: watched for its reader, and for a full disk. */
package io.github.tracecast.predict.cli.output;
