import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { formatLagosTime } from '@strand/contracts/lagos-time'
import { orderEvents } from '@strand/contracts/order/events'
import { orderStream } from '@strand/contracts/order/order'
import type { ProofFile } from '@strand/contracts/order/proof-file'
import { withMetadata } from '@strand/platform/commands/origin'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import type { JsonObject } from '@strand/platform/event-store/event-store'
import type { OpenShop } from '../shop.ts'
import {
  sampleCampaign,
  sampleLocations,
  samplePassword,
  sampleProducts,
  sampleStaff,
} from './catalogue.ts'
import { eventsOf, type SampleCatalogue, type SampleOrder, sampleOrder } from './orders.ts'
import type { Random } from './people.ts'
import { drawProduct } from './product-picture.ts'
import { openReceipts } from './receipt.ts'

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => Promise<CallAnswer>
// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, each read for one field
type CallAnswer = Record<string, any>

/** Calls the shop's own API as a signed-in person: samples take the same path as real data. */
export const openApiSession = async ({ app }: OpenShop, email: string, password: string) => {
  // Reads its own writes, as the browser does.
  let position = '0'
  const call =
    (token?: string): Call =>
    async (method, url, body) => {
      const answer = await app.inject({
        method,
        url,
        headers: {
          'x-min-position': position,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body && { payload: body }),
      })
      position = String(answer.headers['x-position'] ?? position)
      if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.body}`)
      return answer.json()
    }
  const { accessToken, userid } = await call()('POST', '/api/login', { email, password })
  const uploadPicture = async (bytes: Buffer): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'product.png')
    return (await call(accessToken)('POST', '/api/admin/product-pictures', form)).picture
  }
  return { call: call(accessToken), uploadPicture, userId: userid as string }
}

type ApiSession = Awaited<ReturnType<typeof openApiSession>>

/** Creates products, delivery locations and a running campaign, each by its command. */
export const seedCatalogue = async (
  { call, uploadPicture }: ApiSession,
  now: Date,
): Promise<SampleCatalogue> => {
  for (const { look, ...product } of sampleProducts) {
    const picture = look ? await uploadPicture(await drawProduct(look)) : ''
    await call('POST', '/api/admin/create-product', { ...product, picture })
  }
  for (const location of sampleLocations)
    await call('POST', '/api/admin/create-delivery-location', location)
  const daysFromNow = (days: number) =>
    formatLagosTime(new Date(now.getTime() + days * 86_400_000).toISOString())
  await call('POST', '/api/admin/create-sales', {
    sales: sampleCampaign.name,
    startDate: daysFromNow(-12),
    endDate: daysFromNow(30),
  })
  const all = '?results=100'
  const products = (await call('GET', `/api/admin/products${all}`)).result.data
  const locations = (await call('GET', `/api/admin/delivery-location${all}`)).result.data
  const [sales] = (await call('GET', '/api/admin/sales')).result.data
  await call('PUT', `/api/admin/sales/${sales.salesid}/message`, {
    salesMessage: sampleCampaign.message,
  })
  return {
    products: products.map((row: CallAnswer) => ({
      productId: row.productid,
      product: row.productname,
      price: row.price,
    })),
    locations: locations.map((row: CallAnswer) => ({
      locationId: row.locationid,
      name: row.locationname,
      price: row.price,
      address: row.deliveryaddress,
    })),
    sales: { salesId: sales.salesid, name: sales.salesname },
  }
}

/** Creates staff of each role, using the links and temporary passwords of their mails. */
export const seedStaff = async ({ call }: ApiSession, tokenSecret: Buffer): Promise<void> => {
  for (const { role, ...person } of sampleStaff) {
    await call('POST', '/api/admin/create-user', {
      ...person,
      phone: '08000000000',
      countryCode: 'NG',
      roleid: role,
    })
    const users = (await call('GET', '/api/admin/users?results=100')).result.data
    const { userid } = users.find(({ email }: CallAnswer) => email === person.email)
    const token = mailedToken(tokenSecret, 'activation', userid)
    await call('GET', `/api/activate-account/${token}`)
    await call('POST', '/api/change-password', {
      email: person.email,
      oldPassword: temporaryPassword(tokenSecret, userid),
      password: samplePassword,
      confirmPassword: samplePassword,
    })
  }
}

/** How many hours ago each order came in: two months, busier recently and during the campaign. */
const orderAges = (random: Random, count: number) =>
  Array.from({ length: count }, () => (random() < 0.45 ? random() * 12 : random() * 60) * 24)
    .map((hours) => Math.max(0.2, hours))
    .sort((one, other) => other - one)

const duplicatePayment = (order: SampleOrder, { personal, created, total }: SampleOrder) => {
  order.personal = personal
  order.total = total
  order.created = created
}

/** Appends past orders and their receipts as events: no command can be backdated. */
export const seedOrders = async (
  { eventStore, personalData, files }: OpenShop,
  options: {
    random: Random
    catalogue: SampleCatalogue
    count: number
    now: Date
    staffId: string
    onProgress: (done: number) => void
  },
): Promise<void> => {
  const { random, catalogue, now, staffId } = options
  const drawReceipt = await openReceipts()
  const receipts = new Map<number, Omit<ProofFile, 'fileUid'>>()
  const receiptFor = async (naira: number): Promise<ProofFile> => {
    // Now and then a customer sends a receipt that another order already used.
    const existing = receipts.get(naira)
    if (existing && random() < 0.2) return { fileUid: randomUUID(), ...existing }
    const key = randomBytes(16).toString('hex')
    const { size, sha256 } = await files.write(key, Readable.from([await drawReceipt(naira)]))
    const file = { key, type: 'image/png' as const, size, sha256 }
    receipts.set(naira, file)
    return { fileUid: randomUUID(), ...file }
  }

  let done = 0
  let previous: SampleOrder | undefined
  for (const age of orderAges(random, options.count)) {
    const order = sampleOrder(random, catalogue, now, age)
    // Now and then a customer confirms a payment twice.
    if (previous && random() < 0.04) duplicatePayment(order, previous)
    previous = order
    const key = await personalData.take()
    const proofs = [await receiptFor(order.total)]
    const seal = (data: JsonObject) => personalData.seal(key, data)
    const events = eventsOf(order, { seal, files: proofs }, now).map(
      ({ event, at, byCustomer }, index) =>
        withMetadata(orderEvents, {
          commandId: `sample:${order.orderId}:${index}`,
          correlationId: randomUUID(),
          at,
          actor: byCustomer
            ? { kind: 'customer', id: order.orderId }
            : { kind: 'staff', id: staffId },
        })(event),
    )
    await eventStore.append(orderStream(order.orderId), events, 'no-stream')
    options.onProgress(++done)
  }
}
