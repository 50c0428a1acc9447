import { randomUUID } from 'node:crypto'
import { makeStatement } from '@strand/command-api/money/testing/statement-lines'
import { csvDialects } from '@strand/command-api/money/testing/write-tables'
import { allEndpoints } from '@strand/contracts/endpoints'
import { orderLeaseEndpoints } from '@strand/contracts/order/lease'
import { ReportName } from '@strand/contracts/reports/definition'
import { random } from '@strand/platform/testing/random'
import { approveAndBounce, importLines, importStatement } from '../testing/bank-statement.ts'
import type { Row } from '../testing/client.ts'
import { createCatalogue, placeOrder } from '../testing/fixtures.ts'
import type { StaffedShop } from '../testing/staffed-shop.ts'
import { enrolTotp } from '../testing/totp.ts'

/** A staff command that the shop accepts now and, if possible, another body for its address. */
type StaffCommand = { path: string; body?: unknown; otherBody?: unknown; as?: string }

const appendsNothing = [
  'uploadProductPicture',
  'markMentionsRead',
  'previewBankStatement',
  'cosignLogCheckpoint',
  'verifyLog',
]

/**
 * The ids of all endpoints that append events for a signed-in user. Leases, pictures, previews,
 * read marks, cosignatures and verifications append none.
 */
export const staffCommandIds = allEndpoints
  .filter(({ method, access }) => method !== 'GET' && access !== 'public' && access !== 'session')
  .filter((endpoint) => !Object.values<object>(orderLeaseEndpoints).includes(endpoint))
  .filter(({ operationId }) => !appendsNothing.includes(operationId))
  // This endpoint recognizes repetitions by the preview, with or without a key, and may answer 202
  // at first.
  .filter(({ operationId }) => operationId !== 'importBankStatement')
  // The answers of these endpoints show a secret once: the keys of an enrolment, and recovery
  // codes.
  .filter(({ operationId }) => !/^(begin|finish)Enrolment|renewRecoveryCodes$/.test(operationId))
  .map(({ operationId }) => operationId)

/**
 * In naira: above this amount, this shop needs two people. High enough to matter only in tests
 * about it.
 */
export const fourEyesAbove = 1_000_000

