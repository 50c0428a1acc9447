import { expect, test } from 'vitest'
import type { Row } from '../testing/client.ts'
import { pdf, placeOrder, proofUpload } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods, row } = await openOrderSuite()

const digits = '4567'
const ask = async (id: string, kind = 'proof', text = 'Please send a sharper photo') =>
  shop.post(`/api/admin/orders/${id}/question`, { kind, text }, { as: owner })
const asked = async (changes: Row = {}) => {
  const id = await placeOrder(shop, goods, changes)
  expect((await ask(id)).status).toBe(200)
  return id
}
const read = (id: string, given: Row) => shop.post(`/api/orders/${id}/question`, given)
const answer = (id: string, given: Row, key?: string) =>
  shop.post(`/api/orders/${id}/answer`, given, {
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  })
const upload = async () => {
  const file = new FormData()
  file.set('file', new Blob([pdf, crypto.randomUUID()]), 'second.pdf')
  const response = await fetch(`${shop.address}/api/uploads`, { method: 'POST', body: file })
  return String(((await response.json()) as Row).fileUid)
}
const tracked = async (id: string) => (await shop.get(`/api/orders/${id}/track`)).body.result as Row
const eventsOf = async (id: string) => {
  const { body } = await shop.get(`/api/admin/orders/${id}/events`, { as: owner })
  return (body.result as { events: Row[] }).events
}
const ofForm = (paths: unknown) => (paths as { path: string }[]).map(({ path }) => path)
const mailedToken = async (id: string) => {
  const { text } = await shop
    .until(
      async () =>
        (await shop.mails()).find(({ subject }) =>
          subject?.includes(`question about your order ${id}`),
        ) ?? null,
      (mail) => mail !== null,
    )
    .then((mail) => ({ text: mail?.text ?? '' }))
  return /#(\S+)/.exec(text)?.[1] ?? ''
}

test('S3.20 staff ask about a pending order, and the customer’s answer and proof come back to them', async () => {
  const id = await asked()
  expect(await row(id)).toMatchObject({
    question: { kind: 'proof', state: 'open', text: 'Please send a sharper photo', answer: '' },
  })
  const before = await tracked(id)
  expect(before).toMatchObject({ question: 'open', phone: '***********' })
  expect(JSON.stringify(before)).not.toContain('sharper')

  const { body } = await read(id, { digits })
  const question = body.result as Row
  expect(question).toMatchObject({
    kind: 'proof',
    text: 'Please send a sharper photo',
    filesLeft: 9,
  })
  const fileUids = [await upload()]
  const given = { text: 'Here it is', fileUids, token: question.token }
  expect((await answer(id, given)).status).toBe(201)
  expect(await tracked(id)).toMatchObject({ question: 'answered', phone: '*******4567' })

  const shown = await row(id)
  expect(shown).toMatchObject({ question: { state: 'answered', answer: 'Here it is', proofs: 1 } })
  const links = String(shown.filepath).split(',')
  expect(links).toHaveLength(2)
  expect((await shop.raw(links[1] ?? '')).text).toContain('%PDF')
  expect(await eventsOf(id)).toMatchObject([
    {},
    { process: 'Asked the customer: Proof not readable', by: { kind: 'staff' } },
    { process: 'Added a proof of payment', changes: [{ to: '1 file more' }] },
    { process: 'Answered the question', changes: [{ field: 'answer', to: 'Here it is' }] },
  ])
})

test('S3.20 the mail states the question and its link opens it; so does the link in an earlier mail', async () => {
  const id = await asked()
  const first = await mailedToken(id)
  expect(await read(id, { token: first })).toMatchObject({ status: 200 })
  expect((await ask(id, 'amount', 'The amount was another')).status).toBe(200)
  const { body } = await read(id, { token: first })
  expect(body.result).toMatchObject({ kind: 'amount', text: 'The amount was another' })
  const other = await asked()
  expect((await read(other, { token: first })).status).toBe(403)
  expect((await answer(other, { text: 'Hello', token: first })).status).toBe(403)
})

