import { call, jsonOf } from './call.ts'
import { until } from './until.ts'

export const owner = { email: 'owner@strand.example', password: 'Owner-of-it-1' }

/** A product, a location, and the owner's session, which all calls share. */
export type Stock = {
  product: { productid: string; productname: string; price: number }
  location: { locationid: string; price: number }
  session: { authorization: string }
}

export const makeStock = async (address: string): Promise<Stock> => {
  const post = async (path: string, json: object, headers: Record<string, string> = {}) => {
    const answer = await call(address, { method: 'POST', path, json, headers })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return jsonOf(answer)
  }
  const { accessToken } = await post('/api/login', owner)
  const session = { authorization: `Bearer ${accessToken}` }
  const product = { productname: 'Bone straight', price: 72_000 }
  const location = { location: 'Lagos', price: 3_000 }
  await post('/api/admin/create-product', product, session)
  await post('/api/admin/create-delivery-location', location, session)
  const firstOf = async (path: string) => jsonOf(await call(address, { path })).result?.[0]
  await until(
    'what is sold is shown',
    async () => (await firstOf('/api/delivery-location')) && (await firstOf('/api/products')),
  )
  return {
    product: await firstOf('/api/products'),
    location: {
      locationid: (await firstOf('/api/delivery-location')).locationid,
      price: location.price,
    },
    session,
  }
}

/** The nth customer's form; each customer has another name and address. */
export const orderForm = ({ product, location }: Stock, nth: number) => ({
  firstname: 'Ada',
  lastname: `Okafor ${nth}`,
  email: recipientOf(nth),
  countrycode: 'NG',
  phone: `0803${String(1_000_000 + nth)}`,
  instagramusername: `ada.${nth}`,
  location: location.locationid,
  salesid: '',
  tandc: true,
  deliveryaddress: `${nth} Marina Road`,
  accountname: `Ada Okafor ${nth}`,
  products: [{ ...product, quantity: 1, amount: product.price }],
  files: [
    {
      fileUid: '1',
      fileName: 'receipt.pdf',
      fileType: 'application/pdf',
      base64Image: Buffer.from(`%PDF-1.7 ${nth}`).toString('base64'),
    },
  ],
  amount: product.price + location.price,
})

export const recipientOf = (nth: number) => `ada${nth}@mail.example`
