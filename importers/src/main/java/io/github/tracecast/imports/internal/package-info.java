/** Code that the readers of several formats share. */
package io.github.tracecast.imports.internal;
