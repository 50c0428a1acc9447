import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Answer,
  type Row,
  type SpecificationShop,
  startSpecificationShop,
} from '../testing/client.ts'
import { createCatalogue, createColleague, placeOrder } from '../testing/fixtures.ts'

let shop: SpecificationShop
beforeAll(async () => {
  shop = await startSpecificationShop()
})
afterAll(() => shop.close())

test('S10.5: the user log lists every staff command in plain words, newest first', async () => {
  const owner = await shop.signIn()
  const person = await createColleague(shop, owner, 'superadministrator', {
    email: 'logged@strand.example',
    firstname: 'Logged',
    lastname: 'Person',
  })
  const goods = await createCatalogue(shop, owner)
  const as = person.token
  const id = await placeOrder(shop, goods)
  const expected: RegExp[] = []
  /** Runs a command, which must succeed, and records the line that the log must contain for it. */
  const does = async (words: RegExp, command: Promise<Answer>) => {
    const answer = await command
    expect([words, answer.status, answer.status < 300 || answer.text]).toEqual([
      words,
      expect.any(Number),
      true,
    ])
    expected.unshift(words)
    return answer
  }
  const put = (url: string, body?: unknown) => shop.put(`/api/${url}`, body, { as })
  const post = (url: string, body?: unknown) => shop.post(`/api/${url}`, body, { as })
  const remove = (url: string, body?: unknown) => shop.remove(`/api/${url}`, body, { as })
  const found = async (list: string, query: Record<string, string>) =>
    (await shop.list(`/api/admin/${list}`, as, query)).data[0] ?? {}
  const status = (orderStatus: number, orderMessage = '') =>
    put(`order/${id}/status`, { orderId: id, orderStatus, orderMessage })

  await does(/^Archived order/, remove(`admin/delete-order/${id}`))
  await does(/^Restored order/, put(`admin/restore-order/${id}`))
  const approved = await does(
    new RegExp(`^Approved order ${id}$`),
    put(`admin/approve-order/${id}`),
  )
  await does(
    /^Undid .*order/,
    post(`admin/orders/${id}/undo`, { position: approved.headers['x-position'] }),
  )
  await does(/^Approved order/, put(`admin/approve-order/${id}`))
  await does(/order .*shipped/, status(5))
  await does(/message of order/, status(5, 'Waybill 77'))
  await does(/^Archived order/, status(6))
  await does(/^Restored order/, put('admin/restore-order', [id]))
  await does(/^Erased/, remove(`admin/orders/${id}/personal-data`))
  await does(/3 order ids/, post('generate-paymentconfirmation-orderid?num=3'))

  const product = { productname: 'Logged wave', price: 1200 }
  await does(/product "Logged wave"/, post('admin/create-product', product))
  const { productid } = await found('products', { productname: 'Logged wave' })
  await does(/^Updated product/, put('admin/update-product', { ...product, productid, price: 9 }))
  await does(/^Archived product "Logged wave"/, remove(`admin/delete-product/${productid}`))
  await does(/^Restored product "Logged wave"/, put('admin/restore-product', [productid]))

  const place = { location: 'Logged town', price: 1 }
  await does(/location "Logged town"/, post('admin/create-delivery-location', place))
  const { locationid } = await found('delivery-location', { locationname: 'Logged town' })
  await does(/^Updated/, put('admin/update-delivery-location', { ...place, locationid, price: 2 }))
  await does(/^Archived .*town"/, remove(`admin/delete-delivery-location/${locationid}`))
  await does(/^Restored .*town/, put(`admin/restore-delivery-location/${locationid}`))

  const dates = { startDate: '2026-01-01 00:00:00', endDate: '2026-02-01 00:00:00' }
  await does(/Logged sale/, post('admin/create-sales', { sales: 'Logged sale', ...dates }))
  const { salesid } = await found('sales', { salesname: 'Logged sale' })
  await does(
    /^Updated .*sale/,
    put('admin/update-sales', {
      sales: 'Logged sale',
      salesid,
      ...dates,
      endDate: '2026-03-01 00:00:00',
    }),
  )
  await does(
    /message of .*"Logged sale"/,
    put(`admin/sales/${salesid}/message`, { salesMessage: 'x' }),
  )
  await does(/^Archived .*sale/, remove('admin/delete-sales', { ids: [salesid] }))
  await does(/^Restored .*sale/, put(`admin/restore-sales/${salesid}`))

  const roles = (await shop.get('/api/admin/roles', { as })).body.result as Row[]
  const roleid = (name: string) => roles.find(({ rolename }) => rolename === name)?.roleid
  // The user log shows people's current names.
  const form = {
    firstname: 'New',
    lastname: 'Comer',
    email: 'new@strand.example',
    phone: '0803',
    countryCode: 'NG',
    roleid: roleid('auditor'),
  }
  await does(/^Added user "Newer Comer"/, post('admin/create-user', form))
  const { userid } = await found('users', { email: form.email })
  const changed = { ...form, userid, firstname: 'Newer' }
  await does(/^Updated .*Newer Comer/, put('admin/update-user', changed))
  await does(
    /role .*Newer Comer/,
    put('admin/update-user', { ...changed, roleid: roleid('administrator') }),
  )
  await does(/^Archived .*Newer Comer/, remove(`admin/delete-user/${userid}`))
  await does(/^Restored .*Newer Comer/, put('admin/restore-user', [userid]))
  expect((await found('users', { email: form.email })).userstatus).toBe('pending')

  const own = { ...form, email: person.email, userid: person.userid, password: person.password }
  await does(
    /^Updated their profile|^Updated .*profile/,
    put('admin/update-user', { ...own, firstname: 'Logged', lastname: 'Person' }),
  )
  const password = 'River-by-4-night'
  await does(
    /password/,
    post('update-password', {
      email: person.email,
      oldPassword: person.password,
      password,
      confirmPassword: password,
    }),
  )

  const logs = async () =>
    (await shop.list('/api/admin/users-logs', owner, { email: person.email, results: 100 })).data
  await shop.until(
    async () => (await logs())[0],
    (newest) => /password/i.test(String(newest?.process)),
  )
  const lines = (await logs()).slice(0, expected.length)
  for (const [index, words] of expected.entries())
    expect([words, lines[index]?.process]).toEqual([words, expect.stringMatching(words)])
  for (const line of lines) {
    expect(line).toMatchObject({ fullname: 'Logged Person', email: person.email })
    expect(line.process).not.toMatch(/undefined|null|[0-9a-f]{8}-[0-9a-f]{4}-/)
  }
  // The user log has the acts of staff on the erased order, but not its customer.
  expect(JSON.stringify(lines)).not.toMatch(/Ada|Obi|Waybill/)
})
