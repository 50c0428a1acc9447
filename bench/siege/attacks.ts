import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { type Answer, type Client, multipart } from './client.ts'
import { orderForm, type Stock } from './order-form.ts'

export type Attacker = {
  client: Client
  address: string
  port: number
  stock: Stock
  staffEmail: string
  random: () => number
  orderId?: string
}
type Attack = (stranger: Attacker) => Promise<Answer>

const json = { 'content-type': 'application/json' }
const megabyte = 1024 * 1024

/** A body of about `size` bytes, generated during sending. */
const bodyOf = (start: string, piece: string, end: string, size: number) => {
  const block = Buffer.from(piece.repeat(Math.ceil((64 * 1024) / piece.length)))
  const rest = Buffer.from(end)
  const blocks = Math.floor((size - start.length - rest.length) / block.length)
  function* chunks() {
    yield Buffer.from(start)
    for (let sent = 0; sent < blocks; sent++) yield block
    yield rest
  }
  const length = start.length + blocks * block.length + rest.length
  return { body: Readable.from(chunks()), length }
}

const large =
  (start: string, piece: string, end: string): Attack =>
  ({ client, random }) => {
    const { body, length } = bodyOf(start, piece, end, (50 + random() * 30) * megabyte)
    return client.call({
      method: 'POST',
      path: '/api/create-order',
      headers: { ...json, 'content-length': length },
      body,
      patience: 20_000,
    })
  }

const upload = (client: Client, file: { name: string; type: string; bytes: Buffer }) =>
  client.call({
    method: 'POST',
    path: '/api/uploads',
    ...multipart(file.name, file.type, file.bytes),
  })

/** A picture of a few kilobytes that decodes to over a hundred megabytes. */
const bomb = sharp({
  create: { width: 6300, height: 6300, channels: 3, background: '#7A2E5D' },
})
  .png({ compressionLevel: 9 })
  .toBuffer()
const noise = sharp({
  create: {
    width: 200,
    height: 300,
    channels: 3,
    background: 'white',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .jpeg({ quality: 60 })
  .toBuffer()
const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(19 * megabyte, 'x')])

const order = async (
  stranger: Attacker,
  email: string,
  proof?: { name: string; type: string; bytes: Buffer },
  fileName?: string,
): Promise<Answer> => {
  const { client, stock } = stranger
  const sent = proof ?? { name: 'a.jpg', type: 'image/jpeg', bytes: await noise }
  const uploaded = await upload(client, sent)
  if (uploaded.status !== 201) return uploaded
  const { fileUid } = JSON.parse(uploaded.text)
  const placed = await client.json('POST', '/api/create-order', {
    body: orderForm(stock, { email, fileUid, ...(fileName ? { fileName } : {}) }),
    headers: { 'idempotency-key': randomUUID() },
  })
  if (placed.body.orderId) stranger.orderId = placed.body.orderId
  return placed
}

/** Sends a few bytes per second on a connection whose request never ends. */
const trickle = (
  { port, address }: Attacker,
  head: string,
  { bytes, seconds } = { bytes: 1, seconds: 15 },
): Promise<Answer> =>
  new Promise((resolve) => {
    const started = performance.now()
    const socket = connect({ host: '127.0.0.1', port, localAddress: address })
    let text = ''
    const timer = setInterval(() => socket.write('x'.repeat(bytes)), 1_000)
    const stop = setTimeout(() => socket.destroy(), seconds * 1_000)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      clearTimeout(stop)
      resolve({
        status: Number(text.slice(9, 12)) || 0,
        headers: {},
        text,
        ms: performance.now() - started,
      })
    })
    socket.write(head)
  })

const slowUpload =
  'POST /api/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 20000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\n'

/** A picture with as many pixels as the shop accepts: a few kilobytes that are slow to decode. */
const costly = sharp({
  create: { width: 6300, height: 6300, channels: 3, background: '#7A2E5D' },
})
  .jpeg({ quality: 1, progressive: true })
  .toBuffer()

/**
 * Twelve nested forms, each of which draws the next form twenty times: a few kilobytes that cause
 * 20^12 drawings.
 */
