import type { Log } from '@strand/event-sourcing/log'
import type { RunningReactor } from '@strand/event-sourcing/processors/reactor'
import { type ReadProofsOptions, readProofs } from './read-proofs.ts'
import { hasNoNetwork } from './reader/confinement.ts'
import { openReader, type Reader } from './reader/reader.ts'
import { requestReadings } from './request-readings.ts'

export type ProofReadingOptions = Omit<ReadProofsOptions, 'reader'> & {
  /** Default: one of its own, which ends with this. */
  reader?: Reader
}

/** Event → table → reading. Off, nothing waits and no process is started. */
export const startProofReading = (
  options: ProofReadingOptions,
): { reactor: RunningReactor['state']; stop: () => Promise<void> } => {
  if (!options.reader) void tellOfNetwork(options.log)
  const requesting = requestReadings(options)
  const reading = readProofs({ ...options, reader: options.reader ?? openReader() })
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
    'the kernel gives the reader of proofs no network of its own: only the calls of Node are taken from it',
  )
}
