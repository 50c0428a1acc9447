import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileTooLarge, maxFileSize, wrongFileType } from '@strand/contracts/uploads'
import { eventually } from '@strand/platform/testing/eventually'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf, openShop, type Shop, submit } from '../../testing/test-shop.ts'

const colour = { r: 200, g: 30, b: 30 }
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')])

const rowsIn = async ({ pool }: Shop) => (await pool.query('select * from upload')).rows
const expectNothingLeft = async (shop: Shop) => {
  await eventually(async () => (await rowsIn(shop)).length, 0)
  expect(shop.files.kept.size).toBe(0)
}

const inline = (bytes: Buffer, fileName = 'proof.png', prefix = '') => ({
  fileUid: 'rc-upload-1',
  fileName,
  fileType: 'image/png',
  base64Image: prefix + bytes.toString('base64'),
})

test('an order can contain its files, in bare base64 or as data URLs', async () => {
  const shop = await openShop()
  const png = await picture().png().toBuffer()
  const files = [
    inline(png),
    inline(png, 'b.png', 'data:image/png;base64,'),
    inline(pdf(), 'c.pdf'),
  ]
  const { status, body } = await submit(shop, await formOf(shop, { files }))
  expect(status).toBe(201)
  const [created] = await shop.eventStore.readStream(`order-${body.orderId}`)
  expect(created?.data.files).toMatchObject([
    { type: 'image/png' },
    { type: 'image/png' },
    { type: 'application/pdf', size: 1009 },
  ])
  const stored = [...shop.files.kept].map(([key, bytes]) => ({ key, size: bytes.length }))
  expect(created?.data.files).toEqual(stored.slice(-3).map((file) => expect.objectContaining(file)))
})

/** Sends a body as it is, from one of this machine's local addresses. */
const send = (shop: Shop, payload: string, { from = '127.0.0.1', key = '' } = {}) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/create-order',
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) },
    payload,
  })

test('a large order sent twice keeps one set of files', async () => {
  const shop = await openShop()
  const form = JSON.stringify(await formOf(shop, { files: [inline(pdf(200_000), 'c.pdf')] }))
  shop.files.kept.clear()
  const answers = await Promise.all(
    ['127.0.0.1', '127.0.0.2'].map((from) => send(shop, form, { from, key: 'large' })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201])
  expect(answers[0]?.json()).toEqual(answers[1]?.json())
  expect([...shop.files.kept.values()]).toEqual([pdf(200_000)])
  const other = form.replace('eHh4', 'eHh5')
  expect(other).not.toBe(form)
  expect((await send(shop, other, { key: 'large' })).statusCode).toBe(422)
  expect((await send(shop, form, { key: 'large' })).json()).toEqual(answers[0]?.json())
})

test('a refused order leaves none of the files that came with it', async () => {
  const shop = await openShop()
  const png = await picture().png().toBuffer()
  const form = await formOf(shop)
  await shop.pool.query('delete from upload')
  shop.files.kept.clear()
  const refusals: [object, number, string?][] = [
    [{ files: [inline(png), inline(Buffer.from('text'), 'note.txt')] }, 415],
    [{ files: [inline(png)], amount: 1 }, 409],
    [{ files: [inline(png), inline(pdf(maxFileSize), 'big.pdf')] }, 413, fileTooLarge('big.pdf')],
    [{ files: Array.from({ length: 11 }, () => inline(png)) }, 400, 'At most 10 files, please'],
    [{ files: [{ ...inline(png), base64Image: 'not base64 at all!' }] }, 415],
  ]
  for (const [changes, status, message] of refusals) {
    const answer = await submit(shop, { ...form, ...changes })
    expect(answer.status).toBe(status)
    if (message) expect(answer.body.message).toBe(message)
  }
  await expectNothingLeft(shop)
})

