/** Numbers, tables and quoted words for people. Every report uses them. */
package io.github.tracecast.predict.text;
