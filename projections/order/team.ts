import type { OrderEvent } from '@strand/contracts/order/events'
import type { Mention } from './mentions.ts'
import { addSearchText, type SearchBatch } from './search-text.ts'

/** What an order's state says about the people who work on it. */
export type TeamState = {
  notes: number
  /** The latest. */
  note: string
  assignee: string | null
  /** Counts while the order is pending. */
  proposed_by: string | null
}

export const newTeamState: TeamState = { notes: 0, note: '', assignee: null, proposed_by: null }

/** The part of a batch that changes besides the state. */
export type TeamBatch = SearchBatch & { mentions: Mention[] }

/** @param note its text, and whether anybody can still read it */
export const foldTeamEvent = (
  batch: TeamBatch,
  state: TeamState,
  event: OrderEvent,
  { at, position, by }: { at: string; position: string; by: string },
  note: { text: string; isReadable: boolean },
) => {
  const { orderId } = event.data
  switch (event.type) {
    case 'OrderNoteAdded': {
      state.notes += 1
      state.note = note.text
      for (const user_id of event.data.mentions)
        if (user_id !== by)
          batch.mentions.push({ user_id, position, order_id: orderId, at, author: by })
      if (note.isReadable) addSearchText(batch, orderId, note.text)
      return
    }
    case 'OrderAssigned':
      state.assignee = event.data.to
      return
    case 'OrderApprovalProposed':
      state.proposed_by = by
      return
    case 'OrderApprovalWithdrawn':
      state.proposed_by = null
  }
}
