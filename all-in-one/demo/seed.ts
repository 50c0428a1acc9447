import { formatLagosTime } from '@strand/contracts/lagos-time'
import type { KeyRing } from '@strand/platform/crypto/key-ring'
import { mailedToken, temporaryPassword } from '@strand/platform/crypto/mailed-token'
import type { OpenShop } from '../shop.ts'
import {
  sampleCampaign,
  sampleLocations,
  samplePassword,
  sampleProducts,
  sampleStaff,
} from './catalogue.ts'
import type { SampleCatalogue } from './orders.ts'
import { drawProduct } from './product-picture.ts'

type Call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  body?: object,
) => Promise<CallAnswer>
// biome-ignore lint/suspicious/noExplicitAny: answers of many calls, each read for one field
type CallAnswer = Record<string, any>

/**
 * Calls the shop's own API as a signed-in person, so that sample data takes the same path as real
 * data.
 */
export const openApiSession = async ({ app }: OpenShop, email: string, password: string) => {
  // Like a browser's, this session's reads wait for its own writes.
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
  const sendForm = (url: string, form: FormData) => call(accessToken)('POST', url, form)
  const uploadPicture = async (bytes: Buffer): Promise<string> => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)]), 'product.png')
    return (await sendForm('/api/admin/product-pictures', form)).picture
  }
  return { call: call(accessToken), sendForm, uploadPicture, userId: userid as string }
}

export type ApiSession = Awaited<ReturnType<typeof openApiSession>>

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

export const seedStaff = async ({ call }: ApiSession, tokenSecret: KeyRing): Promise<void> => {
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
