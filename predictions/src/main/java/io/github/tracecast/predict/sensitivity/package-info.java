/** Which parts of a machine a predicted time depends on. */
package io.github.tracecast.predict.sensitivity;
