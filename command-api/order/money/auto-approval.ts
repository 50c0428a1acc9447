import { type LeftToPeople, reasonToLook } from '@strand/contracts/money/left-to-people'
import { conflict, Rejected } from '@strand/event-sourcing/errors'
import { tryLockTransaction } from '@strand/event-sourcing/postgres/advisory-lock'
import { transaction } from '@strand/event-sourcing/postgres/pool'
import { repeatRounds } from '@strand/platform/async/repeat-rounds'
import { importsLock } from '../../money/line/imports-lock.ts'
import { hasOpenQuestion, type Order } from '../state.ts'
import { keepReasons, type Left, namedByNoMoney, withFacts } from './left-to-people.ts'
import { type Decision, decideByCode, openMatching, seesAll, signatureOf } from './open-matching.ts'
import { toleranceOf } from './options.ts'
import { approveWithLines, type OrderMoney } from './order-money.ts'

const batchSize = 100
/** Milliseconds between two checks of the read models. */
const pause = 5_000

type AutoApprovalMemory = {
  signature: string
  /**
   * Orders that only people may approve: a decision about them was undone, or they were restored.
   */
  forPeople: Set<string>
}

export const newMemory = (): AutoApprovalMemory => ({ signature: '', forPeople: new Set() })

/**
 * Approves each order for which rule 1 of matching finds the money: an open bank line for the
 * order's total (within the tolerance) that contains the payment code or id of this order and of no
 * other. The streams of the order and the line decide, as they do when a person approves.
 *
 * Leaves to people: orders with an open question, orders whose approval a person has begun or
 * undone, and money that a debit may have taken back. Only the read models know such debits, so it
 * approves nothing while they are behind the log. Call it under `importsLock`. Returns the number
 * of approved orders. Decision 288.
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
  const decisions = (await withFacts(money, decideByCode(open), open)).map((decision) => {
    const { orderId, totalKobo, left } = decision
    if (left !== null) return decision
    if (memory.forPeople.has(orderId)) return { ...decision, left: 'undone' as const }
    return totalKobo > fourEyesAbove * 100 ? { ...decision, left: 'four-eyes' as const } : decision
  })
  const payments = decisions.filter(({ left }) => left === null)
  let approved = 0
  const left: Left[] = decisions.filter((decision) => decision.left !== null)
  const isPending = new Set(open.orders.map(({ orderId }) => orderId))
  for (const { orderId } of decisions) isPending.delete(orderId)
  for (const orderId of await namedByNoMoney(money))
    if (isPending.has(orderId)) left.push({ orderId, lineId: null, left: 'not-money' })
  for (const payment of payments.slice(0, batchSize)) {
    const outcome = await approve(money, payment, memory)
    if (outcome === 'approved') approved += 1
    else if (outcome !== null) left.push({ ...payment, left: outcome })
  }
  await keepReasons(money.pool, left)
  if (payments.length <= batchSize) memory.signature = signature
  return approved
}

/**
 * Why the order is left to people according to its own stream; null if it is not. The stream does
 * not know other orders' proofs.
 */
const reasonIn = (order: Order): LeftToPeople | null =>
  reasonToLook({
    isInsisted: order.isInsisted,
    isUndone: order.decisionUndone,
    isProposed: order.proposedBy !== null,
    hasOpenQuestion: hasOpenQuestion(order),
    hasSameProof: false,
  })

/** Returns why the order is left to people; null if there is nothing to do. */
const approve = async (
  money: OrderMoney,
  { orderId, lineId, totalKobo, paidKobo }: Decision,
  memory: AutoApprovalMemory,
): Promise<'approved' | LeftToPeople | null> => {
  const commandId = `auto-approve-${orderId}`
  const origin = {
    commandId,
    correlationId: commandId,
    at: money.now(),
    actor: { kind: 'system', id: 'auto-approve' },
  } as const
  let isNew = false
  let left: LeftToPeople | null = null
  const command = (order: Order) => {
    if (order.decisionUndone) memory.forPeople.add(orderId)
    isNew = true
    left = reasonIn(order)
    if (left !== null || order.erased || order.total * 100 !== totalKobo)
      throw conflict('This order needs a person')
    const evidence = { lines: [{ lineId, amountKobo: paidKobo }] }
    return { type: 'ApproveOrder', evidence, toleranceKobo: toleranceOf(money) } as const
  }
  try {
    await approveWithLines(money, orderId, { command, rule: 'code', origin })
    // If `command` was not called, the order was approved automatically before, and that approval
    // was undone.
    if (!isNew) memory.forPeople.add(orderId)
    return isNew ? 'approved' : 'undone'
  } catch (error) {
    // Someone else was faster, so there is nothing to do.
    if (!(error instanceof Rejected) || error.code === 'unavailable') throw error
    return left
  }
}

/** Runs `autoApprove`, unless another process runs it or an import is running. */
export const approveAlone = (money: OrderMoney, memory: AutoApprovalMemory): Promise<number> =>
  transaction(money.pool, async (connection) => {
    const isAlone =
      (await tryLockTransaction(connection, 'strand auto approval')) &&
      (await tryLockTransaction(connection, importsLock))
    return isAlone ? autoApprove(money, memory) : 0
  })

export const startAutoApproval = (money: OrderMoney) => {
  const memory = newMemory()
  return repeatRounds(
    async () => {
      await approveAlone(money, memory)
      return pause
    },
    { log: money.log, failing: 'nothing is approved automatically', warnEvery: 60_000 },
  )
}
