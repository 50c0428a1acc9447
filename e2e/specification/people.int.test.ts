import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, detailMessages, type Row, type SpecificationShop } from '../testing/client.ts'
import { createCatalogue, createColleague, placeOrder } from '../testing/fixtures.ts'
import { type Colleague, type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'
import { owner as first } from '../testing/test-shop.ts'

let shop: SpecificationShop
let owner: string
let administrator: Colleague
let auditor: Colleague
let roleids: Record<string, string>
let form: StaffedShop['form']
beforeAll(async () => {
  ;({ shop, owner, administrator, auditor, roleids, form } = await startStaffedShop())
})
afterAll(() => shop.close())

const users = '/api/admin/users'
const remove = (id: unknown, as = owner) =>
  shop.remove(`/api/admin/delete-user/${id}`, undefined, { as })
const restore = (id: unknown, as = owner) =>
  shop.put(`/api/admin/restore-user/${id}`, undefined, { as })
const byEmail = async (email: string, as = owner, url = users) =>
  (await shop.list(url, as, { email })).data.find((row) => row.email === email)

test('S9.8: a row has the fields of a user; only superadministrators see roles', async () => {
  const seen = await byEmail(administrator.email)
  expect(seen).toMatchObject({
    userid: administrator.userid,
    firstname: 'Bola',
    lastname: 'Okon',
    email: administrator.email,
    phone: expect.stringContaining('8030000001'),
    countryCode: 'NG',
    userstatus: 'active',
    status: 'active',
    roleid: roleids.administrator,
    rolename: 'administrator',
    role: 'administrator',
  })
  const { data, total } = await shop.list(users, administrator.token)
  expect(total).toBeGreaterThanOrEqual(3)
  for (const row of data)
    for (const field of ['role', 'rolename', 'roleid'])
      expect([field, row[field]]).toEqual([field, undefined])
  expect(JSON.stringify(data)).not.toContain('superadministrator"')
})

test('S9.8: only superadministrators can sort or filter users by role', async () => {
  for (const query of ['sortField=role', 'sortField=rolename'])
    expect((await shop.get(`${users}?${query}`, { as: administrator.token })).status).toBe(400)
  const all = await shop.list(users, administrator.token)
  for (const field of ['role', 'rolename']) {
    const filtered = await shop.get(`${users}?${field}=auditor`, { as: administrator.token })
    if (filtered.status === 200)
      expect((filtered.body.result as { total: number }).total).toBe(all.total)
    else expect(filtered.status).toBe(400)
    const mine = await shop.list(users, owner, { [field]: 'auditor' })
    expect(mine.data.map(({ email }) => email)).toEqual([auditor.email])
  }
})

test('S9.8: name and email sort on the server, and each column filters', async () => {
  for (const field of ['name', 'email', 'firstname', 'lastname']) {
    const query = { sortField: field, results: 100 }
    const up = await shop.list(users, administrator.token, { ...query, sortOrder: 'ascend' })
    const down = await shop.list(users, administrator.token, { ...query, sortOrder: 'descend' })
    expect(down.data.map(({ email }) => email)).toEqual(
      up.data.map(({ email }) => email).toReversed(),
    )
  }
  const found = await shop.list(users, administrator.token, { name: 'bola ok' })
  expect(found.data.map(({ email }) => email)).toEqual([administrator.email])
  expect((await shop.list(users, owner, { status: 'pending' })).total).toBe(0)
})

test('S9.1: create-user answers 201 with firstname and email; the newcomer is pending', async () => {
  const sent = form({ email: 'Kemi@Strand.example', firstname: 'Kemi' })
  const created = await shop.post('/api/admin/create-user', sent, { as: owner })
  expect(created).toMatchObject({ status: 201, body: { firstname: 'Kemi', isSuccessful: true } })
  expect(String(created.body.email).toLowerCase()).toBe('kemi@strand.example')
  const { data } = await shop.list(users, owner, { email: 'kemi@' })
  expect(data).toMatchObject([{ firstname: 'Kemi', userstatus: 'pending' }])
  const again = await shop.post(
    '/api/admin/create-user',
    { ...sent, email: 'KEMI@strand.example' },
    { as: owner },
  )
  expect(again.status).toBe(409)
})

test('S9.9: every field has its message', async () => {
  const empty = await shop.post('/api/admin/create-user', {}, { as: owner })
  expect(empty.status).toBe(400)
  expect(detailMessages(empty)).toMatchObject({
    firstname: ['Please enter first name!'],
    lastname: ['Please enter last name!'],
    email: ['Please enter email address!'],
    phone: ['Please enter phone number!'],
    roleid: ['Please select user role!'],
  })
  const blank = form({ firstname: ' ', lastname: '', email: '', phone: '', roleid: '' })
  expect(
    detailMessages(await shop.post('/api/admin/create-user', blank, { as: owner })),
  ).toMatchObject({
    firstname: ['Please enter first name!'],
    lastname: ['Please enter last name!'],
    email: ['Please enter email address!'],
    phone: ['Please enter phone number!'],
    roleid: ['Please select user role!'],
  })
})

test('S9.10: update-user changes everything but the email; a change of role ends the user’s sessions', async () => {
  const person = await createColleague(shop, owner, 'administrator', {
    email: 'moved@strand.example',
  })
  const change = (changes: Row) =>
    shop.put(
      '/api/admin/update-user',
      { ...form({ email: person.email, ...changes }), userid: person.userid },
      { as: owner },
    )
  const renamed = await change({ firstname: 'Renamed', email: 'other@strand.example' })
  expect([200, 400]).toContain(renamed.status)
  expect(await byEmail('other@strand.example')).toBeUndefined()
  expect(await change({ firstname: 'Renamed' })).toMatchObject({
    status: 200,
    body: { isSuccessful: true, responseMessage: expect.any(String) },
  })
  expect(await byEmail(person.email)).toMatchObject({ firstname: 'Renamed' })
  expect((await shop.get('/api/admin/orders/counts', { as: person.token })).status).toBe(200)
  expect((await change({ roleid: roleids.auditor })).status).toBe(200)
  expect(await byEmail(person.email)).toMatchObject({ rolename: 'auditor' })
  expect((await shop.get('/api/admin/orders/counts', { as: person.token })).status).toBe(401)
  const unknown = { ...form(), userid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }
  expect((await shop.put('/api/admin/update-user', unknown, { as: owner })).status).toBe(404)
})

test('S9.11: changing your own record needs the current password, and keeps your role', async () => {
  const own = (changes: Row, as = auditor) =>
    shop.put(
      '/api/admin/update-user',
      { ...form({ email: as.email, firstname: 'Uchenna' }), userid: as.userid, ...changes },
      { as: as.token },
    )
  const without = await own({})
  expect(without.status).toBe(400)
  expect(detailMessages(without)).toMatchObject({ password: ['Please enter password!'] })
  expect((await own({ password: 'Not-my-0ld-one' })).status).toBe(400)
  const roleid = roleids.superadministrator
  expect((await own({ password: auditor.password, roleid })).status).toBe(200)
  expect(await byEmail(auditor.email)).toMatchObject({ firstname: 'Uchenna', rolename: 'auditor' })
  const other = { password: auditor.password, userid: administrator.userid }
  expect((await own(other)).status).toBe(403)
})

test('S9.12: archiving a user ends their sessions at once; restoring lets them sign in again', async () => {
  const person = await createColleague(shop, owner, 'auditor', { email: 'gone@strand.example' })
  expect(await remove(person.userid, administrator.token)).toMatchObject({
    status: 200,
    body: { isSuccessful: true, responseMessage: expect.any(String) },
  })
  expect((await shop.get('/api/admin/orders/counts', { as: person.token })).status).toBe(401)
  expect(await byEmail(person.email)).toBeUndefined()
  expect(await byEmail(person.email, owner, '/api/admin/archived-users')).toBeDefined()
  expect((await remove(person.userid)).status).toBe(409)
  expect((await restore(person.userid, administrator.token)).status).toBe(200)
  expect((await restore(person.userid)).status).toBe(409)
  expect(await byEmail(person.email)).toMatchObject({ userstatus: 'active' })
  expect(await shop.signIn(person.email, person.password)).toEqual(expect.any(String))
})

test('S9.13: who cannot be archived', async () => {
  const me = await byEmail(first.email)
  const refusal = (answer: Answer) => expect([403, 409]).toContain(answer.status)
  refusal(await remove(me?.userid)) // oneself, and the last superadministrator
  refusal(await remove(me?.userid, administrator.token)) // a superadministrator, by a lower role
  refusal(await remove(administrator.userid, administrator.token)) // oneself
  const second = await createColleague(shop, owner, 'superadministrator')
  refusal(await remove(second.userid, administrator.token))
  expect((await remove(second.userid)).status).toBe(200)
  refusal(await restore(second.userid, administrator.token))
  expect((await restore(second.userid)).status).toBe(200)
  const own = { ...form({ email: first.email }), userid: me?.userid, password: first.password }
  await shop.put('/api/admin/update-user', { ...own, roleid: roleids.auditor }, { as: owner })
  expect(await byEmail(first.email)).toMatchObject({ rolename: 'superadministrator' })
  const again = await shop.signIn(second.email, second.password)
  // Two superadministrators archive each other at the same time, and only one succeeds.
  const both = await Promise.all([remove(second.userid), remove(me?.userid, again)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  owner = both[0]?.status === 200 ? await shop.signIn() : again
})

test('S9.12: bulk archive and restore list the users that they changed and those that they did not', async () => {
  const made: unknown[] = []
  for (const email of ['b1@strand.example', 'b2@strand.example']) {
    await shop.post('/api/admin/create-user', form({ email }), { as: owner })
    made.push((await byEmail(email))?.userid)
  }
  const archived = await shop.remove(
    '/api/admin/delete-user',
    [...made, administrator.userid, 'x'],
    { as: administrator.token },
  )
  expect(archived).toMatchObject({
    status: 200,
    body: { result: made, failed: [{ id: administrator.userid }, { id: 'x' }] },
  })
  const restored = await shop.put('/api/admin/restore-user', { ids: made }, { as: owner })
  expect(restored).toMatchObject({
    status: 200,
    body: { responseMessage: expect.any(String), result: made },
  })
})

test('S10.5: every action of staff is in the log, in words, with who did it and when', async () => {
  const person = await createColleague(shop, owner, 'superadministrator', {
    email: 'logged@strand.example',
    firstname: 'Logged',
    lastname: 'Colleague',
  })
  const goods = await createCatalogue(shop, person.token)
  const id = await placeOrder(shop, goods)
  await shop.put(`/api/admin/approve-order/${id}`, undefined, { as: person.token })
  await shop.put(
    `/api/order/${id}/status`,
    { orderId: id, orderStatus: 5, orderMessage: '' },
    { as: person.token },
  )
  await shop.post('/api/login', { email: person.email, password: 'Wrong-one-1' })
  const session = (
    await shop.post('/api/login', { email: person.email, password: person.password })
  ).body
  const { refreshToken } = session
  await shop.post('/api/logout', { refreshToken }, { as: String(session.accessToken) })
  const logs = async (query: Row = {}) =>
    (await shop.list('/api/admin/users-logs', owner, { results: 100, ...query })).data
  const read = async () =>
    (await logs({ email: person.email })).map(({ process }) => String(process))
  await shop.until(
    () => read(),
    (value) => value.some((words) => /signed out/i.test(words)),
  )
  const words = await read()
  expect(words).toContain(`Approved order ${id}`)
  for (const part of [/signed in/i, /fail/i, /password/i, /signed out/i, /shipped/i, /Body wave/])
    expect([part, words.some((word) => part.test(word))]).toEqual([part, true])
  const [row] = await logs({ email: person.email })
  expect(row).toMatchObject({
    createdat: expect.stringMatching(/Z$/),
    fullname: 'Logged Colleague',
    email: person.email,
    process: expect.any(String),
  })
  const day = new Date(shop.now().getTime() + 3_600_000).toISOString().slice(0, 10)
  expect((await logs({ email: person.email, dateFrom: day, dateTo: day })).length).toBeGreaterThan(
    5,
  )
  expect(await logs({ dateTo: '2020-01-01' })).toEqual([])
})