test('S3.21 wrong digits open nothing, and after five tries not even the right ones do, even with an answer', async () => {
  const id = await asked()
  const guesses = Array.from({ length: 12 }, (_, at) => read(id, { digits: `000${at % 10}` }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([403]))
  const right = await read(id, { digits })
  expect(right.status).toBe(403)
  const guessed = await answer(id, { text: 'Hello', digits })
  expect(guessed.body.message).toBe(right.body.message)
  expect(await read(id, { token: await mailedToken(id) })).toMatchObject({ status: 200 })
  expect(await tracked(id)).toMatchObject({ question: 'open' })
})

test('S3.21 right digits do not use up a try', async () => {
  const id = await asked()
  for (let times = 0; times < 8; times++) expect((await read(id, { digits })).status).toBe(200)
})

test('S3.21 missing or malformed input gets a 400 that names the field', async () => {
  const id = await asked()
  expect(ofForm((await read(id, {})).body.details)).toEqual(['digits'])
  expect(ofForm((await read(id, { digits: '45' })).body.details)).toEqual(['digits'])
  expect(ofForm((await answer(id, { digits })).body.details)).toEqual(['text'])
  const long = { text: 'x'.repeat(5001), digits }
  expect(ofForm((await answer(id, long)).body.details)).toEqual(['text'])
  const many = { fileUids: Array.from({ length: 11 }, () => 'x'), digits }
  expect(ofForm((await answer(id, many)).body.details)).toEqual(['fileUids'])
  const unknown = { fileUids: [crypto.randomUUID()], digits }
  expect(ofForm((await answer(id, unknown)).body.details)).toEqual(['fileUids.0'])
  expect((await read('0000-0000-0000', { digits })).status).toBe(404)
  expect((await ask(id, 'none')).status).toBe(400)
  expect((await ask(id, 'other', ' ')).status).toBe(400)
})

test('S3.22 an order takes ten files in total, and no file of another order', async () => {
  const files = Array.from({ length: 9 }, (_, at) =>
    proofUpload(Buffer.concat([pdf, Buffer.from(String(at))]), `${at}.pdf`, 'application/pdf'),
  )
  const id = await asked({ files })
  const [one, two] = [await upload(), await upload()]
  const eleven = await answer(id, { fileUids: [one, two], digits })
  expect(eleven.status).toBe(400)
  expect(ofForm(eleven.body.details)).toEqual(['fileUids'])

  // A refused answer claims no file. Once another order has claimed the file, it belongs to that
  // order.
  const other = await asked()
  expect((await answer(other, { fileUids: [one], digits })).status).toBe(201)
  expect(ofForm((await answer(id, { fileUids: [one], digits })).body.details)).toEqual([
    'fileUids.0',
  ])
  expect((await answer(id, { fileUids: [two], digits })).status).toBe(201)
})

test('S3.22 a question takes one answer; the same answer again with its key gets the first result', async () => {
  const id = await asked()
  const given = { text: 'Once', fileUids: [await upload()], digits }
  const [first, again] = [await answer(id, given, 'a key'), await answer(id, given, 'a key')]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers['x-position']).toBe(first.headers['x-position'])
  expect((await answer(id, { ...given, text: 'Twice' }, 'a key')).status).toBe(409)
  expect((await answer(id, given)).status).toBe(409)
  expect((await read(id, { digits })).status).toBe(409)
  expect(await eventsOf(id)).toHaveLength(4)
})

test('S3.23 a decision closes the question, and an undo opens it again', async () => {
  const id = await asked()
  const { body } = await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
  expect((await answer(id, { text: 'Late', digits })).status).toBe(409)
  expect((await read(id, { digits })).status).toBe(409)
  expect((await ask(id)).status).toBe(409)
  expect(await tracked(id)).not.toHaveProperty('question')
  const undo = { position: body.position }
  await shop.post(`/api/admin/orders/${id}/undo`, undo, { as: owner })
  expect(await tracked(id)).toMatchObject({ question: 'open' })
  expect((await answer(id, { text: 'In time', digits })).status).toBe(201)
})

test('S3.23 anyone who decides without having seen the answer is told about it', async () => {
  const id = await asked()
  const { position } = await row(id)
  await answer(id, { text: 'I sent it again', digits })
  const headers = { 'X-Seen-Position': String(position) }
  const archived = await shop.remove(`/api/admin/delete-order/${id}`, undefined, {
    as: owner,
    headers,
  })
  expect(archived.status).toBe(409)
  expect(archived.body.message).toMatch(/^The customer answered the question about this \d+ s ago$/)
})

test('S4.14 the list of pending orders shows those that wait for the customer', async () => {
  const id = await asked()
  const answered = await asked()
  await answer(answered, { text: 'Yes', digits })
  const ids = async (question: string) =>
    (await shop.list('/api/admin/orders', owner, { question, results: 100 })).data.map(
      ({ orderid }) => orderid,
    )
  const open = await ids('open')
  expect(open).toContain(id)
  expect(open).not.toContain(answered)
  expect(await ids('answered')).toContain(answered)
  const found = await shop.list('/api/admin/orders', owner, { question: 'open', search: id })
  expect(found.total).toBe(1)
  const { body } = await shop.get(`/api/admin/orders/ids?question=open&search=${id}`, { as: owner })
  expect(body.result).toMatchObject({ ids: [id] })
  expect((await shop.get('/api/admin/orders?question=none', { as: owner })).status).toBe(400)
})

test('S3.24 a reason to archive is only for staff, unless the customer is told', async () => {
  const [kept, told] = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  const archive = (id: string, body?: Row) =>
    shop.remove(`/api/admin/delete-order/${id}`, body, { as: owner })
  expect((await archive(kept, { reason: 'Looks made up' })).status).toBe(200)
  expect((await archive(told, { reason: 'No payment came', tell: true })).status).toBe(200)
  expect(await eventsOf(kept)).toMatchObject([
    {},
    { changes: [{ field: 'status' }, { field: 'reason', to: 'Looks made up' }] },
  ])
  expect(await tracked(kept)).toMatchObject({ orderStatus: 'archived', orderMessage: '' })
  expect(await tracked(told)).toMatchObject({ orderMessage: 'No payment came' })
  const subject = `closed your order ${told} (`
  const mail = await shop.mailTo('ada@customer.example', subject)
  expect(mail.text).toContain('No payment came')
  const subjects = (await shop.mails()).map((one) => one.subject ?? '')
  expect(subjects.filter((one) => one.includes(`closed your order ${kept}`))).toEqual([])
})

test('S3.24 a bulk command has one reason, which can be left out', async () => {
  const ids = [await placeOrder(shop, goods), await placeOrder(shop, goods)]
  const bulk = (body: unknown) => shop.remove('/api/admin/delete-order', body, { as: owner })
  const { body } = await bulk({ ids, reason: 'A flood', tell: false })
  expect(body.result).toEqual(ids)
  for (const id of ids)
    expect(JSON.stringify(await eventsOf(id))).toContain(
      '"field":"reason","from":"","to":"A flood"',
    )
  const more = await placeOrder(shop, goods)
  expect((await bulk({ ids: [more], tell: true })).status).toBe(400)
  expect((await bulk({ ids: [more], reason: 'x'.repeat(501) })).status).toBe(400)
  expect((await bulk([more])).body.result).toEqual([more])
})
