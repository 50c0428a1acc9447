import { eventually } from '@strand/platform/testing/eventually'
import { ada } from '@strand/projections/testing/order'
import { expect, inject, test } from 'vitest'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { customer, openTestShop } from '../testing/test-shop.ts'

test('placing and approving an order send one mail each, only to the customer', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  await shop.start({ mailUrl: smtp.url })
  const { orderId, eventId, life, happens } = await shop.placeOrder()
  await eventually(() => smtp.mails.length, 1)
  const approvedId = await happens(life.approved())
  await eventually(() => smtp.mails.length, 2)
  const [received, confirmed] = smtp.mails

  expect(received?.subject).toBe(`We have received your order ${orderId} (₦94,000)`)
  expect(received?.to).toEqual([{ name: 'Ada Okafor', address: 'ada@example.com' }])
  expect(received?.recipients).toEqual(['ada@example.com'])
  expect(received?.from).toEqual({ name: 'Strand Hair', address: 'help@strand.example' })
  expect(received?.messageId).toBe(`<${eventId}.order-received@shop.example>`)
  for (const part of [received?.text, received?.html]) {
    const text = part?.replaceAll(/&nbsp;|\u00a0/g, ' ')
    expect(text).toContain(orderId)
    expect(text).toContain('Dear Ada,')
    expect(text).toContain('Bone straight')
    expect(text).toContain('₦90,000')
    expect(text).toContain('₦94,000')
    expect(text).toContain(`https://shop.example/order-history/${orderId}`)
    for (const said of ['Sent on', 'Strand Hair Ltd', '0123456789', ada.deliveryAddress])
      expect(text).toContain(said)
    expect(text).toContain('+234 801 234 5678')
    expect(text).not.toContain(ada.phone)
  }
  expect(received?.html?.match(/border-radius:10px/g), 'one button').toHaveLength(1)
  expect(confirmed?.subject).toBe(`Your order ${orderId} (₦94,000) is confirmed`)
  expect(confirmed?.messageId).toBe(`<${approvedId}.order-confirmed@shop.example>`)
})

test("a change of status is mailed with the shop's message", async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const { life, happens } = await shop.placeOrder()
  await happens(life.approved())
  const message = 'The rider is Musa.\nHis number: <0800>'
  await happens(life.changed('confirmed', 'shipped', message))
  await shop.start({ mailUrl: smtp.url })
  await eventually(() => smtp.mails.length, 3)
  const shipped = smtp.mails.find(({ subject }) => subject?.includes('on its way'))
  expect(shipped?.text).toContain('> The rider is Musa.\n> His number: <0800>')
  expect(shipped?.html).toContain('The rider is Musa.<br>His number: &lt;0800&gt;')
})

test('the mail about a shipped order has the carrier and the tracking number', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const { life, happens } = await shop.placeOrder()
  await happens(life.approved())
  await happens(life.shipped({ carrier: 'GIG Logistics', waybill: '123' }))
  await shop.start({ mailUrl: smtp.url })
  await eventually(() => smtp.mails.length, 3)
  const shipped = smtp.mails.find(({ subject }) => subject?.includes('on its way'))
  expect(shipped?.text).toContain('Carrier: GIG Logistics, waybill 123')
  expect(shipped?.html).toContain('GIG Logistics, waybill 123')
})

test('archiving, restoring, undoing, a message without a change and a review send no mail', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const { life, happens } = await shop.placeOrder()
  for (const event of [
    life.archived('pending'),
    life.restored('pending'),
    life.messaged('soon'),
    life.reviewed('lovely'),
    life.undone('confirmed', 'pending'),
    life.approved(),
  ])
    await happens(event)
  await shop.start({ mailUrl: smtp.url })
  await eventually(
    () => smtp.mails,
    (value) => value.some(({ subject }) => subject?.includes('confirmed')),
  )
  await eventually(() => smtp.mails.length, 2)
  const { rows } = await shop.pool.query('select kind, state from outbox order by id')
  expect(rows.map(({ kind }) => kind)).toEqual(['order-received', 'order-confirmed'])
})

test('a customer who is owed money gets a mail, and another when it is paid back', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const { orderId, life, happens } = await shop.placeOrder()
  const [owedId, lineId, debitLineId, wrong] = [
    '88888888-8888-4888-8888-888888888881',
    '88888888-8888-4888-8888-888888888882',
    '88888888-8888-4888-8888-888888888883',
    '88888888-8888-4888-8888-888888888884',
  ]
  await happens(life.owed({ owedId, lineId }, 550_000, 'You paid <twice>.'))
  await happens(life.owed({ owedId: wrong, lineId }, 100, 'A mistake'))
  // The debt `wrong` is withdrawn before its email has gone out, so nobody gets that email.
  await happens(life.notOwed(wrong))
  await happens(life.paidBack({ owedId, debitLineId }, 300_000, 250_000))
  await happens(life.paidBack({ owedId, debitLineId: wrong }, 250_000))
  await shop.start({ mailUrl: smtp.url })
  await eventually(() => smtp.mails.length, 4)
  await eventually(
    async () => (await shop.outbox()).map(({ state }) => state),
    Array(5).fill('done'),
  )
  expect(smtp.mails.map(({ subject }) => subject).sort()).toEqual(
    [
      `We have received your order ${orderId} (₦94,000)`,
      `We owe you ₦5,500 back for order ${orderId}`,
      `We have paid ₦3,000 back for order ${orderId}`,
      `We have paid ₦2,500 back for order ${orderId}`,
    ].sort(),
  )
  const owed = smtp.mails.find(({ subject }) => subject?.includes('owe'))
  expect(owed?.text).toContain('> You paid <twice>.')
  expect(owed?.html).toContain('You paid &lt;twice&gt;.')
  const part = smtp.mails.find(({ subject }) => subject?.includes('3,000'))
  expect(part?.text?.replaceAll(/\s+/g, ' ')).toContain('We still owe you ₦2,500.')
})

test('an erased person gets no mail', async () => {
  const smtp = await startSmtpServer()
  const shop = await openTestShop()
  const { key } = await shop.placeOrder()
  await shop.personalData.erase(key.id)
  await shop.start({ mailUrl: smtp.url })
  await eventually(async () => (await shop.outbox())[0]?.state, 'done')
  expect(await shop.outbox()).toMatchObject([{ state: 'done', reason: 'erased' }])
  expect(smtp.tried).toEqual([])
})

const redisUrl = inject('redisUrl')
const database = new URL(redisUrl || 'redis://none')
database.pathname = '/15'
test.skipIf(!redisUrl)(
  `mails go out through a queue on Redis too${redisUrl ? '' : ' (not run: no redis-server on this machine)'}`,
  async () => {
    const smtp = await startSmtpServer()
    const shop = await openTestShop({ queueUrl: database.href })
    await shop.start({ mailUrl: smtp.url })
    for (let orders = 0; orders < 20; orders++) await shop.placeOrder(customer(orders))
    await eventually(
      shop.outbox,
      (entries) => entries.length === 20 && entries.every(({ state }) => state === 'done'),
    )
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(20)
    expect(smtp.mails).toHaveLength(20)
  },
)
