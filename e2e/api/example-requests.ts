import { makeStatement } from '@strand/command-api/money/testing/statement-lines'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { ReportName } from '@strand/contracts/reports/definition'
import { random } from '@strand/platform/testing/random'
import { importLines, importStatement } from '../testing/bank-statement.ts'
import type { Row, SpecificationShop } from '../testing/client.ts'
import {
  createCatalogue,
  createColleague,
  orderForm,
  pdf,
  placeOrder,
  proofUpload,
  temporaryPasswordIn,
} from '../testing/fixtures.ts'
import { type Actor, routeKey } from './access-table.ts'

const passkeyProof = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
}

/**
 * A shop with one of everything, and a valid request for each call, so that a single wrong field
 * gets as far as possible. The calls archive, change and erase spare items only, because orders
 * need the others.
 */
export const createExamples = async (shop: SpecificationShop) => {
  const owner = await shop.signIn()
  const goods = await createCatalogue(shop, owner)
  const made = async (url: string, body: object) =>
    (await shop.post(`/api/admin/${url}`, body, { as: owner })).body
  const dates = { startDate: '2026-01-01 00:00:00', endDate: '2099-02-01 00:00:00' }
  const { salesid } = await made('create-sales', { sales: 'Easter', ...dates })
  const product = await made('create-product', { productname: 'Spare', price: 1 })
  const location = await made('create-delivery-location', { location: 'Spare', price: 1 })
  const sales = await made('create-sales', { sales: 'Spare', ...dates })
  const person = {
    firstname: 'Spare',
    lastname: 'Person',
    phone: '08030000002',
    countryCode: 'NG',
    roleid: 'auditor',
    email: 'spare@strand.example',
  }
  const user = await made('create-user', person)
  const order = await placeOrder(shop, goods)
  const question = { kind: 'proof', text: 'Please send the receipt again' }
  await shop.post(`/api/admin/orders/${order}/question`, question, { as: owner })
  const erased = await placeOrder(shop, goods)
  const listed = await shop.list('/api/admin/orders', owner, { search: order })
  const { reportId } = await made('reports/sales/issue', {})
  const { credits, alike } = await importLines(shop, owner)
  const statement = makeStatement(3, random, { first: '2026-05-01', firstReference: 900 })
  const statementId = await importStatement(shop, owner, csvDialects.tabs(statement))
  const link = new URL(String(listed.data[0]?.filepath).split(',')[0] ?? '', 'http://shop.example')

  await made('create-user', { ...person, email: 'pending@strand.example' })
  const welcome = await shop.inMail('pending@strand.example', '')
  const temporary = temporaryPasswordIn(welcome.text)
  const tokens: Record<Actor, string | undefined> = {
    anonymous: undefined,
    pending: await shop.signIn('pending@strand.example', temporary),
    auditor: (await createColleague(shop, owner, 'auditor')).token,
    administrator: (await createColleague(shop, owner, 'administrator')).token,
    superadministrator: owner,
  }

  const password = 'Tide-under-9-moons'
  const chosen = { oldPassword: 'Not-the-1-it-is', password, confirmPassword: password }
  const bulk = (id: unknown) => ({ ids: [id] })
  const bodies: Record<string, unknown> = {
    'POST /api/create-order': await orderForm(goods, {
      files: [proofUpload(pdf, 'receipt.pdf', 'application/pdf')],
      salesid,
      paymentCode: 'AAAA-AAAA',
      promise: 'a.b',
      confirmAnyway: false,
      sentAmount: null,
    }),
    'POST /api/payment-codes': {},
    'POST /api/price-promises': {
      products: [goods.wave],
      location: goods.lagos,
      promise: 'a.b',
    },
    'POST /api/order/:x/review': { orderId: order, review: 'Soft, and no tangles' },
    'PUT /api/order/:x/status': { orderId: order, orderStatus: 5, orderMessage: 'Waybill 77' },
    'POST /api/admin/orders/erase-personal-data': { ids: [erased] },
    'POST /api/admin/orders/ship': {
      orders: [{ orderId: order, carrier: 'DHL', waybill: '77' }],
      positions: { [order]: '12' },
      message: 'Soon',
    },
    'POST /api/admin/failed-mails/send': { ids: ['1'] },
    'POST /api/admin/held-mails/send': { ids: ['1'] },
    'POST /api/admin/held-mails/drop': { ids: ['1'] },
    'POST /api/admin/orders/:x/contact': { channel: 'whatsapp', text: 'Your order is on its way' },
    'POST /api/audit/log/cosignatures': { note: 'shop.example/log\n1\nAAAA' },
    'POST /api/audit/log/verifications': {},
    'POST /api/admin/orders/:x/undo': { position: '12' },
    'POST /api/admin/orders/undo': { positions: { [order]: '12' } },
    'POST /api/admin/orders/:x/question': { kind: 'notfound', text: 'Which bank did you use?' },
    'POST /api/orders/:x/question': { token: '', digits: '4567' },
    'POST /api/orders/:x/answer': { text: 'From Kuda', fileUids: [], token: '', digits: '4567' },
    'POST /api/admin/orders/review/next': { skip: [erased] },
    'PUT /api/admin/approve-order/:x': {
      evidence: { lines: [{ lineId: credits[0], amountKobo: 100 }] },
    },
    'DELETE /api/admin/delete-order/:x': { reason: 'No payment came', tell: true },
    'PUT /api/admin/orders/:x/lease': { takeOver: true },
    'POST /api/admin/orders/:x/notes': { text: 'Paid in two parts', mentions: [] },
    'PUT /api/admin/orders/:x/assignee': { userid: null },
    'POST /api/admin/orders/:x/taken-back/:x/seen-to': { outcome: 'asked', note: 'Called her' },
    'POST /api/admin/bank-accounts': {
      bankName: 'A bank',
      accountName: 'Strand Hair Ltd',
      accountNumber: '1112223334',
      currency: 'NGN',
    },
    'POST /api/admin/bank-statements': {
      previewId: '00000000-0000-4000-8000-000000000000',
      confirm: false,
    },
    'POST /api/admin/bank-statements/:x/take-back': { reason: 'It is another account’s' },
    'POST /api/admin/bank-lines/:x/match': { allocations: [{ orderId: order, amountKobo: 100 }] },
    'POST /api/admin/bank-lines/:x/unmatch': { reason: 'It was Ngozi’s' },
    'POST /api/admin/bank-lines/:x/set-aside': { kind: 'own', note: 'For the rent' },
    'POST /api/admin/bank-lines/:x/take-back': {},
    'POST /api/admin/bank-lines/:x/merge': { into: alike[0]?.into },
    'POST /api/admin/bank-lines/:x/keep': {},
    'POST /api/admin/bank-lines/:x/owe': {
      orderId: order,
      amountKobo: 100,
      reason: 'You paid twice',
    },
    'POST /api/admin/bank-lines/:x/unowe': { owedId: credits[0], reason: 'It was Ngozi’s' },
    'POST /api/admin/bank-lines/:x/settle': { owedId: credits[0] },
    'POST /api/admin/bank-lines/:x/unsettle': { owedId: credits[0] },
    'POST /api/admin/bank-lines/approve': { lines: [{ lineId: credits[0], orderId: order }] },
    ...Object.fromEntries(
      ReportName.options.map((name) => [
        `POST /api/admin/reports/${name}/issue`,
        { from: '2026-03-01', to: '2026-03-31', by: 'week', asOf: '1' },
      ]),
    ),
    'POST /api/admin/views': { name: 'Lagos', list: 'pending', filters: { search: 'Lagos' } },
    'PUT /api/admin/views/:x': { name: 'Lagos', list: 'pending', filters: {} },
    'POST /api/login': { email: 'nobody@strand.example', password },
    'POST /api/login/second-factor': {
      challenge: 'x'.repeat(80),
      code: undefined,
      credential: passkeyProof,
    },
    'POST /api/login/second-factor/enrolment': { challenge: 'x'.repeat(80), method: 'totp' },
    'POST /api/admin/second-factor': {
      challenge: 'x'.repeat(80),
      code: '123456',
      credential: undefined,
      name: 'Key',
    },
    'POST /api/admin/second-factor/enrolment': { method: 'totp', password },
    'POST /api/admin/second-factor/recovery-codes': { password },
    'DELETE /api/admin/second-factor/:x': { password },
    'POST /api/request-password-reset': { email: 'spare@strand.example' },
    'POST /api/reset-password/:x': { password, confirmPassword: password },
    'POST /api/change-password': { email: 'spare@strand.example', ...chosen },
    'POST /api/update-password': { email: '', ...chosen },
    'POST /api/refresh-token': { email: 'spare@strand.example', refreshToken: 'x'.repeat(43) },
    'POST /api/logout': { refreshToken: 'x'.repeat(43) },
    'POST /api/admin/create-user': { ...person, email: 'newer@strand.example' },
    'PUT /api/admin/update-user': { ...person, userid: user.userid, password },
    'POST /api/admin/create-product': {
      productname: 'Newer',
      price: 2,
      group: 'Wigs',
      picture: '',
    },
    'PUT /api/admin/update-product': {
      productid: product.productid,
      productname: 'Spare',
      price: 2,
      group: 'Wigs',
      picture: '',
    },
    'POST /api/admin/create-delivery-location': {
      location: 'Newer',
      price: 2,
      deliveryaddress: '',
    },
    'PUT /api/admin/update-delivery-location': {
      locationid: location.locationid,
      location: 'Spare',
      price: 2,
      deliveryaddress: 'Yaba',
    },
    'POST /api/admin/create-sales': { sales: 'Newer', ...dates },
    'PUT /api/admin/update-sales': { salesid: sales.salesid, sales: 'Spare', ...dates },
    'PUT /api/admin/sales/:x/message': { salesMessage: 'Ten per cent off' },
  }
  for (const [thing, id] of Object.entries({
    order,
    product: product.productid,
    'delivery-location': location.locationid,
    sales: sales.salesid,
    user: user.userid,
  })) {
    bodies[`DELETE /api/admin/delete-${thing}`] = bulk(id)
    bodies[`PUT /api/admin/restore-${thing}`] = bulk(id)
  }
  const ids: [RegExp, unknown][] = [
    [/reports\/day/, '2026-03-01'],
    [/reports\/issued/, reportId],
    [/personal-data/, erased],
    [/mails/, '1'],
    [/bank-statements/, statementId],
    [/bank-lines.*\/(merge|keep)/, alike[0]?.lineId],
    [/bank-lines/, credits[0]],
    [/files/, link.pathname.split('/').at(-1)],
    [/activate-account|reset-password/, welcome.token],
    [/api\/delivery-location$/, goods.lagos],
    [/delivery-location/, location.locationid],
    [/product/, product.productid],
    [/sales/, sales.salesid],
    [/user/, user.userid],
    [/order/, order],
  ]
  return {
    tokens,
    goods,
    idFor: (path: string) =>
      String(ids.find(([pattern]) => pattern.test(path.replace(/\/\{\w+\}$/, '')))?.[1] ?? order),
    queryFor: (path: string): Row => {
      if (path.startsWith('/api/files')) return Object.fromEntries(link.searchParams)
      return path.endsWith('orderid') ? { num: '2' } : {}
    },
    bodyFor: (method: string, path: string) => bodies[routeKey(method, path)],
  }
}
export type Examples = Awaited<ReturnType<typeof createExamples>>
