/** A machine's figures from what messages between two ranks took: measurements, fits over sizes, and the platform file. */
package io.github.tracecast.predict.calibrate;
