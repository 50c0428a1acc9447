import type { MailCounts } from '@strand/contracts/mail/mail'
import { startProxy } from '@strand/platform/testing/proxy'
import { startSmtpServer } from '@strand/workers/testing/smtp-server'
import { expect, test } from 'vitest'
import { type Row, startSpecificationShop } from '../testing/client.ts'
import { createCatalogue, createColleague, orderForm, placeOrder } from '../testing/fixtures.ts'
import { openOrderSuite } from '../testing/specification-suite.ts'

const { shop, owner, goods } = await openOrderSuite()

const mailsTo = async (address: string) =>
  (await shop.mails()).filter(({ to }) => to?.some((one) => one.address === address))
let customers = 0
const customer = () => `customer${++customers}@customer.example`
/**
 * Emails go out in log order, so once a later order's email has arrived, no earlier email is still
 * to come.
 */
const allMailsAreOut = async () => {
  const last = customer()
  await placeOrder(shop, goods, { email: last })
  await shop.until(
    () => mailsTo(last),
    (found) => found.length > 0,
  )
}
const approve = (id: string) => shop.put(`/api/admin/approve-order/${id}`, undefined, { as: owner })
const give = (id: string, orderStatus: number, orderMessage: string) =>
  shop.put(`/api/order/${id}/status`, { orderId: id, orderStatus, orderMessage }, { as: owner })

test('S11.1: mails about receipt, confirmation and a new status go out exactly once, the last with its message', async () => {
  const email = customer()
  const id = await placeOrder(shop, goods, { email, firstname: 'Zainab' })
  await approve(id)
  await give(id, 5, 'With <b>GIG</b> & co, waybill 77')
  await shop.until(
    async () => (await mailsTo(email)).length,
    (value) => value >= 3,
  )
  await allMailsAreOut()
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(3)
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3)
  for (const mail of mails) {
    expect(mail.to).toHaveLength(1)
    expect(mail.html).toContain('Zainab')
    expect(mail.text).toContain('Zainab')
    expect(`${mail.subject} ${mail.text}`).toContain(id)
  }
  const shipped = mails.find(({ text }) => text?.includes('waybill 77'))
  expect(shipped?.text).toContain('With <b>GIG</b> & co')
  expect(shipped?.html).toContain('&lt;b&gt;GIG&lt;/b&gt; &amp; co')
  expect(shipped?.html).not.toContain('<b>GIG</b>')
  const received = mails.find(({ text }) => text?.includes('146,500'))
  expect(received?.text).toContain('Body wave')
})

test('S11.2: archiving and restoring send no mail, not even through the status', async () => {
  const email = customer()
  const id = await placeOrder(shop, goods, { email })
  await shop.remove(`/api/admin/delete-order/${id}`, undefined, { as: owner })
  await shop.put(`/api/admin/restore-order/${id}`, undefined, { as: owner })
  await approve(id)
  await give(id, 6, 'Put away')
  await shop.put(`/api/admin/restore-order/${id}`, undefined, { as: owner })
  await shop.until(
    async () => (await mailsTo(email)).length,
    (value) => value >= 2,
  )
  await allMailsAreOut()
  expect(await mailsTo(email)).toHaveLength(2) // received, confirmed
})

