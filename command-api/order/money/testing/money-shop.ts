import type { Role } from '@strand/contracts/accounts/permission'
import {
  type BankLineRecorded,
  bankLineEvents,
  bankLineStream,
} from '@strand/contracts/money/bank-line.events'
import {
  type BankStatementEvent,
  bankStatementEvents,
  bankStatementStream,
} from '@strand/contracts/money/events'
import type { Evidence } from '@strand/contracts/money/evidence'
import { silentLog } from '@strand/event-sourcing/log'
import { withMetadata } from '@strand/platform/http/command-origin'
import { readBankLine } from '../../../money/line/handler.ts'
import { recordLine, someOrigin } from '../../../money/testing/record-line.ts'
import type { Shop } from '../../../testing/test-shop.ts'
import { readOrder } from '../../handler.ts'
import { openPaymentCodes } from '../../payment-code/payment-codes.ts'
import { openOrderMoney } from '../order-money.ts'

export const totalKobo = 15_250_000

/**
 * Records a line and the end of its import in the log, and adds the line to the table of known
 * lines.
 */
export const lineOf = async (
  shop: Shop,
  ...what: [Parameters<typeof recordLine>[1]?, Parameters<typeof recordLine>[2]?]
) => {
  const line = await recordLine(shop, ...what)
  const { lineId, statementId } = line
  await endImport(shop, line)
  await shop.pool.query('insert into bank_line (line_id, statement_id) values ($1, $2)', [
    lineId,
    statementId,
  ])
  return lineId
}

export const endImport = async (
  { eventStore }: Pick<Shop, 'eventStore'>,
  { statementId, bankAccountId, bookedOn }: BankLineRecorded,
) => {
  const data: BankStatementEvent['data'] = {
    statementId,
    bankAccountId,
    format: 'csv',
    mapping: null,
    sha256: '',
    openingBalanceKobo: null,
    closingBalanceKobo: null,
    from: bookedOn,
    to: bookedOn,
    rows: 1,
    new: 1,
    known: 0,
    probablySame: 0,
    notMoney: 0,
    finishes: [],
    dayEnds: null,
    personal: null,
  }
  const event = withMetadata(
    bankStatementEvents,
    someOrigin(),
  )({ type: 'BankStatementImported', data })
  await eventStore.append(bankStatementStream(statementId), [event], 'no-stream')
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

export const paidBy = async ({ eventStore }: Pick<Shop, 'eventStore'>, lineId: string) =>
  (await readBankLine(eventStore, lineId)).allocations

/** A line's events after it was recorded, with their positions. */
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
    codesMadeOn: openPaymentCodes(shop.pool, () => shop.clock.now).madeOn,
    log: silentLog,
    now: () => shop.clock.now,
    ...changes,
  })
