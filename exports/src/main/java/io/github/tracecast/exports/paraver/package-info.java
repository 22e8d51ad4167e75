/** Runs in the form of Extrae, which Paraver and Dimemas read. */
package io.github.tracecast.exports.paraver;