test('S11.1: a submission that is sent twice gets one mail', async () => {
  const email = customer()
  const headers = { 'Idempotency-Key': '5b0e9df2-6a6c-4d46-9b0e-2f5d6f6b7a10' }
  const form = await orderForm(goods, { email })
  for (let times = 0; times < 3; times++) await shop.post('/api/create-order', form, { headers })
  await shop.until(
    () => mailsTo(email),
    (found) => found.length > 0,
  )
  await allMailsAreOut()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('S11.3: staff get mails about activation, password reset and a changed password, with links to PUBLIC_URL', async () => {
  const person = await createColleague(shop, owner, 'auditor')
  await shop.call('POST', '/api/request-password-reset', {
    body: { email: person.email },
    headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
  })
  await shop.until(
    async () => (await mailsTo(person.email)).length,
    (value) => value >= 3,
  )
  const mails = await mailsTo(person.email)
  const links = mails.flatMap(({ text }) => text?.match(/https?:\/\/\S+/g) ?? [])
  expect(links.some((link) => link.startsWith('http://shop.example/account-activation/'))).toBe(
    true,
  )
  expect(links.some((link) => link.startsWith('http://shop.example/reset-password/'))).toBe(true)
  for (const link of links) expect(link).not.toContain('evil')
  expect(mails.some(({ subject }) => /password.*changed/i.test(subject ?? ''))).toBe(true)
  await allMailsAreOut()
  expect(await mailsTo(person.email)).toHaveLength(3)
})

test('S11.4: staff list failed mails with the reason, and can send each again once', async () => {
  const smtp = await startSmtpServer()
  const other = await startSpecificationShop({ mailUrl: smtp.url })
  try {
    const as = await other.signIn()
    const things = await createCatalogue(other, as)
    const url = '/api/admin/mails'
    expect(await other.list(url, as, { state: 'failed' })).toMatchObject({ data: [], total: 0 })
    smtp.state.behaviour = 'refuse'
    const id = await placeOrder(other, things)
    const failed = () => other.list(url, as, { state: 'failed', sortField: 'failedat' })
    await other.until(async () => (await failed()).total, 1)
    const [mail] = (await failed()).data
    expect(mail).toMatchObject({ kind: 'order-received', orderid: id, fullname: null, tries: 1 })
    expect(mail?.reason).toContain('550')
    expect(JSON.stringify(mail)).not.toMatch(/\bada\b|customer\.example/i)

    smtp.state.behaviour = 'accept'
    const again = () => other.post(`${url}/${mail?.mailid}/retry`, undefined, { as })
    const answers = await Promise.all(Array.from({ length: 30 }, again))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
    await other.until(
      () => smtp.mails,
      (found) => found.length > 0,
    )
    expect((await failed()).total).toBe(0)
    expect(smtp.mails).toHaveLength(1)
    expect((await again()).status).toBe(409)
    for (const unknown of ['0', '999999', 'nonsense'])
      expect((await other.post(`${url}/${unknown}/retry`, undefined, { as })).status).toBe(404)

    const logs = await other.list('/api/admin/users-logs', as, { process: 'sent the mail' })
    expect(logs.data.map(({ process }) => process)).toEqual([
      `Sent the mail 'order received' of order ${id} again`,
    ])
    expect((await other.get(`${url}?state=lost`, { as })).status).toBe(400)
  } finally {
    await other.close()
  }
})

test('S11.6, S11.7, S11.8: staff see at once that the mail server is away; when it is back, all mails go out, account mails first', async () => {
  const smtp = await startSmtpServer()
  const proxy = await startProxy(smtp.url)
  const other = await startSpecificationShop({ mailUrl: proxy.url })
  try {
    const as = await other.signIn()
    const things = await createCatalogue(other, as)
    const counts = async () =>
      (await other.get('/api/admin/mails/counts', { as })).body.result as MailCounts
    const list = (state: string) => other.list('/api/admin/mails', as, { state })
    expect(await counts()).toEqual({ waiting: 0, failed: 0, held: 0, outage: null })

    await proxy.away()
    const first = await placeOrder(other, things, { email: customer() })
    await other.until(
      async () => (await counts()).outage?.reason ?? '',
      (reason) => /REFUSED/.test(reason),
    )
    const ids = [first]
    for (let nth = 0; nth < 4; nth++)
      ids.push(await placeOrder(other, things, { email: customer() }))
    const [role] = (await other.get('/api/admin/roles', { as })).body.result as Row[]
    const colleague = {
      firstname: 'Ife',
      lastname: 'Bello',
      phone: '08030000003',
      roleid: role?.roleid,
    }
    const email = 'ife@strand.example'
    await other.post('/api/admin/create-user', { ...colleague, countryCode: 'NG', email }, { as })
    await other.until(async () => (await counts()).waiting, 6)
    const waiting = await list('waiting')
    expect(waiting.total).toBe(6)
    expect(
      waiting.data
        .map(({ orderid }) => orderid)
        .filter(Boolean)
        .sort(),
    ).toEqual(ids.sort())
    expect((await list('sent')).total).toBe(0)

    await proxy.back()
    await other.until(async () => (await list('sent')).total, 6)
    expect(await counts()).toEqual({ waiting: 0, failed: 0, held: 0, outage: null })
    // Nothing goes out before the invitation, except mails that were tried before the outage was
    // noticed.
    const invitation = smtp.mails.findIndex(({ recipients }) => recipients[0] === email)
    expect(invitation).toBeLessThan(4)
    expect(smtp.mails).toHaveLength(6)
    expect((await list('sent')).data[0]).toMatchObject({ failedat: null, reason: '' })
  } finally {
    await other.close()
  }
})

test('S11.8: all failed mails are sent again with one command', async () => {
  const smtp = await startSmtpServer()
  const other = await startSpecificationShop({ mailUrl: smtp.url })
  try {
    const as = await other.signIn()
    const things = await createCatalogue(other, as)
    smtp.state.behaviour = 'refuse'
    for (let nth = 0; nth < 3; nth++) await placeOrder(other, things, { email: customer() })
    const failed = async () => (await other.list('/api/admin/mails', as, { state: 'failed' })).total
    await other.until(failed, 3)
    smtp.state.behaviour = 'accept'
    const sent = await other.post('/api/admin/failed-mails/send', {}, { as })
    expect([sent.status, sent.body.result, sent.body.message]).toEqual([
      200,
      3,
      '3 failed emails are being sent again',
    ])
    await other.until(() => smtp.mails.length, 3)
    expect((await other.post('/api/admin/failed-mails/send', {}, { as })).status).toBe(409)
    const logs = await other.list('/api/admin/users-logs', as, { process: 'failed mail' })
    expect(logs.data.map(({ process }) => process)).toEqual(['Sent 3 failed mails again'])
  } finally {
    await other.close()
  }
})

test('S11.5: mails that strangers triggered too often are held, and staff send or drop them', async () => {
  const as = owner
  const email = customer()
  const ids = []
  for (let nth = 0; nth < 6; nth++) ids.push(await placeOrder(shop, goods, { email }))
  const held = () => shop.list('/api/admin/mails', as, { state: 'held' })
  await shop.until(async () => (await held()).total, 3)
  const mails = (await held()).data
  expect(mails[0]).toMatchObject({ kind: 'order-received', tries: 0 })
  expect(mails[0]?.reason).toBe('More than 3 an hour or 10 a day to one address')
  expect(JSON.stringify(mails)).not.toContain('customer.example')
  expect((await shop.list('/api/admin/mails', as, { state: 'failed' })).total).toBe(0)
  expect(await mailsTo(email)).toHaveLength(3)

  // There is no email for an order that staff have archived since.
  const archived = mails[2]?.orderid
  await shop.remove(`/api/admin/delete-order/${archived}`, undefined, { as })
  const one = { ids: [mails[0]?.mailid] }
  const dropped = await shop.post('/api/admin/held-mails/drop', one, { as })
  expect([dropped.status, dropped.body.message]).toEqual([200, '1 held email was dropped'])
  expect((await shop.post('/api/admin/held-mails/send', one, { as })).status).toBe(409)
  expect((await shop.post('/api/admin/held-mails/send', { ids: ['x'] }, { as })).status).toBe(400)
  const sent = await shop.post('/api/admin/held-mails/send', {}, { as })
  expect([sent.status, sent.body.result]).toEqual([200, 2])
  await shop.until(async () => (await mailsTo(email)).length, 4)
  await allMailsAreOut()
  const told = (await mailsTo(email)).map(({ text }) => text).join()
  expect(told).toContain(String(mails[1]?.orderid))
  expect(told).not.toContain(String(archived))
  expect((await held()).total).toBe(0)

  const logs = await shop.list('/api/admin/users-logs', as, { process: 'held mail' })
  expect(logs.data.map(({ process }) => process)).toEqual([
    'Sent 2 held mails',
    'Dropped 1 held mail',
  ])
})
