/** The requests of a rank while its calls are exported, and the receives that MPI_Cancel withdraws. */
package io.github.tracecast.exports.requests;
