import type { Sealed } from '@strand/contracts/envelope'
import type { Allocation } from '@strand/contracts/money/allocation'
import type { BankLineEvent, BankLineRecorded } from '@strand/contracts/money/bank-line.events'
import type { SetAsideKind } from '@strand/contracts/money/set-aside'
import type { Decider } from '@strand/event-sourcing/commands/decider'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { type BankLineState, evolve, freeKobo, sumOf } from './state.ts'

type DataOf<Type> = Extract<BankLineEvent, { type: Type }>['data']

export type BankLineCommand =
  | {
      type: 'MatchLine'
      allocations: Allocation[]
      rule: DataOf<'BankLineMatched'>['rule']
      approving: string | null
    }
  /**
   * From staff: the line no longer pays for any order. The reason is null if there is no key left
   * to seal it.
   */
  | { type: 'UnmatchLine'; reason: Sealed | null }
  /**
   * The line no longer pays for one order, because the order's approval failed or the order ended.
   * Changes nothing if it does not pay for that order. With `approving`, undoes only what that
   * command matched.
   */
  | {
      type: 'FreeLine'
      orderId: string
      cause: Exclude<DataOf<'BankLineUnmatched'>['cause'], 'by hand'>
      approving?: string | undefined
    }
  | { type: 'SetLineAside'; kind: SetAsideKind; note: Sealed | null }
  | { type: 'ReopenLine' }
  | { type: 'MergeLine'; into: string }
  | { type: 'KeepLine' }
  /** Changes nothing if the line is withdrawn already. */
  | { type: 'WithdrawLine'; statementId: string }
  /** Another statement contains the line. Changes nothing unless the line was withdrawn. */
  | { type: 'RecordLineAgain'; recorded: BankLineRecorded }
  /** Changes nothing if the part is owed already. */
  | { type: 'OweLine'; owedId: string; orderId: string; amountKobo: number }
  /** Changes nothing if the part is not owed. */
  | { type: 'UnoweLine'; owedId: string }
  /** Only for a debit. Changes nothing if the debit pays back this debt already. */
  | { type: 'PayBackByLine'; owedId: string; orderId: string; amountKobo: number }
  /** Changes nothing if the debit does not pay back this debt. */
  | { type: 'UndoPayBack'; owedId: string }
  /** Changes nothing if the line's key is destroyed already, or if the cause no longer applies. */
  | { type: 'EraseLineText'; cause: DataOf<'BankLineTextErased'>['cause']; orderId: string | null }

export const returnedMoney =
  'This transfer returns money that the shop sent, or the bank says so: it cannot pay for an order'

export const unknownLine = () => new Rejected('not-found', 'There is no bank line with this id')

const assertStands = ({ withdrawn }: BankLineState): void => {
  if (withdrawn) throw conflict('The import of this line’s statement was undone')
}

/**
 * Throws `Rejected('conflict')` unless the line is money that can pay for an order or be set aside.
 */
const assertOpen = (line: BankLineState): void => {
  const { recorded, setAside, probablySameAs, mergedInto } = line
  assertStands(line)
  if (mergedInto !== null) throw conflict('This line was merged into another one')
  if (probablySameAs !== null)
    throw conflict(
      'This line is probably the same as another one: merge it, or keep it apart, before anything else',
    )
  if (recorded.amountKobo < 0) throw conflict('This money left the account')
  if (setAside !== null) throw conflict('This line is set aside: reopen it first')
}

const match = (
  line: BankLineState,
  { allocations, rule, approving }: Extract<BankLineCommand, { type: 'MatchLine' }>,
): BankLineEvent => {
  const { lineId } = line.recorded
  assertOpen(line)
  if (line.recorded.kind === 'returned') throw conflict(returnedMoney)
  const orderIds = allocations.map(({ orderId }) => orderId)
  if (new Set(orderIds).size < orderIds.length) throw conflict('Please name each order only once')
  const again = line.allocations.find(({ orderId }) => orderIds.includes(orderId))
  if (again) throw conflict(`This line already pays for order ${again.orderId}`)
  if (sumOf(allocations) > freeKobo(line))
    throw conflict('The line does not have that much money left')
  return { type: 'BankLineMatched', data: { lineId, allocations, rule, approving } }
}

const free = (
  line: BankLineState,
  { orderId, cause, approving }: Extract<BankLineCommand, { type: 'FreeLine' }>,
): BankLineEvent[] => {
  const { lineId } = line.recorded
  const paysIt = line.allocations.some(
    (one) => one.orderId === orderId && (approving === undefined || one.approving === approving),
  )
  if (!paysIt) return []
  const data = { lineId, orderIds: [orderId], cause, reason: null }
  return [{ type: 'BankLineUnmatched', data }]
}

