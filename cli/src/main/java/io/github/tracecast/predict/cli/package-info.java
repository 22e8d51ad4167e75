/** The command line: the list of commands, help, and errors. It runs one command of {@code cli.commands}. */
package io.github.tracecast.predict.cli;
