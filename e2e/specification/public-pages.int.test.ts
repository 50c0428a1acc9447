import { randomUUID } from 'node:crypto'
import { type OrderCommand, orderDecider } from '@strand/command-api/order/decider'
import type { Order, RecordedOrderEvent } from '@strand/command-api/order/state'
import { type OrderStreamEvent, orderStreamEvents } from '@strand/contracts/order/events'
import { orderIdFromBytes, orderStream } from '@strand/contracts/order/id'
import { orderLife } from '@strand/contracts/order/order-life'
import { numberOfPaymentCodes, paymentCodeOf } from '@strand/contracts/order/payment-code'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { orderStatuses } from '@strand/contracts/order/status'
import { withMetadata } from '@strand/platform/http/command-origin'
import { random } from '@strand/platform/testing/random'
import { repetitions } from '@strand/platform/testing/repetitions'
import { expect, test } from 'vitest'
import { openSuite } from '../testing/specification-suite.ts'

const { shop } = await openSuite()

/** An order's texts, sealed as the shop seals them, under the key that an erasure destroys. */
const openTexts = async (orderId: string) => {
  const key = await shop.personalData.take()
  const seal = (data: Parameters<typeof shop.personalData.seal>[1]) =>
    shop.personalData.seal(key, data)
  return { key, seal, text: () => seal({ text: 'Words' }), life: orderLife(orderId, seal) }
}
type Texts = Awaited<ReturnType<typeof openTexts>>

const file = (): ProofFile => {
  const key = randomUUID().replaceAll('-', '')
  return { fileUid: randomUUID(), key, type: 'image/png', size: 12, sha256: 'ab'.repeat(32) }
}

const [staff, colleague, line, debit] = [1, 2, 3, 4].map(
  (number) => `00000000-0000-4000-8000-00000000000${number}`,
) as [string, string, string, string]
const fourEyes = (by: string) => ({ above: 100, by, isSameHand: false })
const lastOwed = ({ owed }: Order) => owed.at(-1)?.owedId ?? randomUUID()
const takenBack = { lineId: line, debitLineId: debit, amountKobo: 500, takenBackOn: '2026-03-12' }

/** All acts on an order, whether or not the order allows them at that moment. */
const deeds: Record<string, (order: Order, texts: Texts) => OrderCommand> = {
  approve: () => ({ type: 'ApproveOrder' }),
  'approve with money': () => ({
    type: 'ApproveOrder',
    evidence: { lines: [{ lineId: line, amountKobo: 12_000 }] },
  }),
  'approve for a reason': (_order, { text }) => ({
    type: 'ApproveOrder',
    evidence: { without: text() },
  }),
  'approve as one of two': () => ({ type: 'ApproveOrder', fourEyes: fourEyes(staff) }),
  'approve as the other': () => ({ type: 'ApproveOrder', fourEyes: fourEyes(colleague) }),
  'withdraw the approval': () => ({ type: 'WithdrawApproval', by: staff }),
  'release the mail': ({ lastChange }) => ({
    type: 'ReleaseMail',
    position: lastChange.position ?? '',
  }),
  contact: (_order, { text }) => ({ type: 'ContactCustomer', channel: 'whatsapp', text: text() }),
  assign: ({ assignee }) => ({ type: 'AssignOrder', to: assignee === null ? staff : null }),
  'note that it may be taken back': () => ({
    type: 'NoteTakenBack',
    ...takenBack,
    isCertain: false,
  }),
  'note that it was taken back': () => ({ type: 'NoteTakenBack', ...takenBack, isCertain: true }),
  'see to what was taken back': (_order, { text }) => ({
    type: 'SeeToTakenBack',
    lineId: line,
    outcome: 'asked',
    note: text(),
  }),
  owe: (_order, { text }) => ({
    type: 'OweMoney',
    owedId: randomUUID(),
    lineId: line,
    amountKobo: 500,
    reason: text(),
  }),
  'owe no more': (order, { text }) => ({
    type: 'UnoweMoney',
    owedId: lastOwed(order),
    reason: text(),
  }),
  'pay back': (order) => ({
    type: 'PayBackMoney',
    owedId: lastOwed(order),
    debitLineId: debit,
    amountKobo: 500,
  }),
  'undo the payment back': (order) => ({
    type: 'UndoPayBackMoney',
    owedId: lastOwed(order),
    debitLineId: debit,
  }),
  archive: () => ({ type: 'ArchiveOrder' }),
  'archive with words': (_order, { text }) => ({ type: 'ArchiveOrder', message: text() }),
  restore: () => ({ type: 'RestoreOrder' }),
  ...Object.fromEntries(
    Object.keys(orderStatuses).map((to) => [
      `change to ${to}`,
      (_order: Order, { text }: Texts) =>
        ({ type: 'ChangeStatus', to, message: text() }) as OrderCommand,
    ]),
  ),
  ship: (_order, { seal }) => ({
    type: 'ChangeStatus',
    to: 'shipped',
    message: null,
    shipment: seal({ carrier: 'GIG Logistics', waybill: '123' }),
  }),
  undo: ({ lastChange }) => ({
    type: 'UndoChange',
    position: lastChange.position ?? '',
    at: '2026-03-10T12:00:00.000Z',
  }),
  review: (_order, { text }) => ({ type: 'ReviewOrder', review: text() }),
  ask: (_order, { text }) => ({ type: 'AskQuestion', kind: 'other', text: text() }),
  answer: (_order, { text }) => ({ type: 'AnswerQuestion', text: text(), files: [] }),
  'answer with a proof': () => ({ type: 'AnswerQuestion', text: null, files: [file()] }),
  note: (_order, { text }) => ({ type: 'AddNote', note: text(), mentions: [] }),
  erase: () => ({ type: 'ErasePersonalData' }),
  'delete proofs': () => ({
    type: 'DeleteProofs',
    afterDays: 1,
    archivedBefore: '2100-01-01T00:00:00.000Z',
  }),
}
type Deed = keyof typeof deeds

