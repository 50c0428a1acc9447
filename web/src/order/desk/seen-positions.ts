import { useEffect } from 'react'

type Shown = { orderid: string; position: string }

/** The position of each order as this tab showed it last. */
const positions = new Map<string, string>()

export const noteShown = (rows: readonly Shown[]): void => {
  for (const { orderid, position } of rows) positions.set(orderid, position)
}

/** For a list or a queue: the next command on it has seen what it shows. */
export const useNoteShown = (rows: readonly Shown[] | undefined): void =>
  useEffect(() => {
    noteShown(rows ?? [])
  }, [rows])

/** The header that names the state of an order that the user decided on. */
export const seenHeader = (position: string | undefined): { headers?: Record<string, string> } =>
  position === undefined ? {} : { headers: { 'x-seen-position': position } }

/** Undefined for an order that this tab has not shown. */
export const shownPosition = (orderId: string) => positions.get(orderId)

export const seenOf = (orderId: string) => seenHeader(positions.get(orderId))

/** The body of a bulk command. */
export const bulkOf = (ids: string[]) => {
  const known = ids.flatMap((id) => {
    const position = positions.get(id)
    return position === undefined ? [] : [[id, position]]
  })
  return { ids, positions: Object.fromEntries(known) as Record<string, string> }
}
