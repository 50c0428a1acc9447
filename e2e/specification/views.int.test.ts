import { deleteLeftViews } from '@strand/command-api/views/saved-view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importLines } from '../testing/bank-statement.ts'
import { createCatalogue, createColleague, placeOrder } from '../testing/fixtures.ts'
import { type StaffedShop, startStaffedShop } from '../testing/staffed-shop.ts'

let staffed: StaffedShop
let auditor: string
beforeAll(async () => {
  staffed = await startStaffedShop()
  auditor = staffed.auditor.token
})
afterAll(() => staffed.shop.close())

const view = (changes: object = {}) => ({
  name: 'Lagos by amount',
  list: 'confirmed',
  filters: { deliverylocation: 'Lagos' },
  sort: { field: 'total', order: 'desc' },
  columns: ['customer', 'total'],
  shared: false,
  ...changes,
})
const save = async (as: string, changes: object = {}) =>
  (await staffed.shop.post('/api/admin/views', view(changes), { as })).body.viewid as string
const viewsOf = async (as: string) =>
  (await staffed.shop.get('/api/admin/views', { as })).body.result as Record<string, unknown>[]
const path = (viewId: string) => `/api/admin/views/${viewId}`

test('S4.15 only its owner sees a private view, which contains what was saved', async () => {
  const { shop, owner, administrator } = staffed
  const viewid = await save(administrator.token)
  expect(await viewsOf(administrator.token)).toEqual([
    { ...view(), viewid, owner: 'Bola', editable: true },
  ])
  expect(await viewsOf(owner)).toEqual([])
  for (const as of [owner, auditor]) {
    expect((await shop.put(path(viewid), view(), { as })).status).toBe(404)
    expect((await shop.remove(path(viewid), undefined, { as })).status).toBe(404)
  }
  const as = administrator.token
  expect((await shop.put(path(viewid), view({ name: 'Renamed' }), { as })).status).toBe(200)
  expect(await viewsOf(as)).toMatchObject([{ viewid, name: 'Renamed' }])
  expect((await shop.remove(path(viewid), undefined, { as })).status).toBe(200)
  expect(await viewsOf(as)).toEqual([])
})

test('S4.15 everybody sees a shared view, its owner or a superadministrator can change it, and the log records that', async () => {
  const { shop, owner, administrator } = staffed
  const viewid = await save(administrator.token, { shared: true })
  expect(await viewsOf(auditor)).toMatchObject([{ viewid, owner: 'Bola', editable: false }])
  expect((await shop.put(path(viewid), view(), { as: auditor })).status).toBe(403)
  expect((await shop.put(path(viewid), view({ shared: true }), { as: owner })).status).toBe(200)
  expect((await shop.put(path(viewid), view(), { as: owner })).status).toBe(200)
  expect(await viewsOf(auditor)).toEqual([])
  const log = await shop.list('/api/admin/users-logs', owner, { process: 'view of the list' })
  expect(log.data.map(({ process }) => process)).toEqual([
    'Stopped sharing a view of the list confirmed',
    'Changed a shared view of the list confirmed',
    'Shared a view of the list confirmed',
  ])
  expect(
    (await shop.post('/api/admin/views', view({ shared: true }), { as: auditor })).status,
  ).toBe(403)
})

test.for([
  [{ list: 'lost' }, 'list'],
  [{ filters: { colour: 'red' } }, 'filters'],
  [{ filters: { dateFrom: '2026-02-31' } }, 'filters.dateFrom'],
  [{ sort: { field: 'mood', order: 'asc' } }, 'sort.field'],
  [{ columns: ['password'] }, 'columns.0'],
  [{ name: '' }, 'name'],
  [{ more: 1 }, ''],
  [{ list: 'users', filters: { role: 'auditor' }, sort: null, columns: [] }, 'filters'],
  // The screen shows the lines of one status at a time, so a view names one.
  [{ list: 'bank-lines', filters: {}, sort: null, columns: [] }, 'filters.status'],
] as const)('S4.15 a view that its list would refuse is refused: %o', async ([changes, field]) => {
  const answer = await staffed.shop.post('/api/admin/views', view(changes), { as: staffed.owner })
  expect(answer.status).toBe(400)
  const paths = answer.body.details?.map(({ path }: { path: string }) => path)
  expect(paths).toEqual([expect.stringContaining(field)])
})

test('S4.15 a user can have 50 views, of lists that they may see, until they are archived', async () => {
  const { shop, owner } = staffed
  const colleague = await createColleague(shop, owner, 'auditor', { email: 'views@strand.example' })
  const as = colleague.token
  const users = { list: 'users', filters: {}, sort: null, columns: [] }
  expect((await shop.post('/api/admin/views', view(users), { as })).status).toBe(403)
  await Promise.all(Array.from({ length: 50 }, (_, n) => save(as, { name: `View ${n}` })))
  const refused = await shop.post('/api/admin/views', view(), { as })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('50 views')

  await save(staffed.administrator.token, { name: 'Stays' })
  const [person] = (await shop.list('/api/admin/users', owner, { email: 'views@' })).data
  await shop.remove(`/api/admin/delete-user/${person?.userid}`, undefined, { as: owner })
  await deleteLeftViews(shop)
  const { rows } = await shop.pool.query(
    `select content ->> 'name' as name from saved_view where not shared`,
  )
  expect(rows).toContainEqual({ name: 'Stays' })
  expect(rows).not.toContainEqual({ name: 'View 1' })
})

