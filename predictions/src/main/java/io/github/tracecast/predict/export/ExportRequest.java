package io.github.tracecast.predict.export;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import java.util.Optional;

/**
 * What is exported.
 *
 * @param machine gives the algorithms of collectives, and how many instructions a second of computation is; a usual choice of algorithms
 *     and recorded times are taken where there is none
 * @param deltas which value stands for a distribution of computation
 */
public record ExportRequest(Programs programs, Optional<Machine> machine, DeltaChoice deltas) {}
