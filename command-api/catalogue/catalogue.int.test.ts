import { Rejected } from '@strand/event-sourcing/errors'
import type { EventStore } from '@strand/event-sourcing/event-store/event-store'
import { proofStream } from '@strand/log-proof/proof-stream'
import { describe, expect, test } from 'vitest'
import { openShop, type Shop } from '../testing/test-shop.ts'

const week = { startDate: '2026-11-27 00:00:00', endDate: '2026-12-01 00:00:00' }

const kinds = [
  {
    kind: 'product',
    path: 'product',
    id: 'productid',
    form: (name: string) => ({ productname: name, price: 45_000 }),
    named: { field: 'productname', missing: 'Please enter product name!' },
  },
  {
    kind: 'delivery location',
    path: 'delivery-location',
    id: 'locationid',
    form: (name: string) => ({ location: name, price: 2_500, deliveryaddress: '' }),
    named: { field: 'location', missing: 'Please enter location name!' },
  },
  {
    kind: 'sales campaign',
    path: 'sales',
    id: 'salesid',
    form: (name: string) => ({ sales: name, ...week }),
    named: { field: 'sales', missing: 'Please enter sales name!' },
  },
]

describe.for(kinds)('$kind', ({ kind, path, id, form, named }) => {
  const create = (shop: Shop, name: string) =>
    shop.call('POST', `/api/admin/create-${path}`, form(name))
  const created = async (shop: Shop, name: string): Promise<string> =>
    (await create(shop, name)).body[id]
  const taken = `An active ${kind} named`

  test('a name is required, and unique among active ones', async () => {
    const shop = await openShop()
    const missing = await create(shop, ' ')
    expect([missing.status, missing.body.message]).toEqual([400, named.missing])
    const first = await create(shop, 'First')
    expect(first.status).toBe(201)
    expect(first.headers['x-position']).toBeDefined()
    expect(first.body.message).toBe('First has been created')
    // Some of these names differ only in invisible characters.
    const alike = [
      'Fi\u200drst',
      'First\u200b',
      '\u3164First',
      'Fi\u00adrst',
      'Ｆｉｒｓｔ',
      'First\ufe0f',
    ]
    for (const name of ['First', ' first ', 'FIRST', ...alike]) {
      const { status, body } = await create(shop, name)
      expect(status).toBe(409)
      expect(body.message).toContain(taken)
    }
    expect((await create(shop, 'Second')).status).toBe(201)
  })

  test('a name becomes free when its holder is archived or renamed, and not before', async () => {
    const shop = await openShop()
    const first = await created(shop, 'First')
    const rename = (name: string) =>
      shop.call('PUT', `/api/admin/update-${path}`, { ...form(name), [id]: first })
    expect((await rename('FIRST')).status).toBe(200)
    expect((await rename('Other')).status).toBe(200)
    expect((await create(shop, 'First')).status).toBe(201)
    expect((await rename('First')).body.message).toContain(taken)
    expect((await shop.call('DELETE', `/api/admin/delete-${path}/${first}`)).status).toBe(200)
    expect((await create(shop, 'Other')).status).toBe(201)
    const restored = await shop.call('PUT', `/api/admin/restore-${path}/${first}`)
    expect([restored.status, restored.body.message]).toEqual([409, `${taken} Other already exists`])
  })

  test('if 16 requests take one name at once, one gets it', async () => {
    const shop = await openShop()
    const answers = await Promise.all(Array.from({ length: 16 }, () => create(shop, 'Wanted')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(409)])
  })

  test('a name claimed by a process that died is free if it died before its event, and taken if after', async () => {
    const faults = { before: false, after: false }
    const shop = await openShop((store: EventStore) => ({
      ...store,
      append: async (...batch) => {
        if (faults.before) throw new Rejected('unavailable', 'down')
        const result = await store.append(...batch)
        if (faults.after) throw new Rejected('unavailable', 'down')
        return result
      },
    }))
    faults.before = true
    expect((await create(shop, 'Lost')).status).toBe(503)
    faults.before = false
    expect((await create(shop, 'Lost')).status).toBe(201)
    faults.after = true
    expect((await create(shop, 'Kept')).status).toBe(503)
    faults.after = false
    expect((await create(shop, 'Kept')).status).toBe(409)
  })

  test('one or many can be archived and restored, and a bulk command can succeed in part', async () => {
    const shop = await openShop()
    const [one, two, three] = [
      await created(shop, 'A'),
      await created(shop, 'B'),
      await created(shop, 'C'),
    ]
    const one404 = await shop.call('DELETE', `/api/admin/delete-${path}/${crypto.randomUUID()}`)
    expect([one404.status, one404.body.message]).toEqual([404, `There is no ${kind} with this id`])
    expect((await shop.call('DELETE', `/api/admin/delete-${path}/x`)).status).toBe(404)
    const first = await shop.call('DELETE', `/api/admin/delete-${path}/${one}`)
    expect(first.body.message).toBe('A has been archived')
    const many = await shop.call('DELETE', `/api/admin/delete-${path}`, [one, two, three, 'x'])
    expect(many.body.result).toEqual([two, three])
    expect(many.body.failed.map((failed: { id: string }) => failed.id)).toEqual([one, 'x'])
    const back = await shop.call('PUT', `/api/admin/restore-${path}`, { ids: [one, two] })
    expect(back.body.result).toEqual([one, two])
    const update = await shop.call('PUT', `/api/admin/update-${path}`, {
      ...form('C'),
      [id]: three,
    })
    expect(update.status).toBe(409)
  })

  test('a restore reads its stream once', async () => {
    const reads: string[] = []
    const shop = await openShop((store: EventStore) => ({
      ...store,
      readStream: (stream, ...rest) => {
        reads.push(stream)
        return store.readStream(stream, ...rest)
      },
    }))
    const id = await created(shop, 'First')
    await shop.call('DELETE', `/api/admin/delete-${path}/${id}`)
    reads.length = 0
    expect((await shop.call('PUT', `/api/admin/restore-${path}/${id}`)).status).toBe(200)
    // Besides its own stream, the command reads only the stream for the log's proof.
    const others = reads.filter((stream) => stream !== proofStream)
    expect(others).toEqual([expect.stringContaining(id)])
  })

  test('staff who may not manage the catalogue can change nothing', async () => {
    const shop = await openShop()
    const calls = [
      ['POST', `create-${path}`],
      ['PUT', `update-${path}`],
      ['DELETE', `delete-${path}/x`],
      ['PUT', `restore-${path}`],
    ] as const
    for (const [method, call] of calls) {
      const as = (role: 'auditor' | null) =>
        shop.call(method, `/api/admin/${call}`, form(named.field), { role })
      expect((await as('auditor')).status).toBe(403)
      expect((await as(null)).status).toBe(401)
    }
  })
})

