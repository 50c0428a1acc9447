import { expect, test } from 'vitest'
import { logParts } from './log-parts.ts'

const entry = { lines: [], person: null }

test("an order's id in a log entry links to the order", () => {
  expect(logParts({ ...entry, process: 'Approved order 7K3Q-ZM9X-WD4T' })).toEqual([
    { text: 'Approved order ' },
    { text: '7K3Q-ZM9X-WD4T', to: '/dashboard/orders/7K3Q-ZM9X-WD4T' },
  ])
})

test('transactions and people link to their pages, even if two have the same text', () => {
  const text = 'transaction of ₦500 on 12 Nov 2026'
  const lines = ['one', 'two'].map((lineid) => ({ lineid, on: '2026-11-12', text }))
  expect(logParts({ ...entry, lines, process: `Merged the ${text} into the ${text}` })).toEqual([
    { text: 'Merged the ' },
    { text, to: '/dashboard/money?line=one&on=2026-11-12' },
    { text: ' into the ' },
    { text, to: '/dashboard/money?line=two&on=2026-11-12' },
  ])
  const person = { email: 'tola@strand.example', text: 'Tola Bello' }
  expect(logParts({ ...entry, person, process: 'Archived user "Tola Bello"' })).toEqual([
    { text: 'Archived user "' },
    { text: 'Tola Bello', to: '/dashboard/users?email=tola%40strand.example' },
    { text: '"' },
  ])
})

test('an entry that names nothing has no link', () => {
  expect(logParts({ ...entry, process: 'Signed in' })).toEqual([{ text: 'Signed in' }])
})