test('S4.17 the export of a view has exactly its rows, in its order, ready for a spreadsheet', async () => {
  const { shop, owner } = staffed
  const goods = await createCatalogue(shop, owner)
  const ordered = (changes: object) => placeOrder(shop, goods, { ...changes })
  const first = await ordered({ accountname: '=Ada Obi', firstname: '+Ada' })
  const second = await ordered({ accountname: 'Ada Eze' })
  await ordered({ accountname: 'Tola Ade' })
  const approved = await ordered({ accountname: 'Ada Bello' })
  await shop.put(`/api/admin/approve-order/${approved}`, undefined, { as: owner })
  const filters = { accountname: 'ada', search: 'ada' }
  const sort = { field: 'createdat', order: 'asc' }
  const viewid = await save(owner, { list: 'pending', filters, sort })
  const listed = await shop.list('/api/admin/orders', owner, filters)
  const answer = await shop.get(`${path(viewid)}/export`, { as: owner })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  const [head = '', ...lines] = answer.text.trim().split('\r\n')
  expect(head).toContain('"Full Name","Phone","Email","Instagram Username","Account Name","State"')
  expect(head).toContain('"Delivery Price (Naira)","Total (Naira)"')
  expect(lines.map((line) => line.slice(1, 15))).toEqual(expect.arrayContaining([first, second]))
  expect(lines).toHaveLength(Number(listed.total))
  expect(lines[0]).toMatch(/^"[^"]+","\d{4}-\d\d-\d\d \d\d:\d\d:\d\d","pending","'[+]Ada/)
  expect(lines[0]).toContain(`"'=Ada Obi"`)
  expect((await shop.get(`${path(viewid)}/export`, { as: auditor })).status).toBe(404)
})

test('S4.17 views of users and of the user log are exported like those of orders', async () => {
  const { shop, owner, administrator } = staffed
  const exported = async (viewid: string, as: string) => {
    const answer = await shop.get(`${path(viewid)}/export`, { as })
    expect(answer.status).toBe(200)
    const [head, ...lines] = answer.text.trim().split('\r\n')
    return { head, lines }
  }
  await createColleague(shop, owner, 'administrator', {
    firstname: 'Zainab',
    email: 'z1@x.example',
  })
  await createColleague(shop, owner, 'administrator', {
    firstname: 'Zainab',
    email: 'z2@x.example',
  })
  const sort = { field: 'email', order: 'desc' }
  const people = { list: 'users', filters: { name: 'zainab' }, sort, columns: [] }
  const ofPeople = await exported(await save(owner, people), owner)
  expect(ofPeople.head).toContain(
    '"First Name","Last Name","Email","Phone","Country Code","Status"',
  )
  expect(ofPeople.lines.map((line) => line.split(',')[2])).toEqual([
    '"z2@x.example"',
    '"z1@x.example"',
  ])
  // All users were created within one second, in the reverse order of their ids.
  await shop.pool.query(
    `update read.staff set created_at = timestamptz '2026-01-01' + interval '1 ms' * of_id.rank
     from (select user_id, rank() over (order by user_id desc) from read.staff) of_id
     where of_id.user_id = staff.user_id`,
  )
  const everybody = { ...people, filters: {}, sort: null }
  const { lines } = await exported(await save(owner, everybody), owner)
  const inList = (await shop.list('/api/admin/users', owner, { results: 100 })).data
  expect(lines.map((line) => line.split(',')[2])).toEqual(inList.map(({ email }) => `"${email}"`))
  expect(ofPeople.lines[0]).toMatch(/"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"$/)

  for (const filters of [{}, { process: 'zainab' }, { fullname: 'nobody' }]) {
    const log = { list: 'users-logs', filters, sort: null, columns: [] }
    const ofLog = await exported(await save(owner, log), owner)
    expect(ofLog.head).toContain('"Date & Time (Lagos)","User","Email","Activity"')
    const listed = await shop.list('/api/admin/users-logs', owner, { ...filters, results: 100 })
    // Saving the view adds no entry to the log, because nobody else has the view.
    expect(ofLog.lines).toHaveLength(Number(listed.total))
    const words = listed.data.map(({ process }) => String(process).replaceAll('"', '""'))
    for (const [index, line] of ofLog.lines.slice(0, 100).entries())
      expect(line).toContain(words[index])
  }
  const shared = await save(owner, { ...people, list: 'archived-users', shared: true })
  expect((await exported(shared, administrator.token)).lines).toEqual([])
  expect((await shop.get(`${path(shared)}/export`, { as: auditor })).status).toBe(404)
})

test('S4.20 a view of bank lines is exported in the list’s order, with amounts in naira', async () => {
  const { shop, owner } = staffed
  await importLines(shop, owner)
  const sort = { field: 'amountKobo', order: 'asc' }
  const debits = { list: 'bank-lines', filters: { status: 'debit' }, sort, columns: [] }
  const viewid = await save(auditor, debits)
  const answer = await shop.get(`${path(viewid)}/export`, { as: auditor })
  const [head, ...rows] = answer.text.trim().split('\r\n')
  expect(head).toContain('"Date","Bank Account","Payer","Narration","Reference","Amount (Naira)"')
  const query = { status: 'debit', sortField: 'amountKobo', sortOrder: 'asc', results: 100 }
  const listed = (await shop.list('/api/admin/bank-lines', auditor, query)).data
  expect(listed.length).toBeGreaterThan(1)
  expect(rows.map((row) => row.match(/"(-[\d.]+)"/)?.[1])).toEqual(
    listed.map(({ amountKobo }) => (Number(amountKobo) / 100).toFixed(2)),
  )
})