test('answers carry the fields that the specification names', async () => {
  const shop = await openShop()
  const post = async (path: string, body: object) =>
    (await shop.call('POST', `/api/admin/${path}`, body)).body
  expect(await post('create-product', { productname: 'Wig', price: 1 })).toMatchObject({
    isSuccessful: true,
    message: 'Wig has been created',
    responseMessage: 'Wig has been created',
    productname: 'Wig',
  })
  const location = { location: 'Pick-up', price: 0, deliveryaddress: '1 Allen Avenue' }
  expect(await post('create-delivery-location', location)).toMatchObject({
    deliveryaddress: '1 Allen Avenue',
  })
  expect(await post('create-sales', { sales: 'Easter', ...week })).toMatchObject({ sale: 'Easter' })
})

test('a price is whole naira from 0 to 999,999,999,999', async () => {
  const shop = await openShop()
  const price = async (price: unknown, productname: string) =>
    (await shop.call('POST', '/api/admin/create-product', { productname, price })).status
  for (const wrong of [-1, 0.5, 1_000_000_000_000, '5', null])
    expect(await price(wrong, 'x')).toBe(400)
  expect(await price(0, 'free')).toBe(201)
  expect(await price(999_999_999_999, 'expensive')).toBe(201)
})

test('campaign times are in Lagos time, and the end comes after the start', async () => {
  const shop = await openShop()
  const create = (startDate: string, endDate: string, sales = 'Easter') =>
    shop.call('POST', '/api/admin/create-sales', { sales, startDate, endDate })
  const { body } = await create('2026-04-03 00:00:00', '2026-04-06 23:59:59')
  const [event] = await shop.eventStore.readStream(`sales-${body.salesid}`)
  expect(event?.data).toMatchObject({
    startsAt: '2026-04-02T23:00:00.000Z',
    endsAt: '2026-04-06T22:59:59.000Z',
  })
  const refusals = [
    ['2026-04-03', week.endDate, 'Please enter sales start date!'],
    [week.startDate, '2026-02-30 00:00:00', 'Please enter sales end date!'],
    [week.endDate, week.startDate, 'The sales must end after they start'],
    [week.startDate, week.startDate, 'The sales must end after they start'],
  ] as const
  for (const [start, end, message] of refusals) {
    const refused = await create(start, end, 'Wrong')
    expect([refused.status, refused.body.message]).toEqual([400, message])
  }
})

test('an active campaign can have a message of up to 5000 characters', async () => {
  const shop = await openShop()
  const { body } = await shop.call('POST', '/api/admin/create-sales', { sales: 'Easter', ...week })
  const put = (salesMessage: string, id = body.salesid) =>
    shop.call('PUT', `/api/admin/sales/${id}/message`, { salesMessage })
  expect((await put('')).body.message).toBe('Please type sales message!')
  expect((await put('x'.repeat(5001))).status).toBe(400)
  expect((await put('Ten percent off')).body.message).toBe('The message of Easter has been updated')
  expect((await put('x', crypto.randomUUID())).status).toBe(404)
  await shop.call('DELETE', `/api/admin/delete-sales/${body.salesid}`)
  expect((await put('late')).status).toBe(409)
})
