/** One class for each command. It holds the command's options, calls the library, and prints the result. */
package io.github.tracecast.predict.cli.commands;