const nestedPdf = () => {
  const forms = Array.from({ length: 12 }, (_, depth) => {
    const content = depth === 11 ? 'BT /T 9 Tf (x) Tj ET' : '/F Do '.repeat(20)
    return `${depth + 6} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F ${depth + 7} 0 R>>/Font<</T 5 0 R>>>>/Length ${content.length}>>stream\n${content}\nendstream endobj`
  })
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</F 6 0 R>>>>>>endobj
4 0 obj<</Length 5>>stream
/F Do
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${forms.join('\n')}
%${Math.random()}
trailer<</Root 1 0 R>>
%%EOF
`)
}

const odd = ['\u0000', '\ud800', '\u202e', 'x'.repeat(60_000), '__proto__', '-1', '1e308']
const oneOf = <T>(values: T[], random: () => number) => values[Math.floor(random() * values.length)]

export const attacks: Record<string, Attack> = {
  'nested arrays of 50 to 80 MB': large('{"x":[[]', ',[]', ']}'),
  'deep nesting of 50 to 80 MB': large('{"x":', '[', ''),
  'a long string of 50 to 80 MB in a wrong place': large('{"firstname":"', 'A', '"}'),
  'many long proofs of 50 to 80 MB': large('{"files":[{"base64Image":"', 'QUFB', '"}]}'),
  'a body that never comes': (stranger) =>
    trickle(
      stranger,
      'POST /api/create-order HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000000\r\n\r\n{"x":"',
    ),
  'an upload that never ends': (stranger) => trickle(stranger, slowUpload),
  'an upload at 1 kB/s': (stranger) => trickle(stranger, slowUpload, { bytes: 1_000, seconds: 60 }),
  'a head that never ends': (stranger) => trickle(stranger, 'GET /api/products HTTP/1.1\r\nX: '),
  'no HTTP at all': (stranger) => trickle(stranger, '\u0016\u0003\u0001 hello\r\n\r\n'),
  'an order with an odd file name': (stranger) =>
    order(stranger, 'stranger@mail.example', undefined, `a${oneOf(odd, stranger.random)}b.pdf`),
  'an order with an odd name': async ({ client, stock, random }) =>
    client.json('POST', '/api/create-order', {
      body: {
        ...orderForm(stock, { email: 'stranger@mail.example', fileUid: randomUUID() }),
        firstname: oneOf(odd, random),
        amount: random() < 0.5 ? -1 : 1e308,
      },
    }),
  'odd addresses': ({ client, random }) =>
    client.call({
      path: `/api/orders/${encodeURIComponent(oneOf(odd.slice(2), random) ?? '').slice(0, 3_000)}/track`,
    }),
  'forged addresses': ({ client, random }) =>
    client.call({
      path: '/api/orders/7K3Q-ZM9X-WD4T/track',
      headers: {
        'x-forwarded-for': `203.0.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`,
      },
    }),
  'a mail to a third party': (stranger) => order(stranger, 'victim@mail.example'),
  'a picture bomb': async ({ client }) =>
    upload(client, { name: 'a.png', type: 'image/png', bytes: await bomb }),
  'a costly picture': async ({ client }) =>
    upload(client, { name: 'a.jpg', type: 'image/jpeg', bytes: await costly }),
  'a nested PDF as a proof': (stranger) =>
    order(stranger, 'stranger@mail.example', {
      name: 'a.pdf',
      type: 'application/pdf',
      bytes: nestedPdf(),
    }),
  'a receipt': ({ client, orderId }) =>
    client.call({ path: `/api/orders/${orderId ?? '7K3Q-ZM9X-WD4T'}/receipt` }),
  'the documents of the API': ({ client, random }) =>
    client.call({ path: random() < 0.5 ? '/api/docs/yaml' : '/api/docs/json' }),
  'a file of 19 MB': ({ client }) =>
    upload(client, { name: 'a.pdf', type: 'application/pdf', bytes: pdf }),
  'a password': ({ client, staffEmail, random }) =>
    client.json('POST', '/api/login', {
      body: { email: staffEmail, password: `Guess-${Math.floor(random() * 1e9)}!` },
    }),
  'a reset of a password': ({ client, staffEmail }) =>
    client.json('POST', '/api/request-password-reset', { body: { email: staffEmail } }),
  'a review': ({ client, orderId }) =>
    client.json('POST', `/api/order/${orderId ?? '7K3Q-ZM9X-WD4T'}/review`, {
      body: { review: 'x'.repeat(5_000) },
    }),
  'other contents under one key': (stranger) =>
    stranger.client.json('POST', '/api/create-order', {
      body: orderForm(stranger.stock, {
        email: `s${stranger.random()}@mail.example`,
        fileUid: randomUUID(),
      }),
      headers: { 'idempotency-key': `siege-${stranger.address}` },
    }),
}
