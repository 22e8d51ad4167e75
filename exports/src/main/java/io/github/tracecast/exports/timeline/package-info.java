/** Timelines of predictions as files for viewers: Chrome's trace format, which Perfetto reads, and Paje's. */
package io.github.tracecast.exports.timeline;
