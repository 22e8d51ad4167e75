/** What the commands are made of; no other module uses it. */
package io.github.tracecast.predict.internal;
