import type { Announcer } from './announcer.ts'
import type { Checkpointer } from './checkpointer.ts'
import { transition } from './mode.ts'
import type { Lease } from './processor.ts'

/** Milliseconds for which the log's head, once asked for, counts as known. */
const headAge = 1_000

/** Whether the processor is at the log's head, which may keep moving; false while it is unknown. */
export const isAtHead = async ({ eventStore, state }: Lease): Promise<boolean> => {
  // Asked for anew also where it is far: the log may have been replaced by a shorter one.
  if (Date.now() - state.headAt > headAge) {
    const head = await eventStore.headPosition().catch(() => undefined)
    if (head === undefined) return false
    state.head = head
    state.headAt = Date.now()
  }
  if (state.position < state.head) return false
  state.caughtUpAt = Date.now()
  return true
}

/** Ends a rebuild: once at the log's head, this version serves in place of the one before. */
export const takeOverWhenReady = async (
  lease: Lease,
  { checkpointer, announcer }: { checkpointer: Checkpointer; announcer: Announcer },
): Promise<void> => {
  const { processor, connection, state } = lease
  if (state.mode !== 'building' || !(await isAtHead(lease))) return
  if (!(await processor.takeOver?.(connection, state.position))) return
  transition(state, 'serving')
  await checkpointer.save()
  await announcer.announce()
}
