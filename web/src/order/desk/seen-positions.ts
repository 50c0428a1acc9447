import { useEffect } from 'react'

type Shown = { orderid: string; position: string }

const positions = new Map<string, string>()

export const noteShown = (rows: readonly Shown[]): void => {
  for (const { orderid, position } of rows) positions.set(orderid, position)
}

/**
 * Records that the user has seen the list's rows in their current state. The next command about an
 * order sends the recorded position.
 */
export const useNoteShown = (rows: readonly Shown[] | undefined): void =>
  useEffect(() => {
    noteShown(rows ?? [])
  }, [rows])

/** The header that tells the server at which log position the user saw the order. */
export const seenHeader = (position: string | undefined): { headers?: Record<string, string> } =>
  position === undefined ? {} : { headers: { 'x-seen-position': position } }

/** The recorded position of an order; undefined if this tab has not shown the order. */
export const shownPosition = (orderId: string) => positions.get(orderId)

export const seenOf = (orderId: string) => seenHeader(positions.get(orderId))

export const bulkOf = (ids: string[]) => {
  const known = ids.flatMap((id) => {
    const position = positions.get(id)
    return position === undefined ? [] : [[id, position]]
  })
  return { ids, positions: Object.fromEntries(known) as Record<string, string> }
}
