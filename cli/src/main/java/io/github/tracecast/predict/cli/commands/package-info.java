/** One class for each command. It holds options, calls, and prints. */
package io.github.tracecast.predict.cli.commands;
