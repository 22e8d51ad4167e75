/** Readers of machine files: YAML, values with units, the legal keys and their checks. */
package io.github.tracecast.platform.internal;
