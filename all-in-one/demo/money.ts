import { appExport, type SampleLine, sampleLines, statementFile } from './bank-statement.ts'
import { isUntouched, type SampleOrder } from './orders.ts'
import type { Random } from './people.ts'
import type { ApiSession } from './seed.ts'

const openingKobo = 125_000_000

const importFile = async ({ call, sendForm }: ApiSession, file: string): Promise<void> => {
  const [account] = (await call('GET', '/api/admin/bank-accounts')).result.data
  const form = new FormData()
  form.set('bankAccountId', account.bankAccountId)
  form.set('file', new Blob([file]), 'statement.csv')
  const { previewId } = (await sendForm('/api/admin/bank-statements/preview', form)).result
  // The app's export lacks some lines of its days, so its import needs a confirmation.
  await call('POST', '/api/admin/bank-statements', { previewId, confirm: true })
}

type Line = { lineId: string; reference: string; narration: string; amountKobo: number }

const unmatchedLines = async ({ call }: ApiSession): Promise<Line[]> => {
  const lines: Line[] = []
  for (let page = 1; ; page++) {
    const { data, total } = (
      await call('GET', `/api/admin/bank-lines?status=unmatched&results=100&page=${page}`)
    ).result
    lines.push(...data)
    if (data.length === 0 || lines.length >= total) return lines
  }
}

/** Matches the money of decided orders, and sets aside lines that pay for no order. */
const settle = async (
  session: ApiSession,
  made: SampleLine[],
  { orders, now }: { orders: SampleOrder[]; now: Date },
) => {
  const decided = new Set(
    orders.filter((order) => !isUntouched(order, now)).map(({ orderId }) => orderId),
  )
  const orderOf = new Map(made.map(({ reference, orderId }) => [reference, orderId]))
  for (const { lineId, reference, narration, amountKobo } of await unmatchedLines(session)) {
    const act = (name: string, body: object) =>
      session.call('POST', `/api/admin/bank-lines/${lineId}/${name}`, body)
    const orderId = orderOf.get(reference)
    if (orderId && decided.has(orderId))
      await act('match', { allocations: [{ orderId, amountKobo }] })
    if (narration.includes('OWN ACCOUNT'))
      await act('set-aside', { kind: 'own', note: 'Working capital from the savings account' })
    if (narration.includes('REFUND'))
      await act('set-aside', { kind: 'refund', note: 'The courier paid for a lost parcel' })
  }
}

/**
 * Imports three weeks of the shop's account from two overlapping files, and two of the lines again
 * with other texts. So a newcomer sees matched and unmatched money, lines that are set aside, and
 * lines that are probably the same.
 */
export const seedMoney = async (
  session: ApiSession,
  { random, orders, now }: { random: Random; orders: SampleOrder[]; now: Date },
): Promise<void> => {
  const lines = sampleLines(random, orders, now)
  const half = Math.floor(lines.length / 2)
  const firstDay = lines[half]?.day ?? ''
  const later = lines.findIndex(({ day }) => day === firstDay)
  const before = lines.slice(0, later).reduce((sum, { kobo }) => sum + kobo, openingKobo)
  const overlap = lines.findLastIndex(({ day }) => day === firstDay) + 1
  await importFile(session, statementFile(lines.slice(0, overlap), openingKobo))
  await importFile(session, statementFile(lines.slice(later), before))
  await importFile(session, appExport(lines.filter(({ orderId }) => orderId).slice(-2)))
  await settle(session, lines, { orders, now })
}
