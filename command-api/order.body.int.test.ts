import { connect } from 'node:net'
import { fileTooLarge, maximumFileSize } from '@strand/contracts/upload'
import { eventually } from '@strand/platform/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { formOf, openShop, type Shop, submit } from './app.testing.ts'

const colour = { r: 200, g: 30, b: 30 }
const picture = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
const pdf = (size = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')])

const rowsIn = async ({ pool }: Shop) => (await pool.query('select * from upload')).rows
const expectNothingLeft = async (shop: Shop) => {
  await eventually(async () => (await rowsIn(shop)).length === 0)
  expect(shop.files.kept.size).toBe(0)
}

const inline = (bytes: Buffer, fileName = 'proof.png', prefix = '') => ({
  fileUid: 'rc-upload-1',
  fileName,
  fileType: 'image/png',
  base64Image: prefix + bytes.toString('base64'),
})

test('an order may bring its files along, in bare base64 or as data URLs', async () => {
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

test('of a large order sent twice, one set of files stays', async () => {
  const shop = await openShop()
  const form = await formOf(shop, { files: [inline(pdf(200_000), 'c.pdf')] })
  shop.files.kept.clear()
  const answers = await Promise.all([1, 2].map(() => submit(shop, form, 'large')))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect(answers[0]?.body).toEqual(answers[1]?.body)
  expect(shop.files.kept.size).toBe(1)
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
    [
      { files: [inline(png), inline(pdf(maximumFileSize), 'big.pdf')] },
      413,
      fileTooLarge('big.pdf'),
    ],
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

test('files of an order are at most 60 MB together', async () => {
  const shop = await openShop()
  const files = [20_971_500, 20_971_500, 20_971_500, 1000].map((size) => inline(pdf(size)))
  const { status, body } = await submit(shop, await formOf(shop, { files }))
  expect([status, body.message]).toEqual([413, 'The files are larger than 60mb together.'])
})

test('two large orders are worked on at a time; a third is asked to come again', async () => {
  const shop = await openShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const form = await formOf(shop, { files: [inline(pdf(1_000_000), 'c.pdf')] })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(form)
  const port = Number(new URL(url).port)
  const slow = [1, 2].map(() => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /api/create-order HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 1000)}`,
    )
    return socket
  })
  const post = () => fetch(`${url}/api/create-order`, { method: 'POST', headers, body })
  let refused = await post()
  while (refused.status === 201) refused = await post()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Small orders are not held up, and the places are free again when the slow ones have gone.
  const small = JSON.stringify(await formOf(shop))
  expect(
    (await fetch(`${url}/api/create-order`, { method: 'POST', headers, body: small })).status,
  ).toBe(201)
  for (const socket of slow) socket.destroy()
  await eventually(async () => (await post()).status === 201)
})

test('a large body that is no JSON is a 400', async () => {
  const shop = await openShop()
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/create-order',
    headers: { 'content-type': 'application/json' },
    payload: `{"files": [${'x'.repeat(100_000)}`,
  })
  expect(answer.statusCode).toBe(400)
})
