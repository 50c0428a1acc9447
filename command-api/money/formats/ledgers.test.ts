import type { StatementMapping } from '@strand/contracts/money/statement'
import { Rejected } from '@strand/event-sourcing/errors'
import { random, seed } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, it } from 'vitest'
import { readStatement } from './read-statement.ts'

const below = (limit: number) => Math.floor(random() * limit)
const pick = <T>(from: readonly T[]): T => {
  const one = from[below(from.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

type Entry = { day: string; kobo: number; balanceKobo: number; narration: string }

/** Customers' texts, with words that banks also use for rows that are not transfers. */
const remarks = [
  ...['shoes final balance', 'opening balance', 'balance b/f', 'TOTAL', 'total for wig, 2 pieces'],
  ...[
    'TOTAL ENERGIES',
    'closing balance of hair',
    'brought forward',
    'CR',
    'debit',
    'Transfer Out',
  ],
  ...['order 12/11/2026', '5,000.00', 'NGN 500', 'USD wig', 'pending order', 'paid "in" full'],
]
const names = ['ADA OBI', 'BOLA ADE', 'TOTAL NIGERIA PLC', 'BALANCE OGUN', 'CREDIT EZE']

/** The first date fits both orders of day and month (`05/11`); the last fits only one (`20/11`). */
const ledger = (): Entry[] => {
  let balanceKobo = 10_000_000
  const count = 3 + below(6)
  return Array.from({ length: count }, (_, at) => {
    const number = at === 0 ? 1 + below(10) : at === count - 1 ? 13 + below(14) : 11 + below(2)
    const kobo = (random() < 0.6 ? 1 : -1) * (100 + below(900_000))
    balanceKobo += kobo
    const narration = `${kobo > 0 ? 'NIP FROM' : 'TRF TO'} ${pick(names)}/${pick(remarks)}`
    return { day: `2026-11-${String(number).padStart(2, '0')}`, kobo, balanceKobo, narration }
  })
}

const slashes = (day: string) => day.split('-').reverse().join('/')
/**
 * The ways in which files write a day; the last is what Excel with American settings makes of it.
 */
const dayShapes: Record<string, (day: string) => string> = {
  iso: (day) => day,
  slashes,
  named: (day) => `${Number(day.slice(8))} Nov 2026`,
  yearFirst: (day) => `2026 Nov ${day.slice(8)} 00:30:15`,
  weekday: (day) => `${new Date(day).toUTCString().slice(0, 16)}`,
  turned: (day) => (day > '2026-11-12' ? slashes(day) : `2026-${day.slice(8)}-11`),
}

const naira = (kobo: number) => (kobo / 100).toFixed(2)
const incoming = ({ kobo }: Entry) => (kobo > 0 ? naira(kobo) : '')
const outgoing = ({ kobo }: Entry) => (kobo < 0 ? naira(-kobo) : '')
const unsigned = ({ kobo }: Entry) => naira(Math.abs(kobo))
const text = ({ narration }: Entry) => narration
const left = ({ balanceKobo }: Entry) => naira(balanceKobo)
const word = (came: string, went: string) => (entry: Entry) => (entry.kobo > 0 ? came : went)

type Shape = [heading: string, cell: (entry: Entry) => string][]
const tableShapes: Shape[] = [
  [
    ['Narration', text],
    ['Debit', outgoing],
    ['Credit', incoming],
  ],
  [
    ['Money In', incoming],
    ['Money out', outgoing],
    ['Category', word('inward transfer', 'outward transfer')],
    ['To / From', text],
    ['Description', text],
  ],
  [
    ['Narration', text],
    ['Amount', unsigned],
    ['Debit', outgoing],
    ['Credit', incoming],
  ],
  [
    ['Transaction Amount (NGN)', unsigned],
    ['Settlement Debit (NGN)', outgoing],
    ['Settlement Credit (NGN)', incoming],
    ['Narration', text],
    ['Reversal Status', () => 'NOT_REVERSED'],
  ],
  [
    ['Narration', text],
    ['Amount', ({ kobo }) => naira(kobo)],
  ],
  [
    ['Amount', (entry) => `${unsigned(entry)} ${word('CR', 'DR')(entry)}`],
    ['Details', text],
  ],
  ...(
    [
      ['Transfer In', 'Transfer Out'],
      ['Money Received', 'Money Sent'],
      ['Credit', 'Debit'],
    ] as const
  ).map(
    ([came, went]): Shape => [
      ['Description', text],
      ['Type', word(came, went)],
      ['Amount', unsigned],
    ],
  ),
  // About half of the debits have a kind that does not say their direction.
  [
    ['Description', text],
    [
      'Type',
      ({ kobo }) => (kobo > 0 ? 'Transfer In' : kobo % 2 === 0 ? 'Airtime' : 'Transfer Out'),
    ],
    ['Amount', unsigned],
  ],
  [
    ['Description', text],
    ['Amount', unsigned],
  ],
  // Only outgoing money is marked.
  [
    ['Description', text],
    ['Way', word('', 'DR')],
    ['Amount', unsigned],
  ],
  [
    ['Description', text],
    ['Amount', (entry) => `${unsigned(entry)}${word(' CR', '')(entry)}`],
  ],
]

const quoted = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')

const trials = repetitions({ usual: 2_000, long: 20_000 })

it(`${trials} bank tables: each gives what the ledger has, a question, or a refusal`, () => {
  const fullyRead = new Set<Shape>()
  for (let trial = 0; trial < trials; trial++) {
    const entries = ledger()
    const table = pick(tableShapes)
    const [days, dayShape] = pick(Object.entries(dayShapes))
    const columns: Shape = [
      ['Date', ({ day }) => dayShape(day)],
      ...table,
      ...(random() < 0.5 ? [['Balance', left] satisfies Shape[number]] : []),
    ]
    const file = [
      quoted(columns.map(([heading]) => heading)),
      ...entries.map((entry) => quoted(columns.map(([, cell]) => cell(entry)))),
    ].join('\n')
    const context = `seed ${seed}, days ${days}:\n${file}`
    const read = (mapping?: StatementMapping) => {
      try {
        return readStatement(Buffer.from(file), { mapping })
      } catch (error) {
        if (error instanceof Rejected) return null
        throw new Error(context, { cause: error })
      }
    }
    const first = read()
    if (days === 'turned') expect(first, context).toBeNull()
    if (first?.mapping == null) continue
    const answered = {
      ...first.mapping,
      directions: { '': 'in', airtime: 'out' } as const,
      creditsOnly: entries.every(({ kobo }) => kobo > 0),
    }
    const isAsked = first.unknownDirections.length > 0 || first.directionUnclear
    const statement = isAsked ? read(answered) : first
    if (statement === null) continue
    const { unknownStates, perhapsStates, unknownDirections, directionUnclear } = statement
    const asked = [...unknownStates, ...perhapsStates, ...unknownDirections]
    // A file whose balances contradict its rows is refused as a whole.
    if (directionUnclear || asked.length > 0 || statement.balanced === false) continue
    const seen = new Map<number, unknown>(
      [...statement.refused, ...statement.notMoney].map(({ row }) => [row, 'told']),
    )
    for (const { row, bookedOn, amountKobo } of statement.lines)
      seen.set(row, { bookedOn, amountKobo })
    for (const [at, { day, kobo }] of entries.entries()) {
      const found = seen.get(at + 2)
      if (found !== 'told')
        expect(found, `row ${at + 2}, ${context}`).toEqual({ bookedOn: day, amountKobo: kobo })
    }
    if (statement.lines.length === entries.length) fullyRead.add(table)
  }
  // Each shape was read completely at least once, after its questions were answered.
  expect(tableShapes.filter((shape) => !fullyRead.has(shape))).toEqual([])
})
