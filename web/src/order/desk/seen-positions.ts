import { useEffect } from 'react'

type Shown = { orderid: string; position: string }

const positions = new Map<string, string>()

export const noteShown = (rows: readonly Shown[]): void => {
  for (const { orderid, position } of rows) positions.set(orderid, position)
}

/** Records a list's rows as seen, for the next command on them. */
export const useNoteShown = (rows: readonly Shown[] | undefined): void =>
  useEffect(() => {
    noteShown(rows ?? [])
  }, [rows])

/** The header that names the position of the order as the user saw it when deciding. */
export const seenHeader = (position: string | undefined): { headers?: Record<string, string> } =>
  position === undefined ? {} : { headers: { 'x-seen-position': position } }

/** Undefined for an order that this tab has not shown. */
export const shownPosition = (orderId: string) => positions.get(orderId)

export const seenOf = (orderId: string) => seenHeader(positions.get(orderId))

export const bulkOf = (ids: string[]) => {
  const known = ids.flatMap((id) => {
    const position = positions.get(id)
    return position === undefined ? [] : [[id, position]]
  })
  return { ids, positions: Object.fromEntries(known) as Record<string, string> }
}
