import type { Loop } from './loop.ts'
import type { Lease } from './processor.ts'

/** Milliseconds between two announcements of events that the processor only skips. */
const announcePause = 20

/** Tells other processes how far the processor is; nothing while it builds. */
export const openAnnouncer = ({ processor, connection, state }: Lease, loop: Loop) => {
  let announcedAt = 0
  let scheduled = false

  const announce = async () => {
    announcedAt = Date.now()
    const announcement =
      state.mode === 'building' ? null : processor.announcement(state.position, state.parked)
    if (announcement) await connection.query(announcement)
  }

  return {
    announce,
    /** Announces at once, or together with the events skipped in the next few milliseconds. */
    announceSoon: async () => {
      const wait = announcedAt + announcePause - Date.now()
      if (wait <= 0) return announce()
      if (scheduled) return
      scheduled = true
      setTimeout(() => {
        scheduled = false
        void loop.run(announce)
      }, wait)
    },
    /** A commit has announced the position. */
    announced: () => {
      announcedAt = Date.now()
    },
  }
}

export type Announcer = ReturnType<typeof openAnnouncer>
