import type { RecordedEvent } from '@strand/event-sourcing/event-store/event-store'

/**
 * Reads a batch while the previous one is being written; without this, a rebuild takes a tenth
 * longer. The read starts only once that write has begun (`whileWriting`), because before then
 * Postgres is waiting for this thread, which the current batch needs. A batch that differs from the
 * announced one, for example because it comes in parts after a failure, is read again. So is a
 * batch that is retried, because this time the read may succeed.
 */
export const prefetchingReader = <Batch>(read: (recorded: RecordedEvent[]) => Promise<Batch>) => {
  let prefetched: { recorded: RecordedEvent[]; batch: Promise<Batch> } | undefined
  let upcoming: RecordedEvent[] | undefined
  let isWriting = false
  const startPrefetch = () => {
    if (!upcoming || !isWriting) return
    const batch = read(upcoming)
    // The failure only matters if `read` asks for this batch.
    batch.catch(() => {})
    prefetched = { recorded: upcoming, batch }
    upcoming = undefined
  }
  return {
    prefetch: (recorded: RecordedEvent[]) => {
      upcoming = recorded
      startPrefetch()
    },
    read: (recorded: RecordedEvent[]): Promise<Batch> => {
      const same =
        prefetched?.recorded.length === recorded.length &&
        prefetched.recorded.at(-1) === recorded.at(-1)
      if (!prefetched || !same) return read(recorded)
      const { batch } = prefetched
      prefetched = undefined
      return batch
    },
    whileWriting: async (writing: Promise<unknown>) => {
      isWriting = true
      startPrefetch()
      await writing.finally(() => {
        isWriting = false
      })
    },
  }
}
