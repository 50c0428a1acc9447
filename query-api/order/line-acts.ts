import { erased } from '@strand/contracts/erased'
import {
  type BankLineEvent,
  BankLinePersonal,
  type BankLineRecorded,
  bankLineEvents,
  bankLineStream,
} from '@strand/contracts/money/bank-line.events'
import { evidenceLines } from '@strand/contracts/money/evidence'
import { payerPart, shopNameWords } from '@strand/contracts/money/matching/payer'
import type { OrderAuditEvent } from '@strand/contracts/order/audit'
import type { OrderEvent } from '@strand/contracts/order/events'
import { textOf } from '@strand/contracts/order/personal'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import type { Pool } from '@strand/event-sourcing/postgres/pool'
import type { PersonalData } from '@strand/platform/crypto/personal-data'
import { moneyOf } from './money-words.ts'

/** What someone did to a bank line of the order, in words. */
export type LineAct = Omit<OrderAuditEvent, 'by'> & {
  actor: ReturnType<typeof bankLineEvents.decode>['metadata']['actor']
}

export type OrderMoney = {
  days: ReadonlyMap<string, string>
  acts: LineAct[]
}

const maxLines = 100

type Options = {
  pool: Pool
  eventStore: Pick<EventStore, 'readStream'>
  personalData: Pick<PersonalData, 'open'>
  shopNames: string[]
}
type History = readonly { event: OrderEvent }[]

/**
 * Reads the acts on an order's bank lines from the lines' own streams. The lines are those that the
 * order's approvals name, and those that ever paid for the order according to the read model. If
 * the order is erased, no payer is named, even if a line keeps its texts because it also pays for
 * another order.
 */
export const orderMoneyReader =
  ({ pool, eventStore, personalData, shopNames }: Options) =>
  async (orderId: string, history: History): Promise<OrderMoney> => {
    if (history.length === 0) return { days: new Map(), acts: [] }
    const { rows } = await pool.query<{ line_id: string }>(
      'select line_id from read.bank_line_order where order_id = $1 order by line_id limit $2',
      [orderId, maxLines],
    )
    const lineIds = new Set([...namedLineIds(history), ...rows.map(({ line_id }) => line_id)])
    const shop = shopNameWords(shopNames)
    const isErased = history.some(({ event }) => event.type === 'OrderPersonalDataErased')
    const lines = await Promise.all(
      [...lineIds].map(async (lineId) => {
        const recorded = await eventStore.readStream(bankLineStream(lineId))
        const events = recorded.map((one) => ({
          ...bankLineEvents.decode(one),
          position: String(one.position),
        }))
        const [first] = events
        if (first?.event.type !== 'BankLineRecorded') return null
        const ended = isErased || events.some(({ event }) => event.type === 'BankLineTextErased')
        const opened = ended ? null : await openLine(personalData, first.event.data, shop)
        const line = { ...first.event.data, payer: opened ?? erased }
        return { line, acts: await actsOf(events, orderId, line, ended ? null : personalData) }
      }),
    )
    const found = lines.filter((line) => line !== null)
    return {
      days: new Map(found.map(({ line }) => [line.lineId, line.bookedOn])),
      acts: found.flatMap(({ acts }) => acts),
    }
  }

const namedLineIds = (history: History): string[] =>
  history.flatMap(({ event }) => {
    if (event.type === 'OrderMoneyTakenBack') return [event.data.lineId]
    if (event.type === 'OrderMoneyOwed') return [event.data.lineId]
    if (event.type === 'OrderMoneyPaidBack') return [event.data.debitLineId]
    const evidence = 'evidence' in event.data ? event.data.evidence : null
    return evidenceLines(evidence).map(({ lineId }) => lineId)
  })

/** The payer according to the statement or its narration; null if the text is erased. */
const openLine = async (
  personalData: Pick<PersonalData, 'open'>,
  { personal }: BankLineRecorded,
  shop: string[][],
): Promise<string | null> => {
  const [opened] = await personalData.open([personal])
  if (!opened) return null
  const texts = BankLinePersonal.parse(opened)
  return texts.payer || payerPart(texts, shop).words.join(' ') || texts.narration
}

const causes = {
  'by hand': '',
  undone: ', because its approval was undone',
  archived: ', because it was archived',
  'not approved': ', because it was not approved',
} satisfies Record<Extract<BankLineEvent, { type: 'BankLineUnmatched' }>['data']['cause'], string>

type Decoded = ReturnType<typeof bankLineEvents.decode> & { position: string }

const actsOf = async (
  events: Decoded[],
  orderId: string,
  line: { bookedOn: string; payer: string },
  personalData: Pick<PersonalData, 'open'> | null,
): Promise<LineAct[]> => {
  const acts: LineAct[] = []
  let amountKobo = 0
  for (const { event, metadata, position } of events) {
    const of = () => `${moneyOf(amountKobo, line.bookedOn)} from ${line.payer}`
    const act = (process: string, changes: LineAct['changes']): LineAct => ({
      position,
      type: event.type,
      createdat: metadata.at,
      actor: metadata.actor,
      process,
      changes,
      undoable: false,
    })
    if (event.type === 'BankLineMatched') {
      const part = event.data.allocations.find((one) => one.orderId === orderId)
      if (!part) continue
      ;({ amountKobo } = part)
      acts.push(act(`Matched ${of()} with the order`, []))
    } else if (event.type === 'BankLineUnmatched' && event.data.orderIds.includes(orderId)) {
      const { reason, cause } = event.data
      const opened = reason && personalData ? (await personalData.open([reason]))[0] : null
      const changes = reason ? [{ field: 'reason', from: '', to: textOf(opened) }] : []
      acts.push(act(`Took ${of()} from the order${causes[cause]}`, changes))
    }
  }
  return acts
}
