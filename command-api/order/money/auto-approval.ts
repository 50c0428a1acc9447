import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import { Rejected } from '@strand/platform/errors'
import { tryLockTransaction } from '@strand/platform/postgres/advisory-lock'
import { transaction } from '@strand/platform/postgres/pool'
import { importsLock } from '../../shared/bank-line/imports-lock.ts'
import { conflict } from '../decisions/command.ts'
import { hasOpenQuestion, type Order } from '../state.ts'
import { approveOrder } from './approve.ts'
import {
  openMatching,
  type Payment,
  paymentsByCode,
  seesAll,
  signatureOf,
} from './open-matching.ts'
import type { OrderMoney } from './order-money.ts'

/** Orders that one round approves. */
const batchSize = 100
/** Milliseconds between two looks at the read models. */
const pause = 5_000

/** What a process remembers between two rounds. */
export type AutoApprovalMemory = {
  signature: string
  /** Orders whose approval was undone. */
  forPeople: Set<string>
}

export const newMemory = (): AutoApprovalMemory => ({ signature: '', forPeople: new Set() })

/**
 * Approves what rule 1 of matching alone finds: one open line, of just the order's total, that has the
 * order's payment code or id, and no other order's. The order's and the line's own streams decide, as
 * for a person. What waits for an answer, or was begun or undone by a person, is left to people. So is
 * money that a debit may have taken back, which only the read models know: nothing is approved while
 * they are behind the log. Call it under `importsLock`. Returns the number of approved orders.
 * Decision 288.
 */
export const autoApprove = async (
  money: OrderMoney,
  memory: AutoApprovalMemory = newMemory(),
): Promise<number> => {
  const signature = await signatureOf(money)
  if (signature === null || signature === memory.signature) return 0
  if (!(await seesAll(money))) return 0
  const open = await openMatching(money)
  const { fourEyesAbove = Number.POSITIVE_INFINITY } = money
  const payments = open
    ? paymentsByCode(open).filter(
        ({ orderId, totalKobo }) =>
          totalKobo <= fourEyesAbove * 100 && !memory.forPeople.has(orderId),
      )
    : []
  let approved = 0
  for (const payment of payments.slice(0, batchSize))
    if (await approve(money, payment, memory)) approved += 1
  if (payments.length <= batchSize) memory.signature = signature
  return approved
}

const approve = async (
  money: OrderMoney,
  { orderId, lineId, totalKobo }: Payment,
  memory: AutoApprovalMemory,
): Promise<boolean> => {
  const commandId = `auto-approve-${orderId}`
  const origin = {
    commandId,
    correlationId: commandId,
    at: money.now(),
    actor: { kind: 'system', id: 'auto-approve' },
  } as const
  let isNew = false
  const command = (order: Order) => {
    if (order.approvalUndone) memory.forPeople.add(orderId)
    isNew = true
    const isForPeople =
      order.approvalUndone || order.proposedBy !== null || order.erased || hasOpenQuestion(order)
    if (isForPeople || order.total * 100 !== totalKobo)
      throw conflict('This order is left to people')
    const evidence = { lines: [{ lineId, amountKobo: totalKobo }] }
    return { type: 'ApproveOrder', evidence } as const
  }
  try {
    await approveOrder(money, orderId, { command, rule: 'code', origin })
    // Otherwise it was approved by itself before.
    if (!isNew) memory.forPeople.add(orderId)
    return isNew
  } catch (error) {
    // Somebody was faster, or the read models were behind: then there is nothing to do.
    if (!(error instanceof Rejected) || error.code === 'unavailable') throw error
    return false
  }
}

/** Runs `autoApprove` again and again, in one process at a time. */
export const startAutoApproval = (money: OrderMoney) => {
  const memory = newMemory()
  return repeatRounds(
    () =>
      transaction(money.pool, async (connection) => {
        const isAlone =
          (await tryLockTransaction(connection, 'strand auto approval')) &&
          (await tryLockTransaction(connection, importsLock))
        if (isAlone) await autoApprove(money, memory)
        return pause
      }),
    { log: money.log, failing: 'nothing is approved by itself', warnEvery: 60_000 },
  )
}
