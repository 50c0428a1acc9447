import { bankLineEvents, bankLineStream } from '@strand/contracts/money/bank-line.events'
import type { Evidence } from '@strand/contracts/money/evidence'
import type { Role } from '@strand/contracts/users/permission'
import { silentLog } from '@strand/platform/log'
import { recordLine } from '../../../bank/testing/record-line.ts'
import { readBankLine } from '../../../shared/bank-line/handler.ts'
import type { Shop } from '../../../testing/test-shop.ts'
import { readOrder } from '../../handler.ts'
import { openOrderMoney } from '../order-money.ts'

/** The total of a test's order. */
export const totalKobo = 15_250_000

/** A line in the log, and in the table of those that statements brought. */
export const lineOf = async (
  shop: Shop,
  ...what: [Parameters<typeof recordLine>[1]?, Parameters<typeof recordLine>[2]?]
) => {
  const { lineId, statementId } = await recordLine(shop, ...what)
  await shop.pool.query('insert into bank_line (line_id, statement_id) values ($1, $2)', [
    lineId,
    statementId,
  ])
  return lineId
}

type As = { role?: Role; headers?: Record<string, string> }

export const approve = (shop: Shop, orderId: string, evidence?: Evidence, as: As = {}) =>
  shop.call('PUT', `/api/admin/approve-order/${orderId}`, evidence && { evidence }, as)

export const byLines = (...lines: [lineId: string, amountKobo?: number][]): Evidence => ({
  lines: lines.map(([lineId, amountKobo = totalKobo]) => ({ lineId, amountKobo })),
})

export const undo = (shop: Shop, orderId: string, position: string, as: As = {}) =>
  shop.call('POST', `/api/admin/orders/${orderId}/undo`, { position }, as)

export const matchByHand = (shop: Shop, lineId: string, orderId: string, amountKobo = totalKobo) =>
  shop.call('POST', `/api/admin/bank-lines/${lineId}/match`, {
    allocations: [{ orderId, amountKobo }],
  })

export const statusOf = async ({ eventStore }: Shop, orderId: string) =>
  (await readOrder(eventStore, orderId)).status

/** Whose money a line is. */
export const paidBy = async ({ eventStore }: Pick<Shop, 'eventStore'>, lineId: string) =>
  (await readBankLine(eventStore, lineId)).allocations

/** What was said of a line since it was recorded, with positions. */
export const saidOf = async ({ eventStore }: Shop, lineId: string) =>
  (await eventStore.readStream(bankLineStream(lineId)))
    .slice(1)
    .map((stored) => ({ ...bankLineEvents.decode(stored), position: stored.position }))

export const rowsOf = async ({ pool }: Shop, orderId: string) =>
  (await pool.query('select kind from order_money where order_id = $1', [orderId])).rows

/** Another process on the shop's log and tables. */
export const moneyOf = (shop: Shop, changes: Partial<Parameters<typeof openOrderMoney>[0]> = {}) =>
  openOrderMoney({
    ...shop,
    undoSeconds: 0,
    shopName: 'Strand Hair',
    shopAccount: { accountName: 'Strand Hair Ltd' },
    log: silentLog,
    now: () => shop.clock.now,
    ...changes,
  })
