/** Readers of platform files: YAML with places, units, the legal keys and their checks. */
package io.github.tracecast.platform.internal;
