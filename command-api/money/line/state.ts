import type { Sealed } from '@strand/contracts/envelope'
import type { Allocation } from '@strand/contracts/money/allocation'
import type { BankLineEvent, BankLineRecorded } from '@strand/contracts/money/bank-line.events'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'

/** `approving`: the command that matched in order to approve; null if staff matched by hand. */
export type LineAllocation = Allocation & { approving: string | null }

export type BankLineState = {
  recorded: BankLineRecorded
  allocations: LineAllocation[]
  setAside: { kind: SetAsideKind; note: Sealed | null } | null
  /** Null once a person has said that it is another line, too. */
  probablySameAs: string | null
  mergedInto: string | null
  /** The only statement that had it was taken back. */
  withdrawn: boolean
  /** The key of its texts is destroyed. */
  erased: boolean
}

/** The line after its next event. */
export const evolve = (line: BankLineState | null, event: BankLineEvent): BankLineState => {
  if (event.type === 'BankLineRecorded')
    return {
      recorded: event.data,
      allocations: [],
      setAside: null,
      probablySameAs: event.data.probablySameAs,
      mergedInto: null,
      withdrawn: false,
      erased: false,
    }
  if (!line) throw new Error(`${event.type} in a stream that does not begin with BankLineRecorded`)
  switch (event.type) {
    case 'BankLineMatched': {
      const { approving } = event.data
      const added = event.data.allocations.map((allocation) => ({ ...allocation, approving }))
      return { ...line, allocations: [...line.allocations, ...added] }
    }
    case 'BankLineUnmatched': {
      const { orderIds } = event.data
      const kept = line.allocations.filter(({ orderId }) => !orderIds.includes(orderId))
      return { ...line, allocations: kept }
    }
    case 'BankLineSetAside':
      return { ...line, setAside: { kind: event.data.kind, note: event.data.note } }
    case 'BankLineTakenBack':
      return { ...line, setAside: null }
    case 'BankLineMerged':
      return { ...line, mergedInto: event.data.into, probablySameAs: null }
    case 'BankLineKeptApart':
      return { ...line, probablySameAs: null }
    case 'BankLineWithdrawn':
      return { ...line, withdrawn: true }
    case 'BankLineTextErased':
      return { ...line, erased: true }
  }
}

export const allocatedKobo = ({ allocations }: { allocations: Allocation[] }): number =>
  allocations.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
