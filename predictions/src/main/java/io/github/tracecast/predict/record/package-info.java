/** Running a program with the recorder: which MPI it uses, the recorder for that MPI, the run itself and what it leaves behind. */
package io.github.tracecast.predict.record;
