type Row = { orderid: string }

/** The rows in the order of review: without decided orders, and with postponed orders last. */
export const queueOf = <R extends Row>(
  listed: readonly R[],
  further: readonly R[],
  gone: ReadonlySet<string>,
  later: readonly string[],
): R[] => {
  const ids = new Set(listed.map(({ orderid }) => orderid))
  const all = [...listed, ...further.filter(({ orderid }) => !ids.has(orderid))]
  const rows = all.filter(({ orderid }) => !gone.has(orderid))
  const place = (row: R) => later.indexOf(row.orderid)
  const postponed = rows.filter((row) => place(row) >= 0).sort((a, b) => place(a) - place(b))
  return [...rows.filter((row) => place(row) < 0), ...postponed]
}

/**
 * The index of the next row in the given direction that no colleague is looking at. If there is no
 * such row, the current index.
 */
export const stepFrom = (
  rows: readonly Row[],
  index: number,
  by: 1 | -1,
  lookedAt: ReadonlyMap<string, string>,
): number => {
  for (let to = index + by; to >= 0 && to < rows.length; to += by)
    if (!lookedAt.has(rows[to]?.orderid ?? '')) return to
  return Math.max(index, 0)
}
