import type { MatchingRule } from '@strand/contracts/money/matching/candidate'
import type { Origin } from '@strand/platform/http/command-origin'
import { orderDecider } from '../decider.ts'
import { linesOf } from '../decisions/approval-state.ts'
import type { OrderCommand } from '../decisions/command.ts'
import type { Order } from '../state.ts'
import { carryOut, planMatches } from './lines.ts'
import { lockingForLines, noting, type OrderMoney } from './order-money.ts'

type ApproveOrder = Extract<OrderCommand, { type: 'ApproveOrder' }>

export type Approval = {
  /** The command for the order's state, once per attempt; may refuse it. */
  command: (order: Order) => Promise<ApproveOrder> | ApproveOrder
  /** Of the match, if it is known already. */
  rule?: MatchingRule
  origin: Origin
  /** The position of the row that the caller saw. */
  seen?: string | undefined
}

/**
 * Approves an order and matches the lines of its evidence: the lines first, so that no other order
 * takes them, and then the order. A proposal matches nothing yet. What would be refused anyway writes
 * nothing, and a refusal in the middle frees what this command matched. Decision 217.
 */
export const approveOrder = (
  money: OrderMoney,
  orderId: string,
  { command, rule, origin, seen }: Approval,
) =>
  lockingForLines(money, orderId, (lock) =>
    noting(
      money,
      (begin) =>
        money.handle(
          orderId,
          async (order) => {
            const approval = await command(order)
            const [event] = orderDecider.decide(approval, order)
            const isProposal = event?.type === 'OrderApprovalProposed'
            if (!isProposal && event?.type !== 'OrderApproved') return approval
            const lines = linesOf(event.data.evidence)
            if (lines.length === 0) return approval
            lock()
            const approving = origin.commandId
            const plan = await planMatches(money, orderId, lines, { approving, rule })
            if (isProposal) return approval
            await begin({ kind: 'approve', orderId, approving, lines, origin })
            await carryOut(money, plan, origin)
            return approval
          },
          origin,
          seen,
        ),
      ({ events }) => events[0]?.type === 'OrderApproved',
    ),
  )
