/** Tests of the documents: their links, their commands, and what these commands print. */
package io.github.tracecast.predict.documents;
