import type { BankLineRow } from '@strand/contracts/money/bank-line'
import { bankLineWith } from '@strand/contracts/money/testing/bank-line'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { BestOrder } from './best-order.tsx'
import { LineStatus } from './line-status.tsx'

/** A line of ₦5,000, of which ₦2,000 is owed back, with the given changes. */
const lineOf = (changes: Partial<BankLineRow> = {}): BankLineRow => ({
  ...bankLineWith({ allocatedKobo: 200_000 }),
  best: null,
  others: [],
  approved: null,
  stillOwedKobo: 200_000,
  ...changes,
})

const textOf = (part: typeof LineStatus | typeof BestOrder, line: BankLineRow) =>
  renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement<{ line: BankLineRow }>(part, { line })),
  )
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('a line says what is owed back of it, what was paid back, and what is left', () => {
  const status = (changes: Partial<BankLineRow>) => textOf(LineStatus, lineOf(changes))
  const whole = { status: 'matched', allocatedKobo: 500_000 } as const
  const order = [{ orderId: 'ORDER-1', amountKobo: 300_000 }]
  expect(status({ allocatedKobo: 0, stillOwedKobo: 0 })).toBe('Unmatched')
  expect(status({})).toBe('₦2,000 is owed back ₦3,000 is left')
  expect(status({ stillOwedKobo: 0 })).toBe('₦2,000 was paid back ₦3,000 is left')
  expect(status({ ...whole, stillOwedKobo: 500_000 })).toBe('Owed back')
  expect(status({ ...whole, stillOwedKobo: 100_000 })).toBe('₦1,000 is still owed back')
  expect(status({ ...whole, stillOwedKobo: 0 })).toBe('Paid back')
  expect(status({ ...whole, allocations: order })).toBe('ORDER-1 ₦2,000 is owed back')
  expect(textOf(BestOrder, lineOf())).toBe('No order fits the ₦3,000 that is left')
  expect(textOf(BestOrder, lineOf({ allocatedKobo: 0 }))).toBe('No order fits')
})

test('a line that no pending order fits shows the approved order that it names or fits', () => {
  const signals = {
    code: true,
    reference: false,
    amount: false,
    names: true,
    history: false,
    time: true,
  }
  const order = {
    orderId: 'ORDER-1',
    customer: 'Ada Obi',
    status: 'confirmed',
    rule: 'difference',
    signals,
  } as const
  const shown = (dueKobo: number) => textOf(BestOrder, lineOf({ approved: { ...order, dueKobo } }))
  expect(shown(0)).toMatch(/^ORDER-1 Ada Obi confirmed ✓ code .*All of its money has already come$/)
  expect(shown(500_000)).toMatch(/Approved, but ₦5,000 of its money is not matched$/)
})