test('a large order’s files are refused in the specification’s words', async () => {
  const shop = await openShop()
  const files = [inline(pdf(200_000), 'a.pdf'), inline(pdf(maxFileSize), 'b.pdf')]
  const { status, body } = await submit(shop, await formOf(shop, { files }))
  expect([status, body.message]).toEqual([413, fileTooLarge('b.pdf')])
  const text = [inline(Buffer.alloc(200_000, 'text'), 'note.txt')]
  const wrong = await submit(shop, await formOf(shop, { files: text }))
  expect([wrong.status, wrong.body.message]).toEqual([415, wrongFileType('note.txt', 'unknown')])
})

test('files of an order are at most 60 MB together', async () => {
  const shop = await openShop()
  const files = [20_971_500, 20_971_500, 20_971_500, 1000].map((size) => inline(pdf(size)))
  const { status, body } = await submit(shop, await formOf(shop, { files }))
  expect([status, body.message]).toEqual([413, 'Together, the files are larger than 60mb.'])
})

test('at most two large orders, from two networks, are handled at a time, and slow ones give way', async () => {
  const shop = await openShop(undefined, { rateLimits: true })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const body = JSON.stringify(await formOf(shop, { files: [inline(pdf(1_000_000), 'c.pdf')] }))
  const begin = (localAddress: string, text = body) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    }
    const options = { port, localAddress, method: 'POST', path: '/api/create-order', headers }
    const sent = request({ ...options, agent: false })
    const answer = once(sent, 'response').then(([response]) => response as IncomingMessage)
    answer.catch(() => {})
    sent.on('error', () => {}).write(text)
    return { answer, sent }
  }
  const post = async (localAddress: string) => {
    const { statusCode, headers } = await begin(localAddress).answer
    return [statusCode, Number(headers['retry-after']) > 0]
  }
  /** Begins a request that gets a place (the shop answers "continue") and never ends. */
  const beginSlow = async (localAddress: string) => {
    const { sent } = begin(localAddress, body.slice(0, 1000))
    await once(sent, 'continue')
    return sent
  }
  const slow = await beginSlow('127.1.0.1')
  expect(await post('127.1.0.2')).toEqual([429, true])
  expect((await post('127.2.0.1'))[0]).toBe(201)
  const other = await beginSlow('127.2.0.1')
  expect(await post('127.3.0.1')).toEqual([503, true])
  expect((await submit(shop, await formOf(shop))).status).toBe(201)
  // Requests that stay slow lose their place. Tries are counted by address, so each try comes from
  // another address.
  let tries = 1
  await eventually(async () => (await post(`127.3.0.${++tries}`))[0], 201)
  for (const sent of [slow, other]) sent.destroy()
  expect(shop.files.kept.size).toBeGreaterThan(0)
})

test('files inside an order are in files[].base64Image, and the rest is at most 64 kB', async () => {
  const shop = await openShop()
  const form = await formOf(shop, { files: [inline(pdf(200_000), 'c.pdf')] })
  const text = JSON.stringify(form)
  const image = 'A'.repeat(200_000)
  const refused: [string, number][] = [
    [`{"files": [${'x'.repeat(100_000)}`, 413],
    [JSON.stringify({ x: Array.from({ length: 50_000 }, () => []) }), 413],
    ['['.repeat(100_000), 413],
    [JSON.stringify({ ...form, accountname: image }), 413],
    [JSON.stringify({ ...form, [image]: 1 }), 413],
    [text.slice(0, -1), 400],
    [`${text}}`, 400],
    [text, 201],
    // A string that was cut out at any other place is refused, and so is one that a later duplicate
    // of its key hides.
    [JSON.stringify({ ...form, x: { base64Image: image } }), 400],
    [JSON.stringify({ ...form, files: { base64Image: image } }), 400],
    [text.replace('"base64Image":', `"base64Image":"${image}","base64Image":`), 400],
    [text.replace('"base64Image":"', '"base64Image":"\\q'), 400],
    [JSON.stringify({ ...form, files: Array.from({ length: 11 }, () => inline(pdf(9000))) }), 400],
  ]
  for (const [payload, status] of refused) {
    const answer = await send(shop, payload)
    expect([payload.slice(0, 40), answer.statusCode]).toEqual([payload.slice(0, 40), status])
    expect(answer.json().message).toEqual(expect.any(String))
  }
})
