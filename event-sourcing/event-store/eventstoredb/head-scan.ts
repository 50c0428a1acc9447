import { BACKWARDS, type Direction } from '@eventstore/db-client'
import { unavailable } from '../../errors.ts'
import { beginning, type Position } from '../event-store.ts'
import { isOfTheLog, positionOf, type RawEvent } from './events.ts'

export type ReadPage = (
  position: Position | null,
  maxCount: number,
  direction?: Direction,
) => Promise<RawEvent[]>

const maxPageSize = 1_000
const nothingScanned = { head: beginning, scanned: beginning }

/**
 * Finds the position of the log's last event by reading EventStoreDB's own log backwards from its
 * end. After the last event there are only EventStoreDB's own events, which later scans do not read
 * again.
 */
export const openHeadScan = (readPage: ReadPage) => {
  /** `head` is the position of the last event at or before `scanned`. */
  let lastScan = nothingScanned

  return async (): Promise<Position> => {
    let top: Position | null = null
    let before: Position | null = null
    for (let page = 1; ; page = Math.min(page * 10, maxPageSize)) {
      const raws = await readPage(before, page, BACKWARDS)
      const [first] = raws
      const last = raws.at(-1)
      if (!first || !last) break
      // If the log ends earlier than before, it was restored from a backup.
      if (positionOf(first) < lastScan.scanned && top === null) lastScan = nothingScanned
      top ??= positionOf(first)
      const found = raws.find((raw) => isOfTheLog(raw) || positionOf(raw) <= lastScan.scanned)
      if (found) {
        const position = positionOf(found)
        const head = position <= lastScan.scanned ? lastScan.head : position
        lastScan = { head, scanned: top }
        return head
      }
      before = positionOf(last)
    }
    // If a closing server cuts a read short, the read ends as if it were complete. So compare the
    // last page with the log's oldest event: the scan must have reached that event.
    const [oldest] = await readPage(null, 1)
    if (oldest && (before === null || positionOf(oldest) < before)) {
      throw unavailable('The event log', new Error('a read was cut short'))
    }
    if (top !== null) lastScan = { head: beginning, scanned: top }
    return beginning
  }
}