/** Creates an order. Every second order has a payment code and an old price. */
const createdBy = ({ life, key }: Texts): OrderStreamEvent =>
  life.created(
    {
      firstName: 'Ada',
      lastName: 'Okafor',
      email: 'ada@customer.example',
      countryCode: 'NG',
      phone: '0803 123 4567',
      instagramUsername: 'ada.hair',
      accountName: 'Ada Okafor',
      deliveryAddress: '5 Allen Avenue, Ikeja',
      postalCode: '',
      fileNames: ['receipt.png'],
    },
    {
      lines: [{ productId: 'p', product: 'Body wave', price: 50, quantity: 2, amount: 100 }],
      location: { locationId: 'l', name: 'Lagos', address: '' },
      country: '',
      sales: null,
      subtotal: 100,
      deliveryPrice: 20,
      total: 120,
      files: [file()],
      ...(key.id.charCodeAt(0) % 2 === 0 && {
        paymentCode: paymentCodeOf(Math.floor(random() * numberOfPaymentCodes)),
        oldPrice: { kind: 'insisted', seenAt: '2026-03-09T08:00:00.000Z', today: null },
        sentAmount: 90,
      }),
    },
  )

const canBeUndone = new Set<string>([
  'OrderApproved',
  'OrderStatusChanged',
  'OrderArchived',
  'OrderRestored',
])
const waiting = (event: OrderStreamEvent) =>
  ({
    ...event,
    data: { ...event.data, undoUntil: '2026-03-10T08:01:00.000Z' },
  }) as OrderStreamEvent

/** The order and its events after these acts; null if the order refuses one of them. */
const after = (path: Deed[], texts: Texts): { order: Order; events: OrderStreamEvent[] } | null => {
  const events: OrderStreamEvent[] = []
  let order: Order | null = null
  // Only an email that waits for an undo can be released.
  const mailsWait = path.includes('release the mail')
  const take = (decided: OrderStreamEvent) => {
    const event = mailsWait && canBeUndone.has(decided.type) ? waiting(decided) : decided
    events.push(event)
    const at = '2026-03-10T08:00:00.000Z'
    const position = String(events.length)
    order = orderDecider.evolve(order, {
      ...event,
      id: position,
      position,
      at,
      by: { kind: 'staff', id: staff },
    } as RecordedOrderEvent)
  }
  take(createdBy(texts))
  for (const deed of path) {
    if (!order) return null
    const command = deeds[deed]?.(order, texts)
    let decided: RecordedOrderEvent[] = []
    try {
      decided = command ? orderDecider.decide(command, order) : []
    } catch {
      return null
    }
    if (decided.length === 0) return null
    for (const event of decided) take(event as OrderStreamEvent)
  }
  return order && { order, events }
}

/** The parts of an order that determine what can happen next, without mere identifiers. */
const shapeOf = (order: Order): string => {
  const { question, lastChange, files, deletedFiles, takenBack, owed } = order
  return JSON.stringify([
    order.status,
    order.archivedFrom,
    Boolean(order.message),
    Boolean(order.shipment),
    order.erased,
    Math.min(order.reviews, 1),
    Math.min(order.notes, 1),
    Math.min(files.length, 2),
    deletedFiles.length > 0,
    question?.isAnswered,
    order.proposedBy !== null,
    order.assignee !== null,
    takenBack.map(({ isCertain, outcome }) => [isCertain, outcome]),
    owed.map(({ paidBack }) => paidBack.length),
    lastChange.type,
    lastChange.before?.status,
    lastChange.before?.archivedFrom,
    Boolean(lastChange.before?.message),
    Boolean(lastChange.before?.shipment),
  ])
}

