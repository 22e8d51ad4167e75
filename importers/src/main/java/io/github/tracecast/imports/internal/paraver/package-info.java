/**
 * Reads Paraver traces of Extrae: a {@code .prv} file and the {@code .pcf} file that names the
 * calls. {@link io.github.tracecast.imports.internal.paraver.RecordBlock} converts a block of text to
 * records. {@link io.github.tracecast.imports.internal.paraver.PrvReader} splits the records into
 * blocks of calls for each task. {@link io.github.tracecast.imports.internal.paraver.TaskWriter}
 * creates events from these blocks. Only {@code PrvReader} is limited to one thread.
 */
package io.github.tracecast.imports.internal.paraver;
