import type { BankLineRow } from '@strand/contracts/money/bank-line'
import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../shared/api/client.ts'
import { keyTargetOf } from '../../shared/browser/key-target.ts'
import { useBulkOutcome } from '../../shared/list/bulk/use-bulk-outcome.tsx'
import { useRowActions } from '../../shared/list/bulk/use-row-actions.ts'
import type { Selection } from '../../shared/list/bulk/use-selection.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { nameOfLine } from './name-of-line.ts'

/** A code, a reference or all names say so, and nothing else fits either of the two. */
export const isSure = ({ best }: BankLineRow): boolean =>
  best?.only === true && ['code', 'reference', 'names'].includes(best.rule)

/** The rows in hand: the sure ones are ticked from the start, and a person ticks and unticks. */
const useTicked = (rows: BankLineRow[]): Selection => {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isTicked = (row: BankLineRow) => row.best !== null && (ticks.get(row.lineId) ?? isSure(row))
  const ids = new Set(rows.filter(isTicked).map(({ lineId }) => lineId))
  const mark = (marked: readonly string[], on: boolean) =>
    setTicks((before) => new Map([...before, ...marked.map((id) => [id, on] as const)]))
  return {
    ids,
    toggle: (id) => mark([id], !ids.has(id)),
    toggleAll: (shown) => mark(shown, !shown.every((id) => ids.has(id))),
    set: (wanted) => {
      mark(
        rows.map(({ lineId }) => lineId),
        false,
      )
      mark(wanted, true)
    },
    forget: (gone) => mark(gone, false),
  }
}

/** What `j` and `k` step through: the button of each row, or its link where no order fits. */
const stepsOf = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].flatMap(
    (row) => row.querySelector<HTMLElement>('[data-approve]') ?? row.querySelector('th a') ?? [],
  )

const placeOf = (steps: HTMLElement[]): number => {
  const row = document.activeElement?.closest('[data-row]')
  return steps.findIndex((step) => row?.contains(step))
}

/** `j` and `k` go from row to row; Enter presses what is in focus, and `x` ticks the row. */
const useWorklistKeys = (on: boolean, toggle: (lineId: string) => void) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isEditable, isInDialog } = keyTargetOf(event)
      if (!on || isEditable || isInDialog || event.ctrlKey || event.metaKey || event.altKey) return
      const steps = stepsOf()
      const place = placeOf(steps)
      if (event.key === 'j') steps[Math.min(place + 1, steps.length - 1)]?.focus()
      else if (event.key === 'k') steps[Math.max(place - 1, 0)]?.focus()
      else if (event.key === 'x') {
        const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
        if (row) toggle(row)
      } else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/** After a row has left the list, the focus goes to the one that took its place. */
const useFocusNext = (rows: BankLineRow[]) => {
  const left = useRef<number | null>(null)
  const ids = rows.map(({ lineId }) => lineId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what it waits for
  useEffect(() => {
    if (left.current === null) return
    const steps = stepsOf()
    steps[Math.min(left.current, steps.length - 1)]?.focus()
    left.current = null
  }, [ids])
  return () => {
    left.current = Math.max(placeOf(stepsOf()), 0)
  }
}

/** Unmatched lines as work: each with its best order, the sure ones approved in one go. */
export const useWorklist = (rows: BankLineRow[], on: boolean) => {
  const selection = useTicked(rows)
  const outcome = useBulkOutcome<BankLineRow>(
    { singular: 'line', idOf: ({ lineId }) => lineId, nameOf: nameOfLine },
    rows,
  )
  const focusNext = useFocusNext(rows)
  const orderOf = new Map(rows.map(({ lineId, best }) => [lineId, best?.orderId ?? '']))
  const pairsOf = (ids: readonly string[]) =>
    ids.map((lineId) => ({ lineId, orderId: orderOf.get(lineId) ?? '' }))
  const { actOnAll, busy } = useRowActions<never, 'approve'>(
    {
      one: {},
      many: {
        approve: (ids) =>
          call(bankLineEndpoints.approveBankLines, { body: { lines: pairsOf(ids) } }),
      },
      titles: { approve: 'Approved' },
    },
    { queryKey: ordersKey },
    { onRefused: outcome.onRefused },
  )
  const approve = (ids: string[]) => {
    focusNext()
    void actOnAll('approve', ids, (refused) => selection.forget(refused.map(({ id }) => id)))
  }
  useWorklistKeys(on, selection.toggle)
  return { selection, approve, busy, outcome: outcome.dialog }
}
