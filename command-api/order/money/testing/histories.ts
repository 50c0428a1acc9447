import { orderIdFromBytes } from '@strand/contracts/order/id'

/**
 * Random histories of a shop's orders and its bank's statements, with a model of which money is
 * there. The model knows what each row was made for, and nothing about how rows are read.
 */

export const fates = [
  'stays',
  'reversed in its file',
  'reversed in a later file',
  'reversed in an earlier file',
  'reversed by its reference',
  'reversed by its text',
  'reversed by a mark',
  'perhaps reversed',
  'given back',
  'called a return',
  'in dollars',
  'not arrived',
  'failed',
  'too little',
  'twice',
  'too early',
  'of a payer with two orders',
  'with the proof of another',
  'named with another',
  'of another shop',
  'asked about',
  'undone',
  'undone afterwards',
  'archived',
  'archived afterwards',
] as const
type Fate = (typeof fates)[number] | 'without money'

export type Row = {
  file: number
  day: string
  reference: string
  narration: string
  kobo: number
  currency: string
  state: string
  kind: string
  /** If this row is a credit that names an order: that order's id; otherwise null. */
  pays: string | null
  takesBack: Row[]
  /** Whether the credit is the shop's own transfer that came back, not a customer's money. */
  isOurs: boolean
}

export type Placed = {
  orderId: string
  payer: string
  totalKobo: number
  fate: Fate
  /** The id of another order in this history, for which no money arrives. */
  beside?: string | undefined
}

type Dice = { below: (limit: number) => number; day: (offset: number) => string }

const header = 'Date,Reference,Narration,Debit,Credit,Ccy,Zustand,Art'
/** The status column. A person names the column if a file has no known word in it. */
export const stateColumn = header.split(',').indexOf('Zustand')
/** The bank's status words that the shop does not know; a person explains what they mean. */
export const meanings = { erledigt: 'arrived', offen: 'not' } as const
const arrived = ['Erledigt', 'Successful']

const foreignId = (below: Dice['below']) =>
  orderIdFromBytes(Uint8Array.from({ length: 8 }, () => below(256)))

/** The statement rows that result from the orders' fates, in three files. */
export const rowsOf = (orders: Placed[], { below, day }: Dice): Row[] => {
  const rows: Row[] = []
  let references = 10_000
  const add = (what: Partial<Row>): Row => {
    references += 1
    const row = {
      file: below(2),
      day: day(0),
      reference: `R${references}`,
      narration: '',
      kobo: 0,
      currency: 'NGN',
      state: arrived[below(2)] ?? '',
      kind: 'Transfer',
      pays: null,
      takesBack: [],
      isOurs: false,
      ...what,
    }
    rows.push(row)
    return row
  }
  for (const { orderId, payer, totalKobo, fate, beside } of orders) {
    const narration = `NIP/GTB/${payer}/${orderId}`
    const pay = (what: Partial<Row> = {}) =>
      add({ narration, kobo: totalKobo, pays: orderId, ...what })
    const takeBack = (credit: Row, what: Partial<Row> = {}) =>
      add({
        narration: `RVSL ${narration}`,
        kobo: -totalKobo,
        file: credit.file,
        takesBack: [credit],
        ...what,
      })
    switch (fate) {
      case 'reversed in its file':
        takeBack(pay())
        break
      case 'reversed in a later file':
        takeBack(pay({ file: 0 }), { file: 1 + below(2) })
        break
      case 'reversed in an earlier file':
        takeBack(pay({ file: 1 }), { file: 0 })
        break
      case 'reversed by its reference': {
        const credit = pay({ reference: `0000132${references}0001`, file: 0 })
        takeBack(credit, { narration: `TRF BACK ${credit.reference}`, file: below(2) })
        break
      }
      case 'reversed by its text':
        takeBack(pay(), { narration })
        break
      case 'reversed by a mark':
        takeBack(pay(), { narration: `NIP ${payer}`, kind: 'Reversal' })
        break
      case 'perhaps reversed': {
        const [one, other] = [
          pay({ file: 0 }),
          pay({ file: 0, pays: null, narration: `NIP/UBA/${payer}` }),
        ]
        add({ narration: 'RVSL', kobo: -totalKobo, file: below(2), takesBack: [one, other] })
        break
      }
      case 'given back':
        add({
          narration: `NIP TRF TO ${payer}/${orderId}`,
          kobo: -totalKobo,
          file: 0,
          day: day(-1),
        })
        pay({ narration: `NIP TRF TO ${payer}/${orderId}`, file: 1, isOurs: true })
        break
      case 'called a return':
        pay({ narration: `RTN ${narration}`, isOurs: true })
        break
      case 'in dollars':
        pay({ currency: 'USD' })
        break
      case 'not arrived':
        pay({ state: 'Offen' })
        break
      case 'failed':
        pay({ state: 'Failed' })
        break
      case 'too little':
        pay({ kobo: totalKobo - 100 })
        break
      case 'twice':
        pay()
        pay()
        break
      case 'too early':
        pay({ day: day(-3) })
        break
      case 'named with another':
        pay({ narration: `${narration} ${beside}` })
        break
      case 'of another shop':
        pay({ narration: `NIP/GTB/${payer}/${foreignId(below)}`, pays: null })
        break
      case 'archived afterwards':
        pay({ file: 0 })
        break
      case 'without money':
        break
      default:
        pay()
    }
  }
  return rows
}

export const fileOf = (rows: Row[], { below }: Dice): Uint8Array => {
  const shuffled = rows
    .map((row) => ({ row, place: below(1_000_000) }))
    .sort((one, other) => one.place - other.place)
  const amount = (kobo: number) => (kobo / 100).toFixed(2)
  return Buffer.from(
    [
      header,
      ...shuffled.map(({ row }) =>
        [
          row.day,
          `'${row.reference}`,
          row.narration,
          row.kobo < 0 ? amount(-row.kobo) : '',
          row.kobo < 0 ? '' : amount(row.kobo),
          row.currency,
          row.state,
          row.kind,
        ].join(','),
      ),
    ].join('\n'),
  )
}

/** With these fates, an order is left to people, whatever money arrives. */
const forPeople = new Set<Fate>([
  'of a payer with two orders',
  'with the proof of another',
  'named with another',
  'asked about',
  'undone',
  'archived',
])

type Moment = {
  imported: number
  /**
   * The number of files that the shop has begun to import. It already knows which money these files
   * take back.
   */
  begun: number
  orderedOn: string
  /** What people have done so far: which orders they archived, and which approvals they undid. */
  archived: ReadonlySet<string>
  undone: ReadonlySet<string>
}

/** Why an order must not have been approved automatically; null if its money is there. */
export const mustNot = (
  order: Placed,
  rows: Row[],
  { imported, begun, orderedOn, archived, undone }: Moment,
): string | null => {
  if (archived.has(order.orderId)) return 'it is archived'
  if (undone.has(order.orderId)) return 'its approval was undone'
  if (forPeople.has(order.fate)) return `it is left to people: ${order.fate}`
  const known = rows.filter(({ file }) => file < begun)
  const naming = known.filter(({ pays, file }) => pays === order.orderId && file < imported)
  const isGood = (row: Row) =>
    row.kobo === order.totalKobo &&
    row.currency === 'NGN' &&
    arrived.includes(row.state) &&
    !row.isOurs &&
    row.day >= orderedOn &&
    !known.some(({ takesBack }) => takesBack.includes(row))
  if (naming.length !== 1) return `${naming.length} rows pay it`
  return naming.every(isGood) ? null : `its money is not there: ${order.fate}`
}
