import type { MatchingRule } from '@strand/contracts/money/matching/candidate'
import type { Origin } from '@strand/platform/http/command-origin'
import { linesOf } from '../decisions/approval-state.ts'
import type { OrderCommand } from '../decisions/command.ts'
import type { Order } from '../state.ts'
import { matchLines, planMatches } from './lines.ts'
import { changeWithLines, type OrderMoney } from './order-money.ts'

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
  changeWithLines(money, orderId, {
    command,
    origin,
    seen,
    changeLines: async ({ events: [event], lock, begin }) => {
      const isProposal = event?.type === 'OrderApprovalProposed'
      if (!isProposal && event?.type !== 'OrderApproved') return 'append'
      const lines = linesOf(event.data.evidence)
      if (lines.length === 0) return 'append'
      if (await lock()) return 'look again'
      const approving = origin.commandId
      const plan = await planMatches(money, orderId, lines, { approving, rule })
      if (isProposal) return 'append'
      await begin({ kind: 'approve', orderId, approving, lines, origin })
      await matchLines(money, plan, origin)
      return 'append'
    },
    isWhole: ([event]) => event?.type === 'OrderApproved',
  })
