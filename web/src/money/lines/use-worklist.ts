import type { BankLineRow, OfferedOrder } from '@strand/contracts/money/bank-line'
import { bankLineEndpoints } from '@strand/contracts/money/bank-line.endpoints'
import { mailOfEvent } from '@strand/contracts/order/mail-of-event'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { call } from '../../shared/api/client.ts'
import { keyTargetOf } from '../../shared/browser/key-target.ts'
import { useBulkOutcome } from '../../shared/list/bulk/use-bulk-outcome.tsx'
import type { Selection } from '../../shared/list/bulk/use-selection.ts'
import { offerUndo, undoTime } from '../../shared/order/undo/undo.ts'
import { ordersKey } from '../../shared/server-state/order-queries.ts'
import { useBusyRows, useCommand } from '../../shared/server-state/use-command.ts'
import { type LineForm, openLineOf } from '../line-address.ts'
import { isSure } from './is-sure.ts'
import { nameOfLine } from './name-of-line.ts'

/**
 * The ticked rows. Rows with a sure match start ticked, and the user can change every tick. A tick
 * belongs to a pair of line and order. If another order becomes the best, the user's tick no longer
 * counts, because nobody has checked the new pair yet.
 */
const useTicked = (
  rows: BankLineRow[],
  chosenOf: (row: BankLineRow) => OfferedOrder | null,
): Selection => {
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map())
  const pairs = new Map(
    rows.map((row) => [row.lineId, `${row.lineId} ${chosenOf(row)?.orderId ?? ''}`]),
  )
  const isTicked = (row: BankLineRow) =>
    row.best !== null && (ticks.get(pairs.get(row.lineId) ?? '') ?? isSure(row))
  const ids = new Set(rows.filter(isTicked).map(({ lineId }) => lineId))
  const mark = (marked: readonly string[], on: boolean) =>
    setTicks(
      (before) => new Map([...before, ...marked.map((id) => [pairs.get(id) ?? id, on] as const)]),
    )
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

/**
 * The elements that `j` and `k` move between: each row's approve button or, if no order fits, the
 * row's link.
 */
const stepsOf = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-row]')].flatMap(
    (row) => row.querySelector<HTMLElement>('[data-approve]') ?? row.querySelector('th a') ?? [],
  )

const placeOf = (steps: HTMLElement[]): number => {
  const row = document.activeElement?.closest('[data-row]')
  return steps.findIndex((step) => row?.contains(step))
}

/** The orders that the number keys choose. Empty if there is only the best order. */
export const choicesOf = ({ best, others }: BankLineRow): OfferedOrder[] =>
  best === null || best.only || others.length === 0 ? [] : [best, ...others]

/**
 * Whether a person must look at the order before it is approved, so that one press is not enough.
 * Either the order itself gives a reason, or the line may pay for an order that was already approved.
 */
const needsLook = ({ approved }: BankLineRow, order: OfferedOrder): boolean =>
  order.leftToPeople !== null || (approved !== null && !order.only)

export const worklistKeys = [
  { key: 'a', text: 'Go to “Match and approve” for all ticked lines; Enter presses it' },
  { key: 'j', text: 'Next line' },
  { key: 'k', text: 'Previous line' },
  { key: 'Enter', text: 'Match and approve the line' },
  { key: '1 to 9', text: 'Choose another order' },
  { key: 'x', text: 'Tick or untick the line' },
  { key: 'm', text: 'Match by hand' },
  { key: 'o', text: 'Mark it as owed back' },
  { key: 's', text: 'Set it aside' },
  { key: 'z', text: 'Undo the latest change' },
  { key: '/', text: 'Search' },
  { key: '?', text: 'Show these keys' },
]

/**
 * `on`: whether the list has shortcuts. `singleKeys`: whether the user has left single-key
 * shortcuts on.
 */
type Keys = { on: boolean; singleKeys: boolean }

type RowKeys = {
  undo: () => void
  help: () => void
  toggle: (lineId: string) => void
  choose: (lineId: string, number: number) => void
  /** Opens this form if the line allows it. */
  open: (lineId: string, form: LineForm) => void
}

const formKeys: Record<string, LineForm> = { m: 'match', o: 'owe', s: 'setaside' }

/**
 * `j` and `k` move between rows, and Enter presses the focused button. `1` to `9` choose an order,
 * `x` ticks the row, and `m`, `o` and `s` open its forms. `a` moves to the button for all ticked
 * rows, `z` undoes, and `?` lists the keys.
 */
const useWorklistKeys = (
  { on, singleKeys }: Keys,
  { undo, help, toggle, choose, open }: RowKeys,
) => {
  // In a layout effect, so that a key never acts on rows from an earlier render.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { isEditable, isInDialog } = keyTargetOf(event)
      if (!on || isEditable || isInDialog || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key !== '?' && !singleKeys) return
      const steps = stepsOf()
      const place = placeOf(steps)
      if (event.key === '?') help()
      else if (event.key === 'z') undo()
      else if (event.key === 'j') steps[Math.min(place + 1, steps.length - 1)]?.focus()
      else if (event.key === 'k') steps[Math.max(place - 1, 0)]?.focus()
      else if (event.key === 'a')
        document.querySelector<HTMLElement>('[data-approve-ticked]')?.focus()
      else {
        const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
        if (row === undefined) return
        const form = formKeys[event.key]
        if (event.key === 'x') toggle(row)
        else if (/^[1-9]$/.test(event.key)) choose(row, Number(event.key))
        else if (form) open(row, form)
        else return
      }
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}

/**
 * In milliseconds: the wait before moving the focus. When a row disappears, the list first moves
 * the focus by its own rules, which do not know about the shortcuts.
 */
const afterOthers = 60

