import type { Log } from '@strand/event-sourcing/log'
import type { RunningReactor } from '@strand/event-sourcing/processors/reactor'
import type { Activity } from '@strand/platform/http/activity'
import { type Kept, type ProofReader, type ReadProofsOptions, readProofs } from './read-proofs.ts'
import { hasNoNetwork } from './reader/confinement.ts'
import { openReader } from './reader/reader.ts'
import { requestReadings } from './request-readings.ts'

/** If no reader is given, one is started, and `stop` ends it. */
export type AnyReader = ProofReader | { reader?: undefined; activity?: Activity | undefined }
type ProofReadingOptions = Kept & AnyReader

const withReader = (options: ProofReadingOptions): ReadProofsOptions => {
  if (options.reader) return options
  const { activity, ...rest } = options
  const reader = openReader()
  return activity ? { ...rest, reader, activity } : { ...rest, reader }
}

/**
 * Starts everything between a proof's event and its reading. If the shop has turned reading off,
 * nothing calls this, so no proofs are queued and no process is started.
 */
export const startProofReading = (
  options: ProofReadingOptions,
): { reactor: RunningReactor['state']; stop: () => Promise<void> } => {
  if (!options.reader) void tellOfNetwork(options.log)
  const requesting = requestReadings(options)
  const reading = readProofs(withReader(options))
  return {
    reactor: requesting.state,
    stop: async () => {
      await Promise.all([requesting.stop(), reading.stop()])
    },
  }
}

const tellOfNetwork = async (log: Log) => {
  if (await hasNoNetwork()) return
  log.warn(
    {},
    'the kernel cannot isolate the proof reader from the network, so only Node’s own network calls are disabled',
  )
}
