import type { OrderRow } from '@strand/contracts/order/staff'
import { useAdmin } from '../../shared/session/session.ts'
import './team.css'

type Team = Pick<OrderRow, 'proposal' | 'assignee' | 'notes' | 'note'>

/** Whether the user gave the first approval, so that only a colleague can give the second. */
export const useIsOwnProposal = () => {
  const { userid } = useAdmin()
  return ({ proposal }: Pick<OrderRow, 'proposal'>) => proposal?.userid === userid
}

export const Proposal = ({ order }: { order: Pick<OrderRow, 'proposal'> }) => {
  const isOwn = useIsOwnProposal()
  if (!order.proposal) return null
  return (
    <span className="team-proposal">
      {isOwn(order)
        ? 'Waiting for a second person'
        : `${order.proposal.name} proposed this · needs a second person`}
    </span>
  )
}

/**
 * What the team should know about an order: its first approval and the reason, its assignee, and
 * the latest note.
 */
export const TeamMarks = ({ order }: { order: Team }) => {
  const { userid } = useAdmin()
  const { proposal, assignee, notes, note } = order
  return (
    <>
      <Proposal order={order} />
      {proposal && proposal.reason !== '' && (
        <span className="team-mark team-reason">Without money: {proposal.reason}</span>
      )}
      {assignee && (
        <span className="team-mark">
          {assignee.userid === userid ? 'Assigned to you' : `Assigned to ${assignee.name}`}
          {assignee.archived && ' (archived)'}
        </span>
      )}
      {notes > 0 && (
        <span className="team-mark team-note" title={note}>
          {notes === 1 ? 'Note' : `${notes} notes`}: {note}
        </span>
      )}
    </>
  )
}