/**
 * Once the row that the user dealt with has left the list, and its form has closed, moves the focus
 * to the row that took its place. If the row stays, the closing dialog returns the focus to it.
 */
const useFocusNext = (rows: BankLineRow[]) => {
  const [params] = useSearchParams()
  const isOpen = openLineOf(params).lineId !== null
  const acted = useRef<{ lineIds: readonly string[]; place: number } | null>(null)
  const ids = rows.map(({ lineId }) => lineId).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits for the rows to change
  useEffect(() => {
    const last = acted.current
    const shown = new Set(rows.map(({ lineId }) => lineId))
    if (isOpen || last === null || last.lineIds.every((id) => shown.has(id))) return
    const timer = setTimeout(() => {
      acted.current = null
      const active = document.activeElement
      const steps = stepsOf()
      // The user has already moved the focus to a row.
      if (steps.some((step) => step === active)) return
      // When the dialog closed, the focus may have gone to the heading or to one of these buttons.
      const isLost = active?.closest(
        'main h1, .list-cell-menu, [data-approve-ticked], [data-select-all]',
      )
      if (active === document.body || isLost) steps[Math.min(last.place, steps.length - 1)]?.focus()
    }, afterOthers)
    return () => clearTimeout(timer)
  }, [isOpen, ids])
  return (lineIds: readonly string[]) => {
    acted.current = { lineIds, place: Math.max(placeOf(stepsOf()), 0) }
  }
}

/**
 * Approves each order with its line, and offers to undo all of the approvals together. `notice` is
 * set for outcomes that the undo bar cannot show: an order waits for a second person, or the time
 * for an undo ended before the answer arrived.
 */
const approveLines = async (lines: { lineId: string; orderId: string }[]) => {
  const since = performance.now()
  const answer = await call(bankLineEndpoints.approveBankLines, { body: { lines } })
  const orders = lines.flatMap(({ lineId, orderId }) => {
    const position = answer.positions[lineId]
    return position === undefined ? [] : [[orderId, position] as const]
  })
  const isMailed = mailOfEvent({ type: 'OrderApproved' }) !== null
  offerUndo({ orders: Object.fromEntries(orders), title: 'Approved', isMailed }, since)
  const isProposed = answer.result.length > orders.length
  const isLate = orders.length > 0 && performance.now() > since + undoTime
  const title = isProposed ? 'Approved, waiting for a second person' : 'Approved'
  const notice = isProposed || isLate ? { title, text: answer.responseMessage } : null
  return { ...answer, notice }
}

/**
 * The worklist of unmatched lines: the chosen order of each line, the ticks, and the approval of
 * all ticked lines at once.
 */
export const useWorklist = (
  rows: BankLineRow[],
  keys: Keys,
  open: (row: BankLineRow, form: LineForm) => void,
  help: () => void,
) => {
  const outcome = useBulkOutcome<BankLineRow>(
    { singular: 'line', idOf: ({ lineId }) => lineId, nameOf: nameOfLine },
    rows,
  )
  const focusNext = useFocusNext(rows)
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const choose = (lineId: string, orderId: string) =>
    setChosen((before) => new Map([...before, [lineId, orderId]]))
  /** The order for a line: the user's choice if it is still offered, otherwise the best order. */
  const chosenOf = (row: BankLineRow): OfferedOrder | null =>
    choicesOf(row).find(({ orderId }) => orderId === chosen.get(row.lineId)) ?? row.best
  const selection = useTicked(rows, chosenOf)
  const orderOf = new Map(rows.map((row) => [row.lineId, chosenOf(row)?.orderId ?? '']))
  const { attempt } = useCommand({
    send: async ({ lines }: { rows: string[]; lines: { lineId: string; orderId: string }[] }) => {
      const answer = await approveLines(lines)
      selection.forget(answer.failed.map(({ id }) => id))
      outcome.onRefused(answer.failed)
      return answer
    },
    success: ({ notice }) => notice,
    situation: 'action',
    invalidates: { queryKey: ordersKey },
  })
  const busy = useBusyRows(ordersKey)
  /** The line and order that the next press approves, although a person had to look first. */
  const [warned, setWarned] = useState('')
  const isWarned = (lineId: string) => warned === `${lineId} ${orderOf.get(lineId)}`
  /** Approves a row's order, at the second press if a person has to look at it first. */
  const approveRow = (row: BankLineRow) => {
    const { lineId } = row
    const order = chosenOf(row)
    if (!order) return
    if (needsLook(row, order) && !isWarned(lineId)) setWarned(`${lineId} ${order.orderId}`)
    else approve([lineId])
  }
  const approve = (ids: string[]) => {
    focusNext(ids)
    const lines = ids.map((lineId) => ({ lineId, orderId: orderOf.get(lineId) ?? '' }))
    void attempt({ rows: ids, lines })
  }
  const openForm = (lineId: string, form: LineForm, likely: 'chosen' | 'approved' = 'chosen') => {
    const row = rows.find((one) => one.lineId === lineId)
    if (!row) return
    focusNext([lineId])
    open({ ...row, best: likely === 'approved' ? null : chosenOf(row) }, form)
  }
  useWorklistKeys(keys, {
    undo: () => document.querySelector<HTMLElement>('.undo-bar .button')?.click(),
    help,
    toggle: selection.toggle,
    choose: (lineId, number) => {
      const row = rows.find((one) => one.lineId === lineId)
      const choice = row && choicesOf(row)[number - 1]
      if (choice) choose(lineId, choice.orderId)
    },
    open: (lineId, form) => openForm(lineId, form),
  })
  return {
    selection,
    approve,
    approveRow,
    isWarned,
    chosenOf,
    choose,
    openForm,
    busy,
    outcome: outcome.dialog,
  }
}

export type Worklist = ReturnType<typeof useWorklist>
