import { startProxy } from '@strand/platform/testing/proxy'
import { startSmtpServer } from '@strand/workers/testing/smtp-server'
import { expect, test } from 'vitest'
import { type Row, startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import { owner as person } from '../testing/test-shop.ts'

/** A shop whose emails wait for an undo, with a real mail server. */
const openShop = async (undoSeconds: number) => {
  const smtp = await startSmtpServer()
  const proxy = await startProxy(smtp.url)
  const shop = await startSpecificationShop({ mailUrl: proxy.url, undoSeconds })
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  const subjectsTo = (email: string) =>
    smtp.mails.filter(({ recipients }) => recipients[0] === email).map(({ subject }) => subject)
  const settled = (count: number) =>
    shop.until(
      async () => (await shop.pool.query<{ state: string }>('select state from outbox')).rows,
      (rows) => rows.length >= count && rows.every(({ state }) => state === 'done'),
    )
  const approve = async (id: string) =>
    String(
      (await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })).body.position,
    )
  const undo = (id: string, position: string) =>
    shop.post(`/api/admin/orders/${id}/undo`, { position }, { as: owner })
  const steps = async (id: string) => {
    const { body } = await shop.get(`/api/orders/${id}/history`)
    const { histories } = body.result as { histories: Row[] }
    return histories.map(({ orderStatus }) => orderStatus)
  }
  const order = async (email: string) => {
    const id = await placeOrder(shop, goods, { email })
    return { id, email }
  }
  return { smtp, proxy, shop, owner, subjectsTo, settled, approve, undo, steps, order }
}

test('S11.9, S11.10: after an undo in time, no mail goes out and the customer sees neither step; the full history has both', async () => {
  const { shop, owner, subjectsTo, settled, approve, undo, steps, order } = await openShop(3_600)
  try {
    const { id, email } = await order('intime@customer.example')
    const position = await approve(id)
    expect(await steps(id)).toEqual(['pending', 'confirmed'])
    expect((await undo(id, position)).status).toBe(200)
    expect(await steps(id)).toEqual(['pending'])
    const url = `/api/admin/orders/${id}/events`
    const types = async () => {
      const { body } = await shop.get(url, { as: owner })
      return (body.result as { events: Row[] }).events.map(({ type }) => type)
    }
    const all = ['OrderCreated', 'OrderApproved', 'OrderChangeUndone']
    expect(await types()).toEqual(all)
    // Approves the order again, without an undo. An account's mail does not wait for the order's
    // mail.
    await approve(id)
    const mails = async () => {
      const { body } = await shop.get(`/api/admin/orders/${id}/mails`, { as: owner })
      return body.result as unknown as Row[]
    }
    await shop.until(async () => (await mails())[0]?.state, 'sent')
    await shop.until(async () => (await mails()).length, 3)
    const [received, undone, again] = await mails()
    expect(received).toMatchObject({ kind: 'order-received', until: null })
    expect(undone).toMatchObject({ kind: 'order-confirmed', state: 'delayed', position })
    expect(Date.parse(String(again?.until)) - Date.now()).toBeGreaterThan(1_800_000)
    await shop.post('/api/request-password-reset', { email: person.email })
    await shop.until(() => subjectsTo(person.email).length, 1)
    expect(subjectsTo(email)).toHaveLength(1)
    await shop.pool.query('update outbox set due_at = now()')
    await settled(4)
    expect((await mails()).map(({ state, reason }) => [state, reason])).toEqual([
      ['sent', ''],
      ['unsent', 'undone'],
      ['sent', ''],
    ])
    expect(subjectsTo(email).map((subject) => subject?.includes('confirmed'))).toEqual([
      false,
      true,
    ])
    expect(await steps(id)).toEqual(['pending', 'confirmed'])
    expect(await types()).toEqual([...all, 'OrderApproved'])
  } finally {
    await shop.close()
  }
})

