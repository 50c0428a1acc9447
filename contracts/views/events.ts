import { z } from 'zod'
import { defineEvent, type EventsOf, eventCodec } from '../event-codec.ts'
import { givenText } from '../text.ts'

export const viewStream = (viewId: string) => `view-${viewId}`

const data = z.object({
  viewId: z.uuid(),
  list: givenText.describe('The list that the view shows.'),
})

/**
 * A view is stored as a row. Events only record that a shared view was saved, changed or removed,
 * not what it contains.
 */
export const viewEvents = eventCodec('view-{viewId}', [
  defineEvent('ViewShared', 'Staff saved a view of a list for everyone.', data),
  defineEvent('SharedViewChanged', 'Staff changed a shared view.', data),
  defineEvent('SharedViewRemoved', 'Staff deleted a shared view, or made it private again.', data),
])
export type ViewEvent = EventsOf<typeof viewEvents>
