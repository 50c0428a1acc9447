import type { SampleCatalogue } from '@strand/all-in-one/demo/orders'
import { pick, type Random, sampleCustomer, seededRandom } from '@strand/all-in-one/demo/people'
import { requestText } from '../measuring/http-connection.ts'
import { interleave, overHttp, type Sample } from '../measuring/samples.ts'
import { type Row, rateRow } from '../measuring/table.ts'
import type { BenchContext } from './context.ts'

/** More than any part creates in the seconds of its turns. */
const uploadsPerSecond = 30_000

/** Forms as the web app submits them, each with a proof of its own that is already uploaded. */
export const orderRequests = async ({
  shop,
  catalogue,
  seconds,
}: Pick<BenchContext, 'shop' | 'catalogue' | 'seconds'>) => {
  const count = Math.ceil(seconds * uploadsPerSecond)
  const uploads = await shop.call('uploads', { count })
  const random = seededRandom(count)
  let next = 0
  return (): string => orderRequest(random, catalogue, uploads[next++ % uploads.length] ?? '')
}

/** A form with one uploaded proof and a key of its own. */
export const orderRequest = (random: Random, catalogue: SampleCatalogue, fileUid: string): string =>
  requestText('POST', '/api/create-order', {
    body: JSON.stringify(formOf(random, catalogue, fileUid)),
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  })

const formOf = (random: Random, catalogue: SampleCatalogue, fileUid: string) => {
  const { firstName, lastName, email, phone, instagramUsername, accountName, address } =
    sampleCustomer(random)
  const location = pick(random, catalogue.locations)
  const lines = [...new Set([pick(random, catalogue.products), pick(random, catalogue.products)])]
  const products = lines.map(({ productId, product, price }) => ({
    productid: productId,
    productname: product,
    price,
    quantity: 1,
    amount: price,
  }))
  const abroad = location.name === 'international'
  return {
    firstname: firstName,
    lastname: lastName,
    email,
    countrycode: 'NG',
    phone,
    instagramusername: instagramUsername,
    location: location.locationId,
    country: abroad ? 'United Kingdom' : '',
    postalcode: abroad ? 'SW9 8HE' : '',
    deliveryaddress: location.address === '' ? address : '',
    accountname: accountName,
    tandc: true,
    products,
    files: [{ fileType: 'image/png', fileName: 'receipt.png', fileUid }],
    amount: products.reduce((sum, { amount }) => sum + amount, location.price),
    salesid: random() < 0.5 ? catalogue.sales.salesId : '',
  }
}

/** Orders per second through the API, compared with the log's own rate for the same events. */
export const createPart = async (bench: BenchContext): Promise<Row[]> => {
  const { shop, seconds, turns } = bench
  const request = await orderRequests(bench)
  const append = (kind: 'followed' | 'alone' | 'one commit each', width: number) => () =>
    shop.call('appends', { kind, width, seconds })
  const rows: Row[] = []
  for (const width of [1, 8, 32]) {
    const samples: Record<string, Sample> = await interleave(
      turns,
      {
        created: () => overHttp({ port: shop.ports.shop, width, seconds }, request),
        followed: append('followed', width),
        alone: append('alone', width),
        each: append('one commit each', width),
      },
      shop.caughtUp,
    )
    const { created, followed, alone, each } = samples
    if (!created || !followed || !alone || !each) throw new Error('a part was not measured')
    const row = {
      part: 'create',
      what: `orders created, ${width} client${width > 1 ? 's' : ''}`,
      orders: bench.orders,
    }
    const half = width === 32 ? ({ target: { atLeast: 0.5 } } as const) : {}
    const five = width === 32 ? ({ target: { atLeast: 5 } } as const) : {}
    rows.push(
      rateRow(row, created, { what: 'append to a log that nobody follows', sample: alone }),
      rateRow({ ...row, ...half }, created, { what: 'append to the shop’s log', sample: followed }),
      rateRow({ ...row, ...five }, created, { what: 'append with a commit each', sample: each }),
    )
  }
  return rows
}
