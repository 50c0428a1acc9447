import type { ProofRead } from '@strand/contracts/order/proof-reading'
import type { Decider } from '@strand/event-sourcing/commands/decider'

type RecordReading = { type: 'RecordReading'; data: ProofRead['data'] }

type ReadFiles = ReadonlySet<string>

export const proofReadingDecider: Decider<ReadFiles, RecordReading, ProofRead> = {
  initialState: new Set(),
  evolve: (read, { data }) => new Set([...read, data.key]),
  decide: ({ data }, read) => (read.has(data.key) ? [] : [{ type: 'ProofRead', data }]),
}
