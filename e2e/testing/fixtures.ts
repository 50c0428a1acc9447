import sharp from 'sharp'
import type { Answer, Client, Row } from './client.ts'

/** A photo of a receipt, with just enough pixels for a valid image. */
export const receiptImage = (type: 'png' | 'jpeg', shade = 120) =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: { r: shade, g: 80, b: 20 } } })
    .toFormat(type)
    .toBuffer()

export const pdf = Buffer.from(
  `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`,
)

export const proofUpload = (content: Buffer, fileName = 'receipt.png', fileType = 'image/png') => ({
  fileType,
  fileName,
  fileUid: 'rc-upload-1',
  base64Image: content.toString('base64'),
})

/** Creates the products and locations that a shop needs before its first order. */
export const createCatalogue = async (shop: Client, as: string) => {
  const made = async (url: string, body: object) => {
    const answer = await shop.post(url, body, { as })
    if (answer.status !== 201) throw new Error(`${url} gave ${answer.text}`)
    return answer
  }
  await made('/api/admin/create-product', { productname: 'Body wave', price: 72_000 })
  await made('/api/admin/create-product', { productname: 'Lace closure', price: 42_500 })
  await made('/api/admin/create-delivery-location', { location: 'Lagos', price: 2500 })
  await made('/api/admin/create-delivery-location', {
    location: 'Pick-up, Yaba',
    price: 0,
    deliveryaddress: '12 Herbert Macaulay Way, Yaba',
  })
  await made('/api/admin/create-delivery-location', { location: 'international', price: 45_000 })
  const products = (await shop.get('/api/products')).body.result as Row[]
  const locations = (await shop.get('/api/delivery-location')).body.result as Row[]
  const idOf = (rows: Row[], name: string, key: string, id: string) =>
    rows.find((row) => row[key] === name)?.[id] as string
  return {
    wave: idOf(products, 'Body wave', 'productname', 'productid'),
    closure: idOf(products, 'Lace closure', 'productname', 'productid'),
    lagos: idOf(locations, 'Lagos', 'locationname', 'locationid'),
    pickUp: idOf(locations, 'Pick-up, Yaba', 'locationname', 'locationid'),
    international: idOf(locations, 'international', 'locationname', 'locationid'),
  }
}
export type CatalogueIds = Awaited<ReturnType<typeof createCatalogue>>

/** The specification's payload: two "Body wave" for delivery to Lagos. */
export const orderForm = async (stock: CatalogueIds, changes: Row = {}): Promise<Row> => ({
  firstname: 'Ada',
  lastname: 'Obi',
  email: 'ada@customer.example',
  countrycode: 'NG',
  phone: '08031234567',
  instagramusername: 'ada.hair',
  location: stock.lagos,
  accountname: 'Ada N. Obi',
  tandc: true,
  country: '',
  postalcode: '',
  deliveryaddress: '4 Marina Road, Lagos',
  products: [
    {
      productid: stock.wave,
      productname: 'Body wave',
      price: 72_000,
      quantity: 2,
      amount: 144_000,
    },
  ],
  files: [proofUpload(await receiptImage('png'))],
  amount: 146_500,
  salesid: '',
  ...changes,
})

export const placeOrder = async (shop: Client, stock: CatalogueIds, changes: Row = {}) => {
  const answer: Answer = await shop.post('/api/create-order', await orderForm(stock, changes))
  if (answer.status !== 201) throw new Error(`An order was refused: ${answer.text}`)
  return answer.body.orderId as string
}

/** Creates a colleague who has accepted the mailed invitation and set a password. */
export const createColleague = async (
  shop: Client & {
    inMail: (to: string, subject: string) => Promise<{ text: string; token: string }>
  },
  as: string,
  rolename: string,
  changes: Row = {},
) => {
  const roles = (await shop.get('/api/admin/roles', { as })).body.result as Row[]
  const email = (changes.email as string) ?? `${rolename}@strand.example`
  const password = 'Tide-under-7-moons'
  const created = await shop.post(
    '/api/admin/create-user',
    {
      firstname: 'Bola',
      lastname: 'Ade',
      email,
      phone: '08030000001',
      countryCode: 'NG',
      roleid: roles.find((role) => role.rolename === rolename)?.roleid,
      ...changes,
    },
    { as },
  )
  if (created.status !== 201) throw new Error(`create-user gave ${created.text}`)
  const invitation = await shop.inMail(email, '')
  const temporary = temporaryPasswordIn(invitation.text)
  await shop.get(`/api/activate-account/${invitation.token}`)
  const changed = await shop.post('/api/change-password', {
    email,
    oldPassword: temporary,
    password,
    confirmPassword: password,
  })
  if (changed.status !== 200) throw new Error(`change-password gave ${changed.text}`)
  const users = await shop.list('/api/admin/users', as, { email })
  return {
    email,
    password,
    userid: users.data[0]?.userid as string,
    token: await shop.signIn(email, password),
  }
}

export const temporaryPasswordIn = (mail: string) =>
  /password[^\n:]*:\s*(\S+)/i.exec(mail)?.[1] ?? ''
