import { normalizeOrderId } from '@strand/contracts/order/id'
import type { Shipment } from '@strand/contracts/order/shipment'

/** Reads the cells of a line, without any order id: `waybill`, or `carrier, waybill`. */
const parcelIn = (cells: string[]): Shipment => ({
  carrier: cells.slice(0, -1).join(' ').trim(),
  waybill: cells.at(-1) ?? '',
})

/**
 * Reads a pasted list of parcels. A line belongs to the order that it names. A line without an
 * order id belongs to the next of `orderIds` that no line names. Here, empty lines count, so that
 * the lines after them go to the right orders; but they are ignored if, without them, there is
 * exactly one line for each remaining order.
 *
 * @returns by order id, the `parcels` and the `lines` that they were read from; and in `left`, the
 *   lines that belong to no order. The carrier or waybill is empty if the line has none.
 */
export const parcelsIn = (pasted: string, orderIds: readonly string[]) => {
  const lines = pasted
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.trim())
  const known = new Set(orderIds)
  const parcels = new Map<string, Shipment>()
  const lineOf = new Map<string, string>()
  const unnamed: [line: string, parcel: Shipment][] = []
  for (const line of lines) {
    const isTable = /[\t,;]/.test(line)
    const cells = line.split(isTable ? /[\t,;]/ : /\s+/).map((cell) => cell.trim())
    const named = normalizeOrderId(cells[0] ?? '')
    if (named && known.has(named)) {
      parcels.set(named, parcelIn(cells.slice(1)))
      lineOf.set(named, line)
    } else unnamed.push([line, isTable ? parcelIn(cells) : { carrier: '', waybill: line }])
  }
  const next = orderIds.filter((id) => !parcels.has(id))
  const filled = unnamed.filter(([line]) => line !== '')
  const inPlace = filled.length === next.length ? filled : unnamed
  const left: string[] = []
  for (const [nth, [line, parcel]] of inPlace.entries()) {
    const id = next[nth]
    if (id) {
      parcels.set(id, parcel)
      lineOf.set(id, line)
    } else if (line !== '') left.push(line)
  }
  return { parcels, lines: lineOf, left }
}