/**
 * Paths of at most `longest` acts to every possible shape of an order. On the way, they cover every
 * event type, because some events lead back to a known shape.
 */
const pathsToEveryShape = async (longest: number): Promise<Deed[][]> => {
  const texts = await openTexts('7K3Q-ZM9X-WD4T')
  const seen = new Set<string>()
  const types = new Set<string>()
  const paths: Deed[][] = []
  let frontier: Deed[][] = [[]]
  for (let length = 0; length <= longest; length++) {
    const next: Deed[][] = []
    for (const path of frontier) {
      const reached = after(path, texts)
      if (!reached) continue
      const isNews = reached.events.some(({ type }) => !types.has(type))
      if (seen.has(shapeOf(reached.order)) && !isNews) continue
      seen.add(shapeOf(reached.order))
      for (const { type } of reached.events) types.add(type)
      paths.push(path)
      next.push(...Object.keys(deeds).map((deed) => [...path, deed]))
    }
    frontier = next
  }
  return paths
}

const randomPath = (texts: Texts, length: number): Deed[] => {
  const names = Object.keys(deeds)
  const path: Deed[] = []
  for (let tries = 0; tries < 200 && path.length < length; tries++) {
    const deed = names[Math.floor(random() * names.length)]
    if (deed && after([...path, deed], texts)) path.push(deed)
  }
  return path
}

test('S5.13 no sequence of events makes a public page fail', async () => {
  const texts = await openTexts('7K3Q-ZM9X-WD4T')
  const paths = await pathsToEveryShape(repetitions({ usual: 3, long: 6 }))
  for (let walk = 0; walk < repetitions({ usual: 60, long: 600 }); walk++)
    paths.push(randomPath(texts, 12))
  expect(paths.length).toBeGreaterThan(200)

  const walked = new Set<string>()
  const orders = await Promise.all(
    paths.map(async (path, index) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64BE(BigInt(index + 1))
      const orderId = orderIdFromBytes(bytes)
      const own = await openTexts(orderId)
      const reached = after(path, own)
      if (!reached) throw new Error(`${path.join(', ')}: not possible`)
      for (const { type } of reached.events) walked.add(type)
      const append = withMetadata(orderStreamEvents, {
        commandId: randomUUID(),
        correlationId: randomUUID(),
        at: new Date(),
        actor: { kind: 'staff', id: staff },
      })
      const result = await shop.eventStore.append(
        orderStream(orderId),
        reached.events.map((event, at) => append(event, at)),
        'no-stream',
      )
      // Half of the erased orders have also lost their key.
      if (reached.order.erased && index % 2 === 0) await shop.personalData.erase(own.key.id)
      if (!result.ok) throw new Error('the order is there already')
      return { orderId, path, position: result.position }
    }),
  )
  // No path has this event type, because the stream of a replaced id contains no order.
  const types = orderStreamEvents.definitions.map(({ type }) => type)
  expect(types.filter((type) => !walked.has(type))).toEqual(['OrderIdAssigned'])
  const newest = orders
    .map(({ position }) => position)
    .reduce((one, two) => (one > two ? one : two))
  const faults: string[] = []
  for (const [index, { orderId, path }] of orders.entries()) {
    const look = async (call: string, method: 'GET' | 'POST' = 'GET', payload?: object) => {
      const answer = await shop.app.inject({
        method,
        url: call,
        ...(payload && { payload }),
        headers: { 'x-min-position': String(newest) },
      })
      const waits = answer.statusCode === 503 && Number(answer.headers['retry-after']) > 0
      if (answer.statusCode >= 500 && !waits)
        faults.push(`${path.join(', ')}: ${method} ${call} gave ${answer.statusCode}`)
      return answer
    }
    const tracked = await look(`/api/orders/${orderId}/track`)
    await look(`/api/orders/${orderId}/history`)
    if (index % 10 === 0)
      for (const call of ['orders/confirmation-time', 'products', 'delivery-location', 'sales'])
        await look(`/api/${call}`)
    // Only some orders are tried, because the receipt takes a while, and depends only on the
    // order's first event.
    if (index % 10 === 0) await look(`/api/orders/${orderId}/receipt`)
    const shown = tracked.json().result?.question
    const read = await look(`/api/orders/${orderId}/question`, 'POST', { digits: '4567' })
    if (tracked.statusCode === 200)
      expect(read.statusCode === 200, path.join()).toBe(shown === 'open')
    await look(`/api/orders/${orderId}/answer`, 'POST', { digits: '4567', text: 'Here it is' })
    await look(`/api/order/${orderId}/review`, 'POST', { review: 'Lovely' })
  }
  expect(faults).toEqual([])
})
