/** The state that the commands of one {@code tracecast serve} share. */
package io.github.tracecast.predict.cli.serve;