test('S11.9: after an undo that comes after the mail, both steps stay visible and one correction is mailed', async () => {
  const { shop, smtp, subjectsTo, settled, approve, undo, steps, order } = await openShop(0)
  try {
    const { id, email } = await order('late@customer.example')
    const position = await approve(id)
    await undo(id, position)
    await settled(3)
    expect(await steps(id)).toEqual(['pending', 'confirmed', 'pending'])
    expect(subjectsTo(email)).toHaveLength(3)
    expect(subjectsTo(email).at(-1)).toBe(`Correction: your order ${id} (₦146,500) is pending`)
    const text = smtp.mails.at(-1)?.text?.replaceAll(/\s+/g, ' ')
    expect(text).toContain(
      'We told you that your order is confirmed. This was a mistake, and we are sorry: your order is pending.',
    )
  } finally {
    await shop.close()
  }
})

test('S11.9: if an undo coincides with the mail, the mail never goes out without its correction', async () => {
  const { shop, subjectsTo, settled, approve, undo, steps, order } = await openShop(1)
  try {
    const orders = []
    for (let nth = 0; nth < 16; nth++) orders.push(await order(`race${nth}@customer.example`))
    await settled(orders.length)
    await Promise.all(
      orders.map(async ({ id }, nth) => {
        const position = await approve(id)
        // Undoes at times from shortly before the end of the second to shortly after.
        await new Promise((resolve) => setTimeout(resolve, 850 + nth * 20))
        expect((await undo(id, position)).status).toBe(200)
      }),
    )
    await settled(orders.length * 2)
    const outcomes = await Promise.all(
      orders.map(async ({ id, email }) => ({
        mails: subjectsTo(email).length,
        steps: (await steps(id)).length,
      })),
    )
    for (const outcome of outcomes)
      expect([
        { mails: 1, steps: 1 },
        { mails: 3, steps: 3 },
      ]).toContainEqual(outcome)
  } finally {
    await shop.close()
  }
})

test('S11.9: while the mail server is away, an undo still comes in time', async () => {
  const { shop, owner, proxy, subjectsTo, settled, approve, undo, steps, order } = await openShop(1)
  try {
    const { id, email } = await order('away@customer.example')
    await settled(1)
    await proxy.away()
    await order('first@customer.example')
    const outage = async () => {
      const { body } = await shop.get('/api/admin/mails/counts', { as: owner })
      return (body.result as { outage: unknown }).outage
    }
    await shop.until(outage, (found) => found !== null)
    const position = await approve(id)
    const isOverdue = async () =>
      (
        await shop.pool.query(
          `select from outbox where state = 'delayed' and due_at < now() - interval '1 s'`,
        )
      ).rowCount
    await shop.until(isOverdue, 1)
    await undo(id, position)
    await proxy.back()
    await settled(3)
    expect(subjectsTo(email)).toHaveLength(1)
    expect(await steps(id)).toEqual(['pending'])
  } finally {
    await shop.close()
  }
})

test('S11.9: orders shipped together are undone together, and none of their mails go out', async () => {
  const { shop, owner, subjectsTo, settled, approve, steps, order } = await openShop(3_600)
  try {
    const orders = [await order('bulk1@customer.example'), await order('bulk2@customer.example')]
    const sendAll = async (count: number) => {
      const entries = async () => (await shop.pool.query('select from outbox')).rowCount
      await shop.until(entries, count)
      await shop.pool.query('update outbox set due_at = now()')
      await settled(count)
    }
    for (const { id } of orders) await approve(id)
    await sendAll(4)
    const parcels = orders.map(({ id }, nth) => ({
      orderId: id,
      carrier: 'DHL',
      waybill: `77-${nth}`,
    }))
    const shipped = await shop.post(
      '/api/admin/orders/ship',
      { orders: parcels, message: 'Soon' },
      { as: owner },
    )
    const { positions } = shipped.body
    const undone = await shop.post('/api/admin/orders/undo', { positions }, { as: owner })
    expect(undone.body.result).toEqual(orders.map(({ id }) => id))
    await sendAll(6)
    for (const { id, email } of orders) {
      expect(subjectsTo(email)).toHaveLength(2)
      expect(await steps(id)).toEqual(['pending', 'confirmed'])
    }
  } finally {
    await shop.close()
  }
})