const owe = (
  line: BankLineState,
  { owedId, orderId, amountKobo }: Extract<BankLineCommand, { type: 'OweLine' }>,
): BankLineEvent[] => {
  if (line.owed.some((one) => one.owedId === owedId)) return []
  assertOpen(line)
  if (line.recorded.kind === 'returned') throw conflict(returnedMoney)
  if (amountKobo > freeKobo(line)) throw conflict('The line does not have that much money left')
  const { lineId } = line.recorded
  return [{ type: 'BankLineOwed', data: { lineId, owedId, orderId, amountKobo } }]
}

const payBack = (
  line: BankLineState,
  { owedId, orderId, amountKobo }: Extract<BankLineCommand, { type: 'PayBackByLine' }>,
): BankLineEvent[] => {
  if (line.paysBack.some((one) => one.owedId === owedId)) return []
  const { recorded, probablySameAs, mergedInto } = line
  assertStands(line)
  if (recorded.amountKobo > 0) throw conflict('Only a debit can pay money back')
  if (mergedInto !== null) throw conflict('This line was merged into another one')
  if (probablySameAs !== null)
    throw conflict('This line is probably the same as another one: merge it, or keep it apart')
  if (freeKobo(line) === 0) throw conflict('All of this debit already pays back other money')
  if (amountKobo > freeKobo(line)) throw conflict('The debit does not have that much money left')
  const { lineId } = recorded
  return [{ type: 'BankLinePaidBack', data: { lineId, owedId, orderId, amountKobo } }]
}

const eraseText = (
  line: BankLineState,
  { cause, orderId }: Extract<BankLineCommand, { type: 'EraseLineText' }>,
): BankLineEvent[] => {
  const { lineId } = line.recorded
  const of = [...line.allocations, ...line.owed, ...line.paysBack]
  const holds =
    orderId === null ? of.length === 0 : of.length > 0 && of.every((one) => one.orderId === orderId)
  return line.erased || !holds ? [] : [{ type: 'BankLineTextErased', data: { lineId, cause } }]
}

export const bankLineDecider: Decider<BankLineState | null, BankLineCommand, BankLineEvent> = {
  initialState: null,
  evolve,
  decide: (command, line) => {
    if (!line) throw unknownLine()
    const { lineId } = line.recorded
    switch (command.type) {
      case 'MatchLine':
        return [match(line, command)]
      case 'UnmatchLine': {
        const orderIds = line.allocations.map(({ orderId }) => orderId)
        if (orderIds.length === 0) throw conflict('This line does not pay for an order')
        const { reason } = command
        return [{ type: 'BankLineUnmatched', data: { lineId, orderIds, cause: 'by hand', reason } }]
      }
      case 'FreeLine':
        return free(line, command)
      case 'SetLineAside':
        assertOpen(line)
        if (line.allocations.length > 0)
          throw conflict('This line pays for an order: unmatch it before you set it aside')
        if (line.owed.length > 0)
          throw conflict('A part of this line is owed back: undo that before you set it aside')
        return [
          { type: 'BankLineSetAside', data: { lineId, kind: command.kind, note: command.note } },
        ]
      case 'ReopenLine':
        assertStands(line)
        if (line.setAside === null) throw conflict('This line is not set aside')
        return [{ type: 'BankLineTakenBack', data: { lineId } }]
      case 'MergeLine':
        assertStands(line)
        if (line.probablySameAs !== command.into)
          throw conflict('A line can only be merged into the one that it is probably the same as')
        return [{ type: 'BankLineMerged', data: { lineId, into: command.into } }]
      case 'KeepLine':
        assertStands(line)
        if (line.probablySameAs === null)
          throw conflict('This line is not a probable duplicate of another one')
        return [{ type: 'BankLineKeptApart', data: { lineId, from: line.probablySameAs } }]
      case 'WithdrawLine': {
        if (line.withdrawn) return []
        const [paid] = line.allocations
        if (paid) throw conflict(`This line pays for order ${paid.orderId}`)
        const [owed] = line.owed
        if (owed) throw conflict(`Money from this line is owed back for order ${owed.orderId}`)
        const [debt] = line.paysBack
        if (debt) throw conflict(`This line paid back money owed for order ${debt.orderId}`)
        return [{ type: 'BankLineWithdrawn', data: { lineId, statementId: command.statementId } }]
      }
      case 'OweLine':
        return owe(line, command)
      case 'UnoweLine': {
        const { owedId } = command
        return line.owed
          .filter((one) => one.owedId === owedId)
          .map(({ amountKobo }) => ({
            type: 'BankLineNotOwed',
            data: { lineId, owedId, amountKobo },
          }))
      }
      case 'PayBackByLine':
        return payBack(line, command)
      case 'UndoPayBack': {
        const { owedId } = command
        return line.paysBack
          .filter((one) => one.owedId === owedId)
          .map(({ amountKobo }) => ({
            type: 'BankLineNotPaidBack',
            data: { lineId, owedId, amountKobo },
          }))
      }
      case 'RecordLineAgain':
        return line.withdrawn ? [{ type: 'BankLineRecorded', data: command.recorded }] : []
      case 'EraseLineText':
        return eraseText(line, command)
    }
  },
}
