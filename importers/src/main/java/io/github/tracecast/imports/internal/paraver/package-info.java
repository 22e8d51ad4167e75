/**
 * Paraver traces as Extrae writes them: {@code .prv}, with the {@code .pcf} beside it that names the calls. {@link
 * io.github.tracecast.imports.internal.paraver.PrvReader} takes the records apart into columns per task; {@link
 * io.github.tracecast.imports.internal.paraver.TaskWriter} makes events of them.
 */
package io.github.tracecast.imports.internal.paraver;
