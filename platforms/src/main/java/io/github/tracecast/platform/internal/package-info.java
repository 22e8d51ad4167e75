/** Readers of machine files: YAML, figures with units, the legal keys and their checks. */
package io.github.tracecast.platform.internal;