/** For each staff command, a function that prepares the shop for the command. */
export const staffCommands = async (staffed: StaffedShop) => {
  const { shop, owner, administrator, auditor, form } = staffed
  const goods = await createCatalogue(shop, owner)
  const as = owner
  let made = 0
  const name = () => `Thing ${++made}`
  const ordered = () => placeOrder(shop, goods)
  const sent = async (method: string, path: string, body?: unknown) => {
    const answer = await shop.call(method, path, { as, body })
    if (answer.status >= 300) throw new Error(`${method} ${path} gave ${answer.text}`)
    return answer
  }
  const confirmed = async () => {
    const id = await ordered()
    const { headers } = await sent('PUT', `/api/admin/approve-order/${id}`)
    return { id, position: String(headers['x-position']) }
  }
  const archived = async (thing: string, id: string) => {
    await sent('DELETE', `/api/admin/delete-${thing}/${id}`)
    return id
  }
  const dates = { startDate: '2026-01-01 00:00:00', endDate: '2099-02-01 00:00:00' }
  const password = { as: administrator.token, now: administrator.password }

  const lists: Record<string, [path: string, id: string, form: () => Row]> = {
    Product: ['product', 'productid', () => ({ productname: name(), price: 1 })],
    Location: [
      'delivery-location',
      'locationid',
      () => ({ location: name(), price: 1, deliveryaddress: '' }),
    ],
    Sales: ['sales', 'salesid', () => ({ sales: name(), ...dates })],
  }
  const rowOf = async (noun: string) => {
    const [path, id, content] = lists[noun] ?? ['', '', () => ({})]
    return String((await sent('POST', `/api/admin/create-${path}`, content())).body[id])
  }
  const archiving = (thing: string, noun: string, create: () => Promise<string>) => {
    const restored = async () => archived(thing, await create())
    const both = async (one: () => Promise<string>, path: string) => {
      const ids = [await one(), await one()]
      return { path, body: ids, otherBody: ids.slice(1) }
    }
    return {
      [`archive${noun}`]: async () => ({ path: `/api/admin/delete-${thing}/${await create()}` }),
      [`archive${noun}s`]: () => both(create, `/api/admin/delete-${thing}`),
      [`restore${noun}`]: async () => ({ path: `/api/admin/restore-${thing}/${await restored()}` }),
      [`restore${noun}s`]: () => both(restored, `/api/admin/restore-${thing}`),
    }
  }
  const person = async () =>
    String((await sent('POST', '/api/admin/create-user', form())).body.userid)
  const personId = async () => {
    const { result } = (await sent('GET', '/api/admin/colleagues')).body as { result: Row[] }
    return result[0]?.userid
  }
  /**
   * Changes this many sent emails in the outbox, as an outage or too many requests by strangers
   * would.
   */
  const mails = async (change: string, count: number) => {
    await ordered()
    await ordered()
    const ids = async () =>
      (await shop.pool.query(`select id from outbox where state = 'done' and reason is null`)).rows
    await shop.until(
      async () => (await ids()).length,
      (length) => length >= count,
    )
    const chosen = (await ids()).slice(0, count).map(({ id }) => String(id))
    await shop.pool.query(`update outbox set ${change} where id = any($1)`, [chosen])
    return chosen
  }
  const held = (path: string) => async () => {
    const ids = await mails(`state = 'held', held_at = now(), reason = 'many'`, 2)
    return { path, body: { ids }, otherBody: { ids: ids.slice(1) } }
  }

  const sharedView = (search: string) => ({
    name: search,
    list: 'pending',
    filters: { search },
    shared: true,
  })
  const bankAccount = () => ({
    bankName: 'A bank',
    accountName: 'Strand Hair Ltd',
    currency: 'NGN',
    accountNumber: String(1_000_000_000 + ++made),
  })
  const lines = await importLines(shop, owner)
  const linePath = (name: string, lineId: unknown = lines.credits.shift()) =>
    `/api/admin/bank-lines/${lineId}/${name}`
  /** The largest line with all its money free; most other lines are below an order's price. */
  const largestLine = async () => {
    const query = 'status=unmatched&sortField=amountKobo&sortOrder=desc'
    const listed = (await shop.get(`/api/admin/bank-lines?${query}`, { as })).body
    const rows = (listed.result as { data: Row[] }).data
    const found = rows.find(({ lineId }) => lines.credits.includes(lineId as string))
    lines.credits.splice(lines.credits.indexOf(found?.lineId as string), 1)
    return found?.lineId
  }
  const payment = async (kobo = 100) => ({
    allocations: [{ orderId: await ordered(), amountKobo: kobo }],
  })
  /** Sends a command on a line, and returns the path for the next command on the line. */
  const lineThat = async (name: string, body: unknown, next: string) => {
    const path = linePath(name)
    await sent('POST', path, body)
    return path.replace(/[^/]+$/, next)
  }
  const owed = async () => {
    const body = { orderId: await ordered(), amountKobo: 100, reason: 'You paid twice' }
    return (await sent('POST', linePath('owe'), body)).body.result as Row
  }
  const viewPath = async () => {
    const { viewid } = (await sent('POST', '/api/admin/views', sharedView('Ibadan'))).body
    return `/api/admin/views/${viewid}`
  }

  const commands: Record<string, () => Promise<StaffCommand>> = {
    approveOrder: async () => ({ path: `/api/admin/approve-order/${await ordered()}` }),
    changeOrderStatus: async () => {
      const body = { orderStatus: 5, orderMessage: 'Waybill 77' }
      const path = `/api/order/${(await confirmed()).id}/status`
      return { path, body, otherBody: { ...body, orderMessage: 'Waybill 78' } }
    },
    shipOrders: async () => {
      const shipped = async (waybill: string) => {
        const { id, position } = await confirmed()
        return { parcel: { orderId: id, carrier: 'DHL', waybill }, seen: [id, position] }
      }
      const both = [await shipped('1'), await shipped('2')]
      const body = {
        orders: both.map(({ parcel }) => parcel),
        positions: Object.fromEntries(both.map(({ seen }) => seen)),
        message: 'Soon',
      }
      return { path: '/api/admin/orders/ship', body, otherBody: { ...body, message: '' } }
    },
    undoOrderChange: async () => {
      const { id, position } = await confirmed()
      return {
        path: `/api/admin/orders/${id}/undo`,
        body: { position },
        otherBody: { position: '1' },
      }
    },
    undoOrderChanges: async () => {
      const both = [await confirmed(), await confirmed()]
      const positions = Object.fromEntries(both.map(({ id, position }) => [id, position]))
      const [one = ''] = Object.keys(positions)
      return {
        path: '/api/admin/orders/undo',
        body: { positions },
        otherBody: { positions: { [one]: positions[one] } },
      }
    },
    contactCustomer: async () => {
      const path = `/api/admin/orders/${await ordered()}/contact`
      return { path, body: { text: 'On its way' }, otherBody: { text: 'Nearly there' } }
    },
    askQuestion: async () => {
      const body = { kind: 'amount', text: 'The transfer was of another amount' }
      const path = `/api/admin/orders/${await ordered()}/question`
      return { path, body, otherBody: { ...body, kind: 'other' } }
    },
    addNote: async () => ({
      path: `/api/admin/orders/${await ordered()}/notes`,
      body: { text: 'Paid in two parts' },
      otherBody: { text: 'Paid in three parts' },
    }),
    assignOrder: async () => ({
      path: `/api/admin/orders/${await ordered()}/assignee`,
      body: { userid: await personId() },
      otherBody: { userid: null },
    }),
    seeToTakenBack: async () => {
      const orderId = await ordered()
      const { lineId } = await approveAndBounce(shop, owner, { orderId, total: 146_500 })
      const path = `/api/admin/orders/${orderId}/taken-back/${lineId}/seen-to`
      const body = { outcome: 'asked', note: 'Called her' }
      return { path, body, otherBody: { ...body, outcome: 'written-off' } }
    },
    withdrawApproval: async () => {
      const line = { productid: goods.wave, productname: 'Body wave', price: 72_000 }
      const products = [{ ...line, quantity: 20, amount: 1_440_000 }]
      const id = await placeOrder(shop, goods, { products, amount: 1_442_500 })
      await sent('PUT', `/api/admin/approve-order/${id}`)
      return { path: `/api/admin/orders/${id}/proposed-approval` }
    },
    reserveOrderIds: async () => ({ path: '/api/generate-paymentconfirmation-orderid?num=3' }),
    eraseOrder: async () => ({ path: `/api/admin/orders/${await ordered()}/personal-data` }),
    eraseOrders: async () => {
      const ids = [await ordered(), await ordered()]
      return { path: '/api/admin/orders/erase-personal-data', body: ids, otherBody: ids.slice(1) }
    },
    ...archiving('order', 'Order', ordered),
    ...archiving('product', 'Product', () => rowOf('Product')),
    ...archiving('delivery-location', 'Location', () => rowOf('Location')),
    ...archiving('sales', 'SalesCampaign', () => rowOf('Sales')),
    ...archiving('user', 'User', person),
    updateSalesMessage: async () => ({
      path: `/api/admin/sales/${await rowOf('Sales')}/message`,
      body: { salesMessage: 'Ten per cent off' },
      otherBody: { salesMessage: 'Twenty per cent off' },
    }),
    createUser: async () => ({
      path: '/api/admin/create-user',
      body: form(),
      otherBody: form(),
    }),
    updateUser: async () => {
      const userid = await person()
      const body = { ...form(), email: undefined, userid, password: '' }
      const otherBody = { ...body, firstname: 'Ngozi' }
      return { path: '/api/admin/update-user', body: { ...body, firstname: 'Ify' }, otherBody }
    },
    inviteUser: async () => ({ path: `/api/admin/users/${await person()}/invitation` }),
    eraseUser: async () => ({
      path: `/api/admin/users/${await archived('user', await person())}/personal-data`,
    }),
    updatePassword: async () => {
      const next = `Tide-under-${++made}-stars`
      const body = {
        email: '',
        oldPassword: password.now,
        password: next,
        confirmPassword: next,
      }
      const otherBody = { ...body, password: `${next}!`, confirmPassword: `${next}!` }
      password.now = next
      return { path: '/api/update-password', body, otherBody, as: password.as }
    },
    removeFactor: async () => {
      const body = { password: password.now }
      await enrolTotp(shop, { as: password.as, ...body })
      return { path: '/api/admin/second-factor/totp', body, as: password.as }
    },
    endOwnSession: async () => {
      const { email, password } = auditor
      await shop.signIn(email, password)
      const listed = (await shop.get('/api/admin/sessions', { as: auditor.token })).body
      const other = (listed.result as Row[]).find(({ current }) => !current)
      return { path: `/api/admin/sessions/${other?.sessionid}`, as: auditor.token }
    },
    endOtherSessions: async () => {
      await shop.signIn(auditor.email, auditor.password)
      return { path: '/api/admin/sessions', as: auditor.token }
    },
    retryMail: async () => {
      const [id] = await mails(`state = 'failed', reason = 'refused'`, 1)
      return { path: `/api/admin/mails/${id}/retry` }
    },
    sendFailedMails: async () => {
      const ids = await mails(`state = 'failed', reason = 'refused'`, 2)
      return {
        path: '/api/admin/failed-mails/send',
        body: { ids },
        otherBody: { ids: ids.slice(1) },
      }
    },
    createView: async () => ({
      path: '/api/admin/views',
      body: sharedView('Lagos'),
      otherBody: sharedView('Abuja'),
    }),
    updateView: async () => ({
      path: await viewPath(),
      body: sharedView('Lagos'),
      otherBody: sharedView('Abuja'),
    }),
    deleteView: async () => ({ path: await viewPath() }),
    ...Object.fromEntries(
      ReportName.options.map((report) => [
        `issue${report.charAt(0).toUpperCase()}${report.slice(1)}Report`,
        async () => ({
          path: `/api/admin/reports/${report}/issue`,
          body: { to: '2026-03-31' },
          otherBody: { to: '2026-04-30' },
        }),
      ]),
    ),
    addBankAccount: async () => ({
      path: '/api/admin/bank-accounts',
      body: bankAccount(),
      otherBody: bankAccount(),
    }),
    undoImport: async () => {
      const statement = makeStatement(3, random, { firstReference: 1_000 * ++made })
      const statementId = await importStatement(shop, owner, csvDialects.tabs(statement))
      return {
        path: `/api/admin/bank-statements/${statementId}/take-back`,
        body: { reason: 'It is another account’s' },
        otherBody: { reason: 'It is last year’s' },
      }
    },
    approveBankLines: async () => {
      const pair = async () => ({ lineId: await largestLine(), orderId: await ordered() })
      return {
        path: '/api/admin/bank-lines/approve',
        body: { lines: [await pair()] },
        otherBody: { lines: [await pair()] },
      }
    },
    matchBankLine: async () => ({
      path: linePath('match'),
      body: await payment(),
      otherBody: await payment(200),
    }),
    unmatchBankLine: async () => ({
      path: await lineThat('match', await payment(), 'unmatch'),
      body: { reason: 'It was Ngozi’s' },
      otherBody: { reason: 'It was Ada’s' },
    }),
    setAsideBankLine: async () => ({
      path: linePath('set-aside'),
      body: { kind: 'own', note: 'For the rent' },
      otherBody: { kind: 'own', note: 'For the shop' },
    }),
    reopenBankLine: async () => ({
      path: await lineThat('set-aside', { kind: 'other' }, 'take-back'),
      body: {},
    }),
    mergeBankLine: async () => {
      const { lineId, into } = lines.alike.shift() ?? {}
      return { path: linePath('merge', lineId), body: { into }, otherBody: { into: lineId } }
    },
    keepBankLine: async () => ({ path: linePath('keep', lines.alike.shift()?.lineId), body: {} }),
    oweBankLine: async () => {
      const body = { orderId: await ordered(), amountKobo: 100, reason: 'You paid twice' }
      return { path: linePath('owe'), body, otherBody: { ...body, amountKobo: 200 } }
    },
    unoweBankLine: async () => {
      const { lineId, owedId } = await owed()
      const body = { owedId, reason: 'It was Ngozi’s' }
      return {
        path: linePath('unowe', lineId),
        body,
        otherBody: { ...body, reason: 'It was Ada’s' },
      }
    },
    settleBankLine: async () => {
      const { owedId } = await owed()
      return {
        path: linePath('settle', lines.debits.shift()),
        body: { owedId },
        otherBody: { owedId: randomUUID() },
      }
    },
    unsettleBankLine: async () => {
      const { owedId } = await owed()
      const debit = lines.debits.shift()
      await sent('POST', linePath('settle', debit), { owedId })
      return {
        path: linePath('unsettle', debit),
        body: { owedId },
        otherBody: { owedId: randomUUID() },
      }
    },
    sendHeldMails: held('/api/admin/held-mails/send'),
    dropHeldMails: held('/api/admin/held-mails/drop'),
  }
  for (const [noun, [path, id, content]] of Object.entries(lists)) {
    const [create, update] = [`/api/admin/create-${path}`, `/api/admin/update-${path}`]
    commands[`create${noun}`] = async () => ({
      path: create,
      body: content(),
      otherBody: content(),
    })
    commands[`update${noun}`] = async () => {
      const row = { [id]: await rowOf(noun) }
      return { path: update, body: { ...row, ...content() }, otherBody: { ...row, ...content() } }
    }
  }
  return commands
}
