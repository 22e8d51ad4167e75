/** What is installed, what is missing, and how to get it. */
package io.github.tracecast.predict.doctor;
