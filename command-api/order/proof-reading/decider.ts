import type { ProofRead } from '@strand/contracts/order/proof-reading'
import type { Decider } from '@strand/event-sourcing/commands/decider'

type RecordReading = { type: 'RecordReading'; data: ProofRead['data'] }

/** The files of an order whose reading is recorded. */
type ReadFiles = ReadonlySet<string>

/** Records each file's reading once. */
export const proofReadingDecider: Decider<ReadFiles, RecordReading, ProofRead> = {
  initialState: new Set(),
  evolve: (read, { data }) => new Set([...read, data.key]),
  decide: ({ data }, read) => (read.has(data.key) ? [] : [{ type: 'ProofRead', data }]),
}
