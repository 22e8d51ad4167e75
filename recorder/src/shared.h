/* The constants that the recorder and the readers of its logs share. Java reads this file too (RecorderConstants): each definition takes
   one line, a name and a number or a text. */
#ifndef TRACECAST_SHARED_H
#define TRACECAST_SHARED_H

/* The files: a log has a head, two tails, and records. A new layout takes a new magic. */
#define TC_LOG_MAGIC "TRCREC07"
#define TC_MERGED_MAGIC "TRCMRG07"
#define TC_MAGIC_LENGTH 8
#define TC_PAGE 4096
#define TC_TAIL 65536
#define TC_REASON 512

/* Offsets of the little-endian fields in a log's head. The magic is at 0. A number after a comma is the field's size in bytes. */
#define TC_AT_COMMITTED 8      /* number of bytes of records, 8 */
#define TC_AT_RANK 16          /* the rank, 4 */
#define TC_AT_SIZE 20          /* size of the world, 4 */
#define TC_AT_FINISHED 24      /* whether the rank reached the end of MPI_Finalize, 4 */
#define TC_AT_RAW 28           /* whether each event is logged, 4 */
#define TC_AT_STOPPED 32       /* the reason why recording stopped, ended by a zero, TC_REASON */
#define TC_AT_TURN 544         /* bytes of the tail, 1 << 31 if folding ended, the epoch from bit 32 on, 8 */
#define TC_AT_INSTRUCTIONS 552 /* counted instructions; 0 if none were counted, 8 */
#define TC_AT_NS 560           /* the time in which instructions were counted, 8 */

/* The file in the folder of logs that says why a rank could write none; empty if the disk was full. */
#define TC_UNWRITABLE "unwritable"

/* The end of a note about calls that failed although they took their messages or completed requests. */
#define TC_LIKE_SUCCESS "in the trace like calls that succeed"

/* The end of a note about calls that the trace lacks. */
#define TC_LEFT_OUT "not in the trace"

/* The end of the name of a rank's file with the calls that were lost after its log ended. */
#define TC_LATE_FILE ".late"

/* The variables with the settings of a program's recorder. */
#define TC_ENV_RECORD "TRACECAST_RECORD"
#define TC_ENV_RAW "TRACECAST_RAW"
#define TC_ENV_COUNTER "TRACECAST_COUNTER"
#define TC_ENV_COMPLETIONS "TRACECAST_COMPLETIONS"
#define TC_ENV_POLLING "TRACECAST_POLLING"
#define TC_ENV_RADIX_TREE "TRACECAST_RADIX_TREE"
#define TC_ENV_STRUCTURE "TRACECAST_STRUCTURE"
#define TC_ENV_PAYLOAD "TRACECAST_PAYLOAD"
#define TC_ENV_PAYLOAD_RANKS "TRACECAST_PAYLOAD_RANKS"
#define TC_ENV_PAYLOAD_LIMIT "TRACECAST_PAYLOAD_LIMIT"
#define TC_ENV_ANSWERS "TRACECAST_ANSWERS"

/* Kinds of records in a log; a zero ends definitions. */
#define R_event 1
#define R_site 2
#define R_module 3
#define R_datatype 4
#define R_communicator 5
#define R_match 6
#define R_note 7
#define R_group 8
#define R_calls 9
#define R_parameters 10
#define R_shape 11
#define R_list 12
#define R_chunk 13
#define R_sealed 14
#define R_counter 15
#define R_call 16
#define R_lost 17

/* The count of numbers in a record of a communicator, in a record of a match, and in an event before its parameters. */
#define TC_COMM_FIELDS 8
#define TC_MATCH_FIELDS 3
#define TC_EVENT_FIELDS 5

/* Flags that are added to a parameter's code: the value is a list; the value is relative to the rank. */
#define TC_LIST 0x80
#define TC_SHIFT 0x40

/* The unit of computation before calls: nanoseconds of the clock, nanoseconds of processor time, or instructions. */
#define TC_TIME 0
#define TC_PROCESSOR_TIME 1
#define TC_INSTRUCTIONS 2

/* Time between a poll that finds nothing and the next poll counts as waiting if it is at most SHORT, and at most REGULAR times the shortest
   such time at the call site. Times below ALIKE count as equal, because they differ by chance. */
#define TC_POLL_SHORT_NS 2000
#define TC_POLL_REGULAR 4
#define TC_POLL_ALIKE_NS 100

/* Two groups of ranks stay separate if the totals of their ranks differ by TC_MATERIAL of a rank's whole run. Differences by call path or
   position count only if they exceed TC_SIGNIFICANT standard errors. */
#define TC_MATERIAL 2e-4
#define TC_SIGNIFICANT 3.0
#define TC_GROUPS 16
#define TC_SECTIONS 64
#define TC_DISTRIBUTIONS 1024 /* the most executions with separate times in all groups of a call together */

/* A rank's file of single times has the computation before each event in order. All ranks together keep TC_SINGLES times, or none if there
   are more than TC_SINGLES_RANKS ranks. */
#define TC_SINGLES 8388608
#define TC_SINGLES_RANKS 512

/* The most positions in a loop with separate times, the most positions with a histogram, and the most executions with separate times. */
#define TC_POSITIONS 64
#define TC_DETAILED_POSITIONS 8
#define TC_EXECUTIONS 128

/* The edges of the bins within a power of two, 2^(1/4), 2^(1/2) and 2^(3/4), as the fraction bits of a double. */
#define TC_EDGE_1 0x306FE0A31B715
#define TC_EDGE_2 0x6A09E667F3BCD
#define TC_EDGE_3 0xAE89F995AD3AD

#endif
