import type { Sealed } from '@strand/contracts/envelope'
import type { Allocation } from '@strand/contracts/money/allocation'
import type { BankLineEvent, BankLineRecorded } from '@strand/contracts/money/bank-line.events'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'

/** `approving`: the command that matched the line to approve an order; null for a manual match. */
type LineAllocation = Allocation & { approving: string | null }

type OwedPart = { owedId: string; orderId: string; amountKobo: number }

export type BankLineState = {
  recorded: BankLineRecorded
  allocations: LineAllocation[]
  owed: OwedPart[]
  paysBack: OwedPart[]
  setAside: { kind: SetAsideKind; note: Sealed | null } | null
  /**
   * A line that this one may repeat; null if there is none, or once a person has said that it does
   * not.
   */
  probablySameAs: string | null
  mergedInto: string | null
  /** Whether the import of the only statement with this line was undone. */
  withdrawn: boolean
  erased: boolean
}

export const evolve = (line: BankLineState | null, event: BankLineEvent): BankLineState => {
  if (event.type === 'BankLineRecorded')
    return {
      recorded: event.data,
      allocations: [],
      owed: [],
      paysBack: [],
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
    case 'BankLineOwed': {
      const { owedId, orderId, amountKobo } = event.data
      return { ...line, owed: [...line.owed, { owedId, orderId, amountKobo }] }
    }
    case 'BankLineNotOwed': {
      const kept = line.owed.filter(({ owedId }) => owedId !== event.data.owedId)
      return { ...line, owed: kept }
    }
    case 'BankLinePaidBack': {
      const { owedId, orderId, amountKobo } = event.data
      return { ...line, paysBack: [...line.paysBack, { owedId, orderId, amountKobo }] }
    }
    case 'BankLineNotPaidBack': {
      const kept = line.paysBack.filter(({ owedId }) => owedId !== event.data.owedId)
      return { ...line, paysBack: kept }
    }
    case 'BankLineTextErased':
      return { ...line, erased: true }
  }
}

export const sumOf = (parts: { amountKobo: number }[]): number =>
  parts.reduce((sum, { amountKobo }) => sum + amountKobo, 0)

/** How much of a line is in use: it pays for orders, is owed back or, for a debit, pays back. */
export const allocatedKobo = ({
  allocations,
  owed,
  paysBack,
}: Pick<BankLineState, 'allocations' | 'owed' | 'paysBack'>): number =>
  sumOf(allocations) + sumOf(owed) + sumOf(paysBack)

/** How much of a credit or debit is not in use; never negative. */
export const freeKobo = (line: BankLineState): number =>
  Math.abs(line.recorded.amountKobo) - allocatedKobo(line)
